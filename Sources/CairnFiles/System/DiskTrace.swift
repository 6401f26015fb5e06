import Glibc
import Synchronization

/// A record of every change to the disk, with all written bytes. Tests replay the changes on a
/// simulated disk that loses unsynced data.
package final class DiskTrace: Sendable {
  /// A change or a sync. Files and folders are identified by their inodes.
  package enum Event: Hashable, Sendable {
    /// A file was created under a name.
    case create(folder: UInt64, name: [UInt8], inode: UInt64)
    /// Bytes were written at an offset.
    case write(inode: UInt64, offset: Int, bytes: [UInt8])
    case truncate(inode: UInt64, size: Int)
    /// All bytes of a file, or all names of a folder, were synced to the disk.
    case sync(inode: UInt64)
    /// All earlier changes were synced to the disk.
    case syncAll
    case rename(folder: UInt64, name: [UInt8], to: UInt64, newName: [UInt8])
    case exchange(folder: UInt64, name: [UInt8], other: [UInt8])
    case remove(folder: UInt64, name: [UInt8])
    case makeFolder(folder: UInt64, name: [UInt8], inode: UInt64)
  }

  private let list = Mutex<[Event]>([])

  package init() {}

  /// All events in order.
  package var events: [Event] { list.withLock { $0 } }

  func note(_ event: Event) { list.withLock { $0.append(event) } }
}

// MARK: - Recording

extension DiskTrace {
  /// Returns the inode of an open file.
  static func inode(_ file: Int32) -> UInt64 {
    var status = stat()
    return Glibc.fstat(file, &status) == 0 ? UInt64(status.st_ino) : 0
  }

  /// Returns the status of a name in a folder.
  private static func status(_ folder: Int32, _ name: UnsafePointer<CChar>) -> stat {
    var status = stat()
    _ = Glibc.fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW)
    return status
  }

  static func bytes(_ name: UnsafePointer<CChar>) -> [UInt8] {
    UnsafeBufferPointer(start: name, count: strlen(name)).map(UInt8.init(bitPattern:))
  }

  func created(_ file: Int32, _ folder: Int32, _ name: UnsafePointer<CChar>) {
    var status = stat()
    _ = Glibc.fstat(file, &status)
    note(
      .create(
        folder: Self.inode(folder), name: Self.bytes(name), inode: UInt64(status.st_ino)))
  }

  func madeFolder(_ folder: Int32, _ name: UnsafePointer<CChar>) {
    let status = Self.status(folder, name)
    note(
      .makeFolder(
        folder: Self.inode(folder), name: Self.bytes(name), inode: UInt64(status.st_ino)))
  }

  /// Records bytes that were just written, which end at the file's current offset.
  func wrote(_ file: Int32, _ bytes: some Collection<UInt8>) {
    let end = Int(lseek(file, 0, SEEK_CUR))
    note(.write(inode: Self.inode(file), offset: end - bytes.count, bytes: Array(bytes)))
  }

  func renamed(
    _ folder: Int32, _ name: UnsafePointer<CChar>, _ newFolder: Int32,
    _ newName: UnsafePointer<CChar>
  ) {
    note(
      .rename(
        folder: Self.inode(folder), name: Self.bytes(name), to: Self.inode(newFolder),
        newName: Self.bytes(newName)))
  }

  func exchanged(
    _ folder: Int32, _ name: UnsafePointer<CChar>, _ other: UnsafePointer<CChar>
  ) {
    note(
      .exchange(folder: Self.inode(folder), name: Self.bytes(name), other: Self.bytes(other)))
  }

  func removed(_ folder: Int32, _ name: UnsafePointer<CChar>) {
    note(.remove(folder: Self.inode(folder), name: Self.bytes(name)))
  }
}
