import CairnCapture
import CairnDocument
import CairnFiles
import CairnGit
import CairnNotebook
import CairnText

/// The files that git could not merge, as conflicts for a person to resolve.
struct UnmergedTable {
  /// The conflicts. Files that each copy moved to a different path come first.
  private(set) var conflicts: [FileConflict] = []
  private let contents: [String: [UInt8]]
  private let isReplaying: Bool
  private let catalog: Catalog

  /// Creates a table of the unmerged files that exist in the notebook, and reads these files.
  ///
  /// - Parameters:
  ///   - contents: The bytes of all versions of the files, keyed by the id of each version's blob
  ///     in git.
  ///   - isReplaying: Whether our commits are being reapplied onto the remote's, as in a rebase.
  ///   - catalog: The captures of the notebook.
  init(
    _ files: [Repository.Unmerged], _ contents: [String: [UInt8]], isReplaying: Bool,
    catalog: Catalog
  ) {
    (self.contents, self.isReplaying, self.catalog) = (contents, isReplaying, catalog)
    // If each copy moved a file to a different path, git writes the same bytes to both paths.
    var apart: [String: Capture] = [:]
    for file in files where file.base == nil && file.ours == nil {
      if let blob = file.theirs, let path = NotePath(bytes: file.path), let copy = read(path) {
        apart[blob] = copy
      }
    }
    var taken: Set<NotePath> = []
    for file in files where file.base == nil && file.theirs == nil {
      guard let path = NotePath(bytes: file.path), let capture = read(path), let blob = file.ours,
        let other = apart[blob], other.document.bytes == capture.document.bytes
      else { continue }
      apart[blob] = nil
      taken.formUnion([path, other.path])
      conflicts.append(
        FileConflict(
          state: .movedApart, capture: capture, isNote: isNote(capture), other: other,
          marks: Conflicts(capture.document.bytes), isReplaying: isReplaying))
    }
    for file in files {
      guard let path = NotePath(bytes: file.path), !taken.contains(path), let capture = read(path),
        let conflict = conflict(file, capture)
      else { continue }
      conflicts.append(conflict)
    }
  }

  private func isNote(_ capture: Capture) -> Bool {
    catalog.notebook.store.isNote(capture.path.nameBytes)
  }

  /// Reads a file of the notebook; returns nil if it does not exist.
  private func read(_ path: NotePath) -> Capture? {
    // A file that is too large to read still exists.
    guard (try? catalog.notebook.store.kind(path)) == .file else { return nil }
    let bytes = (try? catalog.notebook.store.read(path).bytes) ?? []
    return Capture(path: path, document: Document(bytes), modified: catalog.notebook.clock.now)
  }

  /// Returns the conflict in a file; nil if a person already resolved it, or if neither copy has
  /// the file at this path.
  private func conflict(_ file: Repository.Unmerged, _ capture: Capture) -> FileConflict? {
    let base = file.base.flatMap { contents[$0] }
    let theirs = file.theirs.flatMap { blob in contents[blob].map { (blob, $0) } }
    var found = FileConflict(
      state: .unplaced, capture: capture, isNote: isNote(capture),
      marks: Conflicts(capture.document.bytes), base: base, theirs: theirs,
      isReplaying: isReplaying)
    switch (file.ours, file.theirs) {
    case (let ours?, _?):
      let bytes = capture.document.bytes
      if !found.marks.isEmpty {
        found.state = .changed
      } else if !bytes.isEmpty, contents[ours]?.differs(from: bytes) ?? false {
        return nil
      } else {
        found.state =
          isTwo(base, contents[ours], theirs?.1, path: capture.path) ? .twoCaptures : .unmerged
      }
    case (nil, nil): return nil
    case (let ours, _):
      guard let base else {
        // A file that both copies moved may also contain conflict markers.
        if !found.marks.isEmpty { found.state = .changed }
        break
      }
      found.state = (ours == nil) == isReplaying ? .removedThere : .removedHere
      guard let id = Capture.id(in: base), capture.id == id,
        let moved = catalog.captures(catalog.entries(withID: id)).filter({ $0.path != capture.path }
        )
        .min(by: { $0.path < $1.path })
      else { break }
      found.state = found.state == .removedHere ? .movedHere : .movedThere
      found.other = moved
    }
    return found
  }

  private func isTwo(
    _ base: [UInt8]?, _ ours: [UInt8]?, _ theirs: [UInt8]?, path: NotePath
  ) -> Bool {
    guard let ours, let theirs else { return false }
    return CaptureMerge.areTwo(
      base: Document(base ?? []), ours: Document(ours), theirs: Document(theirs), at: path)
  }
}

extension Capture {
  fileprivate static func id(in bytes: [UInt8]) -> String? { Document(bytes)["id"]?.text }
}

extension [UInt8] {
  /// Returns whether the bytes differ by more than line endings, which git may have converted.
  fileprivate func differs(from other: [UInt8]) -> Bool {
    let cr = UInt8(ascii: "\r")
    return !lazy.filter { $0 != cr }.elementsEqual(other.lazy.filter { $0 != cr })
  }
}
