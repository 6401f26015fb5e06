import CairnCapture
public import CairnNotebook
public import CairnProvider
import CairnText
import SystemPackage

/// The provider that a request asks, if any.
public enum ProviderChoice: Hashable, Sendable {
  /// The provider in the settings, only for the tasks that the settings list.
  case ofSettings
  /// The provider with this name, for any task.
  case named(String)
  /// No provider: nothing leaves the machine.
  case none
}

/// The providers in the settings, and a request's choice of the provider to ask.
public struct Providers: Sendable {
  private let settings: Settings
  let context: RequestContext
  private var choice: ProviderChoice

  /// Creates the providers in `settings` for a request with this choice.
  public init(_ settings: Settings, _ context: RequestContext, _ choice: ProviderChoice) {
    (self.settings, self.context, self.choice) = (settings, context, choice)
  }

  /// The same providers, for a request that asks none of them.
  public var withoutAny: Providers { Providers(settings, context, .none) }

  /// Returns whether the request's choice and the settings allow sending a task to a provider.
  public func isAsked(for task: ProviderTask) -> Bool {
    switch choice {
    case .none: false
    case .named: true
    case .ofSettings:
      settings["provider.use"]?.text.isEmpty == false && settings.tasks.contains(task.rawValue)
    }
  }

  /// Returns the provider to ask for a task; nil if none is to be asked. If the provider in the
  /// settings is not usable, tells the caller and returns nil.
  ///
  /// Throws a ``Refusal`` if the request names a provider that does not exist.
  public func provider(for task: ProviderTask) throws(Refusal) -> Provider? {
    guard isAsked(for: task) else { return nil }
    if case .named(let name) = choice { return try named(name) }
    guard let name = settings["provider.use"]?.text else { return nil }
    do throws(Refusal) {
      return try named(name)
    } catch {
      context.tell(.warning(Diagnostic(.warning, error.code, error.message)))
      return nil
    }
  }

  /// Returns the provider with this name.
  ///
  /// Throws a ``Refusal`` if the settings contain neither a command nor a kind for this provider,
  /// or if a setting that a server needs is missing.
  private func named(_ name: String) throws(Refusal) -> Provider {
    let set = "providers.\(name)"
    let seconds = settings.count("\(set).timeout") ?? settings.count("provider.timeout")
    return Provider(
      name: name, source: try source(of: name), timeout: .seconds(seconds ?? 15),
      retries: settings.count("provider.retries") ?? 2, key: try context.keySource(set, settings),
      secrets: context.secrets(), temporaryFolder: context.temporaryFolder,
      isStopped: context.cancellation.isRequested)
  }

  private func source(of name: String) throws(Refusal) -> Provider.Source {
    let set = "providers.\(name)"
    let command = settings["\(set).command"]?.text ?? ""
    if let kind = settings["\(set).kind"].flatMap({ ModelServer.Kind(rawValue: $0.text) }) {
      guard command.isEmpty else { throw Refusal.twice("\(set).command", "\(set).kind") }
      return .server(try server(kind, set))
    }
    if !command.isEmpty { return .program(command) }
    if settings.providerNames.contains(name) {
      throw Refusal(
        "provider-unknown",
        "the provider `\(name)` has no command; run "
          + "`cairn config --user \(set).command 'PROGRAM …'` to set one", .invalid)
    }
    throw Refusal(
      "provider-unknown",
      "there is no provider `\(name)`"
        + Nearest.advice(
          to: name, among: settings.providerNames,
          otherwise: "run `cairn config --user \(set).command 'PROGRAM …'` to add it"),
      .invalid)
  }

  private func server(_ kind: ModelServer.Kind, _ set: String) throws(Refusal) -> ModelServer {
    guard let model = settings["\(set).model"]?.text, !model.isEmpty else {
      throw Refusal(
        "provider-incomplete",
        "`\(set).model` is not set; run `cairn config --user \(set).model MODEL` to set it",
        .invalid)
    }
    let url = settings["\(set).url"]?.text
    if let url, HTTPAddress(url) == nil {
      throw Refusal(
        "provider-incomplete",
        "`\(set).url` is not an address such as https://example.org/v1"
          + (url.contains("@") ? "; an address may contain no password" : ": `\(url)`"),
        .invalid)
    }
    return ModelServer(kind, url: url, model: model)
  }
}

extension Settings {
  /// The names of the tasks for which the settings allow asking the provider.
  fileprivate var tasks: Set<String> {
    Set(
      (self["provider.tasks"]?.text ?? "").split { $0 == "," || $0 == " " }.map(String.init))
  }
}

extension RequestContext {
  /// Returns the source of the key for a provider or service: the file in the setting
  /// `SET.key_file` or the command in the setting `SET.key_command`; `none` if neither is set.
  /// `set` is the first part of these names, such as `lookup`. The key file is read immediately.
  ///
  /// Throws a ``Refusal`` if both are set.
  func keySource(_ set: String, _ settings: Settings) throws(Refusal) -> KeySource {
    let command = settings["\(set).key_command"]?.text ?? ""
    guard let file = settings["\(set).key_file"]?.text else {
      return command.isEmpty ? .none : .command(command)
    }
    guard command.isEmpty else {
      throw Refusal.twice("\(set).key_file", "\(set).key_command")
    }
    return .read(
      Result { () throws(ProviderFailure) -> String in try KeyFile.key(in: userPath(file)) })
  }

  /// Converts a path in the user's settings to an absolute path. A path is relative to the home
  /// folder, with or without `~/`.
  fileprivate func userPath(_ text: String) -> FilePath {
    folders.home.pushing(FilePath(text.hasPrefix("~/") ? String(text.dropFirst(2)) : text))
  }
}

extension Refusal {
  /// Creates the refusal to throw if two settings that exclude each other, `one` and `other`, are
  /// both set.
  fileprivate static func twice(_ one: String, _ other: String) -> Refusal {
    Refusal(
      "provider-incomplete",
      "`\(one)` and `\(other)` are both set; run `cairn config --user --unset \(one)`, or unset "
        + "`\(other)`", .invalid)
  }
}

extension Workspace {
  /// Returns the providers that a request can ask.
  public func providers(_ choice: ProviderChoice) -> Providers {
    Providers(notebook.settings, context, choice)
  }

  /// Returns whether a capture must not be sent to a provider, a server or an assistant; see
  /// ``CairnNotebook/Catalog/isPrivate(_:)``.
  func isPrivate(_ capture: Capture) -> Bool { lastCatalog.isPrivate(capture) }

  /// Tells the caller the number of private captures that were not sent to a provider.
  public func tellWithheld(_ count: Int) {
    guard count > 0 else { return }
    note("\(count.of("private capture")) \(count == 1 ? "was" : "were") not sent to the provider.")
  }
}
