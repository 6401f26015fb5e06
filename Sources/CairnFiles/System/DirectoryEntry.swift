import Glibc

/// One entry of a listing, as the kernel packs it (`struct linux_dirent64`, getdents64(2)).
struct DirectoryEntry {
  /// The name; there is a NUL behind it.
  let name: UnsafeBufferPointer<UInt8>
  /// `DT_REG` and so on; `DT_UNKNOWN` where the file system does not tell.
  let type: UInt8

  private static let lengthOffset = 16
  private static let typeOffset = 18
  private static let nameOffset = 19

  /// Takes the first entry off `entries`; nil where there is none.
  init?(_ entries: inout UnsafeRawBufferPointer) {
    guard entries.count > Self.nameOffset else { return nil }
    let length = Int(entries.loadUnaligned(fromByteOffset: Self.lengthOffset, as: UInt16.self))
    guard length > Self.nameOffset, length <= entries.count else { return nil }
    type = entries[Self.typeOffset]
    let space = UnsafeRawBufferPointer(rebasing: entries[Self.nameOffset..<length])
      .assumingMemoryBound(to: CChar.self)
    guard let start = space.baseAddress else { return nil }
    // Every name goes through here: the C library finds the NUL many bytes at a time.
    let end = strnlen(start, space.count)
    name = UnsafeRawBufferPointer(start: start, count: end).assumingMemoryBound(to: UInt8.self)
    entries = UnsafeRawBufferPointer(rebasing: entries[length...])
  }

  /// Whether this is `.` or `..`.
  var isDots: Bool {
    name.count <= 2 && name.allSatisfy { $0 == UInt8(ascii: ".") }
  }
}
