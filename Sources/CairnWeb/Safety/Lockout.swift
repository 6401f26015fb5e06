import Synchronization

/// The addresses that sent tokens. After ``freeAttempts`` invalid tokens, an address must wait, and
/// each further invalid token doubles the wait.
///
/// During the wait, only tokens that were valid at this address before are accepted. So an attacker
/// cannot test other tokens, and a client with such a token at the same address is not locked out.
/// Thread-safe; remembers only a limited number of addresses.
final class Lockout: Sendable {
  private struct Record {
    var failures = 0
    var until = ContinuousClock.now
    /// The ids of the tokens that were valid.
    var known: Set<String> = []
  }

  /// The number of invalid tokens that an address can send before it must wait.
  static let freeAttempts = 5
  private static let mostAddresses = 1024
  private static let longestWait = 300

  private let records = Mutex<[String: Record]>([:])

  /// Returns the number of seconds that an address must wait; nil if it need not wait.
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
      var record = Self.record(of: address, &records)
      record.failures += 1
      let doublings = min(max(record.failures - Self.freeAttempts, 0), 10)
      record.until = .now + .seconds(min(1 << doublings, Self.longestWait))
      records[address] = record
    }
  }

  /// Records that an address sent a valid token, and forgets the invalid tokens from this address.
  /// `id` is the token's id; nil if the token works only once.
  func noteSuccess(of address: String, _ id: String? = nil) {
    records.withLock { records in
      var record = Self.record(of: address, &records)
      (record.failures, record.until) = (0, .now)
      if let id { record.known.insert(id) }
      records[address] = record
    }
  }

  /// Records that the client at an address sent a token. `id` is the id of the token; nil if the
  /// token is invalid. Returns the number of seconds to wait if the token must be refused;
  /// otherwise nil.
  func note(_ id: String?, from address: String) -> Int? {
    if let wait = wait(of: address) {
      let isKnown = id.map { id in records.withLock { $0[address]?.known.contains(id) ?? false } }
      return isKnown == true ? nil : wait
    }
    if let id { noteSuccess(of: address, id) } else { noteFailure(of: address) }
    return nil
  }

  /// Returns the record of an address. To make room for a new address, removes another record,
  /// preferably of an address that never sent a valid token.
  private static func record(of address: String, _ records: inout [String: Record]) -> Record {
    if let record = records[address] { return record }
    if records.count >= mostAddresses,
      let oldest = records.min(by: { one, other in
        let (isOwn, isOtherOwn) = (!one.value.known.isEmpty, !other.value.known.isEmpty)
        return isOwn == isOtherOwn ? one.value.until < other.value.until : isOtherOwn
      })
    {
      records[oldest.key] = nil
    }
    return Record()
  }
}

/// The limit on requests with tokens that only permit adding captures: 120 a minute for each token.
/// Thread-safe.
final class RateLimit: Sendable {
  private static let most = 120

  private let counts = Mutex<[String: (count: Int, start: ContinuousClock.Instant)]>([:])

  /// Counts a request with a token. Returns the number of seconds that the client must wait; nil if
  /// it need not wait.
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
