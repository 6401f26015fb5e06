import ArgumentParser
import CairnDigest
import CairnWire
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
    let (list, idWidth) = try session.work.actions(
      query.request(session.surroundings), all: all)
    session.show(.actions(list, session.clock)) { session.show(list, idWidth: idWidth) }
    if list.isEmpty { throw ExitStatus.nothingFound.code }
  }
}
