public import CairnCapture
import CairnDocument
public import CairnFiles
public import CairnText

/// Methods that move captures to the trash, restore them, and delete them permanently.
///
/// These methods throw `FileError` if the notebook cannot be locked. Errors of single items are in
/// the report, and the other items are still processed.
extension Notebook {
  /// Moves captures to the trash. Their pictures and files in the folder `media` go with them,
  /// unless something else mentions these files.
  ///
  /// - Parameter catalog: The current catalog, with attachments.
  public func trash(
    _ captures: [Capture], _ mode: Mode = .write, in catalog: Catalog
  ) throws -> ChangeReport {
    let removed = { (capture: Capture) in
      ChangeReport.Changed(id: capture.id, path: capture.path, before: capture.document.bytes)
    }
    let media = mediaOfRemoved(captures, in: catalog)
    guard mode == .write else {
      var report = try each(captures, \.path, mode, removed) { _, capture in removed(capture) }
      report.changed += media.map { self.removed($0.path) }
      return report
    }
    return try state.transaction(at: clock.now) { transaction in
      var report = each(captures, \.path, transaction) { transaction, capture throws(FileError) in
        _ = try transaction.trash(capture.path)
        return removed(capture)
      }
      let gone = Set(report.changed.map(\.path))
      trashMedia(media.filter { $0.users.isSubset(of: gone) }.map(\.path), transaction, &report)
      return report
    }
  }

  /// Moves a capture and its pictures and files (`media`) to the trash, as part of a transaction,
  /// and adds the changes to the report. Throws `FileError` if the capture cannot be moved.
  func trash(
    _ capture: Capture, with media: [MediaOfRemoved], _ transaction: Transaction,
    _ report: inout ChangeReport
  ) throws(FileError) {
    _ = try transaction.trash(capture.path)
    report.changed.append(
      ChangeReport.Changed(id: capture.id, path: capture.path, before: capture.document.bytes))
    trashMedia(media.map(\.path), transaction, &report)
  }

  /// Returns the media files that are no longer needed once `captures` are removed. Evaluates
  /// `catalog` only if a capture has pictures or files.
  func mediaOfRemoved(
    _ captures: [Capture], in catalog: @autoclosure () -> Catalog
  ) -> [MediaOfRemoved] {
    captures.contains { !($0.images + $0.files).isEmpty }
      ? mediaOnly(of: captures, in: catalog()) : []
  }

  /// Returns the capture in the trash; nil if the entry is a folder or another file, or cannot be
  /// read.
  public func capture(in entry: TrashEntry) -> Capture? {
    guard !entry.isFolder, store.isNote(entry.path.nameBytes),
      let bytes = try? state.contents(of: entry).bytes
    else { return nil }
    return Capture(path: entry.path, document: Document(bytes), modified: entry.time)
  }

  /// Restores entries to their original paths or to `folder`. An entry whose path is taken is not
  /// restored. Also restores missing pictures and files to which a restored capture refers. If a
  /// capture is restored to another folder, its field `collection` is updated, if it has one.
  /// Throws a `Diagnostic`, and does nothing, if `.cairnignore` hides one of the paths.
  public func restore(
    _ entries: [TrashEntry], to folder: NotePath? = nil, _ mode: Mode = .write
  ) throws -> ChangeReport {
    let entries = entries + mediaInTrash(of: entries)
    let place = { (entry: TrashEntry) in folder.map { entry.path(in: $0) } ?? entry.path }
    for entry in entries { try checkIsListed(place(entry), isFolder: entry.isFolder) }
    let preview = { ChangeReport.Changed(id: nil, path: place($0)) }
    var refused: [Diagnostic] = []
    var report = try each(entries, place, mode, preview) { transaction, entry throws(FileError) in
      if folder == nil, holdsSame(as: entry) {
        try transaction.discard(entry)
        return Self.changed(entry)
      }
      let path = try transaction.restore(entry, to: place(entry))
      guard !entry.isFolder, let capture = try? capture(at: path) else {
        return ChangeReport.Changed(id: nil, path: path)
      }
      if let folder {
        let edited = try change([capture], in: transaction) { capture throws(Diagnostic) in
          try following(folder, capture)
        }
        refused += edited.refused.map {
          $0.saying("the file was restored, but its field `collection` is unchanged: \($0.message)")
        }
      }
      return ChangeReport.Changed(id: capture.id, path: path)
    }
    report.refused += refused
    return report
  }

  /// Deletes entries of the trash permanently.
  public func discard(_ entries: [TrashEntry], _ mode: Mode = .write) throws -> ChangeReport {
    try each(entries, \.path, mode, Self.changed) { transaction, entry throws(FileError) in
      try transaction.discard(entry)
      return Self.changed(entry)
    }
  }

  private static func changed(_ entry: TrashEntry) -> ChangeReport.Changed {
    ChangeReport.Changed(id: nil, path: entry.path)
  }

  /// Applies `body` to each item in one transaction; in a dry run, reports what `preview` returns.
  /// `path` returns the path to report if an item fails.
  private func each<Item>(
    _ items: [Item], _ path: (Item) -> NotePath, _ mode: Mode,
    _ preview: (Item) -> ChangeReport.Changed,
    _ body: (Transaction, Item) throws(FileError) -> ChangeReport.Changed
  ) throws -> ChangeReport {
    guard mode == .write else {
      var report = ChangeReport()
      report.changed = items.map(preview)
      return report
    }
    return try state.transaction(at: clock.now) { each(items, path, $0, body) }
  }

  /// Applies `body` to each item as part of a transaction. `path` returns the path to report if an
  /// item fails.
  private func each<Item>(
    _ items: [Item], _ path: (Item) -> NotePath, _ transaction: Transaction,
    _ body: (Transaction, Item) throws(FileError) -> ChangeReport.Changed
  ) -> ChangeReport {
    var report = ChangeReport(operation: transaction.operation)
    for item in items {
      do throws(FileError) {
        report.changed.append(try body(transaction, item))
      } catch {
        report.refused.append(error.diagnostic(path(item), isReturn: true))
      }
    }
    return report
  }
}

extension TrashEntry {
  /// Returns the path at which the entry is restored in another folder. A file that was in a folder
  /// `media` is restored in the folder `media` inside the other folder.
  fileprivate func path(in folder: NotePath) -> NotePath {
    let isMedia = !isFolder && path.parent.nameBytes.elementsEqual(Capture.mediaFolder.utf8)
    let parent = isMedia ? folder.appending(listed: Capture.mediaFolder.utf8) : folder
    return parent.appending(listed: path.nameBytes)
  }
}
