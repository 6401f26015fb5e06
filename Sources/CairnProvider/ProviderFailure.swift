/// The reason why a provider gave no answer.
public struct ProviderFailure: Error, Hashable, Sendable {
  /// A kind of failure; the raw value is its name in messages and JSON.
  public enum Kind: String, CaseIterable, Sendable {
    /// The server could not be reached.
    case network
    /// The server was reached but could not answer at the moment.
    case server
    /// The server refused access, or the key cannot be used.
    case authorization
    /// The program failed in another way or could not be started.
    case processing
    /// There was no answer in time.
    case timeout
    /// The answer was invalid or too long.
    case output
  }

  /// The kind of failure.
  public let kind: Kind
  /// A short reason on one line, which contains no key.
  public let reason: String
  /// The pause that the server asks for; nil if it does not ask for one.
  let retryAfter: Duration?

  /// Creates a failure from its kind and reason.
  public init(_ kind: Kind, _ reason: String, retryAfter: Duration? = nil) {
    self.kind = kind
    self.reason = reason
    self.retryAfter = retryAfter
  }

  /// Whether the failure is temporary, so that a retry can succeed.
  var mayPass: Bool { kind == .network || kind == .server }

  /// Returns this failure with each occurrence of a secret in its reason replaced by `…`.
  func hiding(_ secrets: [String]) -> ProviderFailure {
    ProviderFailure(kind, reason.hiding(secrets), retryAfter: retryAfter)
  }

  /// Returns this failure with an earlier failure appended to its reason.
  func after(_ earlier: ProviderFailure) -> ProviderFailure {
    ProviderFailure(
      kind, "\(reason); earlier failure (\(earlier.kind.rawValue)): \(earlier.reason)")
  }
}

// MARK: - Failures of programs

extension ProviderFailure {
  /// Creates the failure of a program that exited with a code other than 0.
  ///
  /// - Parameter words: A line of the program's standard error; empty if there is none.
  init(code: Int, words: String) {
    let kind = Self.kinds[code] ?? Self.kind(of: words)
    self.init(kind, words.isEmpty ? "the program exited with code \(code)" : words)
  }

  /// The kinds of failure, keyed by the exit codes of sysexits(3).
  static let kinds: [Int: Kind] = [
    64: .processing, 65: .processing, 68: .network, 69: .server, 70: .processing, 75: .server,
    76: .output, 77: .authorization, 78: .processing,
  ]

  /// Returns the kind of failure indicated by the message of a program whose exit code is not in
  /// ``kinds``.
  private static func kind(of words: String) -> Kind {
    let words = words.lowercased()
    return signs.first { $0.signs.contains { words.contains($0) } }?.kind ?? .processing
  }

  private static let signs: [(kind: Kind, signs: [String])] = [
    (
      .authorization,
      [
        "401", "403", "unauthorized", "forbidden", "api key", "api_key", "no key", "invalid key",
        "authentication",
      ]
    ),
    (
      .server,
      [
        "429", "500", "502", "503", "504", "529", "overloaded", "rate limit", "too many requests",
        "internal server error", "unavailable",
      ]
    ),
    (
      .network,
      [
        "could not resolve", "not resolve", "name resolution", "could not connect",
        "failed to connect", "connection refused", "connection reset", "connection error",
        "unreachable", "network", "timed out",
      ]
    ),
  ]
}
