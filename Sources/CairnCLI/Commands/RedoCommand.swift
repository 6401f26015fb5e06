import ArgumentParser
import CairnNotebook
import CairnScreens
import CairnSession
import CairnWork

struct RedoCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    name: "redo",
    abstract: "Redo the changes that the last undo reversed.",
    discussion: """
      If you undid several commands, run `cairn redo` again to redo the next command. After \
      another command has changed the notebook, there is nothing to redo. You can still undo the \
      undo: pass the id that `cairn log` shows for the undo to `cairn undo`.

      EXAMPLES
        cairn redo
        cairn redo --dry-run
      """)

  @OptionGroup var preview: DryRunOption
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let plan = try session.work.planToRedo()
    let mode = preview.mode
    if mode == .write, !common.json {
      for words in try session.work.redoneCommands(of: plan) {
        session.say("Redoing `\(CommandWords(words))`.")
      }
    }
    let redoing = try await session.work.apply(plan, mode)
    if common.json || mode == .dryRun {
      session.show(redoing.report, mode)
    } else {
      session.show(redoing)
    }
    try session.checkRefusals(redoing.report)
  }
}
