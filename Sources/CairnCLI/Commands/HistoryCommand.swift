import ArgumentParser
import CairnCapture
import CairnScreens
import CairnSession
import CairnWire
import CairnWork

struct HistoryCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    name: "history",
    abstract: "Show the changes to a capture, commit by commit.",
    discussion: """
      Shows the git commits that changed a capture, newest first, and the fields that each commit \
      changed. Cairn includes commits from before the file was renamed, and leaves out merge \
      commits. `cairn show CAPTURE --at COMMIT` shows an old version.

      EXAMPLES
        cairn history k7x2
        cairn history sarah -n 3 --json
      """)

  @OptionGroup var named: CaptureArgument

  @Option(name: .limit, help: "Show at most this many commits.")
  var limit: Int?

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let request = HistoryRequest(named.capture, limit: try checked(limit, atLeast: 1))
    let history = try await session.work.history(request)
    let failure = Failure.nothing("`\(history.capture.path)` was never committed")
    try session.show(.history(history), failure: history.entries.isEmpty ? failure : nil) {
      for entry in history.entries { session.show(entry) }
    }
  }
}
