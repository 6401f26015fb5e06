public import CairnText

/// A folder to be indexed.
public struct IndexedFolder: Sendable {
  /// The path of the folder.
  public let path: NotePath
  /// The names of the folder's Markdown files, in the order in which the disk lists them.
  public let files: [[UInt8]]
  /// The indexes of `files`, sorted by the bytes of the file names.
  public let order: [UInt32]

  /// Creates a folder. Sorts its files.
  public init(path: NotePath, files: [[UInt8]]) {
    self.path = path
    self.files = files
    order = (0..<UInt32(files.count)).sorted {
      NotePath(listed: files[Int($0)]) < NotePath(listed: files[Int($1)])
    }
  }
}
