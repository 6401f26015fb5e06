public import CairnCapture
import CairnDocument
import CairnFiles
public import CairnNotebook
public import CairnText
public import SystemPackage

/// An error that occurred after captures were opened in an editor. Changes that the editor saved
/// may not be in the journal. The earlier texts are kept as drafts.
public struct EditFailure: Error {
  /// What went wrong.
  public let reason: any Error
}

extension Workspace {
  /// Runs `editor` on the files of captures, and records the changes that the editor saved. During
  /// the edit, the earlier texts are kept as drafts. Returns the editor's exit code and a report.
  ///
  /// Throws `FileError` if no file could be opened, or ``EditFailure`` if a later step failed.
  ///
  /// - Parameters:
  ///   - restoring: Chooses which captures that were emptied in the editor get their text back.
  ///   - editor: Runs the editor on files with these absolute paths.
  public func edit(
    _ captures: [Capture], restoring: ([NotePath]) -> Set<NotePath>,
    _ editor: ([FilePath]) async throws -> Int
  ) async throws -> (code: Int, report: EditorReport) {
    let opened = try notebook.open(captures)
    let drafts = try opened.files.map { file in
      try notebook.state.saveDraft(
        file.bytes, notes: Draft.notes(edited: file.path), at: clock.now)
    }
    // Prevents `sync` from changing these files during the edit.
    let locks = try notebook.state.hold(drafts)
    defer { withExtendedLifetime(locks) {} }
    do {
      let code = try await editor(opened.files.map { notebook.store.absolute($0.path) })
      let report = try notebook.close(opened, restoring: restoring(notebook.emptied(opened)))
      for draft in drafts { try notebook.state.removeDraft(draft) }
      return (code, report)
    } catch {
      throw EditFailure(reason: error)
    }
  }

  /// Returns the captures to edit, and the question to ask first.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if the request is invalid.
  public func planToEdit(
    _ request: SelectRequest, all: Bool
  ) throws -> (captures: [Capture], question: Confirmation?) {
    guard !request.isEmpty || all else {
      throw Refusal("query-missing", "say which capture to edit", .invalid)
    }
    let selection = try selectToWrite(request, all: all)
    let captures = selection.captures
    guard captures.count > 1 || selection.doubt != nil else {
      announce(captures)
      return (captures, nil)
    }
    return (captures, question("Edit", selection))
  }

  /// Returns the problems of a saved capture's front matter, also by the rules of its collection.
  public func problems(in path: NotePath) -> [Diagnostic] {
    guard let capture = try? notebook.capture(at: path) else { return [] }
    let schema = try? notebook.nearestPage(of: capture.collection)?.schema
    let breaches = (schema ?? nil)?.breaches(by: capture) ?? []
    return (capture.document.diagnostics + breaches).map { $0.at(capture.path) }
  }
}

// MARK: - Words

extension EditorReport.Note {
  /// Whether the note already says what happened to the file, so that no other words are needed.
  public var saysAll: Bool {
    switch self {
    case .removed, .restored, .trashed: true
    default: false
    }
  }

  /// What happened to the file, as the end of a line.
  public var sentence: String {
    switch self {
    case .emptied: "no text is left in it; `cairn undo` brings it back"
    case .restored: "its text is back"
    case .removed: "the editor removed it; `cairn undo` brings it back"
    case .merged(let operations):
      "\(Self.names(operations)) changed it meanwhile; both changes are kept"
    case .overwritten(let operations, let fields, let places):
      "\(Self.names(operations)) changed \(Self.named(fields, places)) meanwhile; "
        + "yours is kept, and `cairn undo` brings back the other"
    case .moved(let from, let operation):
      "\(Self.names([operation])) moved it here from \(from) meanwhile"
    case .trashed(let operation, isBack: true):
      "\(Self.names([operation])) removed it meanwhile, and the editor saved it again"
    case .trashed(let operation, isBack: false):
      "\(Self.names([operation])) removed it meanwhile; `cairn trash` lists it"
    case .replaced(let operation):
      "\(Self.names([operation])) put another file here meanwhile, and the editor wrote over it; "
        + "`cairn log` lists what became of both"
    }
  }

  private static func names(_ operations: [CairnFiles.Operation]) -> String {
    let names = operations.map { "`\(CommandWords($0.words))`" }
    return names.count < 3
      ? names.joined(separator: " and ") : "\(names[0]) and \(names.count - 1) other commands"
  }

  private static func named(_ fields: [String], _ places: Int) -> String {
    let text = places == 1 ? "the same lines" : "the same \(places) places of the text"
    let parts = fields.map { "`\($0)`" } + (places > 0 ? [text] : [])
    return parts.joined(separator: ", ")
  }
}
