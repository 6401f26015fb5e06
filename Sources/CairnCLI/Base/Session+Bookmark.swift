import CairnCapture
import CairnConsole
import CairnText
import CairnWork

extension Session {
  /// If a capture is about the same web address, asks whether to add another one. Returns true
  /// without asking if there is none or, after a warning, if nobody can be asked.
  func confirm(bookmark address: String, _ answers: WriteOptions) throws -> Bool {
    guard let same = try work.captures(at: address).first else { return true }
    let name = "`\(same.title)` (\(work.handle(at: same.path)))"
    guard canAsk, !answers.yes else {
      warn(
        Diagnostic(
          .warning, "bookmark-exists", "the address is already saved in the capture \(name)"))
      return true
    }
    let question = "The address is already saved in \(name). Add it again? [y/N] "
    let answer = console.ask(TerminalText.line(question)) ?? ""
    if ["y", "yes"].contains(answer.trimmingBlanks.lowercased()) { return true }
    say("Nothing was added.")
    return false
  }
}
