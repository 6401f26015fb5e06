import Glibc

/// A way to start threads that may wait for a slow client. Swift's tasks and Dispatch queues share
/// a few threads, which must not wait.
package enum DetachedThread {
  /// Runs `body` on a new thread; returns false if the system cannot create a thread.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let box = Unmanaged.passRetained(Box(body))
    var thread = pthread_t()
    let failed = pthread_create(
      &thread, nil,
      { pointer in
        if let pointer { Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body() }
        return nil
      }, box.toOpaque())
    if failed == 0 {
      pthread_detach(thread)
    } else {
      box.release()
    }
    return failed == 0
  }

  private final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
