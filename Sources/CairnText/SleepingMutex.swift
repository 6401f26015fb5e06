import Dispatch
import Synchronization

/// A value that one thread at a time can use, even for a long time. Waiting threads sleep.
///
/// A thread that waits for a `Mutex` can keep a processor busy for as long as the thread that holds
/// the `Mutex` is running: the kernel expects the wait to be short (`FUTEX_LOCK_PI`, futex(2)). A
/// `SleepingMutex` costs two more atomic operations, and does not raise the priority of the thread
/// that holds it.
package struct SleepingMutex<Value: ~Copyable>: ~Copyable, Sendable {
  private let value: Mutex<Value>
  private let turn = DispatchSemaphore(value: 1)

  package init(_ value: consuming sending Value) { self.value = Mutex(value) }

  /// Calls `body` with the value when no other thread uses it. `body` must not lock the same value.
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    turn.wait()
    defer { turn.signal() }
    return try value.withLock(body)
  }
}
