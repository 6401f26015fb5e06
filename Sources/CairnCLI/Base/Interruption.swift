import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whether somebody wants a long run to stop: Ctrl-C, or a signal to end.
///
/// From ``watch()`` on, the first such signal only notes that, so that the run can keep what it has
/// done; a second one ends the process as it would have done before.
enum Interruption {
  /// The number of the signal that came; 0 for none.
  private static let signal = Atomic<Int32>(0)

  /// Begins to watch.
  static func watch() {
    // The handler must not be the first to ask for it.
    _ = signal.load(ordering: .relaxed)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      Interruption.signal.store(number, ordering: .relaxed)
    }
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaction(number, &action, nil) }
  }

  /// The exit code to end with where a signal came, as shells have it (POSIX.1-2017 XCU §2.8.2); nil
  /// where none did.
  static var code: Int32? {
    let number = signal.load(ordering: .relaxed)
    return number == 0 ? nil : 128 + number
  }
}
