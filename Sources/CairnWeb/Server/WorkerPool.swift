import NIOPosix

/// Threads that answer requests. To answer a request, a thread reads and writes files, and may wait
/// for a lock. The threads that handle connections must never wait.
final class WorkerPool: TaskExecutor {
  private let pool: NIOThreadPool

  /// Starts the threads.
  init(threads: Int) {
    pool = NIOThreadPool(numberOfThreads: threads)
    pool.start()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    pool.submit { _ in job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Ends the threads once their work is done.
  func shutDown() async { try? await pool.shutdownGracefully() }
}
