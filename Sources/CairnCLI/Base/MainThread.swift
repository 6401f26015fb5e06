import Dispatch
import Synchronization

/// Runs tasks on the thread that the process began with, and starts no other.
///
/// A `main` that is `async` hands over to Dispatch, which gives that thread up for three new ones
/// before the first line of a command runs; that takes longer than finding a word in ten thousand
/// captures. Only commands that wait for another program ever suspend.
final class MainThread: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  /// Signalled once for each job.
  private let wakeUp = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    wakeUp.signal()
  }

  /// Runs `body` and all that it waits for, until it ends the process.
  static func run(_ body: @escaping @Sendable () async -> Never) -> Never {
    let thread = MainThread()
    Task(executorPreference: thread) { await body() }
    while true {
      thread.wakeUp.wait()
      let job = thread.jobs.withLock { $0.removeFirst() }
      job.runSynchronously(on: thread.asUnownedTaskExecutor())
    }
  }
}
