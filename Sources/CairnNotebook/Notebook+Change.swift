public import CairnCapture
public import CairnDocument
public import CairnFiles
public import CairnText

/// Whether a command does what it says or only says it.
public enum Mode: Sendable {
  /// Changes are written.
  case write
  /// Nothing is written; the report says what would be.
  case dryRun
}

extension Notebook {
  /// Changes the front matter of captures, each by itself: where one cannot be changed, the others
  /// are.
  ///
  /// `edit` makes the new document of a file's bytes as they are when it is written, so it may be
  /// called again, with newer bytes.
  ///
  /// - Throws: `FileError` where the notebook cannot be locked. What goes wrong with one file is in
  ///   the report.
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
    return try state.transaction(at: clock.now) {
      try change(captures, in: $0, isLast: true, edit)
    }
  }

  /// Changes the front matter of captures as part of a transaction, each by itself.
  ///
  /// - Parameter isLast: Whether the transaction changes nothing else.
  func change(
    _ captures: [Capture], in transaction: Transaction, isLast: Bool = false,
    _ edit: (Capture) throws(Diagnostic) -> Document
  ) throws(FileError) -> ChangeReport {
    var report = ChangeReport()
    var ids = captures.map(\.id)
    var schemas = SchemaReader(notebook: self)
    let outcomes = try transaction.editAll(captures.map(\.path), isLast: isLast) { index, bytes in
      let capture = captures[index]
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

  /// A capture's document after changes of fields, with `updated` brought up to date where the
  /// settings ask for that and the file has it.
  public func applying(
    _ changes: [FieldChange], to capture: Capture
  ) throws(Diagnostic) -> Document {
    let document = try capture.document.applying(changes)
    guard document.bytes != capture.document.bytes, let key = updatedKey(of: document),
      !changes.contains(where: { $0.key == key })
    else { return document }
    return try document.setting(key, to: .literal(clock.timestamp))
  }

  /// The field of a document that says when it was last changed; nil where there is none, or the
  /// settings do not ask for it to be kept.
  func updatedKey(of document: Document) -> String? {
    guard settings.isOn("edit.updated") else { return nil }
    return ["updated", "modified", "lastmod"].first { document[$0] != nil }
  }
}

/// The schemas that hold for captures: each page is read once.
public struct SchemaReader {
  let notebook: Notebook
  private var pages: [NotePath: CollectionPage?] = [:]

  /// A reader of the pages of a notebook.
  public init(notebook: Notebook) { self.notebook = notebook }

  /// The fields that a capture has: those of its collection's page, else those of its type. A page that
  /// cannot be read says nothing.
  public mutating func schema(for capture: Capture) -> Schema? {
    let folder = capture.collection
    if pages[folder] == nil {
      pages[folder] = .some((try? notebook.nearestPage(of: folder)) ?? nil)
    }
    return (pages[folder] ?? nil)?.schema
      ?? capture.type.flatMap(notebook.settings.schema(ofType:))
  }

  /// Makes sure that a change breaks no rule which the capture kept before: of its collection and type
  /// or, if it gets others, of these. A file whose fields cannot be read is left to those who mend it.
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
  /// Notes what became of a capture's file.
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
  /// The moment the command began, as it is written into files.
  var timestamp: String { timestamp(now) }

  /// A moment as it is written into files: to the second, with the zone's offset.
  func timestamp(_ instant: Instant) -> String {
    let time = dateTime(instant)
    return DateTime(date: time.date, secondOfDay: time.secondOfDay, offset: time.offset).description
  }
}

extension FileError {
  /// This error as a diagnostic about the capture at `path`.
  public func diagnostic(_ path: NotePath) -> Diagnostic {
    Diagnostic(.error, "file-error", "it cannot be \(operation.rawValue): \(code)", path: path)
  }
}
