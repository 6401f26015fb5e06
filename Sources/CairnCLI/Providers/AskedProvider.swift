import ArgumentParser
import CairnDigest
import CairnProvider
import CairnText

/// A provider that was asked for something, and how that went; in a dry run one that would be asked.
struct AskedProvider {
  /// Who was asked.
  let provider: Provider
  /// What for.
  let request: ProviderRequest
  /// Whether it was sent, and not only shown.
  let isSent: Bool
  /// Why there was no answer; nil where there was one, and where nothing was sent.
  let failure: ProviderFailure?
}

// MARK: - Asking

extension Provider {
  /// Asks a question, in a dry run nobody. The answer is nil where there is none.
  func ask<Answer>(
    _ question: ProviderQuestion<Answer>, dryRun: Bool
  ) async -> (asked: AskedProvider, answer: Answer?) {
    let outcome = { (isSent: Bool, failure: ProviderFailure?) in
      AskedProvider(
        provider: self, request: question.request, isSent: isSent, failure: failure)
    }
    if dryRun { return (outcome(false, nil), nil) }
    do throws(ProviderFailure) {
      let answer = try await answer(question)
      return (outcome(true, nil), answer)
    } catch {
      return (outcome(true, error), nil)
    }
  }
}

extension Providers {
  /// Asks one of them, and says why it gave no answer.
  ///
  /// Throws the exit code of an interruption where somebody did not want to wait for it; by then it is
  /// ended.
  func ask<Answer>(
    _ provider: Provider, _ question: ProviderQuestion<Answer>, dryRun: Bool = false
  ) async throws -> (asked: AskedProvider, answer: Answer?) {
    Interruption.watch()
    let (asked, answer) = await provider.ask(question, dryRun: dryRun)
    Interruption.unwatch()
    if let code = Interruption.code { throw ExitCode(code) }
    if let failure = asked.failure { warn(failure.diagnostic(provider.name)) }
    return (asked, answer)
  }
}

/// How often a provider may fail before it is not asked any more.
struct ProviderPatience {
  /// So often in a row.
  private static let most = 3
  private var failures: [ProviderFailure] = []

  /// Notes how it went.
  mutating func note(_ asked: AskedProvider) {
    if let failure = asked.failure { failures.append(failure) } else { failures = [] }
  }

  /// Whether it is at an end: it fails in a way that does not pass.
  var isOver: Bool {
    failures.count >= Self.most || failures.last?.kind == .authorization
  }
}

// MARK: - Showing

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

extension ProviderFailure {
  /// This failure as a warning.
  func diagnostic(_ name: String) -> Diagnostic {
    Diagnostic(
      .warning, "provider-\(kind.rawValue)", "provider `\(name)`: \(kind.rawValue): \(reason)")
  }
}
