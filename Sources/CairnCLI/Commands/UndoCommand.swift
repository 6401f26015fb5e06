import ArgumentParser
import CairnFiles
import CairnNotebook
import CairnScreens
import CairnSession
import CairnText
import CairnWork

struct UndoCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    name: "undo",
    abstract: "Undo the last command, or an earlier one.",
    discussion: """
      You can undo every command that wrote something, as long as `cairn log` still lists it. \
      Each file returns to its old place with its old contents. Each file that the command added \
      is moved to the trash.

      `cairn undo` first shows which command it will undo. On a terminal, `cairn undo` asks for \
      confirmation if the command to undo ran in another terminal, or if the last command in this \
      terminal changed nothing.

      Run `cairn undo` again to undo the previous command as well. To undo an undo, pass the id \
      that `cairn log` shows for the undo.

      Cairn never overwrites files that changed after the command. If such files exist, Cairn \
      lists them and undoes nothing. With --partial, Cairn restores the other files.

      EXAMPLES
        cairn undo
        cairn undo --dry-run
        cairn undo --yes
        cairn undo 4f1a90c2
      """)

  @Argument(help: .init("Ids from `cairn log` (default: the last command).", valueName: "id"))
  var ids: [String] = []

  @Flag(help: "Skip files that changed after the command, and undo the changes to all other files.")
  var partial = false

  @OptionGroup var preview: DryRunOption

  @Flag(name: .shortAndLong, help: "Answer yes to all questions.")
  var yes = false

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let plan = try session.work.plan(UndoRequest(ids, isPartial: partial))
    let mode = preview.mode
    if mode == .write, !common.json {
      let sentences = plan.operations.map { operation in
        "Undoing `\(CommandWords(operation.words))` from \(session.clock.shown(operation.time))."
      }
      for sentence in sentences.uniqued() { session.say(sentence) }
      try session.confirm(plan.question, GivenAnswers(yes: yes))
    }
    let undoing = try await session.work.apply(plan, mode)
    if common.json || mode == .dryRun {
      session.show(undoing.report, mode)
    } else {
      session.show(undoing)
    }
    guard !undoing.report.refused.isEmpty else { return }
    if !partial, !common.json {
      session.say(
        "Nothing was undone; pass --partial to skip the files above and undo all other changes.")
    }
    throw ExitStatus.failure.end
  }
}
