import CairnCapture
import CairnFiles
public import CairnNotebook
import CairnText

/// A request to move captures to a collection.
public struct MoveRequest: Sendable {
  /// The captures to move.
  public var selection: SelectRequest
  /// Whether a selection without conditions, which contains all captures, is allowed.
  public var all: Bool
  /// The collection's path from the root; `/` is the inbox.
  public var collection: String
  /// Whether to create the collection if it does not exist.
  public var creates: Bool

  /// Creates a request to move the captures of `selection`.
  public init(
    _ selection: SelectRequest, all: Bool = false, to collection: String, creates: Bool = false
  ) {
    self.selection = selection
    self.selection.listsAttachments = true
    self.all = all
    self.collection = collection
    self.creates = creates
  }
}

/// A request to give one capture a new title.
public struct RenameRequest: Sendable {
  /// The capture: its id, the start of its id, its path or its title.
  public var capture: String
  /// The new title.
  public var title: String
  /// The new file name; nil to derive it from the title.
  public var fileName: String?

  /// Creates a request to rename a capture.
  public init(_ capture: String, title: String, fileName: String? = nil) {
    self.capture = capture
    self.title = title
    self.fileName = fileName
  }
}

/// A request to move captures to the trash.
public struct RemoveRequest: Sendable {
  /// The captures to remove.
  public var selection: SelectRequest
  /// Whether a selection without conditions, which contains all captures, is allowed.
  public var all: Bool

  /// Creates a request to remove the captures of `selection`.
  public init(_ selection: SelectRequest, all: Bool = false) {
    self.selection = selection
    self.selection.listsAttachments = true
    self.all = all
  }
}

// MARK: - Moving and renaming

extension Workspace {
  /// Selects the captures to move.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if the request is invalid.
  public func plan(_ request: MoveRequest) throws -> WritePlan<MoveRequest> {
    _ = try collectionPath(request.collection)
    let selection = try selectToWrite(request.selection, all: request.all)
    return WritePlan(
      request: request, captures: selection.captures,
      questions: [question("Move", selection)])
  }

  /// Moves the captures and their media, and updates links and the field `collection`.
  ///
  /// Throws a ``Refusal``, a `Diagnostic` or `FileError` if nothing could be moved.
  public func apply(_ plan: WritePlan<MoveRequest>, _ mode: Mode) throws -> ChangeReport {
    let asked = plan.captures(unchangedIn: self, mode)
    let (request, path) = (plan.request, try collectionPath(plan.request.collection))
    var report = try notebook.move(
      asked.captures,
      to: request.creates ? path : try existingPath(path, named: request.collection),
      creating: request.creates, mode,
      in: catalogToApply(attachments: true, hasAsked: !plan.questions.isEmpty))
    report.refused += asked.refused
    return report
  }

  /// Changes the title of a capture and the name of its file, and updates links.
  ///
  /// Throws a ``Refusal``, a `Diagnostic` or `FileError` if the capture cannot be renamed.
  public func rename(_ request: RenameRequest, _ mode: Mode) throws -> ChangeReport {
    let (capture, catalog) = try captureToWrite(named: request.capture, attachments: true)
    return try notebook.rename(
      capture, title: request.title, fileName: request.fileName, mode, in: catalog)
  }
}

// MARK: - Removing

extension Workspace {
  /// Selects the captures to remove.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if the request is invalid.
  public func plan(_ request: RemoveRequest) throws -> WritePlan<RemoveRequest> {
    let selection = try selectToWrite(request.selection, all: request.all)
    let captures = selection.captures
    let protected = captures.count { notebook.store.isWriteProtected($0.path) }
    return WritePlan(
      request: request, captures: captures,
      questions: [
        question("Remove", selection),
        protected == 0
          ? nil
          : Confirmation("Remove \(protected.of("write-protected capture"))", isOptional: true),
      ])
  }

  /// Moves the captures to the trash, together with media files to which no other capture refers.
  /// The report warns of links that match both a removed capture and another one.
  ///
  /// Throws `FileError` if nothing could be removed.
  public func apply(_ plan: WritePlan<RemoveRequest>, _ mode: Mode) throws -> ChangeReport {
    let catalog = catalogToApply(attachments: true, hasAsked: !plan.questions.isEmpty)
    let asked = plan.captures(unchangedIn: self, mode)
    let warnings = catalog.ambiguities(of: asked.captures)
    var report = try notebook.trash(asked.captures, mode, in: catalog)
    report.warnings = warnings
    report.refused += asked.refused
    return report
  }
}
