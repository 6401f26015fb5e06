import CairnJSON
import CairnProvider
import CairnText
import CairnWork

extension AskedProvider {
  /// Who was asked and why it gave no answer, or what would be sent, as a member of a document.
  var member: JSONValue.Member { isSent ? Self.member(provider.name, failure) : Self.sent([self]) }

  /// Who was asked, and why it gave no answer.
  ///
  /// - Parameter failed: How often it gave none, where it was asked more than once.
  static func member(
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

  /// What would be sent.
  static func sent(_ unsent: [AskedProvider]) -> JSONValue.Member {
    .init(
      "sent",
      .array(
        unsent.map {
          [
            "provider": .string($0.provider.name), "task": .string($0.request.task.rawValue),
            "text": .string($0.request.text),
          ]
        }))
  }
}

extension Console {
  /// Shows what would be sent to a provider.
  func show(_ unsent: AskedProvider) {
    line(styled("To provider `\(TerminalText.line(unsent.provider.name))`:", .bold))
    line(TerminalText.escaped(unsent.request.text, keepingLines: true))
  }
}
