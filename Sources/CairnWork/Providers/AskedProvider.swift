public import CairnProvider
public import CairnText

/// A request to a provider, with its outcome; in a dry run, a request that would be sent.
public struct AskedProvider: Sendable {
  /// The provider.
  public let provider: Provider
  /// The request that was sent or, in a dry run, would be sent.
  public let request: ProviderRequest
  /// Whether the request was sent; false in a dry run.
  public let isSent: Bool
  /// The reason why there was no answer; nil if there was an answer or nothing was sent.
  public let failure: ProviderFailure?

  /// The text that the request sends.
  public var text: String { provider.preview(of: request) }
}

// MARK: - Asking

extension Provider {
  /// Asks a question. The answer is nil if the request failed, and in a dry run, which sends
  /// nothing.
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
  /// Asks a provider a question. If there is no answer, tells the caller why. In a dry run, sends
  /// nothing and returns no answer.
  ///
  /// Throws `CancellationError` if the caller ended the wait; the provider's program is then ended
  /// first.
  public func ask<Answer>(
    _ provider: Provider, _ question: ProviderQuestion<Answer>, dryRun: Bool = false
  ) async throws -> (asked: AskedProvider, answer: Answer?) {
    let (asked, answer) = try await context.waiting {
      await provider.ask(question, dryRun: dryRun)
    }
    if let failure = asked.failure {
      context.tell(.warning(failure.diagnostic(provider.name)))
      if let advice = failure.advice(provider) { context.tell(.hint(advice)) }
    }
    return (asked, answer)
  }
}

/// A count of consecutive failures, to stop asking a provider that keeps failing.
struct ProviderPatience: Sendable {
  /// The number of consecutive failures after which to stop.
  private static let most = 3
  private var failures: [ProviderFailure] = []

  /// Records the outcome of a request.
  mutating func note(_ asked: AskedProvider) {
    if let failure = asked.failure { failures.append(failure) } else { failures = [] }
  }

  /// Whether to stop asking the provider: after several consecutive failures, or one failed
  /// authorization.
  var isOver: Bool {
    failures.count >= Self.most || failures.last?.kind == .authorization
  }
}

extension ProviderFailure {
  /// Returns a warning that the provider with this name failed.
  public func diagnostic(_ name: String) -> Diagnostic {
    Diagnostic(
      .warning, "provider-\(kind.rawValue)",
      "provider `\(name)` failed (\(kind.rawValue)): \(reason)")
  }

  /// Returns advice about the settings that may have caused the failure; nil if Cairn has no
  /// advice.
  public func advice(_ provider: Provider) -> String? {
    let set = "providers.\(provider.name)"
    switch (kind, provider.source) {
    case (.timeout, _):
      return "run `cairn config --user \(set).timeout SECONDS` to wait longer"
    case (.authorization, .server) where !provider.hasKey:
      return "no key is set; run `cairn config --user \(set).key_command COMMAND`, where COMMAND "
        + "prints the key"
    case (.authorization, .server): return "check the key that `\(set)` uses in your settings"
    case (.processing, .server): return "check `\(set).url` and `\(set).model` in your settings"
    default: return nil
    }
  }
}
