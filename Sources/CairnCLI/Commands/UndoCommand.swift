import ArgumentParser
import CairnFiles
import CairnNotebook
import CairnText
import CairnWork

struct UndoCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back what the last command did, or an earlier one.",
    discussion: """
      Every command that writes can be taken back, as long as the journal has it (`cairn log`): each \
      file gets the bytes and the place that it had. What a command added goes into the trash.

      It says first which command that is, and when it was given. On a terminal it asks if that was \
      in another terminal, or if the last command in this one changed nothing.

      Said again, it takes back the command before that. Undoing can be undone itself, by its id: \
      `cairn log` shows it.

      A file that was changed since is never overwritten: then nothing is done, and the files are \
      named. With --partial, the others are taken back.

      EXAMPLES
        cairn undo
        cairn undo --dry-run
        cairn undo --yes
        cairn undo 4f1a90c2
      """)

  @Argument(help: ArgumentHelp("Ids of `cairn log`; the last one if none.", valueName: "id"))
  var ids: [String] = []

  @Flag(help: "Leave files that were changed since as they are, and take the others back.")
  var partial = false

  @OptionGroup var preview: DryRunOption

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let plan = try session.work.plan(UndoRequest(ids, isPartial: partial))
    let mode = preview.mode
    if mode == .write, !common.json {
      for operation in plan.operations {
        session.say(
          "Taking back `\(CommandWords(operation.words))` of \(session.clock.shown(operation.time))."
        )
      }
      var write = WriteOptions()
      (write.dryRun, write.yes) = (false, yes)
      try session.confirm(plan.question, write)
    }
    let undoing = try await session.work.apply(plan, mode)
    if common.json || mode == .dryRun {
      session.show(undoing.report, mode)
    } else {
      session.show(undoing)
    }
    guard !undoing.report.refused.isEmpty else { return }
    if !partial, !common.json { session.say("Nothing was done; --partial takes back the rest.") }
    throw ExitStatus.failure.code
  }
}

extension Session {
  fileprivate func show(_ undoing: Notebook.Undoing) {
    for refusal in undoing.report.refused {
      console.say(TerminalText.escaped(refusal))
    }
    guard !undoing.changes.isEmpty else { return }
    if options.quiet { return }
    for change in undoing.changes { console.line(TerminalText.escaped(change.words)) }
  }
}
