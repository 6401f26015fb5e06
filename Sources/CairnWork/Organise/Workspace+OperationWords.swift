import CairnCapture
public import CairnFiles
import CairnNotebook
import CairnText

extension Workspace {
  /// Returns a phrase that says what an operation did:
  /// `Changed “Pay the invoice” and 2 other files`.
  public func summary(of operation: CairnFiles.Operation) -> String {
    guard let changes = try? notebook.state.changes(of: operation, withBytes: false) else {
      return "A change whose record is damaged"
    }
    guard let first = changes.first else { return "Changed no file" }
    let rest = changes.count - 1
    let others = rest == 0 ? "" : " and \(rest.of("other file"))"
    let undoing = operation.undoes.isEmpty ? "" : "Undo: "
    return undoing + words(for: first) + others
  }

  private func words(for change: OperationChange) -> String {
    let isNote = notebook.store.isNote(change.path.nameBytes)
    let title = isNote ? (try? notebook.capture(at: change.path))?.title : nil
    let name = "“\(title ?? change.path.description)”"
    switch change.kind {
    case .added: return "Added \(name)"
    case .removed: return "Removed \(name)"
    case .restored: return "Restored \(name)"
    case .changed where change.from == nil: return "Changed \(name)"
    case .changed, .moved: break
    }
    let folder = change.path.parent
    if let from = change.from, from.parent != folder {
      return "Moved \(name) to \(folder.isRoot ? "the inbox" : "“\(folder)”")"
    }
    return "Renamed \(name)"
  }
}

extension CairnFiles.Operation {
  /// The interface that started the operation, as the end of a sentence: `in an editor`.
  public var origin: String {
    switch words.first {
    case "mcp": "by an assistant"
    case "lsp": "in an editor"
    case "cairn" where words.count > 1 && words[1] == "serve": "through the server"
    default: "on the command line"
    }
  }
}
