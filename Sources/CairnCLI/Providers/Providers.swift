import CairnNotebook
import CairnProvider
import CairnText
import SystemPackage

/// The providers of the user's settings, and which of them is asked.
struct Providers {
  let settings: Settings
  let surroundings: Surroundings
  private(set) var options: ProviderOptions
  /// Says that a provider gave no answer.
  let warn: (Diagnostic) -> Void

  /// The same, none of which is asked.
  var withoutAny: Providers {
    var copy = self
    (copy.options.provider, copy.options.noProvider) = (nil, true)
    return copy
  }

  /// Whether somebody is asked for something.
  func isAsked(for task: ProviderTask) -> Bool {
    if options.noProvider { return false }
    if options.provider != nil { return true }
    return settings["provider.use"]?.text.isEmpty == false && settings.tasks.contains(task.rawValue)
  }

  /// Who is asked for something; nil where nobody is, because none is set or what is set does not work,
  /// which is said.
  ///
  /// Throws a ``Failure`` where `--provider` names none that is set.
  func provider(for task: ProviderTask) throws -> Provider? {
    guard isAsked(for: task) else { return nil }
    if let name = options.provider { return try named(name) }
    guard let name = settings["provider.use"]?.text else { return nil }
    do {
      return try named(name)
    } catch let failure as Failure {
      warn(Diagnostic(.warning, failure.code, failure.message))
      return nil
    }
  }

  /// The provider with a name.
  private func named(_ name: String) throws -> Provider {
    let set = "providers.\(name)"
    let command = settings["\(set).command"]?.text ?? ""
    if command.isEmpty, settings.providerNames.contains(name) {
      throw Failure(
        "provider-unknown",
        "the provider `\(name)` has no program; "
          + "`cairn config --user \(set).command 'PROGRAM …'` sets one", status: .usage)
    }
    guard !command.isEmpty else {
      let near = Nearest.name(to: name, among: settings.providerNames)
      throw Failure(
        "provider-unknown",
        "there is no provider `\(name)`; "
          + (near.map { "did you mean `\($0)`?" }
            ?? "`cairn config --user \(set).command 'PROGRAM …'` sets one"),
        status: .usage)
    }
    let key = Result { () throws(ProviderFailure) -> String? in
      guard let file = settings["\(set).key_file"]?.text else { return nil }
      return try KeyFile.key(in: surroundings.userPath(file))
    }
    let seconds = settings.count("\(set).timeout") ?? settings.count("provider.timeout")
    return Provider(
      name: name, command: command, timeout: .seconds(seconds ?? 15),
      retries: settings.count("provider.retries") ?? 2, key: key, secrets: surroundings.secrets,
      temporaryFolder: surroundings.temporaryFolder, isStopped: { Interruption.code != nil })
  }
}

extension Settings {
  /// What the provider in use is asked for.
  fileprivate var tasks: Set<String> {
    Set(
      (self["provider.tasks"]?.text ?? "").split { $0 == "," || $0 == " " }.map(String.init))
  }
}

extension Surroundings {
  /// Texts of the environment that are keys, by their names.
  fileprivate var secrets: [String] {
    variables.filter { name, value in
      let parts = name.uppercased().split(separator: "_")
      return value.utf8.count >= 6
        && parts.contains { ["KEY", "TOKEN", "SECRET", "PASSWORD", "APIKEY"].contains($0) }
    }.map(\.value)
  }

  /// A path in the user's settings: `~/` is the home folder, and others count from there.
  fileprivate func userPath(_ text: String) -> FilePath {
    home.pushing(FilePath(text.hasPrefix("~/") ? String(text.dropFirst(2)) : text))
  }
}
