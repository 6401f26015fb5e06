import CairnCapture
import CairnFiles
public import CairnNotebook
import CairnText

/// Which captures to move, and to which collection.
public struct MoveRequest: Sendable {
  /// Which captures.
  public var selection: SelectRequest
  /// Whether all captures may be chosen.
  public var all: Bool
  /// The collection's path from the root; `/` is the inbox.
  public var collection: String
  /// Whether the collection is created if it does not exist.
  public var creates: Bool

  /// A request to move what `selection` chooses.
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

/// A new title for one capture.
public struct RenameRequest: Sendable {
  /// The capture: its id, the beginning of that, its path or title.
  public var capture: String
  /// The new title.
  public var title: String
  /// The file's new name; one made of the title if nil.
  public var fileName: String?

  /// A request to rename a capture.
  public init(_ capture: String, title: String, fileName: String? = nil) {
    self.capture = capture
    self.title = title
    self.fileName = fileName
  }
}

/// Which captures to put into the trash.
public struct RemoveRequest: Sendable {
  /// Which captures.
  public var selection: SelectRequest
  /// Whether all captures may be chosen.
  public var all: Bool

  /// A request to remove what `selection` chooses.
  public init(_ selection: SelectRequest, all: Bool = false) {
    self.selection = selection
    self.selection.listsAttachments = true
    self.all = all
  }
}

// MARK: - Moving and renaming

extension Workspace {
  /// Chooses the captures to move.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if the request is invalid.
  public func plan(_ request: MoveRequest) throws -> WritePlan<MoveRequest> {
    _ = try collectionPath(request.collection)
    let selection = try selectToWrite(request.selection, all: request.all)
    return WritePlan(
      request: request, captures: selection.captures,
      questions: [question("Move", selection.captures, by: selection.means)])
  }

  /// Moves the captures; links, the field `collection` and their media follow.
  ///
  /// Throws a ``Refusal``, a `Diagnostic` or `FileError` if nothing could be moved.
  public func apply(_ plan: WritePlan<MoveRequest>, _ mode: Mode) throws -> ChangeReport {
    try notebook.move(
      plan.captures, to: collectionPath(plan.request.collection), creating: plan.request.creates,
      mode, in: lastCatalog(attachments: true))
  }

  /// Gives a capture another title, and its file the name that goes with it; links follow.
  ///
  /// Throws a ``Refusal``, a `Diagnostic` or `FileError` if it cannot.
  public func rename(_ request: RenameRequest, _ mode: Mode) throws -> ChangeReport {
    let (capture, catalog) = try capture(named: request.capture, attachments: true)
    return try notebook.rename(
      capture, title: request.title, fileName: request.fileName, mode, in: catalog)
  }
}

// MARK: - Removing

extension Workspace {
  /// Chooses the captures to remove.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if the request is invalid.
  public func plan(_ request: RemoveRequest) throws -> WritePlan<RemoveRequest> {
    let selection = try selectToWrite(request.selection, all: request.all)
    let captures = selection.captures
    let protected = captures.count { notebook.store.isWriteProtected($0.path) }
    return WritePlan(
      request: request, captures: captures,
      questions: [
        question("Remove", captures, by: selection.means),
        protected == 0
          ? nil
          : Confirmation("Remove \(protected.of("write-protected capture"))", isOptional: true),
      ])
  }

  /// Puts the captures into the trash, with those of their media that nothing else mentions. Links that
  /// fit one of them and others are among the warnings.
  ///
  /// Throws `FileError` if nothing could be removed.
  public func apply(_ plan: WritePlan<RemoveRequest>, _ mode: Mode) throws -> ChangeReport {
    let catalog = lastCatalog(attachments: true)
    let warnings = catalog.ambiguities(of: plan.captures)
    var report = try notebook.trash(plan.captures, mode, in: catalog)
    report.warnings = warnings
    return report
  }
}
