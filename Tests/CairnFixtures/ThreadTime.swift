import Glibc

/// The processor time of the calling thread. Unlike the time on the clock, it does not grow when
/// other tests run beside it.
public enum ThreadTime {
  /// Returns how much processor time the calling thread spends in `work`.
  public static func measure(_ work: () throws -> Void) rethrows -> Duration {
    let begin = now
    try work()
    return now - begin
  }

  private static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
