public import CairnCapture
public import CairnDocument
public import CairnFiles
public import CairnText

/// Whether a command writes its changes.
public enum Mode: Sendable {
  /// The command writes its changes.
  case write
  /// The command writes nothing; its report lists the changes that it would make.
  case dryRun
}

extension Notebook {
  /// Changes captures independently of one another: if one cannot be changed, the others still are.
  ///
  /// `edit` returns the new document of a capture. It is called again if the file has changed since
  /// the capture was read. A capture that another command has moved is changed at its new path,
  /// which the report then contains.
  ///
  /// - Throws: `FileError` if the notebook cannot be locked. Errors of single files are in the
  ///   report.
  public func change(
    _ captures: [Capture], _ mode: Mode = .write,
    _ edit: (Capture) throws(Diagnostic) -> Document
  ) throws -> ChangeReport {
    guard mode == .write else {
      var schemas = SchemaReader(notebook: self)
      return captures.reduce(into: ChangeReport()) { report, capture in
        do throws(Diagnostic) {
          let after = try edit(capture)
          try schemas.check(capture.with(after), changedFrom: capture)
          report.note(capture, after: after.bytes)
        } catch {
          report.refused.append(error.at(capture.path))
        }
      }
    }
    return try state.transaction(at: clock.now) { transaction in
      let (notebook, captures) = following(captures)
      return try notebook.change(captures, in: transaction, isLast: true, edit)
    }
  }

  /// Returns the captures at their current paths, and this notebook with ``requiredHashes`` for
  /// these paths. A capture whose file has moved is looked up by its id, and returned unchanged if
  /// it is not found. The lock must be held.
  ///
  /// Costs a system call for each capture and, if a file has vanished, an update of the index.
  private func following(_ captures: [Capture]) -> (notebook: Notebook, captures: [Capture]) {
    guard captures.contains(where: { isMissing($0.path) }) else { return (self, captures) }
    var (notebook, catalog) = (self, catalog())
    let present = captures.map { capture in
      guard isMissing(capture.path), let id = capture.id,
        case let found = catalog.entries(withID: id), found.count == 1,
        let moved = catalog.capture(found[0])
      else { return capture }
      notebook.requiredHashes[moved.path] = requiredHashes[capture.path]
      return moved
    }
    return (notebook, present)
  }

  /// Changes captures independently of one another, as part of a transaction. `edit` returns the
  /// new document of a capture; it is called again if the file has changed since the capture was
  /// read.
  ///
  /// - Parameter isLast: Whether the transaction changes nothing more after these captures.
  func change(
    _ captures: [Capture], in transaction: Transaction, isLast: Bool = false,
    _ edit: (Capture) throws(Diagnostic) -> Document
  ) throws(FileError) -> ChangeReport {
    var report = ChangeReport()
    var ids = captures.map(\.id)
    var schemas = SchemaReader(notebook: self)
    let outcomes = try transaction.editAll(captures.map(\.path), isLast: isLast) { index, bytes in
      let capture = captures[index]
      try check(bytes, of: capture.path)
      let before = capture.document.bytes == bytes ? capture : capture.with(Document(bytes))
      let after = try edit(before)
      try schemas.check(capture.with(after), changedFrom: before)
      ids[index] = capture.with(after).id
      return after.bytes
    }
    for (index, outcome) in outcomes.enumerated() {
      let path = captures[index].path
      switch outcome {
      case .changed: report.changed.append(ChangeReport.Changed(id: ids[index], path: path))
      case .unsafe(let error):
        report.changed.append(ChangeReport.Changed(id: ids[index], path: path))
        report.refused.append(error.diagnostic(path))
      case .unchanged: report.unchanged.append(path)
      case .failed(let error as Diagnostic): report.refused.append(error.at(path))
      case .failed(let error as FileError): report.refused.append(error.diagnostic(path))
      // Neither the edit nor the transaction throws anything else.
      case .failed(let error): assertionFailure("\(error)")
      }
    }
    report.operation = report.changed.isEmpty ? nil : transaction.operation
    return report
  }

  /// The code of the error that a file changed since it was read.
  public static let staleCode = "stale_precondition"

  /// Throws a `Diagnostic` if the bytes of a file do not have the hash in ``requiredHashes``. The
  /// lock must be held.
  private func check(_ bytes: [UInt8], of path: NotePath) throws(Diagnostic) {
    guard let hash = requiredHashes[path], hash != Checksum.digits(of: bytes) else { return }
    throw Diagnostic(
      .error, Self.staleCode, "the file changed since it was read; nothing was written")
  }

  /// Throws a `Diagnostic` if one of these files does not have the hash in ``requiredHashes``, or
  /// `FileError` if the file cannot be read. The lock must be held.
  func checkHashes(of paths: [NotePath]) throws {
    for path in paths where requiredHashes[path] != nil {
      try check(try store.read(path).bytes, of: path)
    }
  }

  /// Returns the document of a capture with `changes` applied. Also sets the field `updated` to the
  /// current time, if the document changes, the field exists and the settings request this.
  ///
  /// - Parameter original: The capture before the edit, if `capture` already contains other changes
  ///   of the same edit; nil if `capture` has the content of its file.
  public func applying(
    _ changes: [FieldChange], to capture: Capture, since original: Capture? = nil
  ) throws(Diagnostic) -> Document {
    let document = try capture.document.applying(changes)
    let key = updatedKey(of: document)
    guard document.bytes != (original ?? capture).document.bytes,
      !changes.contains(where: { $0.key == key })
    else { return document }
    return try stamped(document)
  }

  /// Returns the document of a capture with a tag renamed. Also sets the field `updated`, as
  /// ``applying(_:to:since:)`` does.
  public func renamingTag(
    _ rename: TagRename, in capture: Capture
  ) throws(Diagnostic) -> Document {
    let renamed = capture.with(try capture.renamingTag(rename))
    return try applying([], to: renamed, since: capture)
  }

  /// Returns the document with the current time in the field ``updatedKey(of:)``, if there is one.
  func stamped(_ document: Document) throws(Diagnostic) -> Document {
    guard let key = updatedKey(of: document) else { return document }
    return try document.applying([.set(key, .literal(clock.timestamp))])
  }

  /// Returns the name of the field with the time of a document's last change. Returns nil if the
  /// document has no such field or the settings do not request updating it.
  func updatedKey(of document: Document) -> String? {
    guard settings.isOn("edit.updated") else { return nil }
    return ["updated", "modified", "lastmod"].first { document[$0] != nil }
  }
}

extension Notebook {
  /// Returns the schema for captures of a type in a collection. It is the schema of the collection's
  /// page or, if there is none, the schema of the type; nil if neither exists. A page that cannot be
  /// read counts as missing.
  public func schema(in collection: NotePath, ofType type: String?) -> Schema? {
    schema(of: (try? nearestPage(of: collection)) ?? nil, orType: type)
  }

  /// Returns the schema of a page or, if it has none, the schema of a type; nil if neither exists.
  func schema(of page: CollectionPage?, orType type: String?) -> Schema? {
    page?.schema ?? type.flatMap(settings.schema(ofType:))
  }
}

/// A reader of the schemas of captures, which reads each page once.
public struct SchemaReader {
  let notebook: Notebook
  private var pages: [NotePath: CollectionPage?] = [:]

  /// Creates a reader for a notebook.
  public init(notebook: Notebook) { self.notebook = notebook }

  /// Returns the schema that applies to a capture: the schema of its collection or, if there is
  /// none, the schema of its type; nil if neither exists. A page that cannot be read counts as
  /// missing.
  public mutating func schema(for capture: Capture) -> Schema? {
    let folder = capture.collection
    if pages[folder] == nil {
      pages[folder] = .some((try? notebook.nearestPage(of: folder)) ?? nil)
    }
    return notebook.schema(of: pages[folder] ?? nil, orType: capture.type)
  }

  /// Throws a `Diagnostic` if a change makes a capture break a rule of its collection or type.
  /// Ignores rules that the capture already broke before the change. Does nothing if the fields of
  /// the file could not be edited before the change.
  mutating func check(_ after: Capture, changedFrom before: Capture) throws(Diagnostic) {
    guard before.document.editRefusal == nil,
      after.document.bytes != before.document.bytes
        || after.path != before.path
    else { return }
    let old = schema(for: before)
    try schema(for: after)?.check(after, changedFrom: before, under: old)
  }
}

extension ChangeReport {
  /// Records a capture as changed or, if `after` equals its bytes, as unchanged.
  mutating func note(_ capture: Capture, after: [UInt8]) {
    let before = capture.document.bytes
    if before == after {
      unchanged.append(capture.path)
    } else {
      let id = capture.with(Document(after)).id
      changed.append(Changed(id: id, path: capture.path, before: before, after: after))
    }
  }
}

extension LocalClock {
  /// The start time of the command, in the form that is written to files.
  var timestamp: String { timestamp(now) }

  /// Returns a time in the form that is written to files: precise to the second, with the time
  /// zone's offset.
  func timestamp(_ instant: Instant) -> String {
    let time = dateTime(instant)
    return DateTime(date: time.date, secondOfDay: time.secondOfDay, offset: time.offset).description
  }
}

extension FileError {
  /// Returns this error as a diagnostic about the capture at `path`.
  ///
  /// - Parameter isReturn: Whether a file or folder could not be put back to its old path.
  public func diagnostic(_ path: NotePath, isReturn: Bool = false) -> Diagnostic {
    let advice = isReturn && code == .exists ? "; rename or move it first" : ""
    return Diagnostic(
      .error, code == .notFound ? "file-unknown" : "file-error", message + advice, path: path)
  }
}
