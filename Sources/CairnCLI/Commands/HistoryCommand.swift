import ArgumentParser
import CairnCapture
import CairnDigest
import CairnGit
import CairnJSON
import CairnText
import CairnWork

struct HistoryCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Show what became of a capture, commit by commit.",
    discussion: """
      Goes through git's commits, the newest first, also under names that the file had before, and \
      says which fields changed and how. Merges are left out: what they join is shown where it was \
      made. `cairn show CAPTURE --at COMMIT` shows it as it was.

      EXAMPLES
        cairn history k7x2
        cairn history sarah -n 3 --json
      """)

  @Argument(help: ArgumentHelp("The capture: id, path or title.", valueName: "capture"))
  var capture: String

  @Option(
    name: [.customShort("n", allowingJoined: true), .long], help: "Show at most so many.")
  var limit: Int?

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let request = HistoryRequest(capture, limit: try checked(limit, atLeast: 1))
    let history = try await session.work.history(request)
    if common.json { session.console.line(Self.json(history).description) }
    guard !history.entries.isEmpty else {
      var failure = Failure(
        "nothing-found", "`\(history.capture.path)` was never committed", status: .nothingFound)
      failure.isQuiet = common.json
      throw failure
    }
    if common.json { return }
    for entry in history.entries { session.show(entry) }
  }

  private static func json(_ history: CaptureHistory) -> JSONValue {
    JSONDocument.document([
      .init(
        "revisions",
        .array(
          history.entries.map { entry in
            let revision = entry.revision
            return .object(
              [
                .init("commit", .string(revision.commit)), .init("time", .string(revision.time)),
                .init("author", .string(revision.author)),
                .init("subject", .string(revision.subject)),
                .init("path", JSONValue(bytes: revision.path)),
                .init("from", revision.oldPath.map { JSONValue(bytes: $0) } ?? .null),
                .init("changes", .array(entry.difference.parts.map { .string($0.words) })),
              ])
          }))
    ])
  }
}

extension Session {
  fileprivate func show(_ entry: CaptureHistory.Entry) {
    let revision = entry.revision
    let commit = console.styled(String(revision.commit.prefix(10)), .yellow)
    let day = revision.time.prefix(16).replacing("T", with: " ")
    let about = TerminalText.escaped("\(day)  \(revision.author)  \(revision.subject)")
    console.line("\(commit)  \(about)")
    if let old = revision.oldPath {
      console.line("  moved from \(TerminalText.escaped(String(decoding: old, as: UTF8.self)))")
    }
    for part in entry.difference.parts { console.line("  \(TerminalText.escaped(part.words))") }
  }
}
