import CairnDigest
import CairnNotebook
import CairnProvider
import CairnText

extension Session {
  /// The providers that can be asked, by the user's settings and a command's options.
  func providers(_ options: ProviderOptions) -> Providers {
    Providers(
      settings: notebook.settings, surroundings: surroundings, options: options,
      warn: { self.warn($0) })
  }
}

extension Console {
  /// Shows what would be sent to a provider.
  func showRequest(_ request: ProviderRequest, to provider: Provider) {
    line(styled("To provider `\(TerminalText.line(provider.name))`:", .bold))
    line(TerminalText.escaped(request.text, keepingLines: true))
  }
}

extension JSONDocument {
  /// Who was asked, and why it gave no answer, as a member.
  ///
  /// - Parameter failed: How often it gave none, where it was asked more than once.
  static func provider(
    _ name: String, _ failure: ProviderFailure?, failed: Int? = nil
  ) -> JSONValue.Member {
    let count = failed.map { [JSONValue.Member("failed", .integer($0))] } ?? []
    return .init(
      "provider",
      .object(
        [
          .init("name", .string(name)), .init("failure", JSONValue(failure?.kind.rawValue)),
          .init("reason", JSONValue(failure?.reason)),
        ] + count))
  }

  /// What would be sent to providers, as a member.
  static func sent(_ requests: [(provider: Provider, request: ProviderRequest)]) -> JSONValue.Member
  {
    .init(
      "sent",
      .array(
        requests.map {
          [
            "provider": .string($0.provider.name), "task": .string($0.request.task.rawValue),
            "text": .string($0.request.text),
          ]
        }))
  }
}
