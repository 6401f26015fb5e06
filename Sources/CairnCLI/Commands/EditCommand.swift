import ArgumentParser
import CairnCapture
import CairnFiles
import CairnNotebook
import CairnText
import CairnWork

struct EditCommand: QueryCommand, WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Open captures in your editor.",
    discussion: """
      The editor is CAIRN_EDITOR, VISUAL or EDITOR, else the setting `editor`. What it saved is \
      kept, and `cairn undo` takes it back. If other commands changed a capture meanwhile, their \
      changes are merged with yours. Afterwards the command says what is wrong with the files.

      EXAMPLES
        cairn edit k7x2
        cairn edit 'Pay the Acme invoice'
        cairn edit -i work                  pick from those with the word
        cairn edit type:idea tag:garden     all of them, after asking
      """)

  @OptionGroup var query: QueryArguments

  @Flag(name: .shortAndLong, help: "Pick from what the query matches, or from all.")
  var interactive = false

  @Flag(help: "Every capture there is.")
  var all = false

  @Flag(name: .shortAndLong, help: "Do not ask, however many there are.")
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
      // Ctrl-C is for the editor; what it saved is recorded in any case.
      Interruption.watch()
      defer { Interruption.unwatch() }
      return try await Programs.run(session.editor, files)
    }
    show(report, session)
    if code != 0, let signal = Interruption.code { throw ExitCode(signal) }
    if code != 0 { throw Failure("editor-failed", "the editor ended with \(code)") }
    if !report.report.refused.isEmpty { throw ExitStatus.failure.code }
  }

  /// Asks about each emptied capture, and returns those whose text to restore.
  private func toRestore(_ emptied: [NotePath], _ session: Session) -> Set<NotePath> {
    guard session.canAsk else { return [] }
    return Set(
      emptied.filter { path in
        let question = TerminalText.escaped("\(path) is empty now. Restore it? [Y/n] ")
        let answer = session.console.ask(question)?.lowercased() ?? ""
        return !answer.hasPrefix("n")
      })
  }

  /// Shows what was saved, and any problems.
  private func show(_ result: EditorReport, _ session: Session) {
    var report = result.report
    let unchanged = report.unchanged.count
    report.unchanged = []
    if !common.json {
      let told = Set(result.notes.filter(\.note.saysAll).map(\.path))
      report.changed.removeAll { told.contains($0.path) }
    }
    for problem in report.changed.flatMap({ session.work.problems(in: $0.path) }) {
      session.console.say(TerminalText.escaped(problem))
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

  /// Whether the editor needs a terminal and there is none.
  var lacksTerminal: Bool {
    let program = editor.split(separator: " ").first?.split(separator: "/").last ?? ""
    let wantsTerminal = ["vi", "vim", "nvim", "nano", "pico", "micro", "joe", "ed"]
    return !surroundings.inputIsTerminal && wantsTerminal.contains(String(program))
  }
}
