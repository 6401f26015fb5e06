public import CairnCapture
import CairnDocument
public import CairnFiles
public import CairnText

/// Captures opened in an editor, with their content before editing.
public struct OpenedCaptures: Sendable {
  /// The opened files.
  public let files: [OpenedFile]
  /// The number of the last operation before the captures were opened.
  let last: Int
}

/// The result of editing captures in an editor.
public struct EditorReport: Sendable {
  /// An event that affected an opened file, other than a save.
  public enum Note: Sendable {
    /// The editor left the body of the file empty.
    case emptied
    /// The file's previous bytes were restored.
    case restored
    /// The editor removed the file.
    case removed
    /// While the file was open, commands changed it in these operations. The commands' changes are
    /// kept.
    case merged([Operation])
    /// Commands changed the file in these operations while it was open, and the editor changed some
    /// of the same text. `fields` contains the fields that both changed, and `places` is the number
    /// of places in the body that both changed. The editor's version is kept.
    case overwritten([Operation], fields: [String], places: Int)
    /// A command moved the file from this path while it was open.
    case moved(from: NotePath, Operation)
    /// A command removed the file while it was open. `isBack` is true if the editor saved the file
    /// again.
    case trashed(Operation, isBack: Bool)
    /// A command put another file at the path, and the editor then overwrote that file.
    case replaced(Operation)
  }

  /// The changes to files.
  public var report = ChangeReport()
  /// The events other than saves, each with the path of the file that it affected.
  public fileprivate(set) var notes: [(path: NotePath, note: Note)] = []
}

extension Notebook {
  /// Reads captures before they are opened in an editor.
  ///
  /// - Throws: `FileError` if one of them cannot be read.
  public func open(_ captures: [Capture]) throws -> OpenedCaptures {
    let last = try state.lastOperation()
    return OpenedCaptures(files: try captures.map { try state.open($0.path) }, last: last)
  }

  /// Returns the captures whose body an editor left empty.
  public func emptied(_ opened: OpenedCaptures) -> [NotePath] {
    opened.files.filter { file in
      let after = try? store.readText(file.path).bytes
      return !file.bytes.hasNoText && after?.hasNoText ?? false
    }.map(\.path)
  }

  /// Records the changes that an editor made to captures as one operation in the journal.
  ///
  /// Changes that commands made in the meantime are merged in: front matter by field, bodies by
  /// line. If a command and the editor changed the same field or line, the editor's text is kept,
  /// and an undo restores the commands' version. A capture that was moved in the meantime becomes
  /// one file at its new path, with the text that the editor saved at the old path.
  ///
  /// - Parameter restoring: The files to restore to their previous bytes.
  /// - Throws: `FileError` if the notebook cannot be locked or the journal cannot be written. In
  ///   both cases the files remain as the editor left them.
  public func close(
    _ opened: OpenedCaptures, restoring: Set<NotePath> = []
  ) throws -> EditorReport {
    try state.transaction(at: clock.now) { transaction in
      let meanwhile = try state.changes(to: opened.files, since: opened.last)
      var closing = Closing(notebook: self, transaction: transaction, restoring: restoring)
      for (file, changes) in zip(opened.files, meanwhile) { try closing.add(file, changes) }
      try closing.finish()
      if !closing.result.report.changed.isEmpty {
        closing.result.report.operation = transaction.operation
      }
      return closing.result
    }
  }
}

// MARK: - Closing

/// A recorder that writes to the journal the changes that an editor made to files.
private struct Closing {
  /// A file for ``finish()`` to record, and its versions.
  private struct File {
    let path: NotePath
    let versions: EditorVersions
    let changes: MeanwhileChanges
    let isRestored: Bool
  }

  let notebook: Notebook
  let transaction: Transaction
  let restoring: Set<NotePath>
  var result = EditorReport()
  private var files: [File] = []

  init(notebook: Notebook, transaction: Transaction, restoring: Set<NotePath>) {
    (self.notebook, self.transaction, self.restoring) = (notebook, transaction, restoring)
  }

  /// Handles a file that was removed, or that the editor saved at its old path after a move.
  /// Collects any other file, so that ``finish()`` records all of them together.
  mutating func add(_ file: OpenedFile, _ changes: MeanwhileChanges) throws {
    let versions = EditorVersions(file.bytes, changes.changes)
    let saved = try bytes(at: file.path)
    guard let place = changes.path else { return try addRemoved(file, saved, changes) }
    if place == file.path {
      guard saved != nil else { return try noteRemoval(of: file, versions) }
    } else if let operation = changes.mover ?? changes.operations.last {
      result.notes.append((place, .moved(from: file.path, operation)))
      if changes.isReplaced {
        if saved != nil { result.notes.append((file.path, .replaced(operation))) }
      } else if let saved {
        return try bring(saved, from: file, to: place, versions, changes)
      }
      guard try bytes(at: place) != nil else { return }
    }
    files.append(
      File(
        path: place, versions: versions, changes: changes,
        isRestored: restoring.contains(file.path)))
  }

  /// For each collected file, merges the text that the editor saved with the changes made in the
  /// meantime. Records the merged files in the journal, and adds the outcomes to ``result``.
  mutating func finish() throws {
    var merges: [CaptureMerge?] = Array(repeating: nil, count: files.count)
    let outcomes = try transaction.editAll(
      files.map(\.path), since: files.map { $0.isRestored ? nil : $0.versions.without },
      isLast: true
    ) { [files, notebook] index, bytes in
      let file = files[index]
      if file.isRestored { return file.versions.without }
      let merge = file.versions.merged(with: bytes)
      merges[index] = merge
      return notebook.stamped(merge.bytes, since: file.versions.without)
    }
    for ((file, merge), outcome) in zip(zip(files, merges), outcomes) {
      switch outcome {
      case .changed: try note(file.path, file.versions, merge, file.changes)
      case .unchanged: result.report.unchanged.append(file.path)
      case .unsafe(let error):
        try note(file.path, file.versions, merge, file.changes)
        result.report.refused.append(error.diagnostic(file.path))
      case .failed(let error as FileError):
        result.report.refused.append(error.diagnostic(file.path))
      // Nothing else is thrown above.
      case .failed(let error): assertionFailure("\(error)")
      }
    }
  }

  /// Merges `saved`, which the editor saved at the old path of a moved file, into the file at the
  /// new path, and removes the file at the old path.
  private mutating func bring(
    _ saved: [UInt8], from file: OpenedFile, to place: NotePath, _ versions: EditorVersions,
    _ changes: MeanwhileChanges
  ) throws {
    // If this is interrupted, the draft still has the saved text.
    let draft = try notebook.state.saveDraft(
      saved, notes: Draft.notes(edited: file.path), at: notebook.clock.now)
    var merge: CaptureMerge?
    let edit = try transaction.edit(place) { [notebook] bytes in
      let merged = versions.moved(to: bytes).merged(with: saved)
      merge = merged
      return notebook.stamped(merged.bytes, since: bytes)
    }
    try transaction.withdraw(file.path, saved)
    if edit.isChange {
      try note(place, versions, merge, changes)
    } else {
      result.report.unchanged.append(place)
    }
    try notebook.state.removeDraft(draft)
  }

  private mutating func noteRemoval(of file: OpenedFile, _ versions: EditorVersions) throws {
    let last = OpenedFile(file, bytes: versions.known)
    try transaction.noteRemoval(of: last)
    result.report.changed.append(
      ChangeReport.Changed(id: nil, path: file.path, before: versions.known))
    result.notes.append((file.path, .removed))
  }

  /// Notes that a command removed a file while it was open. If the editor saved the file again,
  /// with the bytes `saved`, records the file as new.
  private mutating func addRemoved(
    _ file: OpenedFile, _ saved: [UInt8]?, _ changes: MeanwhileChanges
  ) throws {
    guard let operation = changes.operations.last else { return }
    result.notes.append((file.path, .trashed(operation, isBack: saved != nil)))
    guard let saved else { return }
    try transaction.noteCreation(of: file.path, saved)
    result.report.changed.append(ChangeReport.Changed(id: nil, path: file.path, after: saved))
  }

  /// Records that a file was changed, and adds notes about the change. `merge` is nil if the file's
  /// previous bytes were restored.
  private mutating func note(
    _ path: NotePath, _ versions: EditorVersions, _ merge: CaptureMerge?,
    _ changes: MeanwhileChanges
  ) throws {
    guard let capture = try? notebook.capture(at: path) else { return }
    let after = capture.document.bytes
    result.report.changed.append(
      ChangeReport.Changed(id: capture.id, path: path, before: versions.without, after: after))
    if let merge, merge.hasConflicts {
      result.notes.append(
        (path, .overwritten(changes.operations, fields: merge.fields, places: merge.hunks)))
    } else if merge == nil {
      result.notes.append((path, .restored))
    } else if !changes.changes.isEmpty, changes.path == changes.opened.path {
      result.notes.append((path, .merged(changes.operations)))
    }
    if after.hasNoText, !versions.without.hasNoText { result.notes.append((path, .emptied)) }
  }

  /// Returns the bytes of a file; nil if there is none.
  private func bytes(at path: NotePath) throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      return try notebook.store.read(path).bytes
    } catch  where error.code == .notFound || error.code == .notFolder {
      return nil
    }
  }
}

// MARK: - Versions

/// The versions of a file that commands change while an editor has it open.
private struct EditorVersions {
  /// The bytes that the file would have with the changes of commands, but without the changes of
  /// the editor.
  private(set) var without: [UInt8]
  /// The bytes of the file after its last known change, by a command or by the editor.
  private(set) var known: [UInt8]
  /// The bytes on which the editor's text is based.
  private var base: [UInt8]
  /// The merge of all changes by commands and by the editor.
  private var all: CaptureMerge

  init(_ opened: [UInt8], _ changes: [MeanwhileChanges.Change]) {
    (without, known, base, all) = (opened, opened, opened, CaptureMerge(opened))
    for change in changes {
      // If a command found bytes that no command wrote, the editor had saved them.
      save(change.before)
      all = all.adding(base: change.before, ours: all.bytes, theirs: change.after)
      without =
        CaptureMerge(base: change.before, ours: without, theirs: change.after).bytes
      known = change.after
    }
  }

  private mutating func save(_ saved: [UInt8]) {
    guard saved != known else { return }
    all = all.adding(base: base, ours: saved, theirs: all.bytes)
    (base, known) = (saved, saved)
  }

  /// Returns the merge of all changes, including those in `saved`, the bytes that the editor saved
  /// last.
  func merged(with saved: [UInt8]) -> CaptureMerge {
    var versions = self
    versions.save(saved)
    return versions.all
  }

  /// Returns these versions with `bytes` as the content that commands wrote last.
  func moved(to bytes: [UInt8]) -> EditorVersions {
    var versions = self
    versions.all = versions.all.adding(base: known, ours: all.bytes, theirs: bytes)
    versions.known = bytes
    return versions
  }
}

extension CaptureMerge {
  /// Merges the given versions, and returns the result together with the conflicts of this earlier
  /// merge.
  fileprivate func adding(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> CaptureMerge {
    CaptureMerge(base: base, ours: ours, theirs: theirs).following(self)
  }
}

extension Notebook {
  /// Returns the bytes of a capture after editing. If they differ from `before` and the settings
  /// request it, the field `updated` gets the current time, unless the edit changed the field
  /// itself.
  fileprivate func stamped(_ bytes: [UInt8], since before: [UInt8]) -> [UInt8] {
    let (old, new) = (Document(before), Document(bytes))
    guard bytes != before, let key = updatedKey(of: new), old[key] == new[key] else { return bytes }
    return (try? stamped(new))?.bytes ?? bytes
  }
}

extension [UInt8] {
  /// Whether the body of a capture with these bytes is empty or blank.
  fileprivate var hasNoText: Bool {
    self[Document(self).body].allSatisfy { " \t\r\n".utf8.contains($0) }
  }
}
