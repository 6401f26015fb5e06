import ArgumentParser
import CairnCapture
import CairnConsole
import CairnDigest
import CairnText
import CairnWire
import CairnWork

struct ConflictsCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts",
    abstract: "List conflicts between two copies of the notebook.",
    discussion: """
      A conflict is a field with a line `# CONFLICT` below it, or a part of the text between git's \
      conflict markers. During a merge, a conflict can also be a file that was removed or moved in \
      one copy and changed in the other. "Ours" is this copy; "theirs" is the copy that is being \
      merged. Resolve conflicts with `cairn resolve` or in your editor.

      EXAMPLES
        cairn conflicts
        cairn conflicts --json
      """)

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let found = await session.work.conflicts()
    let failure = found.isEmpty ? Failure(await session.work.nothingInConflict()) : nil
    try session.show(.conflicts(found), failure: failure) {
      for conflict in found { session.show(conflict) }
    }
  }
}

extension Session {
  fileprivate func show(_ conflict: FileConflict) {
    if conflict.words != nil { showState(of: conflict) }
    for field in conflict.openFields { show(field, of: conflict) }
    for passage in conflict.passages { show(passage, of: conflict) }
  }

  /// Shows the headline of a conflict, and the changes that the two copies of the notebook made to
  /// the file.
  func showState(of conflict: FileConflict) {
    console.line(TerminalText.escaped(conflict.headline))
    for part in conflict.changes { console.line("    \(TerminalText.escaped(part.words))") }
  }

  /// Shows the two values of a field that is in conflict, one from each copy of the notebook.
  func show(_ field: FileConflict.Field, of conflict: FileConflict) {
    console.line(TerminalText.escaped("\(conflict.path):\(field.line): \(field.words)"))
  }

  /// Shows the conflicting lines of both versions, and the lines around the conflict.
  func show(_ passage: FileConflict.Passage, of conflict: FileConflict) {
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
}
