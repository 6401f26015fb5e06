public import CairnCapture
import CairnDocument
import CairnFiles
public import CairnText

extension Notebook {
  /// Inserts text in the body of a capture. If the settings request it, also updates the field
  /// `updated`.
  ///
  /// - Throws: `FileError` if the notebook cannot be locked. Other errors are in the report.
  public func insert(
    _ insertion: BodyInsertion, in capture: Capture, _ mode: Mode = .write
  ) throws -> ChangeReport {
    try change([capture], mode) { capture throws(Diagnostic) in
      try stamped(try insertion.applied(to: capture))
    }
  }

  /// Replaces the bytes of the file at `path`, or creates the file.
  ///
  /// - Throws: `FileError` if the notebook cannot be locked or the file cannot be written. Other
  ///   errors are in the report.
  public func replace(
    _ path: NotePath, with bytes: [UInt8], _ mode: Mode = .write
  ) throws -> ChangeReport {
    if try store.kind(path) != nil {
      return try change([capture(at: path)], mode) { _ throws(Diagnostic) in Document(bytes) }
    }
    let id = Capture(path: path, document: Document(bytes), modified: clock.now).id
    var report = ChangeReport(changed: ChangeReport.Changed(id: id, path: path, after: bytes))
    guard mode == .write else { return report }
    try state.transaction(at: clock.now) { transaction in
      try transaction.create(path, bytes, makingFolders: true, isLast: true)
      report.operation = transaction.operation
    }
    return report
  }

  /// Writes a new capture to the file at `path`, whose folder is created if necessary.
  ///
  /// Apart from the path, works like ``add(_:_:using:)``, but without pictures and files.
  ///
  /// - Parameter insertion: Text to insert in the new capture before it is written; nil for none.
  /// - Throws: `FileError` with the code `exists` if something is at the path. Otherwise throws the
  ///   same errors as ``add(_:_:using:)``.
  public func add(
    _ new: NewCapture, at path: NotePath, inserting insertion: BodyInsertion? = nil,
    _ mode: Mode = .write, using generator: inout some RandomNumberGenerator
  ) throws -> ChangeReport {
    var new = new
    new.collection = path.parent
    new.createsCollection = true
    try checkIsListed(path)
    let draft = try CheckedCapture(new, in: self)
    let id = CaptureID(using: &generator)
    if let ownID = draft.ownID { try checkIsUnused(ownID, for: path) }
    var document = try draft.document(id)
    if let insertion {
      let capture = Capture(path: path, document: document, modified: clock.now)
      document = try insertion.applied(to: capture)
    }
    let added = ChangeReport.Changed(
      id: draft.ownID ?? id.text, path: path, after: document.bytes)
    var report = ChangeReport(changed: added)
    guard mode == .write else { return report }
    try state.transaction(at: clock.now) { transaction in
      try transaction.create(path, added.after, makingFolders: true, isLast: true)
      report.operation = transaction.operation
    }
    return report
  }
}
