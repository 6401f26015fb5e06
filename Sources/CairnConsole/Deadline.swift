import Glibc

/// A time limit for the whole process. When the time is up, the process writes a prepared answer
/// and ends with success.
package enum Deadline {
  /// The prepared answer. Its memory is never freed.
  private nonisolated(unsafe) static var answer = UnsafeRawBufferPointer(start: nil, count: 0)

  /// Starts the time limit, and sets the answer to write to standard output.
  package static func set(milliseconds: Int, _ text: String) {
    answer = UnsafeRawBufferPointer(start: strdup(text), count: text.utf8.count)
    signal(SIGALRM) { _ in
      // Only calls that are safe in a signal handler (signal-safety(7)).
      _ = Glibc.write(1, Deadline.answer.baseAddress, Deadline.answer.count)
      _exit(0)
    }
    start(milliseconds)
  }

  /// Removes the time limit.
  package static func cancel() { start(0) }

  private static func start(_ milliseconds: Int) {
    var timer = itimerval()
    timer.it_value.tv_sec = milliseconds / 1000
    timer.it_value.tv_usec = suseconds_t(milliseconds % 1000 * 1000)
    setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
  }
}
