public import CairnText

/// The names in a folder that an earlier walk listed. While the folder has the same stamp as in that
/// walk (``FolderListing/stamp``), a new walk uses these names instead of listing the folder again.
///
/// The kernel changes the time `st_ctim` of a folder each time a name is added, removed or replaced
/// in the folder (POSIX: `open`, `rename`, `unlink`), and no program can set this time. A walk still
/// looks at each note, because a change to the contents of a file does not change its folder.
public struct KnownFolder: Sendable {
  /// The names of the folder's notes, in the order in which the disk listed them.
  let names: NameList
  /// The names of the folder's subfolders.
  let subfolders: NameList
  /// The names of the folder's subfolders that are never entered.
  let hiddenFolders: NameList

  /// Creates a known folder from the names that a walk listed.
  public init(names: NameList, subfolders: NameList, hiddenFolders: NameList) {
    self.names = names
    self.subfolders = subfolders
    self.hiddenFolders = hiddenFolders
  }

  /// A function that returns the names in the folder at `path` if the folder still has `stamp`; nil
  /// if the folder must be listed.
  public typealias Lookup = @Sendable (_ path: NotePath, _ stamp: Stamp) -> KnownFolder?
}
