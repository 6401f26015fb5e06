import Synchronization

/// The latest values that a server has kept, each with its key. Thread-safe.
final class LatestMemory<Value: Sendable>: Sendable {
  private let kept = Mutex<[(key: String, value: Value)]>([])
  private let most: Int

  /// Creates a memory of at most `most` values.
  init(most: Int) { self.most = most }

  /// Keeps values, and forgets the oldest ones if there are too many.
  func keep(_ new: [(key: String, value: Value)]) {
    kept.withLock { kept in
      kept.removeAll { old in new.contains { $0.key == old.key } }
      kept += new
      kept.removeFirst(max(0, kept.count - most))
    }
  }

  /// Forgets the value with this key, if there is one.
  func forget(_ key: String) { kept.withLock { kept in kept.removeAll { $0.key == key } } }

  /// Returns the value with this key; nil if no value with this key is kept.
  subscript(key: String) -> Value? { kept.withLock { $0.last { $0.key == key }?.value } }
}
