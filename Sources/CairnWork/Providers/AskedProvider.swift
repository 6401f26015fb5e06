public import CairnProvider
public import CairnText

/// A provider that was asked for something, and the outcome; in a dry run one that would be asked.
public struct AskedProvider: Sendable {
  /// The provider.
  public let provider: Provider
  /// What it is asked.
  public let request: ProviderRequest
  /// Whether the request was sent; false in a dry run.
  public let isSent: Bool
  /// Why there was no answer; nil if there was one, and if nothing was sent.
  public let failure: ProviderFailure?
}

// MARK: - Asking

extension Provider {
  /// Asks a question, and nobody in a dry run. The answer is nil if there is none.
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
  /// Asks one of them, and tells the caller why it gave no answer.
  ///
  /// Throws `CancellationError` if the caller ended the wait; the provider's program is ended by then.
  public func ask<Answer>(
    _ provider: Provider, _ question: ProviderQuestion<Answer>, dryRun: Bool = false
  ) async throws -> (asked: AskedProvider, answer: Answer?) {
    context.cancellation.setsWaiting(true)
    let (asked, answer) = await provider.ask(question, dryRun: dryRun)
    context.cancellation.setsWaiting(false)
    if context.cancellation.isRequested() { throw CancellationError() }
    if let failure = asked.failure {
      context.tell(.warning(failure.diagnostic(provider.name)))
    }
    return (asked, answer)
  }
}

/// Counts failures in a row, to stop asking a provider that keeps failing.
struct ProviderPatience: Sendable {
  /// The most failures in a row.
  private static let most = 3
  private var failures: [ProviderFailure] = []

  /// Notes the outcome of a request.
  mutating func note(_ asked: AskedProvider) {
    if let failure = asked.failure { failures.append(failure) } else { failures = [] }
  }

  /// Whether the provider should not be asked again.
  var isOver: Bool {
    failures.count >= Self.most || failures.last?.kind == .authorization
  }
}

extension ProviderFailure {
  /// This failure as a warning.
  public func diagnostic(_ name: String) -> Diagnostic {
    Diagnostic(
      .warning, "provider-\(kind.rawValue)", "provider `\(name)`: \(kind.rawValue): \(reason)")
  }
}
