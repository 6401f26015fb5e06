public import CairnCapture
import CairnDocument
public import CairnFiles
public import CairnText

/// A capture from another tool, with the files that belong to it.
public struct ImportedCapture: Sendable {
  /// The capture; its text is a whole file with front matter.
  public var new: NewCapture
  /// The path of the file; nil if Cairn chooses the name.
  public var path: NotePath?
  /// The folded value of the field `imported` (``ImportMark``), which identifies the note; nil if
  /// the note has no identifier.
  public var mark: String?
  /// The capture to update, which an earlier import of the same note added; nil if the note is new.
  public var existing: Capture?
  /// A file of an export, which is read when its bytes are needed.
  public struct Reader: Sendable {
    private let read: @Sendable () -> [UInt8]?
    /// A function that returns the size of the file in bytes, without reading the file; nil if the
    /// size is unknown.
    let size: @Sendable () -> Int?

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - size: A function that returns the size in bytes, or nil if the size is unknown.
    ///   - read: A function that returns the bytes, or nil if the file cannot be read.
    public init(
      size: @escaping @Sendable () -> Int? = { nil }, read: @escaping @Sendable () -> [UInt8]?
    ) {
      (self.size, self.read) = (size, read)
    }

    /// Reads the file. Returns nil if it cannot be read.
    public func callAsFunction() -> [UInt8]? { read() }
  }

  /// The files to store in the folder `media`, each with its original name. `mark` is the address
  /// that stands for the file in the body's links; nil if there is none.
  public var media: [(name: String, read: Reader, mark: String?)] = []
  /// The other files to store, each at the given path.
  public var files: [(path: NotePath, read: Reader)] = []
  /// The name of the capture in messages.
  public let label: String

  /// Creates a capture from the text of a whole file.
  public init(text: String, in collection: NotePath, label: String) {
    new = NewCapture(text: text)
    new.collection = collection
    new.createsCollection = true
    (new.mayBeLong, new.mayHaveManyImages, new.mayBeginWithJSON) = (true, true, true)
    self.label = label
  }
}

extension Notebook {
  /// Writes captures from another tool, and files that belong to none of them, in one operation,
  /// which is completed or not done at all. Captures that the notebook does not accept are left
  /// out. The report contains no bytes of files that are not captures.
  ///
  /// - Parameters:
  ///   - progress: A callback that receives the number of captures written so far, and the number
  ///     of all captures.
  ///   - marks: A callback that returns the marks (``ImportedCapture/mark``) of all captures in the
  ///     notebook. It is called while the notebook is locked, so that notes that another process
  ///     has just imported are not added again.
  /// - Returns: The changes (`report`); the captures and files that were left out, with the reasons
  ///   (`skipped`); and the number of captures that were not added because another process had just
  ///   imported the same notes (`known`).
  /// - Throws: ``OperationFailure`` if writing fails, and the errors of `marks`.
  public func add(
    _ captures: [ImportedCapture], files: [(path: NotePath, read: ImportedCapture.Reader)] = [],
    _ mode: Mode,
    progress: ((Int, Int) -> Void)? = nil, using generator: inout some RandomNumberGenerator,
    marks: () throws -> Set<String>
  ) throws -> (report: ChangeReport, skipped: [(item: String, reason: String)], known: Int) {
    var batch = ImportBatch(notebook: self)
    guard mode == .write else {
      for capture in captures { try batch.add(capture, to: nil, using: &generator) }
      try batch.store(files, in: nil)
      return (batch.report, batch.skipped, 0)
    }
    guard !captures.isEmpty || !files.isEmpty else { return (batch.report, [], 0) }
    return try state.transaction(at: clock.now) { transaction in
      let known = captures.contains { $0.existing == nil } ? try marks() : []
      let missing = captures.filter { capture in
        capture.existing != nil || !(capture.mark.map(known.contains) ?? false)
      }
      do {
        return try transaction.wholly {
          for (index, capture) in missing.enumerated() {
            try batch.add(capture, to: transaction, using: &generator)
            try transaction.createPlanned(ifMany: true)
            progress?(index + 1, missing.count)
          }
          try batch.store(files, in: transaction)
          if !batch.report.changed.isEmpty { batch.report.operation = transaction.operation }
          return (batch.report, batch.skipped, captures.count - missing.count)
        }
      } catch let error as FileError {
        throw OperationFailure(
          cause: error, isHalfDone: transaction.isHalfDone, unchanged: "nothing was imported",
          halfDone: "the import is incomplete; the next command removes the imported notes")
      }
    }
  }

  /// Returns what has changed since a note was imported; nil if the note has not been imported yet.
  public func change(of capture: ImportedCapture) -> ImportChange? {
    guard let existing = capture.existing else { return nil }
    let document = existing.document
    guard let check = document[ImportMark.checkField]?.text else { return .nothing }
    let isEdited = !ImportMark.isUnchanged(document)
    var batch = ImportBatch(notebook: self)
    guard let after = (try? batch.update(capture, existing))?.bytes else {
      // A note that the notebook does not accept is left out later, with the reason.
      return isEdited ? .nothing : .note
    }
    if isEdited {
      return Document(after)[ImportMark.checkField]?.text == check ? .nothing : .both
    }
    return after == document.bytes ? .nothing : .note
  }
}

extension Notebook {
  /// Compares a file of an export with the file at `path` in the notebook. Reads neither file if
  /// their sizes are known to differ.
  public func compare(
    _ file: ImportedCapture.Reader, at path: NotePath
  ) throws(FileError) -> ImportedFileState {
    guard try store.kind(path) != nil else { return .missing }
    if let size = file.size(), let held = (try? store.stamp(path))?.size, size != held {
      return .different
    }
    guard let bytes = file() else { return .unreadable }
    return (try? store.read(path).bytes) == bytes ? .same : .different
  }
}

/// The result of comparing a file of an export with a path in the notebook.
public enum ImportedFileState: Sendable {
  /// There is no file at the path.
  case missing
  /// The file at the path has the same bytes.
  case same
  /// The file at the path has other bytes.
  case different
  /// There is a file at the path, but the file of the export cannot be read.
  case unreadable

  /// The reason why the file is not imported; nil if the file can be imported, or if the notebook
  /// already contains the same file.
  public var problem: String? {
    switch self {
    case .missing, .same: nil
    case .different: "there is already another file with this name"
    case .unreadable: "the file cannot be read"
    }
  }
}

/// A kind of change since a note was imported.
public enum ImportChange: Sendable {
  /// Nothing has changed, or only the capture in the notebook has changed.
  case nothing
  /// Only the note in the other tool has changed, so the capture can be updated.
  case note
  /// The note in the other tool and its capture in the notebook have both changed.
  case both
}

/// Writes the captures and files of one import, and collects the report.
private struct ImportBatch {
  let notebook: Notebook
  var report = ChangeReport()
  var skipped: [(item: String, reason: String)] = []
  /// The checksums of the files stored so far, keyed by path.
  private var stored: [NotePath: String] = [:]
  /// The captures of the notebook before the import; nil until a note with its own id is added.
  private var catalog: Catalog?
  /// The paths of the added captures that have their own ids, keyed by folded id.
  private var ownIDs: [String: NotePath] = [:]

  init(notebook: Notebook) { self.notebook = notebook }

  /// Writes a capture and its files. In a dry run, `transaction` is nil.
  mutating func add(
    _ capture: ImportedCapture, to transaction: Transaction?,
    using generator: inout some RandomNumberGenerator
  ) throws {
    if let existing = capture.existing {
      return try replace(existing, with: capture, in: transaction)
    }
    var capture = capture
    takeMedia(of: &capture)
    let draft: CheckedCapture
    do {
      draft = try CheckedCapture(capture.new, in: notebook)
      let added = try create(draft, at: capture.path, in: transaction, using: &generator)
      report.changed.append(added)
    } catch {
      guard let reason = Self.reason(error) else { throw error }
      skipped.append((capture.label, reason))
      // The files can belong to other notes, too, so they are stored although this capture is left
      // out.
      return try store(capture.files, in: transaction)
    }
    try store(draft.shelf.files(of: capture.new.media) + capture.files, in: transaction)
  }

  /// Updates a capture that was imported before. In a dry run, `transaction` is nil.
  private mutating func replace(
    _ existing: Capture, with capture: ImportedCapture, in transaction: Transaction?
  ) throws {
    let media: [NewMedia]
    do {
      let after: [UInt8]
      (after, media) = try update(capture, existing)
      let before = existing.document.bytes
      if let transaction {
        _ = try transaction.edit(existing.path) { held in
          guard held == before else { return nil }
          return after
        }
      }
      report.changed.append(
        ChangeReport.Changed(
          id: existing.id, path: existing.path, before: before, after: after))
    } catch {
      guard let reason = Self.reason(error) else { throw error }
      return skipped.append((capture.label, reason))
    }
    let shelf = MediaShelf(collection: existing.collection, store: notebook.store)
    try store(shelf.files(of: media) + capture.files, in: transaction)
  }

  /// Returns the bytes of a capture's file after an update, and the files for the folder `media`.
  /// The bytes are those of a new import, but with the id and folder of the existing capture. If
  /// the note has no creation time, the existing capture's creation time is kept too.
  mutating func update(
    _ capture: ImportedCapture, _ existing: Capture
  ) throws -> (bytes: [UInt8], media: [NewMedia]) {
    var capture = capture
    takeMedia(of: &capture)
    var document = Document(Array(capture.new.text.utf8))
    if let id = existing.id { document = try document.applying([.set("id", .text(id))]) }
    if document["created"] == nil, let created = existing.document.field("created"),
      let text = existing.document.writtenText(created)
    {
      document = try document.applying([.set("created", .literal(text))])
    }
    capture.new.text = String(decoding: document.bytes, as: UTF8.self)
    capture.new.collection = existing.collection
    // The page with the default may have come with the same import.
    capture.new.takesDefaultType = existing.type != nil
    var random = SystemRandomNumberGenerator()
    let draft = try CheckedCapture(capture.new, in: notebook)
    let file = try ImportMark.sealed(draft.document(CaptureID(using: &random)))
    return (file.bytes, capture.new.media)
  }

  /// Reads the files for the folder `media`, and replaces their addresses in the text with their
  /// new paths. Files that cannot be read or are not accepted are noted as skipped.
  private mutating func takeMedia(of capture: inout ImportedCapture) {
    for (name, read, mark) in capture.media {
      guard let bytes = read() else {
        skipped.append((name, "the file cannot be read"))
        continue
      }
      do throws(MediaRefusal) {
        let media = try notebook.newMedia(bytes, called: name)
        if !capture.new.media.contains(where: media.isCopy(of:)) { capture.new.media.append(media) }
        if let mark {
          let path = "\(Capture.mediaFolder)/\(media.name)"
          for end in [")", " "] {
            capture.new.text = capture.new.text.replacing(
              "](\(mark)\(end)", with: "](\(path)\(end)")
          }
        }
      } catch {
        skipped.append((name, error.description))
      }
    }
  }

  private mutating func create(
    _ draft: CheckedCapture, at path: NotePath?, in transaction: Transaction?,
    using generator: inout some RandomNumberGenerator
  ) throws -> ChangeReport.Changed {
    if let path, try notebook.store.kind(path) != nil {
      throw Diagnostic(.error, "exists", "there is already a file `\(path)`")
    }
    var draft = draft
    if draft.ownID != nil { catalog = catalog ?? notebook.catalog() }
    while true {
      let new = try draft.file(using: &generator, in: catalog)
      if let id = draft.ownID, let other = ownIDs[id.folded] {
        throw Notebook.taken(id, by: other, for: path ?? new.path)
      }
      let added = ChangeReport.Changed(
        id: new.id, path: path ?? new.path,
        after: try ImportMark.sealed(Document(new.after)).bytes)
      try transaction?.createPlanned(like: added.path)
      do throws(FileError) {
        try transaction?.plan(added.path, added.after)
        if let id = draft.ownID { ownIDs[id.folded] = added.path }
        return added
      } catch {
        guard path == nil, error.code == .exists, draft.attempts < 15 else { throw error }
        draft.attempts += 1
      }
    }
  }

  /// Stores files. Skips a file if there is already a file at its path. Unless both files have the
  /// same bytes, adds the reason to ``skipped``. In a dry run, `transaction` is nil and nothing is
  /// written.
  mutating func store(
    _ files: [(path: NotePath, read: ImportedCapture.Reader)], in transaction: Transaction?
  ) throws {
    for (path, file) in files {
      try transaction?.createPlanned(like: path)
      do throws(FileError) {
        // Files of this import may not exist at their paths yet, so compare their checksums.
        var state = stored[path] == nil ? try notebook.compare(file, at: path) : .missing
        let bytes = state == .missing ? file() : nil
        if state == .missing, bytes == nil { state = .unreadable }
        let checksum = bytes.map { Checksum.digits(of: $0) }
        if let other = stored[path], let checksum { state = other == checksum ? .same : .different }
        if let problem = state.problem { skipped.append((path.description, problem)) }
        guard state == .missing, let bytes else { continue }
        try transaction?.plan(path, bytes)
        stored[path] = checksum
        report.changed.append(ChangeReport.Changed(id: nil, path: path))
      } catch {
        guard let reason = Self.reason(error) else { throw error }
        skipped.append((path.description, reason))
      }
      try transaction?.createPlanned(ifMany: true)
    }
  }

  /// Returns the reason why a capture that caused `error` is left out; nil if the error ends the
  /// import.
  private static func reason(_ error: any Error) -> String? {
    switch error {
    case let refusal as CaptureRefusal: refusal.problem
    case let refusal as MediaRefusal: refusal.description
    case let diagnostic as Diagnostic: diagnostic.message
    case let error as FileError:
      switch error.code {
      case .exists, .badName, .nameTooLong, .notFolder, .isFolder, .hidden: error.message
      default: nil
      }
    default: nil
    }
  }
}

extension MediaShelf {
  /// Returns the files to store for new media.
  fileprivate func files(of media: [NewMedia]) -> [(path: NotePath, read: ImportedCapture.Reader)] {
    media.map { media in (place(of: media), .init { media.bytes }) }
  }
}
