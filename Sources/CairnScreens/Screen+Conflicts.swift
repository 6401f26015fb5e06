import CairnConsole
package import CairnNotebook
import CairnText
import CairnWire
package import CairnWork

extension Screen {
  /// Shows a file with conflicts, and each of its conflicts.
  package func show(_ conflict: FileConflict) {
    if conflict.words != nil { showState(of: conflict) }
    for field in conflict.openFields { show(field, of: conflict) }
    for passage in conflict.passages { show(passage, of: conflict) }
  }

  /// Shows the headline of a conflict, and the changes that the two copies of the notebook made to
  /// the file.
  package func showState(of conflict: FileConflict) {
    console.line(TerminalText.escaped(conflict.headline))
    for part in conflict.changes { console.line("    \(TerminalText.escaped(part.words))") }
  }

  /// Shows the two values of a field that is in conflict, one from each copy of the notebook.
  package func show(_ field: FileConflict.Field, of conflict: FileConflict) {
    console.line(TerminalText.escaped("\(conflict.path):\(field.line): \(field.words)"))
  }

  /// Shows the conflicting lines of both versions, and the lines around the conflict.
  package func show(_ passage: FileConflict.Passage, of conflict: FileConflict) {
    let lines = passage.lines
    console.line(TerminalText.escaped("\(conflict.path):\(passage.line): \(passage.words)"))
    showLines(lines.before.suffix(Self.context), " ")
    showLines(lines.ours, "<", .green)
    showLines(lines.theirs, ">", .cyan)
    showLines(lines.after.prefix(Self.context), " ")
  }

  /// The maximum number of lines to show before and after a conflict (`context`), and the maximum
  /// number of lines to show of each version (`most`).
  private static let (context, most) = (3, 20)

  private func showLines(
    _ lines: some Collection<String>, _ sign: String, _ style: Style? = nil
  ) {
    for line in lines.prefix(Self.most) {
      let text = "  \(sign) \(TerminalText.escaped(line))"
      console.line(style.map { console.styled(text, $0) } ?? text)
    }
    if lines.count > Self.most {
      console.line("  \(sign) … \((lines.count - Self.most).of("more line"))")
    }
  }

  /// Shows which conflicts were resolved or, in a dry run, would be resolved.
  package func show(_ result: ResolveResult, _ mode: Mode) {
    show(.resolved(result)) { showText(of: result, mode) }
  }

  private func showText(of result: ResolveResult, _ mode: Mode) {
    let (report, kept) = (result.report, result.kept)
    var others = report
    let files = report.changed.filter {
      mode == .write && $0.from == nil && $0.before.isEmpty != $0.after.isEmpty
    }
    others.changed.removeAll(where: files.contains)
    show(others, mode)
    if !isQuiet {
      for file in files { showPath(file.path, file.before.isEmpty ? "Added" : "Removed") }
      for path in kept { showPath(path, mode == .write ? "Kept" : "Would keep") }
    }
    if report.changed.isEmpty, kept.isEmpty { say("Nothing was resolved.") }
  }

  private func showPath(_ path: NotePath, _ verb: String) {
    console.line("\(verb) \(TerminalText.escaped(path.description))")
  }
}
