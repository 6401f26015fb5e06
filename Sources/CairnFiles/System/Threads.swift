import Dispatch

extension Store {
  /// More threads than this make no walk and no reading faster.
  static let mostThreads = 8

  /// Runs `body` on so many threads, this one among them, and returns when all have ended.
  ///
  /// By default there is one for each processor, up to 8. Where fewer can run at a time, a thread
  /// may begin when another has ended.
  func inParallel(_ threads: Int?, _ body: @Sendable () -> Void) {
    let threads = threads ?? min(SystemCalls.processors, Self.mostThreads)
    if threads <= 1 { return body() }
    DispatchQueue.concurrentPerform(iterations: threads) { _ in body() }
  }
}
