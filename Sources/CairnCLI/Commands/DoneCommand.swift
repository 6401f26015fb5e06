import ArgumentParser
import CairnCapture
import CairnConsole
import CairnNotebook
import CairnText
import CairnWork

/// The arguments that select the actions to change, and the write options.
struct ActionArguments: ParsableArguments {
  @OptionGroup var query: QueryArguments

  @Flag(help: "Select every action.")
  var all = false

  @OptionGroup var pick: PickOption
  @OptionGroup var write: WriteOptions
}

/// A command that marks actions as done, cancelled or open, and ticks or clears checkboxes.
protocol SettleCommand: QueryCommand, WritingCommand {
  static var outcome: ActionOutcome { get }
  var actions: ActionArguments { get set }
}

extension SettleCommand {
  var query: QueryArguments {
    get { actions.query }
    set { actions.query = newValue }
  }

  func run(_ session: Session) async throws {
    try await session.settle(actions, as: Self.outcome)
  }
}

struct DoneCommand: SettleCommand {
  static let configuration = CommandConfiguration(
    commandName: "done",
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

  @OptionGroup var actions: ActionArguments
  @OptionGroup var common: CommonOptions
}

struct CancelCommand: SettleCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Mark actions as cancelled.",
    discussion: """
      If the action repeats, Cairn does not create the next action. If you select actions with a \
      query, Cairn skips actions that are done.

      EXAMPLES
        cairn cancel k7x2
        cairn cancel type:action due:..-1y --dry-run
      """)

  static let outcome = ActionOutcome.cancelled

  @OptionGroup var actions: ActionArguments
  @OptionGroup var common: CommonOptions
}

struct ReopenCommand: SettleCommand {
  static let configuration = CommandConfiguration(
    commandName: "reopen",
    abstract: "Reopen actions, or clear checkboxes in notes.",
    discussion: """
      EXAMPLES
        cairn reopen k7x2
        cairn reopen x10e.2
        cairn reopen garden/beds.md:12
      """)

  static let outcome = ActionOutcome.open

  @OptionGroup var actions: ActionArguments
  @OptionGroup var common: CommonOptions
}

struct DeferCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "defer",
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

  @Argument(
    help: ArgumentHelp("The action: an id, a path or a title.", valueName: "capture"))
  var capture: String

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The new due date, in plain words.", valueName: "when"))
  var when: [String]

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let request = DeferRequest(capture, to: when.joined(separator: " "))
    try session.finish(try session.work.postpone(request, write.mode), write.mode)
  }
}

extension Session {
  fileprivate func settle(
    _ actions: ActionArguments, as outcome: ActionOutcome
  ) async throws {
    let write = actions.write
    let selection = try await actions.query.request(actions.pick, self)
    let request = SettleRequest(selection, all: actions.all, as: outcome)
    let plan = try work.plan(request)
    if !plan.hasMatches { try expect([]) }
    try confirm(plan.question, write)
    let result = try work.apply(plan, write.mode)
    show(result, outcome, write.mode)
    if !result.report.refused.isEmpty { throw ExitStatus.failure.code }
  }

  /// Shows the changes, and the next action for each completed action that repeats.
  private func show(_ result: SettleResult, _ outcome: ActionOutcome, _ mode: Mode) {
    if let boxes = result.boxes {
      let number = boxes == 1 ? "a checkbox" : "\(boxes) checkboxes"
      let verb = outcome == .done ? "Ticked" : "Cleared"
      return show(result.report, mode, verb: "\(verb) \(number) in")
    }
    if options.json || mode == .dryRun { return show(result.report, mode) }
    var report = result.report
    report.changed.removeLast(result.next.count)
    show(report, mode, verb: outcome.participle)
    for next in result.next {
      let path = TerminalText.escaped(next.path.description)
      console.line("Next \(next.id)  \(path)  due \(next.due.spelled(clock))")
    }
  }
}
