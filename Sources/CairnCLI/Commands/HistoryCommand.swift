import ArgumentParser
import CairnCapture
import CairnDigest
import CairnDocument
import CairnGit
import CairnNotebook
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
    let capture = try session.work.capture(named: capture).capture
    let changes = try await session.changes(of: capture, limit: try checked(limit, atLeast: 1))
    try show(changes, of: capture, session)
  }

  private func show(
    _ changes: [(Repository.Revision, CaptureDifference)], of capture: Capture, _ session: Session
  ) throws {
    if common.json { session.console.line(Self.json(changes).description) }
    guard !changes.isEmpty else {
      var failure = Failure(
        "nothing-found", "`\(capture.path)` was never committed", status: .nothingFound)
      failure.isQuiet = common.json
      throw failure
    }
    if common.json { return }
    for (revision, difference) in changes { session.show(revision, difference) }
  }

  private static func json(
    _ changes: [(Repository.Revision, CaptureDifference)]
  ) -> JSONValue {
    JSONDocument.document([
      .init(
        "revisions",
        .array(
          changes.map { revision, difference in
            .object(
              [
                .init("commit", .string(revision.commit)), .init("time", .string(revision.time)),
                .init("author", .string(revision.author)),
                .init("subject", .string(revision.subject)),
                .init("path", JSONValue(bytes: revision.path)),
                .init("from", revision.oldPath.map { JSONValue(bytes: $0) } ?? .null),
                .init("changes", .array(difference.parts.map { .string($0.words) })),
              ])
          }))
    ])
  }
}

extension Session {
  /// The commits that changed a capture, and what each changed.
  fileprivate func changes(
    of capture: Capture, limit: Int?
  ) async throws -> [(Repository.Revision, CaptureDifference)] {
    let repository = try await repository()
    let revisions = try await repository.history(of: capture.path.bytes, limit: limit)
    let versions = try await repository.versions(of: revisions)
    return zip(revisions, versions).map { revision, version in
      (revision, CaptureDifference(from: version.before, to: version.after))
    }
  }

  fileprivate func show(_ revision: Repository.Revision, _ difference: CaptureDifference) {
    let commit = console.styled(String(revision.commit.prefix(10)), .yellow)
    let day = revision.time.prefix(16).replacing("T", with: " ")
    let about = TerminalText.escaped("\(day)  \(revision.author)  \(revision.subject)")
    console.line("\(commit)  \(about)")
    if let old = revision.oldPath {
      let paths = [old, revision.path].map { String(decoding: $0, as: UTF8.self) }
      console.line("  moved from \(TerminalText.escaped(paths[0]))")
    }
    for part in difference.parts { console.line("  \(TerminalText.escaped(part.words))") }
  }

  /// A capture as it was in a commit, or at the end of a day.
  ///
  /// Throws a ``Failure`` where it was not there then.
  func capture(_ capture: Capture, at revision: String) async throws -> Capture {
    let repository = try await repository()
    let commit = try await repository.commit(
      named: revision, day: CalendarDate(written: revision) != nil)
    let then = { (path: [UInt8]) -> Capture? in
      guard let bytes = try await repository.file(path, at: commit),
        let notePath = NotePath(bytes: path)
      else { return nil }
      return Capture(path: notePath, document: Document(bytes), modified: capture.modified)
    }
    if let found = try await then(capture.path.bytes) { return found }
    let paths = try await repository.history(of: capture.path.bytes, limit: nil).flatMap {
      [$0.path] + ($0.oldPath.map { [$0] } ?? [])
    }
    for path in paths.uniqued() {
      if let found = try await then(path) { return found }
    }
    throw Failure(
      "nothing-found", "`\(capture.path)` was not there in \(revision)", status: .nothingFound)
  }
}

extension [[UInt8]] {
  /// Each once, in the order in which they come first.
  fileprivate func uniqued() -> [[UInt8]] {
    var seen: Set<[UInt8]> = []
    return filter { seen.insert($0).inserted }
  }
}

extension CalendarDate {
  /// The day that is written `2026-11-21`; nil for any other text.
  fileprivate init?(written text: String) {
    guard case .date(let day)? = FieldTime(text), text.count == 10 else { return nil }
    self = day
  }
}

extension CaptureDifference.Part {
  /// What is different, on one line.
  var words: String {
    switch self {
    case .added(let key, let value): "\(key): \(value.brief) (new)"
    case .removed(let key, let value): "\(key): \(value.brief) (gone)"
    case .changed(let key, let old, let new): "\(key): \(old.brief) → \(new.brief)"
    case .elements(let key, let added, let removed):
      "\(key): "
        + (added.map { "+\($0.brief)" } + removed.map { "−\($0.brief)" }).joined(separator: " ")
    case .body(let added, let removed): "text: +\(added) −\(removed) lines"
    case .spelling: "the same, written otherwise"
    }
  }
}

extension FieldValue {
  /// The value on one short line.
  fileprivate var brief: String {
    let text = shown
    return text.isEmpty ? "nothing" : text.count > 60 ? text.prefix(59) + "…" : text
  }
}
