import ArgumentParser
import CairnCapture
import CairnDigest
import CairnGit
import CairnText

struct ConflictsCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts",
    abstract: "Show where two copies of the notebook disagree.",
    discussion: """
      Lists the fields with a line `# CONFLICT` below them, the places in texts that git has marked, \
      and, while git merges, the files that one copy removed or moved and the other changed. Ours is \
      this copy, theirs the one that is merged into it. `cairn resolve` settles them; so does an \
      editor.

      EXAMPLES
        cairn conflicts
        cairn conflicts --json
      """)

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let found = await session.conflicts()
    if common.json { session.console.line(Self.json(found).description) }
    guard !found.isEmpty else {
      var failure = await session.nothingInConflict()
      failure.isQuiet = common.json
      throw failure
    }
    if common.json { return }
    for conflict in found { session.show(conflict) }
  }

  private static func json(_ found: [FileConflict]) -> JSONValue {
    JSONDocument.document([
      .init(
        "conflicts",
        .array(
          found.map { conflict in
            .object([
              .init("id", JSONValue(conflict.capture.id)),
              .init("path", JSONValue(bytes: conflict.path.bytes)),
              .init("state", .string(conflict.state.rawValue)),
              .init("other", conflict.other.map { JSONValue(bytes: $0.path.bytes) } ?? .null),
              .init("fields", .array(conflict.conflicts.fields.map { .string($0.key) })),
              .init("lines", .array(conflict.conflicts.hunks.map { .integer($0.line) })),
            ])
          }))
    ])
  }
}

extension Session {
  /// The failure for when nothing is in conflict; says how to end a merge that is in progress.
  func nothingInConflict() async -> Failure {
    var next = ""
    if let git = try? git(), let words = try? await Repository(git).underWay?.words {
      next = "; \(words.name) is in progress: run `\(words.next)` to end it"
    }
    return Failure("nothing-found", "nothing is in conflict\(next)", status: .nothingFound)
  }
}
