import Glibc

/// One directory entry in the kernel's format (`struct linux_dirent64`, getdents64(2)).
struct DirectoryEntry {
  /// The name, which is followed by a NUL.
  let name: UnsafeBufferPointer<UInt8>
  /// The type of the file, such as `DT_REG`; `DT_UNKNOWN` if the file system does not report it.
  let type: UInt8

  private static let lengthOffset = 16
  private static let typeOffset = 18
  private static let nameOffset = 19

  /// Parses the first entry of `entries` and removes it from `entries`; returns nil if there is
  /// none.
  init?(_ entries: inout UnsafeRawBufferPointer) {
    guard entries.count > Self.nameOffset else { return nil }
    let length = Int(entries.loadUnaligned(fromByteOffset: Self.lengthOffset, as: UInt16.self))
    guard length > Self.nameOffset, length <= entries.count else { return nil }
    type = entries[Self.typeOffset]
    let space = UnsafeRawBufferPointer(rebasing: entries[Self.nameOffset..<length])
      .assumingMemoryBound(to: CChar.self)
    guard let start = space.baseAddress else { return nil }
    // `strnlen` is fast, which matters because every name passes through here.
    let end = strnlen(start, space.count)
    name = UnsafeRawBufferPointer(start: start, count: end).assumingMemoryBound(to: UInt8.self)
    entries = UnsafeRawBufferPointer(rebasing: entries[length...])
  }

  /// Whether the name is `.` or `..`.
  var isDots: Bool {
    name.count <= 2 && name.allSatisfy { $0 == UInt8(ascii: ".") }
  }
}
