package import CairnCapture
import CairnConsole
import CairnNotebook
import CairnScreens
import CairnText
import CairnWork

extension Session {
  /// Opens captures in the user's editor, and shows what the editor changed.
  ///
  /// Throws a ``Failure`` if the editor fails. Throws an exit code after a signal, or if a change
  /// was refused.
  package func openEditor(on captures: [Capture]) async throws {
    let (code, report) = try await work.edit(captures, restoring: { toRestore($0) }) { files in
      // Ctrl-C is meant for the editor. The changes that were saved in the editor are recorded even
      // after a signal.
      Interruption.watch()
      defer { Interruption.unwatch() }
      return try await Programs.run(editor, files)
    }
    show(report)
    if code != 0, let signal = Interruption.code { throw CommandEnd(signal) }
    if code != 0 { throw Failure("editor-failed", "the editor exited with code \(code)") }
    try checkRefusals(report.report)
  }

  /// Asks whether to restore each capture that the editor left empty, and returns the paths of the
  /// captures to restore.
  private func toRestore(_ emptied: [NotePath]) -> Set<NotePath> {
    guard canAsk else { return [] }
    return Set(
      emptied.filter { path in
        let question = TerminalText.escaped("\(path) is now empty. Restore its text? [Y/n] ")
        let answer = console.ask(question)?.lowercased() ?? ""
        return !answer.hasPrefix("n")
      })
  }

  /// Shows the changes that were saved, and problems in the changed files.
  private func show(_ result: EditorReport) {
    var report = result.report
    let unchanged = report.unchanged.count
    report.unchanged = []
    if !options.json {
      let told = Set(result.notes.filter(\.note.saysAll).map(\.path))
      report.changed.removeAll { told.contains($0.path) }
    }
    for problem in report.changed.flatMap({ work.problems(in: $0.path) }) {
      console.say(problem)
    }
    show(report, .write)
    for (path, note) in result.notes {
      console.say(TerminalText.escaped("\(path): \(note.sentence)"))
    }
    if unchanged > 0 { say("\(unchanged.of("file")) unchanged.") }
  }
}

extension Session {
  /// The command line of the user's editor.
  package var editor: String { notebook.settings["editor"]?.text ?? "vi" }

  /// Whether the editor needs a terminal, but standard input is not a terminal.
  package var lacksTerminal: Bool {
    let program = editor.split(separator: " ").first?.split(separator: "/").last ?? ""
    let wantsTerminal = ["vi", "vim", "nvim", "nano", "pico", "micro", "joe", "ed"]
    return !surroundings.inputIsTerminal && wantsTerminal.contains(String(program))
  }
}
