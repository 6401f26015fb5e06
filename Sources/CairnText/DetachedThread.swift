import Glibc

/// Threads outside the small thread pools that Swift's tasks and Dispatch queues use. Such a thread
/// can wait without blocking other work.
package enum DetachedThread {
  /// Runs `body`, which may wait for a slow client, on a new thread. Returns false if the system
  /// cannot create a thread.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = create(body) else { return false }
    pthread_detach(thread)
    return true
  }

  /// Calls `body` once on this thread and once on each of `others` new threads, and returns when
  /// all calls have ended. If the system cannot create all threads, there are fewer calls.
  ///
  /// Use this method for work that tasks wait for. Waiting tasks can occupy all threads of
  /// Dispatch, and `DispatchQueue.concurrentPerform` would then run everything on one thread.
  package static func join(_ others: Int, _ body: @Sendable () -> Void) {
    withoutActuallyEscaping(body) { body in
      let threads = (0..<others).compactMap { _ in create(body) }
      body()
      for thread in threads { pthread_join(thread, nil) }
    }
  }

  private static func create(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    let box = Unmanaged.passRetained(Box(body))
    var thread = pthread_t()
    let failed = pthread_create(
      &thread, nil,
      { pointer in
        if let pointer { Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body() }
        return nil
      }, box.toOpaque())
    if failed == 0 { return thread }
    box.release()
    return nil
  }

  private final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
