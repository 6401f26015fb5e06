import CairnCapture
import CairnDocument
public import CairnFiles
import CairnIndex
public import CairnText

/// The pieces of a capture's text, for which vectors are to be made or were just made.
public struct EmbeddedCapture: Sendable {
  /// The path of the capture.
  public let path: NotePath
  /// The stamp of the capture's file when it was read; 0 if the file may change without getting
  /// another stamp.
  public let stamp: UInt64
  /// The pieces of the capture's text, with their hashes.
  public let pieces: [(hash: UInt64, text: String)]
}

extension Notebook {
  /// Reads a capture whose vectors are to be made; nil if it is private, no longer exists or cannot
  /// be read.
  public func embeddedCapture(at path: NotePath) -> EmbeddedCapture? {
    let start = store.now()
    guard let contents = try? store.readText(path) else { return nil }
    let capture = Capture(
      path: path, document: Document(contents.bytes), modified: contents.stamp.modified)
    guard !isPrivate(capture) else { return nil }
    return EmbeddedCapture(
      path: path, stamp: contents.stamp.vectorStamp(at: start),
      pieces: capture.embeddedTexts.map { (EmbeddingModel.hash(ofText: $0), $0) })
  }
}

// MARK: - After changes

extension Notebook {
  /// Returns whether the file at a path exists and, if `stamp` is not 0, still has this stamp.
  public func isUnchanged(_ path: NotePath, since stamp: UInt64) -> Bool {
    guard let now = try? store.stamp(path) else { return false }
    return stamp == 0 || FileIdentity(now).vectorStamp == stamp
  }
}

extension Notebook {
  /// Updates the vectors after an operation of Cairn. Deletes the vectors of removed captures, of
  /// captures that became private, and of text that no longer exists. Keeps the vectors of moved
  /// captures. Sends nothing to a server, so new text gets no vectors.
  ///
  /// Costs nothing if there are no vectors.
  public func updateVectors(after changes: [OperationChange]) {
    guard let vectors, let table = vectors.table else { return }
    let places = ChangedPlaces(changes)
    guard (0..<table.count).contains(where: { places.newPath(of: table.path($0)) != nil }) else {
      return
    }
    try? vectors.update { table in
      guard let table else { return nil }
      var writer = VectorTableWriter(table)
      for path in Array(writer.paths) {
        guard let new = places.newPath(of: path), let item = writer[path] else { continue }
        writer[path] = nil
        if let kept = kept(item, at: path) ?? kept(item, at: new) { writer[kept.path] = kept.item }
      }
      return writer
    }
  }

  /// Returns the path of a capture, and the vectors of the pieces that the capture's text still
  /// contains. Returns nil if no vectors are left.
  private func kept(
    _ item: VectorTableWriter.Item, at path: NotePath
  ) -> (path: NotePath, item: VectorTableWriter.Item)? {
    guard let capture = embeddedCapture(at: path) else { return nil }
    let hashes = Set(capture.pieces.map(\.hash))
    var item = item
    item.pieces.removeAll { !hashes.contains($0.hash) }
    item.stamp = item.pieces.map(\.hash) == capture.pieces.map(\.hash) ? capture.stamp : 0
    return item.pieces.isEmpty ? nil : (path, item)
  }
}

/// The files and folders that operations changed, each with its new path.
private struct ChangedPlaces {
  private var places: [NotePath: NotePath] = [:]

  init(_ changes: [OperationChange]) {
    for change in changes {
      places[change.from ?? change.path] = change.path
      // A collection's page can make all captures of the collection private.
      let folder = change.path.parent
      if change.path.nameBytes.elementsEqual(CollectionPage.fileName.utf8), places[folder] == nil {
        places[folder] = folder
      }
    }
  }

  /// Returns the new path of a file if the file or a folder above it changed; otherwise nil.
  func newPath(of path: NotePath) -> NotePath? {
    var old = path
    while true {
      if let new = places[old] {
        return NotePath(bytes: new.bytes + path.bytes.dropFirst(old.bytes.count)) ?? path
      }
      if old.isRoot { return nil }
      old = old.parent
    }
  }
}
