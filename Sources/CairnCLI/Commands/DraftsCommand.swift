import ArgumentParser
import CairnFiles
import CairnTerminal
import CairnWire
import CairnWork

struct DraftsCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "drafts",
    abstract: "List drafts of text that could not be added.",
    discussion: """
      Text that cannot be added is kept as a draft until `cairn add --retry` adds it. Drafts that \
      belong to no known notebook are listed in every notebook. If `cairn edit` was killed, the \
      list also includes the original version of each capture that changed, with a command to \
      show the difference. It also includes text that cairn was writing when it was killed. Remove \
      drafts that you do not need with `rm`.

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
