import Glibc

/// Work that keeps all threads busy on which tasks run, as many tests do at once.
public enum BusyThreads {
  /// Starts tasks that occupy all threads for `turn` each time that they run, `turns` times. Other
  /// tasks run only between two turns.
  public static func start(_ turns: Int, of turn: Duration) {
    let pause = useconds_t(turn / .microseconds(1))
    for _ in 0..<sysconf(Int32(_SC_NPROCESSORS_ONLN)) {
      Task {
        for _ in 0..<turns {
          usleep(pause)
          await Task.yield()
        }
      }
    }
  }
}
