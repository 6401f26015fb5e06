public import CairnText

/// What tells a file's states apart without reading it.
///
/// Equal stamps mean the same bytes, but for a file that was written twice within one tick of the
/// file system's clock (some milliseconds) and kept its size.
public struct Stamp: Hashable, Sendable {
  /// Bytes in the file.
  public let size: Int
  /// The file's number on its device.
  public let inode: UInt64
  /// The device it is on.
  public let device: UInt64
  // The moments lie apart, so that a stamp is 48 bytes without a gap.
  private let modifiedSeconds: Int
  private let changedSeconds: Int
  private let modifiedNanoseconds: Int32
  private let changedNanoseconds: Int32

  /// When its contents last changed (`st_mtim`).
  public var modified: Instant {
    Instant(seconds: modifiedSeconds, nanoseconds: Int(modifiedNanoseconds))
  }

  /// When its contents, name, owner or mode last changed (`st_ctim`); no program can set it.
  public var changed: Instant {
    Instant(seconds: changedSeconds, nanoseconds: Int(changedNanoseconds))
  }

  /// The stamp with these parts.
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

/// A file as it was read: its bytes, and the stamp they had.
public struct FileContents: Hashable, Sendable {
  /// All of the file.
  public let bytes: [UInt8]
  /// The stamp at the time of reading, taken before the bytes: where an editor saved meanwhile,
  /// it is older than the file's, so that the file is read again and never taken as known.
  public let stamp: Stamp

  /// Contents with these bytes and stamp.
  public init(bytes: [UInt8], stamp: Stamp) {
    self.bytes = bytes
    self.stamp = stamp
  }
}
