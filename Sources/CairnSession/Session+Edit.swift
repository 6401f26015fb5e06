package import CairnCapture
import CairnConsole
package import CairnFiles
import CairnNotebook
import CairnScreens
import CairnText
package import CairnWork

extension Session {
  /// Saves `text` as a draft and opens the draft in the editor. Returns the edited text and the
  /// draft.
  ///
  /// Throws a ``Failure`` if `--no-input` is set or the editor fails.
  package func edit(
    _ text: String, notes: [String: String] = [:]
  ) async throws -> (text: String, draft: Draft) {
    try expectEditor()
    let draft = try work.saveDraft(Array(text.utf8), notes: notes)
    let code = try await Programs.run(editor, [draft.file])
    guard code == 0 else {
      var failure = Failure("editor-failed", "the editor exited with code \(code)")
      (failure.hint, failure.draft) = (draft.sentence(), draft.id)
      throw failure
    }
    return (try work.text(of: draft), draft)
  }

  /// Throws a ``Failure`` if `--no-input` forbids opening an editor, or if the editor needs a
  /// terminal and there is none.
  ///
  /// - Parameter instead: The advice to give if there is no terminal.
  package func expectEditor(orElse instead: String? = nil) throws {
    if options.noInput {
      throw Failure(
        "input-forbidden", "cannot open an editor, because you passed --no-input", status: .usage)
    }
    guard lacksTerminal else { return }
    throw Failure(
      "terminal-missing",
      "the editor `\(editor)` needs a terminal; " + (instead ?? "set EDITOR to another program"),
      status: .usage)
  }
}

extension RescuedText {
  /// Returns a sentence that says where the text is and, if the text is in a draft, which command
  /// adds it. If the draft belongs to this notebook, `options` are added to the command. If the
  /// text could not be saved, prints the text to standard error.
  ///
  /// - Parameter isDoubtful: Whether the text may contain options, which a person should remove.
  package func shown(passing options: [String] = [], isDoubtful: Bool = false) -> String {
    switch self {
    case .draft(let draft): return draft.sentence(passing: options)
    case .looseDraft(let draft):
      let command = draft.retry.map { CommandWords($0).description }
      let then = isDoubtful ? "remove the options from the text, then run" : "run"
      return draft.place + (command.map { "; \(then) `\($0)` in a notebook to add it" } ?? "")
    case .unsaved(let bytes, let error):
      Console.writeAll(2, bytes + [UInt8(ascii: "\n")])
      return "the text could not be saved (\(error)), so it is printed above"
    }
  }
}

/// Functions that save typed or piped text that would otherwise be lost, because the command is
/// invalid or does not find a notebook.
package enum TextToRescue {
  /// The time without input after which reading stops, in quarters of a second.
  private static let patience = 20
  /// The maximum number of bytes to read.
  private static let limit = 1 << 26

  /// Returns the bytes on standard input. Stops reading after a signal, or after 5 seconds without
  /// input.
  package static func fromInput() -> [UInt8] {
    Interruption.watch()
    defer { Interruption.unwatch() }
    let goesOn = { (pauses: Int) in pauses < patience && Interruption.code == nil }
    do {
      return try Console.readAll(limit: limit, while: goesOn)
    } catch {
      return error.bytes
    }
  }

  /// Saves `text` as a draft, and returns a sentence that tells the user where the draft is.
  /// Returns nil if the text is blank. `notes` contains the values to store with the text, and
  /// `isDoubtful` says whether the text may contain options.
  package static func save(
    _ text: [UInt8], notes: [String: String] = [:], isDoubtful: Bool = false,
    _ surroundings: Surroundings
  ) -> String? {
    RescuedText(
      saving: text, notes: notes, in: surroundings.folders, at: surroundings.clock.now)?
      .shown(isDoubtful: isDoubtful)
  }
}

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
  private var lacksTerminal: Bool {
    let program = editor.split(separator: " ").first?.split(separator: "/").last ?? ""
    let wantsTerminal = ["vi", "vim", "nvim", "nano", "pico", "micro", "joe"]
    return !surroundings.inputIsTerminal && wantsTerminal.contains(String(program))
  }
}
