import CairnText

extension Archive {
  /// The maximum size in bytes of everything after the list of files: the end record and the
  /// comment.
  private static let longestEnd = 22 + 0xFFFF

  /// Opens a zip archive by reading the list of files at its end (APPNOTE 4.3.12).
  static func zip(_ input: ArchiveInput, _ limits: Limits) throws(ArchiveFailure) -> Archive {
    var archive = Archive(input: input)
    var (count, size, offset) = try directory(of: input)
    guard size <= 64 << 20, offset >= 0, offset <= input.size - size,
      let bytes = input.read(offset..<offset + size)
    else { throw .damaged }
    offset = 0
    while count > 0 {
      guard let entry = ZipEntry(bytes, at: offset) else { throw .damaged }
      offset = entry.end
      count -= 1
      // A folder.
      if entry.name.last == UInt8(ascii: "/") { continue }
      if let reason = entry.refusal {
        archive.skipped.append((String(decoding: entry.name, as: UTF8.self), reason))
        continue
      }
      try archive.add(
        entry.name,
        Entry(
          offset: entry.offset, packedSize: entry.packedSize, size: entry.size,
          isCompressed: entry.method == 8, checksum: entry.checksum, modified: entry.modified),
        limits)
    }
    return archive
  }

  /// Returns three facts about the list of files: the number of entries, the size in bytes, and the
  /// offset of the list.
  private static func directory(
    of input: ArchiveInput
  ) throws(ArchiveFailure) -> (count: Int, size: Int, offset: Int) {
    let start = max(0, input.size - longestEnd)
    guard let bytes = input.read(start..<input.size) else { throw .damaged }
    let found = stride(from: bytes.count - 22, through: 0, by: -1).first {
      bytes.number($0, 4) == 0x0605_4B50
    }
    guard let end = found, let count = bytes.number(end + 10, 2),
      let size = bytes.number(end + 12, 4), let offset = bytes.number(end + 16, 4)
    else { throw .damaged }
    guard count == 0xFFFF || size == 0xFFFF_FFFF || offset == 0xFFFF_FFFF else {
      return (count, size, offset)
    }
    // Numbers that are too large for the end record are in a separate record (APPNOTE 4.3.14).
    guard bytes.number(end - 20, 4) == 0x0706_4B50, let place = bytes.number(end - 12, 8),
      place >= 0, place <= input.size - 56, let record = input.read(place..<place + 56),
      record.number(0, 4) == 0x0606_4B50, let large = record.number(32, 8),
      let largeSize = record.number(40, 8), let largeOffset = record.number(48, 8)
    else { throw .damaged }
    return (large, largeSize, largeOffset)
  }

  /// Returns the decompressed bytes of a file in a zip archive. Returns nil if the bytes are
  /// damaged or do not match the checksum.
  func zipBytes(_ entry: Entry, _ checksum: UInt32) -> [UInt8]? {
    guard entry.offset >= 0, entry.offset <= input.size - 30,
      let head = input.read(entry.offset..<entry.offset + 30), head.number(0, 4) == 0x0403_4B50,
      let name = head.number(26, 2), let extra = head.number(28, 2)
    else { return nil }
    let start = entry.offset + 30 + name + extra
    guard start <= input.size - entry.packedSize,
      let packed = input.read(start..<start + entry.packedSize)
    else { return nil }
    let bytes: [UInt8]? =
      entry.isCompressed
      ? Deflate.decompressed(packed, size: entry.size)
      : packed.count == entry.size ? packed : nil
    return bytes.flatMap { Deflate.checksum($0) == checksum ? $0 : nil }
  }
}

/// An entry in the list at the end of a zip archive.
private struct ZipEntry {
  let name: [UInt8]
  let method: Int
  let checksum: UInt32
  private let flags: Int
  private let mode: Int
  private(set) var packedSize: Int
  private(set) var size: Int
  private(set) var offset: Int
  /// The time when the file was last changed; nil if it is not valid.
  private(set) var modified: DateTime?
  /// The offset of the first byte after the entry in the list.
  let end: Int

  /// Reads the entry at an offset; nil if it is malformed.
  init?(_ bytes: [UInt8], at start: Int) {
    guard bytes.number(start, 4) == 0x0201_4B50, let flags = bytes.number(start + 8, 2),
      let method = bytes.number(start + 10, 2), let checksum = bytes.number(start + 16, 4),
      let packedSize = bytes.number(start + 20, 4), let size = bytes.number(start + 24, 4),
      let nameLength = bytes.number(start + 28, 2), let extra = bytes.number(start + 30, 2),
      let comment = bytes.number(start + 32, 2), let attributes = bytes.number(start + 38, 4),
      let offset = bytes.number(start + 42, 4)
    else { return nil }
    let nameEnd = start + 46 + nameLength
    end = nameEnd + extra + comment
    guard end <= bytes.count else { return nil }
    name = Array(bytes[start + 46..<nameEnd])
    (self.flags, self.method, self.checksum) = (flags, method, UInt32(checksum))
    (self.packedSize, self.size, self.offset) = (packedSize, size, offset)
    mode = attributes >> 16
    modified = bytes.number(start + 12, 4).flatMap(Self.localTime)
    readExtra(bytes[nameEnd..<nameEnd + extra])
    guard self.size >= 0, self.packedSize >= 0, self.offset >= 0 else { return nil }
  }

  /// Converts a time in the format of MS-DOS to local time; nil if it is not valid. The lower 16
  /// bits of `stamp` contain the clock, and the upper 16 bits contain the date.
  private static func localTime(_ stamp: Int) -> DateTime? {
    let (clock, day) = (stamp & 0xFFFF, stamp >> 16)
    let (hour, minute, second) = (clock >> 11, clock >> 5 & 63, (clock & 31) * 2)
    guard hour < 24, minute < 60, second < 60,
      let date = CalendarDate(year: 1980 + (day >> 9), month: day >> 5 & 15, day: day & 31)
    else { return nil }
    return DateTime(date: date, secondOfDay: hour * 3600 + minute * 60 + second)
  }

  /// Reads the extra fields. They contain the sizes and the offset if these do not fit into 32 bits
  /// (APPNOTE 4.5.3). They can also contain the time in UTC (id 0x5455), which replaces the local
  /// time.
  private mutating func readExtra(_ bytes: ArraySlice<UInt8>) {
    let bytes = Array(bytes)
    var place = 0
    while let id = bytes.number(place, 2), let count = bytes.number(place + 2, 2) {
      place += 4
      if id == 1 {
        var next = place
        for number in [\ZipEntry.size, \.packedSize, \.offset]
        where self[keyPath: number] == 0xFFFF_FFFF {
          guard next + 8 <= place + count, let value = bytes.number(next, 8) else { return }
          self[keyPath: number] = value
          next += 8
        }
      } else if id == 0x5455, count >= 5, bytes.number(place, 1).map({ $0 & 1 == 1 }) ?? false {
        modified = bytes.number(place + 1, 4).flatMap { DateTime(archived: $0) } ?? modified
      }
      place += count
    }
  }

  /// The reason why the file cannot be read, such as `it is encrypted`; nil if it can be read.
  var refusal: String? {
    if flags & 1 == 1 { return "it is encrypted" }
    if mode & 0o170000 == 0o120000 { return "it is a link" }
    if method != 0, method != 8 { return "the compression is not supported" }
    // zlib only supports sizes that fit into 32 bits.
    if size >= Deflate.largest || packedSize >= Deflate.largest { return "it is too large" }
    return nil
  }
}

extension [UInt8] {
  /// Returns the number in the `count` bytes at an offset, in little-endian order; nil if there are
  /// too few bytes, or if the number does not fit into an `Int`.
  func number(_ offset: Int, _ count: Int) -> Int? {
    guard offset >= 0, offset + count <= self.count else { return nil }
    var number: UInt64 = 0
    for index in (0..<count).reversed() { number = number << 8 | UInt64(self[offset + index]) }
    return Int(exactly: number)
  }
}
