public import CairnDigest
import CairnFiles
import CairnImport
import CairnNotebook
import CairnTemplates
import CairnText
import SystemPackage

extension Workspace {
  /// The path of the folder with the notebook's own templates.
  static let templateFolder = NotePath(".cairn/templates") ?? .root

  /// The library of all named templates: the notebook's, Obsidian's, the user's and the built-in
  /// ones.
  public var templates: TemplateLibrary {
    TemplateLibrary([
      shelf(.notebook, store: notebook.store, below: Self.templateFolder),
      obsidianShelf,
      shelf(
        .user, store: try? Store(root: context.folders.config), below: NotePath("templates")),
    ])
  }

  /// The note templates of an Obsidian vault, as capture templates.
  private var obsidianShelf: TemplateLibrary.Shelf {
    let folder = notebook.store.obsidianSettings(in: [.templates])?.templates.flatMap {
      NotePath($0)
    }
    let shelf = shelf(.obsidian, store: notebook.store, below: folder)
    let start = "capture/"
    return .init(
      .obsidian,
      paths: { shelf.paths().filter { !$0.contains("/") }.map { start + $0 } },
      source: { $0.hasPrefix(start) ? shelf.source(String($0.dropFirst(start.count))) : nil })
  }

  private func shelf(
    _ origin: TemplateLibrary.Shelf.Origin, store: Store?, below folder: NotePath?
  ) -> TemplateLibrary.Shelf {
    guard let store, let folder else { return .init(origin, paths: { [] }, source: { _ in nil }) }
    return .init(
      origin,
      paths: {
        // A scan skips folders whose names begin with a dot, but can start in one.
        guard let inner = try? Store(root: store.absolute(folder)) else { return [] }
        let scan = inner.scan(including: .allFiles)
        return (scan.files.map(\.path) + scan.attachments).map(\.description).sorted()
      },
      source: { name in
        guard let path = folder.appending(name), let file = try? store.readText(path) else {
          return nil
        }
        let text = String(decoding: file.bytes, as: UTF8.self)
        return origin != .user
          ? TemplateSource(text, path: path)
          : TemplateSource(text, name: store.absolute(path).string)
      })
  }

  /// Returns the digest template with this name or at this path; nil means the default template.
  ///
  /// Throws a ``Refusal`` if there is no such template.
  func digestTemplate(_ name: String?) throws -> ChosenTemplate {
    let library = templates
    guard let name else { return ChosenTemplate(name: TemplateLibrary.defaultName, in: library) }
    if !name.contains("/"), let entry = library.entry(name, kind: .digest) {
      return ChosenTemplate(name: entry.name, in: library)
    }
    let path = absolutePath(name)
    if let folder = try? Store(root: path) {
      let found = ChosenTemplate(in: library) { file in
        Self.source(file, in: folder)
      }
      if found.hasFiles { return found }
      throw Refusal(
        "template-unknown",
        "the folder `\(name)` is not a template; it has no template.yml and no .mustache file",
        .invalid)
    }
    if let last = path.lastComponent?.string,
      let folder = try? Store(root: path.removingLastComponent()),
      let source = Self.source(last, in: folder)
    {
      return ChosenTemplate(in: library) { $0 == "item.mustache" ? source : nil }
    }
    let names = library.entries.filter { $0.kind == .digest }.map(\.name)
    throw Refusal(
      "template-unknown",
      "there is no template `\(name)`"
        + Nearest.advice(
          to: name, among: names, otherwise: "run `cairn template list` to list them"),
      .invalid)
  }

  /// Reads a template file in a folder; returns nil if the file cannot be read.
  static func source(_ name: String, in folder: Store) -> TemplateSource? {
    NotePath(name).flatMap { path in
      (try? folder.readText(path)).map { file in
        TemplateSource(
          String(decoding: file.bytes, as: UTF8.self), name: folder.absolute(path).string)
      }
    }
  }
}

/// A digest template from the library or from a folder. Missing parts come from the default
/// template.
struct ChosenTemplate {
  private let name: String
  private let library: TemplateLibrary
  private let file: (String) -> TemplateSource?

  init(name: String, in library: TemplateLibrary) {
    self.name = name
    self.library = library
    file = { _ in nil }
  }

  init(in library: TemplateLibrary, file: @escaping (String) -> TemplateSource?) {
    name = TemplateLibrary.defaultName
    self.library = library
    self.file = file
  }

  /// Whether the template's folder contains at least one file of a digest template.
  var hasFiles: Bool {
    file(DigestPreset.fileName) != nil
      || DigestFormat.allCases.contains { format in
        DigestTemplates.Part.allCases.contains { part($0.rawValue, format) != nil }
      }
  }

  /// Returns the template's preset, which contains the options that the template sets.
  ///
  /// Throws a `Diagnostic` if the file of the preset is malformed.
  func preset() throws -> DigestPreset {
    let named = library.file("digests/\(name)/\(DigestPreset.fileName)")?.source
    guard let source = file(DigestPreset.fileName) ?? named else { return DigestPreset() }
    return try DigestPreset(source)
  }

  /// Returns the template's parts for a format, with default parts in place of missing ones.
  ///
  /// Throws a `Diagnostic` if a part is malformed.
  func templates(_ format: DigestFormat) throws -> DigestTemplates {
    try DigestTemplates(format, named: name, in: library) { part($0, format) }
  }

  /// Returns a part from the format's subfolder of the template. If the subfolder lacks the part,
  /// returns it from the main folder; nil if neither has it.
  private func part(_ name: String, _ format: DigestFormat) -> TemplateSource? {
    file("\(format)/\(name).mustache") ?? file("\(name).mustache")
  }
}

extension Workspace {
  /// Returns the absolute form of a path. A relative path starts at the caller's folder.
  func absolutePath(_ name: String) -> FilePath {
    context.caller.folder.pushing(FilePath(name)).lexicallyNormalized()
  }
}
