import ArgumentParser
import CairnCapture
import CairnDigest
import CairnIndex
import CairnNotebook
import CairnQuery
import CairnText
import CairnWork

struct ActionsCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "actions",
    abstract: "List what is to be done: overdue, today, upcoming, someday.",
    discussion: """
      Below the actions stand the boxes in notes that are not ticked, `- [ ]`, as FILE:LINE; `cairn \
      done FILE:LINE` ticks one. A query says of which captures. The last line counts the actions.

      EXAMPLES
        cairn actions
        cairn actions in:work due:..+7d
        cairn actions --all person:sarah    also what is done and cancelled
      """)

  @OptionGroup var query: QueryArguments

  @Flag(help: "Also what is done and cancelled.")
  var all = false

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let chosen = try session.select(
      query, narrowing: try Query(arguments: ["type:action OR is:task"]))
    let counts = ActionCounts(chosen.catalog.facts(of: chosen.entries))
    let listed = all ? chosen : chosen.only(try open(chosen))
    let list = ActionList(listed.captures, counts: counts, session.clock)
    if common.json {
      session.console.line(JSONDocument.actions(list, session.clock).description)
    } else {
      session.show(list, idWidth: chosen.catalog.idWidth)
    }
    if list.isEmpty { throw ExitStatus.nothingFound.code }
  }

  /// Those with something to be done: open actions, and notes with a box that is not ticked.
  private func open(_ chosen: CaptureSelection) throws -> [Snapshot.Entry] {
    let isOpen = try Query(arguments: ["(type:action is:open) OR (is:task NOT type:action)"])
    let found = try chosen.catalog.select(chosen.query.narrowed(to: isOpen), in: chosen.context)
    let entries = Set(chosen.entries)
    return found.entries.filter { entries.contains($0) }
  }
}
