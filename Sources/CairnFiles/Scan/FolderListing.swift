public import CairnText

/// The contents of one folder, as found by ``Store/walk(threads:_:)``.
///
/// Names are packed into one array, so a file needs no allocation. The thread uses the same memory
/// for the next folder, so copy anything that you keep.
public struct FolderListing: Sendable {
  /// The folder.
  public internal(set) var path = NotePath.root
  /// The number of this listing, unique within its ``FolderMemory``. If a later listing of the
  /// folder has the same number, the folder has not changed. Nil if folders are not watched.
  public internal(set) var number: Int?
  /// The names of the folder's notes (``Store/isNote(_:)``), in the disk's order, which is stable
  /// while nothing changes.
  public internal(set) var names = NameList()
  /// The stamp that the folder itself had before it was listed. If a later walk finds the folder
  /// with the same stamp, the folder contains the same names, unless it changed twice within one
  /// tick of the file system's clock. Nil if the walk cannot promise this, or if the folder contains
  /// something that a ``KnownFolder`` cannot describe, such as a symbolic link or ignored files.
  public internal(set) var stamp: Stamp?
  /// The stamps of the notes, one for each of ``names``. If the walk estimates stamps, most are the
  /// stamp of another file in the folder, and some files may no longer exist.
  public internal(set) var stamps: [Stamp] = []
  /// The names of the folder's regular files that are not notes, in the disk's order. The stamps of
  /// these files are not read.
  public internal(set) var attachments = NameList()
  /// The names of the folder's subfolders, in the disk's order.
  public internal(set) var subfolders = NameList()
  /// The names of the folder's subfolders that are never entered, such as those that begin with a
  /// dot.
  public internal(set) var hiddenFolders = NameList()
  /// Whether the whole folder was read. If false, a file that is not in the listing may still
  /// exist.
  public internal(set) var isComplete = true

  init() {}

  /// Empties the listing, so that it can be filled for the folder at `path`.
  mutating func reset(_ path: NotePath) {
    self.path = path
    number = nil
    stamp = nil
    names.removeAll()
    stamps.removeAll(keepingCapacity: true)
    attachments.removeAll()
    subfolders.removeAll()
    hiddenFolders.removeAll()
    isComplete = true
  }
}
