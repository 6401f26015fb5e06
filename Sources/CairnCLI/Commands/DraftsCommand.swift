import ArgumentParser
import CairnFiles
import CairnTerminal
import CairnWire
import CairnWork

struct DraftsCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "drafts",
    abstract: "List texts that could not be added, the last first.",
    discussion: """
      A text that cannot be added is kept as a draft until `cairn add --retry` has added it. Drafts \
      of which no notebook is known are listed in every notebook. If `cairn edit` was killed, the \
      captures as they were before are listed too, with the command that shows what has changed since; \
      one that has not changed is not listed. So is a text that cairn was killed while writing. Remove \
      what you do not need with `rm`.

      EXAMPLES
        cairn drafts
        cairn drafts --json
      """)

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let drafts = try session.work.drafts()
    try session.show(
      .drafts(drafts, of: session.work), none: drafts.isEmpty ? "There are no drafts." : nil
    ) {
      let rows = drafts.map { draft in
        [
          draft.time.map { session.clock.shown($0) } ?? "",
          session.work.command(for: draft).description, session.work.firstLine(of: draft),
        ]
      }
      session.showTable(
        [.init("time"), .init("command"), .init("text", shrinksTo: 20)], rows)
    }
  }
}
