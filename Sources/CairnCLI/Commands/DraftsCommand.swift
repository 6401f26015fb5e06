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
      If Cairn cannot add a text, it keeps the text as a draft until `cairn add --retry` adds it. \
      Drafts that belong to no known notebook are listed in every notebook. If `cairn edit` was \
      killed, the list includes the original version of each capture that changed, with a command \
      to show the difference. If another command was killed, the list includes the text that it \
      was writing. To remove a draft that you do not need, delete its file with `rm`.

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
