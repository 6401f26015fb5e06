public import CairnCapture
import CairnDocument
import CairnFiles
public import CairnNotebook
public import CairnText
public import SystemPackage

/// An error that occurred after captures were opened in an editor. Changes that the editor saved
/// may be missing from the journal. The earlier contents of the captures are kept as drafts.
public struct EditFailure: Error {
  /// The error that occurred.
  public let reason: any Error
}

extension Workspace {
  /// Runs `editor` on the files of captures, and records the changes that the editor saved. During
  /// the edit, the earlier contents of the files are kept as drafts. Returns the editor's exit code
  /// and a report.
  ///
  /// Throws `FileError` if no file could be opened, or ``EditFailure`` if a later step failed.
  ///
  /// - Parameters:
  ///   - restoring: A callback that receives the paths of the captures that were emptied in the
  ///     editor. The callback returns the paths of the captures whose text is to be restored.
  ///   - editor: A callback that runs the editor on the files at these absolute paths, and returns
  ///     the editor's exit code.
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
      for draft in drafts { discardDraft(draft) }
      return (code, report)
    } catch {
      throw EditFailure(reason: error)
    }
  }

  /// Returns the captures to edit, and the question to ask first; the question is nil if none is
  /// needed.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if the request is invalid.
  ///
  /// - Parameter all: Whether a request without conditions, which selects all captures, is allowed.
  public func planToEdit(
    _ request: SelectRequest, all: Bool
  ) throws -> (captures: [Capture], question: Confirmation?) {
    guard !request.isEmpty || all else {
      throw Refusal(
        "query-missing", "no capture given; pass the id, path or title of a capture to edit",
        .invalid
      )
    }
    let selection = try selectToWrite(request, all: all)
    let captures = selection.captures
    guard captures.count > 1 || selection.doubt != nil else {
      announce(captures)
      return (captures, nil)
    }
    return (captures, question("Edit", selection))
  }

  /// Returns the problems in the front matter of a saved capture, including values that its
  /// collection or its type does not allow. Empty if there is no capture at the path.
  public func problems(in path: NotePath) -> [Diagnostic] {
    guard let capture = try? notebook.capture(at: path) else { return [] }
    let schema = notebook.schema(in: capture.collection, ofType: capture.type)
    let breaches = schema?.breaches(by: capture) ?? []
    return (capture.document.diagnostics + breaches).map { $0.at(capture.path) }
  }
}

// MARK: - Words

extension EditorReport.Note {
  /// Whether this note fully describes what happened to an edited file. If so, the change need not
  /// be listed as well.
  public var saysAll: Bool {
    switch self {
    case .removed, .restored, .trashed: true
    default: false
    }
  }

  /// A phrase that says what happened to the file. It is shown at the end of a line.
  public var sentence: String {
    switch self {
    case .emptied: "the file is now empty; run `cairn undo` to restore its text"
    case .restored: "the text was restored"
    case .removed: "the editor removed the file; run `cairn undo` to restore it"
    case .merged(let operations):
      "\(Self.names(operations)) changed the file while it was open; both changes were kept"
    case .overwritten(let operations, let fields, let places):
      "\(Self.names(operations)) changed \(Self.named(fields, places)) while the file was open; "
        + "your version was kept; run `cairn undo` to restore the other version"
    case .moved(let from, let operation):
      "\(Self.names([operation])) moved the file to this path from \(from) while it was open"
    case .trashed(let operation, isBack: true):
      "\(Self.names([operation])) removed the file while it was open; the editor saved it again"
    case .trashed(let operation, isBack: false):
      "\(Self.names([operation])) removed the file while it was open; run `cairn trash` to find it"
    case .replaced(let operation):
      "\(Self.names([operation])) put another file at this path while the editor was open, and the "
        + "editor overwrote it; run `cairn log` to find both versions"
    }
  }

  private static func names(_ operations: [CairnFiles.Operation]) -> String {
    let names = operations.map { "`\(CommandWords($0.words))`" }
    return names.count < 3
      ? names.joined(separator: " and ") : "\(names[0]) and \(names.count - 1) other commands"
  }

  private static func named(_ fields: [String], _ places: Int) -> String {
    let text = places == 1 ? "the same lines" : "the same \(places) places in the text"
    let parts = fields.map { "`\($0)`" } + (places > 0 ? [text] : [])
    return parts.joined(separator: ", ")
  }
}
