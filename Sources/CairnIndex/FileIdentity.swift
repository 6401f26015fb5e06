/// What tells the states of a file apart without reading it, as the index keeps it.
///
/// Equal identities mean the same bytes, unless the file was written within one tick of its file
/// system's clock of being read: such a file is marked as racy and read again, as git does it.
public struct FileIdentity: Hashable, Sendable {
  /// Bytes in the file, without the bits above 32.
  public let size: UInt32
  /// When its contents last changed: nanoseconds since 1970.
  public let modified: Int64
  /// When its contents, name, owner or mode last changed: nanoseconds since 1970.
  public let changed: Int64
  /// The number of the file, and of the device it is on, in one.
  public let number: UInt64

  /// The identity with these parts.
  public init(size: UInt32, modified: Int64, changed: Int64, number: UInt64) {
    self.size = size
    self.modified = modified
    self.changed = changed
    self.number = number
  }
}
