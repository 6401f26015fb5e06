import CairnCapture
import CairnDocument
import CairnFiles
import CairnText

/// A media file that is no longer needed once certain captures are removed.
struct MediaOfRemoved {
  let path: NotePath
  /// The captures that mention the file.
  let users: Set<NotePath>

  /// Returns whether one of these new captures may mention the file.
  func isMentioned(in added: [ChangeReport.Changed]) -> Bool {
    added.contains { new in
      Mentions(
        of: Capture(path: new.path, document: Document(new.after), modified: Instant(seconds: 0))
      )
      .contain(path, among: [path])
    }
  }
}

extension Notebook {
  /// Returns the media files of `captures` that no other document mentions.
  func mediaOnly(of captures: [Capture], in catalog: Catalog) -> [MediaOfRemoved] {
    let doomed = Set(captures.map(\.path))
    let own = captures.flatMap { catalog.media(of: $0) }.uniqued()
    let users = catalog.users(of: own)
    return own.compactMap { path in
      let users = users[path] ?? []
      return users.isSubset(of: doomed) ? MediaOfRemoved(path: path, users: users) : nil
    }
  }

  /// Returns the trash entries of media files. Includes only files to which a capture in `entries`
  /// refers, and leaves out files that are still in the notebook. If a path has several entries,
  /// only the latest is returned.
  func mediaInTrash(of entries: [TrashEntry]) -> [TrashEntry] {
    let captures = entries.compactMap(capture)
    let wanted = Set(captures.flatMap { $0.images + $0.files }.compactMap(\.path)).filter(isMissing)
    guard !wanted.isEmpty, let all = try? state.trash().entries else { return [] }
    var seen = Set(entries.map(\.path))
    return all.filter { entry in
      !entry.isFolder && wanted.contains(entry.path) && seen.insert(entry.path).inserted
    }
  }

  /// Returns whether a trash entry is a file from a folder `media`, and a file with the same bytes
  /// exists at the entry's original path.
  func holdsSame(as entry: TrashEntry) -> Bool {
    guard !entry.isFolder, entry.path.parent.nameBytes.elementsEqual(Capture.mediaFolder.utf8),
      let there = try? store.read(entry.path).bytes, let kept = try? state.contents(of: entry).bytes
    else { return false }
    return there == kept
  }
}
