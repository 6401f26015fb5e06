import ArgumentParser
import CairnNotebook
import CairnScreens
import CairnSession
import CairnWire
import CairnWork

struct DiscoverCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    name: "discover",
    abstract: "Show captures that are worth another look.",
    discussion: """
      Cairn picks captures that were created on this day in earlier years, captures that at least \
      three others link to, and forgotten captures. A forgotten capture has not changed for half a \
      year, although it has the score okay or great, or links from at least two captures. The \
      result stays the same all day (docs/related.md).

      EXAMPLES
        cairn discover
        cairn discover -n 1 --json
        cairn discover --date tomorrow
      """)

  @Option(name: .limit, help: "Show at most this many captures (default: 5).")
  var limit: Int?

  @Option(
    parsing: .unconditional,
    help: .init(
      "The day to use as today, such as 2026-11-20 or yesterday.", valueName: "day"))
  var date: String?

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let limit = try checked(self.limit, atLeast: 0) ?? 5
    let found = try session.work.discoveries(on: date, limit: limit)
    session.beginList(inJSON: found.discoveries.map { found.catalog.row($0.entry)?.path })
    session.show(.discoveries(found, session.clock)) { session.show(found) }
    if found.isEmpty {
      if !common.json { session.say("No capture is worth another look yet.") }
      throw ExitStatus.nothingFound.end
    }
    if found.discoveries.isEmpty, !common.json { session.say("Use -n to show more.") }
  }
}
