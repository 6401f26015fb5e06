import CairnText
import Synchronization

/// The browsers that are logged in. They are forgotten when the server ends. Thread-safe.
final class Sessions: Sendable {
  private static let most = 64
  /// The lifetime of a session, in seconds.
  static let lifetime = 30 * 86_400

  private let sessions = Mutex<[(hash: String, end: ContinuousClock.Instant)]>([])

  /// Logs a browser in, and returns the secret for its cookie.
  func begin() -> String {
    let secret = Self.newSecret()
    let end = ContinuousClock.now + .seconds(Self.lifetime)
    sessions.withLock { sessions in
      if sessions.count >= Self.most { sessions.removeFirst() }
      sessions.append((SHA256.digits(of: secret.utf8), end))
    }
    return secret
  }

  /// Returns a secret of 256 random bits.
  static func newSecret() -> String {
    var system = SystemRandomNumberGenerator()
    return (0..<4).map { _ in String(system.next() as UInt64, radix: 16) }.joined(separator: "-")
  }

  /// Returns whether the secret in a cookie belongs to a logged-in browser.
  func isValid(_ secret: String) -> Bool {
    let hash = SHA256.digits(of: secret.utf8)
    let now = ContinuousClock.now
    return sessions.withLock { $0.contains { $0.hash == hash && $0.end > now } }
  }
}
