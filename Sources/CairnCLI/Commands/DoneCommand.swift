import ArgumentParser
import CairnCapture
import CairnScreens
import CairnSession
import CairnWork

/// A command that marks actions as done, cancelled or open, and ticks or clears checkboxes.
protocol SettleCommand: ChangeCommand {
  static var outcome: ActionOutcome { get }
}

extension SettleCommand {
  func run(_ session: Session) async throws {
    let write = change
    let request = SettleRequest(
      try await query.request(picks: change.interactive, session), all: all, as: Self.outcome)
    let plan = try session.work.plan(request)
    if !plan.hasMatches { try session.expect([]) }
    try session.confirm(plan.question, write)
    let result = try session.work.apply(plan, write.mode)
    session.show(result, Self.outcome, write.mode)
    try session.checkRefusals(result.report)
  }
}

struct DoneCommand: SettleCommand {
  static let configuration = CommandConfiguration(
    name: "done",
    abstract: "Mark actions as done, or tick checkboxes in notes.",
    discussion: """
      Name one or more actions by id, by the start of an id, by path or by the whole title. You \
      can also select actions with a query; Cairn then skips cancelled actions. If the query \
      selects several actions, Cairn asks before it marks them as done, unless you pass --yes.

      Cairn saves the current time in the field `completed`. If the action repeats (field \
      `repeat`), Cairn creates the next action. To tick a checkbox (`- [ ]`) in a note, pass \
      ID.NUMBER or FILE:LINE, as shown by `cairn actions`; only one byte of the file changes.

      EXAMPLES
        cairn done k7x2
        cairn done k7x2 m4wz
        cairn done 'Ring the sweep'
        cairn done type:action tag:phone
        cairn done x10e.2                   the second checkbox of the note
        cairn done garden/beds.md:12
      """,
    aliases: ["d"])

  static let outcome = ActionOutcome.done

  @OptionGroup var query: QueryArguments

  @Flag(help: "Select every action.")
  var all = false

  @OptionGroup var change: ChangeOptions
  @OptionGroup var common: CommonOptions
}

struct CancelCommand: SettleCommand {
  static let configuration = CommandConfiguration(
    name: "cancel",
    abstract: "Mark actions as cancelled.",
    discussion: """
      If the action repeats, Cairn does not create the next action. If you select actions with a \
      query, Cairn skips actions that are done.

      EXAMPLES
        cairn cancel k7x2
        cairn cancel type:action due:..-1y --dry-run
      """)

  static let outcome = ActionOutcome.cancelled

  @OptionGroup var query: QueryArguments

  @Flag(help: "Select every action.")
  var all = false

  @OptionGroup var change: ChangeOptions
  @OptionGroup var common: CommonOptions
}

struct ReopenCommand: SettleCommand {
  static let configuration = CommandConfiguration(
    name: "reopen",
    abstract: "Reopen actions, or clear checkboxes in notes.",
    discussion: """
      EXAMPLES
        cairn reopen k7x2
        cairn reopen x10e.2
        cairn reopen garden/beds.md:12
      """)

  static let outcome = ActionOutcome.open

  @OptionGroup var query: QueryArguments

  @Flag(help: "Select every action.")
  var all = false

  @OptionGroup var change: ChangeOptions
  @OptionGroup var common: CommonOptions
}

struct DeferCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    name: "defer",
    abstract: "Change or remove the due date of an action.",
    discussion: """
      Write the new due date in plain words (docs/dates.md), such as `next tuesday`; relative \
      dates count from today. `someday` removes the due date.

      EXAMPLES
        cairn defer k7x2 next tuesday
        cairn defer k7x2 in 3 weeks
        cairn defer k7x2 +10d
        cairn defer 'Ring the sweep' someday
      """)

  @Argument(help: .init("The action: an id, a path or a title.", valueName: "capture"))
  var capture: String

  @Argument(
    parsing: .allUnrecognized, help: .init("The new due date, in plain words.", valueName: "when"))
  var when: [String]

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let request = DeferRequest(capture, to: when.joined(separator: " "))
    try session.finish(try session.work.postpone(request, write.mode), write.mode)
  }
}
