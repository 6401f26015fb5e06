import Synchronization

/// A queue for tasks of a server: tasks with the same key run one after the other, and the number
/// of tasks that run at the same time is limited. Thread-safe.
public final class Turns: Sendable {
  private let keys = Mutex<Set<String>>([])
  private let most: Int

  /// Creates a queue in which at most `most` tasks run at the same time.
  public init(most: Int = .max) { self.most = most }

  /// Waits until the task with this key can run. Call ``end(_:)`` when the task has ended.
  ///
  /// Throws `CancellationError` if the task is cancelled.
  public func begin(_ key: String) async throws {
    while !keys.withLock({ $0.count < most && $0.insert(key).inserted }) {
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Records that the task with this key has ended.
  public func end(_ key: String) { keys.withLock { _ = $0.remove(key) } }
}
