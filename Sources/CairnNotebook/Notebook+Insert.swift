public import CairnCapture
import CairnDocument
public import CairnFiles
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
    return try create(ChangeReport.Changed(id: id, path: path, after: bytes), mode)
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
    return try create(added, mode)
  }

  /// Creates a file, and the folders above it if they are missing.
  ///
  /// - Throws: `FileError`; with the code `exists` if something is at the path.
  public func create(_ file: ChangeReport.Changed, _ mode: Mode) throws -> ChangeReport {
    try state.create([file], at: clock.now, mode)
  }
}

extension StateFolder {
  /// Creates files, and the folders above them if they are missing. A dry run only reports them.
  ///
  /// - Throws: `FileError`; with the code `exists` if something is at one of the paths.
  public func create(
    _ files: [ChangeReport.Changed], at time: Instant, _ mode: Mode
  ) throws -> ChangeReport {
    var report = ChangeReport()
    report.changed = files
    guard mode == .write else { return report }
    try transaction(at: time) { transaction in
      for file in files {
        try transaction.create(
          file.path, file.after, makingFolders: true,
          isLast: file.path == files.last?.path)
      }
      report.operation = transaction.operation
    }
    return report
  }

  /// Replaces the bytes of a file with the result of `edit`, or creates the file. `edit` gets nil
  /// if the file does not exist. If another program saves the file in the meantime, calls `edit`
  /// again. A dry run only reports the change.
  ///
  /// - Throws: `FileError` if the file cannot be read or written, and any error from `edit`.
  public func rewrite(
    _ path: NotePath, in store: Store, at time: Instant, _ mode: Mode,
    _ edit: ([UInt8]?) throws -> [UInt8]
  ) throws -> ChangeReport {
    let old = try store.kind(path) == nil ? nil : store.read(path).bytes
    var (before, after) = (old ?? [], try edit(old))
    var report = ChangeReport()
    if old == nil, !after.isEmpty {
      return try create([.init(id: nil, path: path, after: after)], at: time, mode)
    }
    if mode == .write, before != after {
      try transaction(at: time) { transaction in
        let done = try transaction.edit(path, isLast: true, edit)
        (before, after) = (done.before, done.after)
        report.operation = transaction.operation
      }
    }
    if before == after {
      report.unchanged = [path]
    } else {
      report.changed = [.init(id: nil, path: path, before: before, after: after)]
    }
    return report
  }
}
