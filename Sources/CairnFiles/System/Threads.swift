import CairnText

extension Store {
  /// The default maximum number of threads. Walking folders and reading files do not get faster
  /// with more threads.
  static let mostThreads = 8

  /// Calls `body` once on each of several threads, including this one, and returns when all calls
  /// have ended.
  ///
  /// If `threads` is nil, uses one thread for each processor, up to 8. If the system cannot create
  /// all threads, `body` is called on fewer threads.
  func inParallel(_ threads: Int?, _ body: @Sendable () -> Void) {
    let threads = threads ?? min(SystemCalls.processors, Self.mostThreads)
    DetachedThread.join(threads - 1, body)
  }
}
