/// The metadata by which the index detects that a file has changed, without reading the file.
///
/// Equal identities mean equal bytes, with one exception: a file that was written and read within
/// one tick of the file system's clock. Such a file is marked as racy and read again, as in git.
public struct FileIdentity: Hashable, Sendable {
  /// The file size in bytes, truncated to its low 32 bits.
  public let size: UInt32
  /// The time of the last change to the contents, in nanoseconds since 1970.
  public let modified: Int64
  /// The time of the last change to the contents, name, owner or mode, in nanoseconds since 1970.
  public let changed: Int64
  /// The file's inode number and its device number, combined.
  public let number: UInt64

  /// Creates an identity from its parts.
  public init(size: UInt32, modified: Int64, changed: Int64, number: UInt64) {
    self.size = size
    self.modified = modified
    self.changed = changed
    self.number = number
  }
}
