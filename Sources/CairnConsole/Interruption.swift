import Glibc
import Synchronization

/// The handling of signals that ask the command to stop: SIGINT (Ctrl-C), SIGTERM and SIGHUP.
///
/// After ``watch()``, the first signal is only recorded, so that the command can save its work.
/// Signals within the next two seconds are ignored, because closing a terminal sends several. Any
/// later signal writes the line passed to ``say(_:)`` and ends the process.
package enum Interruption {
  /// The number of the recorded signal; 0 if there was none.
  private static let signal = Atomic<Int32>(0)
  /// The number of calls of ``watch()`` without a matching ``unwatch()``.
  private static let watches = Atomic<Int>(0)
  /// The time when the signal was recorded, in seconds since 1970.
  private static let moment = Atomic<Int>(0)
  /// The number of seconds during which further signals are ignored.
  private static let grace = 2
  /// The address of the line to write; 0 if there is none. The line is never freed, because a
  /// handler may be reading it.
  private static let words = Atomic<UInt>(0)

  /// Starts recording signals.
  package static func watch() {
    watches.add(1, ordering: .relaxed)
    if code == nil { handle() }
  }

  /// Ends the effect of one call of ``watch()``. After the last one, the next signal ends the
  /// process.
  package static func unwatch() { watches.subtract(1, ordering: .relaxed) }

  /// Forgets a recorded Ctrl-C that was meant for another program, such as an editor.
  package static func forget() {
    _ = signal.compareExchange(expected: SIGINT, desired: 0, ordering: .relaxed)
  }

  /// Sets the line to write to standard error if a signal ends the process. If `line` is nil,
  /// nothing is written.
  package static func say(_ line: String?) {
    let copy = line.flatMap { strdup("\n\($0)\n") }
    words.store(UInt(bitPattern: copy), ordering: .relaxed)
    if copy != nil { handle() }
  }

  /// The exit code after a recorded signal, as in shells (POSIX.1-2017 XCU §2.8.2); nil if there
  /// was none.
  package static var code: Int32? {
    let number = signal.load(ordering: .relaxed)
    return number == 0 ? nil : 128 + number
  }

  /// Installs the handler, which only uses async-signal-safe calls (POSIX.1-2017 XSH §2.4.3).
  private static func handle() {
    // Initializes these variables before the handler uses them.
    _ = (code, watches.load(ordering: .relaxed), words.load(ordering: .relaxed))
    _ = (moment.load(ordering: .relaxed), grace)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      let now = time(nil)
      let isFirst = Interruption.signal.load(ordering: .relaxed) == 0
      if isFirst, Interruption.watches.load(ordering: .relaxed) > 0 {
        Interruption.moment.store(now, ordering: .relaxed)
        Interruption.signal.store(number, ordering: .relaxed)
        return
      }
      let elapsed = now - Interruption.moment.load(ordering: .relaxed)
      if !isFirst, elapsed < Interruption.grace { return }
      let words = UnsafePointer<CChar>(bitPattern: Interruption.words.load(ordering: .relaxed))
      if let words { _ = write(STDERR_FILENO, words, strlen(words)) }
      Glibc.signal(number, SIG_DFL)
      raise(number)
    }
    for number in [SIGINT, SIGTERM] { sigaction(number, &action, nil) }
    // Unblocks the signals, because the program that started this process may have blocked them.
    var watched = sigset_t()
    sigemptyset(&watched)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&watched, number) }
    pthread_sigmask(SIG_UNBLOCK, &watched, nil)
    // nohup(1) makes the process ignore SIGHUP. In this case, SIGHUP stays ignored.
    var old = sigaction()
    sigaction(SIGHUP, nil, &old)
    let isIgnored = unsafeBitCast(old.__sigaction_handler.sa_handler, to: UInt.self) == 1
    if !isIgnored { sigaction(SIGHUP, &action, nil) }
  }
}
