import CairnCapture
import CairnConsole
package import CairnFiles
import CairnGit
import CairnNotebook
import CairnTerminal
import CairnText
import CairnWire
package import CairnWork

extension Screen {
  /// Shows a commit, and the changes that it made to a capture.
  package func show(_ entry: CaptureHistory.Entry) {
    let revision = entry.revision
    let commit = console.styled(String(revision.commit.prefix(10)), .yellow)
    let day = revision.time.prefix(16).replacing("T", with: " ")
    let about = TerminalText.escaped("\(day)  \(revision.author)  \(revision.subject)")
    console.line("\(commit)  \(about)")
    if let old = revision.oldPath {
      console.line("  moved from \(TerminalText.escaped(String(decoding: old, as: UTF8.self)))")
    }
    for part in entry.difference.parts { console.line("  \(TerminalText.escaped(part.words))") }
  }

  /// Shows a table of operations in the journal.
  package func show(_ operations: [Operation]) {
    let rows = operations.map { operation in
      [
        operation.shortID, clock.shown(operation.time),
        work.fileCount(of: operation).map { $0.of("file") } ?? "damaged", operation.state ?? "",
        CommandWords(operation.words).description,
      ]
    }
    showTable(
      [
        .init("id"), .init("time"), .init("files", alignment: .right), .init("state"),
        .init("command", shrinksTo: 20),
      ], rows)
  }

  /// Shows the changes that an operation made.
  ///
  /// Throws `FileError` if the journal cannot be read.
  package func show(_ operation: Operation) throws {
    let changes = try notebook.state.changes(of: operation)
    show(.operation(operation, changes, of: work)) { showText(of: operation, changes) }
  }

  private func showText(of operation: Operation, _ changes: [OperationChange]) {
    let state = operation.state.map { ", \($0)" } ?? ""
    console.line(
      "\(CommandWords(operation.words)), \(clock.shown(operation.time))\(state)")
    for change in changes {
      console.line(TerminalText.escaped(change.words))
      if change.hasDifference {
        showDifferences(ChangeReport(changed: notebook.reported(change)))
      }
    }
  }
}
