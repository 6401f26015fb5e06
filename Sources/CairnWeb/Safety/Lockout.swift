import Synchronization

/// The addresses that sent invalid tokens. After ``freeAttempts`` invalid tokens, an address must
/// wait, and each further one doubles the time. Thread-safe; remembers a limited number of
/// addresses.
final class Lockout: Sendable {
  private struct Record {
    var failures = 0
    var until = ContinuousClock.now
  }

  /// The number of invalid tokens that an address may send before it must wait.
  static let freeAttempts = 5
  private static let mostAddresses = 1024
  private static let longestWait = 300

  private let records = Mutex<[String: Record]>([:])

  /// Returns how many seconds an address must wait; nil if it need not wait.
  func wait(of address: String) -> Int? {
    records.withLock { records in
      guard let record = records[address], record.failures >= Self.freeAttempts else { return nil }
      let left = record.until - .now
      return left > .zero ? Int(left.components.seconds) + 1 : nil
    }
  }

  /// Records that an address sent an invalid token.
  func noteFailure(of address: String) {
    records.withLock { records in
      if records.count >= Self.mostAddresses, records[address] == nil {
        let oldest = records.min { $0.value.until < $1.value.until }
        if let oldest { records[oldest.key] = nil }
      }
      var record = records[address] ?? Record()
      record.failures += 1
      let doublings = min(max(record.failures - Self.freeAttempts, 0), 10)
      record.until = .now + .seconds(min(1 << doublings, Self.longestWait))
      records[address] = record
    }
  }

  /// Records that an address sent a valid token, and forgets its invalid ones.
  func noteSuccess(of address: String) {
    records.withLock { $0[address] = nil }
  }
}

/// The limit on requests with tokens that may only add captures: 120 a minute for each token.
/// Thread-safe.
final class RateLimit: Sendable {
  private static let most = 120

  private let counts = Mutex<[String: (count: Int, start: ContinuousClock.Instant)]>([:])

  /// Counts a request with a token. Returns how many seconds the client must wait; nil if it need
  /// not wait.
  func wait(of token: String) -> Int? {
    counts.withLock { counts in
      let now = ContinuousClock.now
      var (count, start) = counts[token] ?? (0, now)
      if now - start > .seconds(60) { (count, start) = (0, now) }
      count += 1
      counts[token] = (count, start)
      guard count > Self.most else { return nil }
      return max(1, Int((start + .seconds(60) - now).components.seconds))
    }
  }
}
