import ArgumentParser
import CairnDigest
import CairnWire
import CairnWork

struct ActionsCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "actions",
    abstract: "List open actions by due date.",
    discussion: """
      After the actions, Cairn lists the open checkboxes (`- [ ]`) in notes, each with its \
      FILE:LINE. `cairn done FILE:LINE` ticks a checkbox. The last line shows the number of \
      actions in each state.

      EXAMPLES
        cairn actions
        cairn actions in:work due:..+7d
        cairn actions --all person:sarah    include done and cancelled actions
      """)

  @OptionGroup var query: QueryArguments

  @Flag(help: "Include done and cancelled actions.")
  var all = false

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let list = try session.work.actions(query.request(session.surroundings), all: all)
    session.beginList(
      inJSON: list.agenda(session.clock).parts.flatMap(\.items).map(\.path))
    session.show(.actions(list, session.clock)) { session.show(list) }
    if list.isEmpty { throw ExitStatus.nothingFound.code }
  }
}
