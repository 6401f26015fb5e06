import ArgumentParser
import CairnDigest
import CairnScreens
import CairnSession
import CairnWire
import CairnWork

struct ActionsCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    name: "actions",
    abstract: "List open actions by due date.",
    discussion: """
      After the actions, Cairn lists the open checkboxes (`- [ ]`) in notes, each with its \
      FILE:LINE. `cairn done FILE:LINE` ticks a checkbox. The last line shows the number of \
      actions in each state. If the query contains a sort order, such as `sort:-due`, Cairn sorts \
      the actions below each heading, such as Overdue, in that order.

      EXAMPLES
        cairn actions
        cairn actions in:work due:..+7d
        cairn actions --all person:sarah    include done and cancelled actions
        cairn actions sort:-score -n 5
      """)

  @OptionGroup var query: QueryArguments

  @Flag(help: "Include done and cancelled actions.")
  var all = false

  @Option(name: .limit, help: "Show at most this many actions and checkboxes.")
  var limit: Int?

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let limit = try checked(limit, atLeast: 1)
    let found = try session.work.actions(query.request(session.surroundings), all: all)
    let list = limit.map(found.prefix) ?? found
    session.beginList(
      inJSON: list.agenda(session.clock).parts.flatMap(\.items).map(\.path))
    session.show(.actions(list, session.clock)) { session.show(list) }
    if !common.json { session.sayShown(list.count, of: found.count) }
    if list.isEmpty { throw ExitStatus.nothingFound.end }
  }
}
