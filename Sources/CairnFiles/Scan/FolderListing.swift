public import CairnText

/// What one folder holds, as ``Store/walk(threads:_:)`` finds it.
///
/// Names lie packed one behind the other, and nothing is allocated for a single file. The thread
/// that made the listing uses its memory again for the next one: what is to stay is copied.
public struct FolderListing: Sendable {
  /// The folder.
  public internal(set) var path = NotePath.root
  /// Its Markdown files, in the disk's order: the same each time as long as nothing changes.
  public internal(set) var names = NameList()
  /// Their states, one for each of ``names``.
  public internal(set) var stamps: [Stamp] = []
  /// Its other regular files, in the disk's order. Nothing was asked about them but their kind.
  public internal(set) var attachments = NameList()
  /// The folders in it, in the disk's order.
  public internal(set) var subfolders = NameList()
  /// Whether everything in it was seen. Where it was not, that a file is missing here says nothing.
  public internal(set) var isComplete = true

  init() {}

  /// Begins the listing of another folder.
  mutating func reset(_ path: NotePath) {
    self.path = path
    names.removeAll()
    stamps.removeAll(keepingCapacity: true)
    attachments.removeAll()
    subfolders.removeAll()
    isComplete = true
  }
}
