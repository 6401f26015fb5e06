public import CairnFiles
import CairnImport
public import CairnNotebook
import CairnText
public import SystemPackage

/// The sources of settings and views. Settings in the environment take precedence, then those in
/// the notebook's files, then those of Obsidian, and then those in the user's own files.
public struct SettingsFiles: Sendable {
  private let config: FilePath
  private let environment: [(key: String, value: String)]

  /// Creates the sources of settings for a user whose own files are in the folder `config`.
  public init(config: FilePath, environment: [(key: String, value: String)] = []) {
    self.config = config
    self.environment = environment
  }

  init(_ context: RequestContext) {
    self.init(config: context.folders.config, environment: context.environmentSettings)
  }

  /// Returns the settings that apply to the notebook in `store`. If `store` is nil, returns those
  /// that apply outside any notebook.
  public func settings(of store: Store?) -> Settings {
    let own = user
    var settings = Settings()
    for (key, value) in environment {
      settings.add(key, value, as: .environment)
    }
    if let store {
      let path = Notebook.settingsPath.description
      do throws(FileError) {
        if let bytes = try store.bytes(ofOptional: Notebook.settingsPath) {
          settings.add(bytes, as: .notebook, path: path, own: own)
        }
      } catch {
        settings.addUnreadable(.notebook, path: path, "\(error.code)")
      }
    }
    for (key, value) in store?.obsidianSettings(in: [.templates, .daily, .app])?.settings ?? [] {
      guard let known = try? Settings.key(key), known.breach(by: value) == nil else { continue }
      settings.add(key, value, as: .obsidian)
    }
    settings.add(own)
    return settings
  }

  /// The settings in the user's file, without those of a notebook or the environment.
  public var user: Settings {
    var settings = Settings()
    let path = config.appending("config.yml").string
    do throws(FileError) {
      if let bytes = try bytes(ofUserFile: "config.yml") {
        settings.add(bytes, as: .user, path: path)
      }
    } catch {
      settings.addUnreadable(.user, path: path, "\(error.code)")
    }
    return settings
  }

  /// Returns the saved views of a notebook and of the user.
  func views(of store: Store) -> SavedViews {
    var views = SavedViews()
    let path = SavedViews.path.description
    do throws(FileError) {
      if let bytes = try store.bytes(ofOptional: SavedViews.path) {
        views.add(bytes, as: .notebook, path: path)
      }
    } catch {
      views.addUnreadable(.notebook, path: path, "\(error.code)")
    }
    let userPath = config.appending("views.yml").string
    do throws(FileError) {
      if let bytes = try bytes(ofUserFile: "views.yml") {
        views.add(bytes, as: .user, path: userPath)
      }
    } catch {
      views.addUnreadable(.user, path: userPath, "\(error.code)")
    }
    return views
  }

  /// Returns the bytes of one of the user's own files; nil if it does not exist.
  private func bytes(ofUserFile name: String) throws(FileError) -> [UInt8]? {
    guard let store = try? Store(root: config), let path = NotePath(name) else {
      return nil
    }
    return try store.bytes(ofOptional: path)
  }

  /// Returns the place where settings with this origin are set, as a path or a phrase.
  public func place(of origin: Settings.Origin) -> String {
    switch origin {
    case .environment: "the environment"
    case .notebook: Notebook.settingsPath.description
    case .obsidian: ObsidianSettings.folder
    case .user: config.appending("config.yml").string
    case .default: "the defaults"
    }
  }
}

extension Store {
  /// Returns the bytes of a file; nil if it does not exist.
  ///
  /// Throws ``FileError`` if something is at the path but cannot be read, such as a link to a
  /// missing file.
  fileprivate func bytes(ofOptional path: NotePath) throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      return try readText(path).bytes
    } catch {
      guard error.code == .notFound, try kind(path) == nil else { throw error }
      let folder = path.parent
      if folder.isRoot { return nil }
      if try kind(folder) == nil { return nil }
      guard try targetKind(folder) == .folder else { throw error }
      return nil
    }
  }

  /// Returns the settings that Obsidian has saved in `files`; nil if the folder is not a vault.
  func obsidianSettings(
    in files: [ObsidianSettings.File] = ObsidianSettings.File.allCases
  ) -> ObsidianSettings? {
    guard let folder = NotePath(ObsidianSettings.folder), (try? kind(folder)) == .folder else {
      return nil
    }
    return ObsidianSettings(in: files) { name in NotePath(name).flatMap { try? readText($0).bytes }
    }
  }
}
