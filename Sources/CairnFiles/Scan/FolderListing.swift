public import CairnText

/// The contents of one folder, as found by ``Store/walk(threads:_:)``.
///
/// Names are packed into one array, and nothing is allocated per file. The thread that made the
/// listing reuses its memory for the next folder, so copy anything you keep.
public struct FolderListing: Sendable {
  /// The folder.
  public internal(set) var path = NotePath.root
  /// A number that no other listing of this process has, as long as the folder is watched: two
  /// listings with the same number are the same listing. Nil if folders are not watched.
  public internal(set) var number: Int?
  /// The folder's Markdown files, in the disk's order, which is stable while nothing changes.
  public internal(set) var names = NameList()
  /// The stamps of the Markdown files, one for each of ``names``.
  public internal(set) var stamps: [Stamp] = []
  /// The folder's regular files that are not Markdown, in the disk's order. Their stamps are not
  /// read.
  public internal(set) var attachments = NameList()
  /// The folder's subfolders, in the disk's order.
  public internal(set) var subfolders = NameList()
  /// Whether the whole folder was read. If not, a file that is missing here may still exist.
  public internal(set) var isComplete = true

  init() {}

  /// Begins the listing of another folder.
  mutating func reset(_ path: NotePath) {
    self.path = path
    number = nil
    names.removeAll()
    stamps.removeAll(keepingCapacity: true)
    attachments.removeAll()
    subfolders.removeAll()
    isComplete = true
  }
}
