import ArgumentParser
import CairnCapture
import CairnConsole
import CairnFiles
import CairnNotebook
import CairnText
import CairnWork

struct EditCommand: QueryCommand, WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Open captures in your editor.",
    discussion: """
      The editor is CAIRN_EDITOR, VISUAL or EDITOR or, if none of these is set, the setting \
      `editor`. `cairn undo` undoes the changes that the editor saved. If another command changed \
      a capture in the meantime, Cairn merges both changes. Afterwards, Cairn reports problems in \
      the files.

      EXAMPLES
        cairn edit k7x2
        cairn edit 'Pay the Acme invoice'
        cairn edit -i work                  pick from the captures with this word
        cairn edit type:idea tag:garden     edit all matches, after a question
      """)

  @OptionGroup var query: QueryArguments

  @Flag(name: .shortAndLong, help: "Pick from the captures that the query matches (default: all).")
  var interactive = false

  @Flag(help: "Select every capture.")
  var all = false

  @Flag(name: .shortAndLong, help: "Answer yes to all questions.")
  var yes = false

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    try session.expectEditor()
    let captures: [Capture]
    let question: Confirmation?
    if interactive {
      try session.expectPerson()
      captures = try await session.pick(from: try session.select(query)).captures
      question = session.work.question("Edit", captures.map(\.path))
    } else {
      (captures, question) = try session.work.planToEdit(
        query.request(session.surroundings), all: all)
      try session.expect(captures)
    }
    var write = WriteOptions()
    write.yes = yes
    write.dryRun = false
    try session.confirm(question, write)
    let (code, report) = try await session.work.edit(
      captures, restoring: { toRestore($0, session) }
    ) { files in
      // Ctrl-C is meant for the editor; the changes that it saved are recorded in any case.
      Interruption.watch()
      defer { Interruption.unwatch() }
      return try await Programs.run(session.editor, files)
    }
    show(report, session)
    if code != 0, let signal = Interruption.code { throw ExitCode(signal) }
    if code != 0 { throw Failure("editor-failed", "the editor exited with code \(code)") }
    if !report.report.refused.isEmpty { throw ExitStatus.failure.code }
  }

  /// Asks whether to restore each capture that the editor left empty, and returns the paths of the
  /// captures to restore.
  private func toRestore(_ emptied: [NotePath], _ session: Session) -> Set<NotePath> {
    guard session.canAsk else { return [] }
    return Set(
      emptied.filter { path in
        let question = TerminalText.escaped("\(path) is empty now. Restore it? [Y/n] ")
        let answer = session.console.ask(question)?.lowercased() ?? ""
        return !answer.hasPrefix("n")
      })
  }

  /// Shows the changes that were saved, and problems in the changed files.
  private func show(_ result: EditorReport, _ session: Session) {
    var report = result.report
    let unchanged = report.unchanged.count
    report.unchanged = []
    if !common.json {
      let told = Set(result.notes.filter(\.note.saysAll).map(\.path))
      report.changed.removeAll { told.contains($0.path) }
    }
    for problem in report.changed.flatMap({ session.work.problems(in: $0.path) }) {
      session.console.say(problem)
    }
    session.show(report, .write)
    for (path, note) in result.notes {
      session.console.say(TerminalText.escaped("\(path): \(note.sentence)"))
    }
    if unchanged > 0 { session.say("\(unchanged.of("file")) unchanged.") }
  }
}

extension Session {
  /// The command line of the user's editor.
  var editor: String { notebook.settings["editor"]?.text ?? "vi" }

  /// Whether the editor needs a terminal but standard input is not one.
  var lacksTerminal: Bool {
    let program = editor.split(separator: " ").first?.split(separator: "/").last ?? ""
    let wantsTerminal = ["vi", "vim", "nvim", "nano", "pico", "micro", "joe", "ed"]
    return !surroundings.inputIsTerminal && wantsTerminal.contains(String(program))
  }
}
