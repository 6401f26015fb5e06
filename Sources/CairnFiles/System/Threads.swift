import Dispatch

extension Store {
  /// The default maximum number of threads. Walking folders and reading files do not get faster
  /// with more threads.
  static let mostThreads = 8

  /// Calls `body` once on each of several threads, including this one, and returns when all calls
  /// have ended.
  ///
  /// If `threads` is nil, uses one thread for each processor, up to 8. If fewer threads can run at
  /// the same time, some calls of `body` start only after others have finished.
  func inParallel(_ threads: Int?, _ body: @Sendable () -> Void) {
    let threads = threads ?? min(SystemCalls.processors, Self.mostThreads)
    if threads <= 1 { return body() }
    DispatchQueue.concurrentPerform(iterations: threads) { _ in body() }
  }
}
