import Synchronization

/// Whether the server is shutting down. Thread-safe.
final class StopFlag: Sendable {
  private let flag = Mutex(false)

  var isSet: Bool { flag.withLock(\.self) }

  func set() { flag.withLock { $0 = true } }
}
