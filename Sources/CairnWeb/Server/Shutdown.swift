import Synchronization

/// Whether the server is shutting down. Thread-safe.
final class StopFlag: Sendable {
  private let flag = Mutex(false)

  var isSet: Bool { flag.withLock(\.self) }

  func set() { flag.withLock { $0 = true } }
}

/// The number of requests that are currently being answered. Thread-safe.
final class RequestCount: Sendable {
  private let number = Mutex(0)

  var count: Int { number.withLock(\.self) }

  /// Adds one to the number when the server begins to answer a request.
  func begin() { number.withLock { $0 += 1 } }

  /// Subtracts one from the number when a request has been answered.
  func end() { number.withLock { $0 -= 1 } }
}
