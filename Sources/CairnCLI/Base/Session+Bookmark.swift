import CairnCapture
import CairnScreens
import CairnText
import CairnWork

extension Session {
  /// Asks whether to add a capture although one with the same web address exists. With `--yes`, or
  /// if the user cannot be asked, prints a warning instead.
  ///
  /// Throws a `Refusal` if the answer is no.
  func confirm(
    bookmark address: String, of pending: inout PendingCapture, _ answers: WriteOptions
  ) throws {
    guard let same = try work.captures(at: address).first else { return }
    let name = "`\(same.title)` (\(work.handle(at: same.path)))"
    guard canAsk, !answers.yes else {
      return warn(
        Diagnostic(
          .warning, "bookmark-exists", "the address is already saved in the capture \(name)"))
    }
    try work.keep(&pending)
    guard isYes(TerminalText.line("The address is already saved in \(name). Add it again?")) else {
      try work.forget(&pending)
      throw Refusal(
        "bookmark-exists", "nothing was added, because the address is already saved in \(name)")
    }
  }
}
