public import CairnCapture
import CairnDocument
import CairnFiles
public import CairnText

/// A capture from another tool, with the files that belong to it.
public struct ImportedCapture: Sendable {
  /// The capture; its text is a whole file with front matter.
  public var new: NewCapture
  /// The path of the file; nil if Cairn chooses the name.
  public var path: NotePath?
  /// The files to store in the folder `media`, each with its original name and the text in the body
  /// that stands for it, if there is one.
  public var media: [(name: String, bytes: [UInt8], mark: String?)] = []
  /// The files to store at paths of their own.
  public var files: [(path: NotePath, bytes: [UInt8])] = []
  /// The name of the capture in messages.
  public let label: String

  /// Creates a capture from the text of a whole file.
  public init(text: String, in collection: NotePath, label: String) {
    new = NewCapture(text: text)
    new.collection = collection
    new.createsCollection = true
    new.mayBeLong = true
    self.label = label
  }
}

extension Notebook {
  /// Writes captures from another tool, as one operation that is completed or not done at all.
  /// Captures that the notebook does not accept are left out.
  ///
  /// - Returns: The changes, and the captures and files that were left out, with the reasons.
  /// - Throws: `FileError` if writing fails. In that case nothing is written.
  public func add(
    _ captures: [ImportedCapture], _ mode: Mode,
    using generator: inout some RandomNumberGenerator
  ) throws -> (report: ChangeReport, skipped: [(item: String, reason: String)]) {
    var batch = ImportBatch(notebook: self)
    guard mode == .write else {
      for capture in captures { try batch.add(capture, to: nil, using: &generator) }
      return (batch.report, batch.skipped)
    }
    guard !captures.isEmpty else { return (batch.report, []) }
    return try state.transaction(at: clock.now) { transaction in
      batch.report.operation = transaction.operation
      do {
        for capture in captures { try batch.add(capture, to: transaction, using: &generator) }
      } catch {
        for added in batch.report.changed.reversed() {
          try? transaction.withdraw(added.path, added.after)
        }
        throw error
      }
      return (batch.report, batch.skipped)
    }
  }
}

/// The captures of one import that have been written so far.
private struct ImportBatch {
  let notebook: Notebook
  var report = ChangeReport()
  var skipped: [(item: String, reason: String)] = []
  private var stored: Set<NotePath> = []

  init(notebook: Notebook) { self.notebook = notebook }

  /// Writes a capture and its files. In a dry run, `transaction` is nil.
  mutating func add(
    _ capture: ImportedCapture, to transaction: Transaction?,
    using generator: inout some RandomNumberGenerator
  ) throws {
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
      // The files belong to all notes of the folder, so they are stored although this capture is
      // left out.
      return try store(capture.files, in: transaction)
    }
    try store(
      capture.new.media.map { (draft.shelf.place(of: $0), $0.bytes) } + capture.files,
      in: transaction)
  }

  /// Reads the files for the folder `media`, and puts their paths into the text.
  private mutating func takeMedia(of capture: inout ImportedCapture) {
    for (name, bytes, mark) in capture.media {
      do throws(MediaRefusal) {
        let media = try notebook.newMedia(bytes, called: name)
        if !capture.new.media.contains(where: media.isCopy(of:)) { capture.new.media.append(media) }
        if let mark {
          let path = "\(Capture.mediaFolder)/\(media.name)"
          capture.new.text = capture.new.text.replacing(mark, with: path)
        }
      } catch {
        skipped.append((name, error.description))
      }
    }
  }

  private func create(
    _ draft: CheckedCapture, at path: NotePath?, in transaction: Transaction?,
    using generator: inout some RandomNumberGenerator
  ) throws -> ChangeReport.Changed {
    var draft = draft
    while true {
      var added = try draft.file(using: &generator)
      if let path { added = ChangeReport.Changed(id: added.id, path: path, after: added.after) }
      if transaction == nil {
        guard let path, try notebook.store.kind(path) != nil else { return added }
        throw Diagnostic(.error, "exists", "there is already a file `\(path)`")
      }
      do throws(FileError) {
        try transaction?.create(added.path, added.after, makingFolders: true)
        return added
      } catch {
        guard path == nil, error.code == .exists, draft.attempts < 15 else { throw error }
        draft.attempts += 1
      }
    }
  }

  /// Stores files, except those that are there already. A file whose path is taken by other bytes
  /// is left out. In a dry run, `transaction` is nil and nothing is written.
  private mutating func store(
    _ files: [(path: NotePath, bytes: [UInt8])], in transaction: Transaction?
  ) throws {
    for (path, bytes) in files where stored.insert(path).inserted {
      if try notebook.store.kind(path) != nil {
        if (try? notebook.store.read(path).bytes) != bytes {
          skipped.append((path.description, "there is already another file with this name"))
        }
        continue
      }
      do throws(FileError) {
        try transaction?.create(path, bytes, makingFolders: true)
        report.changed.append(ChangeReport.Changed(id: nil, path: path, after: bytes))
      } catch {
        guard case .badName = error.code else { throw error }
        skipped.append((path.description, error.message))
      }
    }
  }

  /// Returns the reason why a capture that caused `error` is left out; nil if the error ends the
  /// import.
  private static func reason(_ error: any Error) -> String? {
    switch error {
    case let refusal as CaptureRefusal: refusal.description
    case let refusal as MediaRefusal: refusal.description
    case let diagnostic as Diagnostic: diagnostic.message
    case let error as FileError:
      switch error.code {
      case .exists, .badName: error.message
      default: nil
      }
    default: nil
    }
  }
}
