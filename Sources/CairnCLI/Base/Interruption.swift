import ArgumentParser
import CairnWork
import Glibc
import Synchronization

/// Whether somebody wants the command to stop: Ctrl-C, or a signal to end.
///
/// From ``watch()`` on, the first signal is only noted, so that the command can keep what it has done.
/// Those within the next two seconds count as the same: a terminal that is closed sends several. A later
/// one ends the process, and first says what ``say(_:)`` was passed.
enum Interruption {
  /// The signals as requests see them.
  static var cancellation: Cancellation {
    var cancellation = Cancellation()
    cancellation.isRequested = { code != nil }
    cancellation.setsWaiting = { $0 ? watch() : unwatch() }
    return cancellation
  }

  /// The number of the signal that came; 0 for none.
  private static let signal = Atomic<Int32>(0)
  private static let isWatched = Atomic<Bool>(false)
  /// When it came, in seconds.
  private static let moment = Atomic<Int>(0)
  /// How many seconds the process has to keep what it has done.
  private static let grace = 2
  /// The address of what is said, never freed, since a handler may be reading it; 0 for nothing.
  private static let words = Atomic<UInt>(0)

  /// Begins to watch.
  static func watch() {
    isWatched.store(true, ordering: .relaxed)
    if code == nil { handle() }
  }

  /// Ends that: a signal ends the process again.
  static func unwatch() { isWatched.store(false, ordering: .relaxed) }

  /// Says a line on standard error where a signal ends the process from now on; nil for nothing.
  static func say(_ line: String?) {
    let copy = line.flatMap { strdup("\n\($0)\n") }
    words.store(UInt(bitPattern: copy), ordering: .relaxed)
    if copy != nil { handle() }
  }

  /// The exit code to end with where a signal came, as shells have it (POSIX.1-2017 XCU §2.8.2); nil
  /// where none did.
  static var code: Int32? {
    let number = signal.load(ordering: .relaxed)
    return number == 0 ? nil : 128 + number
  }

  /// The same, to throw if a wait was ended.
  static var exitCode: ExitCode { ExitCode(code ?? 128 + SIGINT) }

  /// Takes the signals. All that the handler does is safe in one (POSIX.1-2017 XSH §2.4.3).
  private static func handle() {
    // The handler must not be the first to ask for them.
    _ = (code, isWatched.load(ordering: .relaxed), words.load(ordering: .relaxed))
    _ = (moment.load(ordering: .relaxed), grace)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      let now = time(nil)
      let isFirst = Interruption.signal.load(ordering: .relaxed) == 0
      if isFirst, Interruption.isWatched.load(ordering: .relaxed) {
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
    // nohup(1) has a terminal that goes away not be heard.
    var old = sigaction()
    sigaction(SIGHUP, nil, &old)
    let isIgnored = unsafeBitCast(old.__sigaction_handler.sa_handler, to: UInt.self) == 1
    if !isIgnored { sigaction(SIGHUP, &action, nil) }
  }
}
