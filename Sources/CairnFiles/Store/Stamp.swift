public import CairnText

/// File metadata that shows whether a file has changed, so that the file need not be read.
///
/// Equal stamps mean equal bytes, unless a file was written twice within one tick of the file
/// system's clock (some milliseconds) and kept its size.
public struct Stamp: Hashable, Sendable {
  /// The file's size in bytes.
  public let size: Int
  /// The file's inode number on its device.
  public let inode: UInt64
  /// The number of the device that contains the file.
  public let device: UInt64
  // The times are stored as separate fields, so that a stamp is 48 bytes without padding.
  private let modifiedSeconds: Int
  private let changedSeconds: Int
  private let modifiedNanoseconds: Int32
  private let changedNanoseconds: Int32

  /// The time when the contents last changed (`st_mtim`).
  public var modified: Instant {
    Instant(seconds: modifiedSeconds, nanoseconds: Int(modifiedNanoseconds))
  }

  /// The time when contents, name, owner or mode last changed (`st_ctim`); programs cannot set it.
  public var changed: Instant {
    Instant(seconds: changedSeconds, nanoseconds: Int(changedNanoseconds))
  }

  /// Creates a stamp from its parts.
  public init(size: Int, modified: Instant, changed: Instant, inode: UInt64, device: UInt64) {
    self.size = size
    self.inode = inode
    self.device = device
    modifiedSeconds = modified.seconds
    changedSeconds = changed.seconds
    modifiedNanoseconds = Int32(truncatingIfNeeded: modified.nanoseconds)
    changedNanoseconds = Int32(truncatingIfNeeded: changed.nanoseconds)
  }
}

/// A file as it was read: its bytes and its stamp.
public struct FileContents: Hashable, Sendable {
  /// All bytes of the file.
  public let bytes: [UInt8]
  /// The stamp from just before the bytes were read. If an editor saves the file after that, the
  /// file's new stamp differs, so the file counts as changed and is read again.
  public let stamp: Stamp

  /// Creates contents from bytes and a stamp.
  public init(bytes: [UInt8], stamp: Stamp) {
    self.bytes = bytes
    self.stamp = stamp
  }
}
