import Dispatch
import Synchronization

/// An executor that runs all tasks on the main thread. One thread is enough, because a command
/// suspends only while it waits for another program.
///
/// An `async` `main` would start three threads with Dispatch before a command begins, which takes
/// longer than a search in 10,000 captures.
package final class MainThread: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  /// A semaphore that is signaled once for each enqueued job.
  private let wakeUp = DispatchSemaphore(value: 0)

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    wakeUp.signal()
  }

  /// Runs `body`, which must end the process, and all tasks that `body` waits for.
  package static func run(_ body: @escaping @Sendable () async -> Never) -> Never {
    let thread = MainThread()
    Task(executorPreference: thread) { await body() }
    while true {
      thread.wakeUp.wait()
      let job = thread.jobs.withLock { $0.removeFirst() }
      job.runSynchronously(on: thread.asUnownedTaskExecutor())
    }
  }
}
