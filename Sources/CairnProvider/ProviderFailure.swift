/// Why a provider gave no answer.
public struct ProviderFailure: Error, Hashable, Sendable {
  /// The kinds of failures, by their names in messages and JSON.
  public enum Kind: String, CaseIterable, Sendable {
    /// The machine that answers could not be reached.
    case network
    /// It was reached, and could not answer now.
    case server
    /// It does not let this user in; or the key cannot be used.
    case authorization
    /// The program failed in another way, or could not be started.
    case processing
    /// There was no answer in time.
    case timeout
    /// The answer was not what was asked for, or too long.
    case output
  }

  /// The kind.
  public let kind: Kind
  /// What was found, in a few words on one line. There is no key in it.
  public let reason: String

  /// A failure of a kind.
  public init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = reason
  }

  /// Whether the same question may be answered a moment later.
  var mayPass: Bool { kind == .network || kind == .server }

  /// This failure, with what there was before it in its reason.
  func after(_ earlier: ProviderFailure) -> ProviderFailure {
    ProviderFailure(kind, "\(reason); before that \(earlier.kind.rawValue): \(earlier.reason)")
  }
}

// MARK: - What a program says of its failure

extension ProviderFailure {
  /// The failure of a program that ended with a code other than 0.
  ///
  /// - Parameter words: What it said on standard error, the last line that is not blank.
  init(code: Int, words: String) {
    let kind = Self.kinds[code] ?? Self.kind(of: words)
    self.init(kind, words.isEmpty ? "it ended with \(code)" : words)
  }

  /// The codes of sysexits(3) that say which kind it is.
  static let kinds: [Int: Kind] = [
    64: .processing, 65: .processing, 68: .network, 69: .server, 70: .processing, 75: .server,
    76: .output, 77: .authorization, 78: .processing,
  ]

  /// The kind that the words of a program speak of which does not know those codes.
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
