public import CairnText

/// A folder as it is handed to the index.
public struct IndexedFolder: Sendable {
  /// Where it is.
  public let path: NotePath
  /// The names of its Markdown files, in the order in which the disk lists them.
  public let files: [[UInt8]]
  /// The numbers of those names in byte order.
  public let order: [UInt32]

  /// The folder at `path`. Costs the sorting of its files.
  public init(path: NotePath, files: [[UInt8]]) {
    self.path = path
    self.files = files
    order = (0..<UInt32(files.count)).sorted {
      NotePath(listed: files[Int($0)]) < NotePath(listed: files[Int($1)])
    }
  }
}
