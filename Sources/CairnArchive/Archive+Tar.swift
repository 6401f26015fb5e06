import CairnText

extension Archive {
  /// Opens a tar archive by reading all its headers (POSIX ustar, with the long names of pax and
  /// GNU tar).
  static func tar(_ input: ArchiveInput, _ limits: Limits) throws(ArchiveFailure) -> Archive {
    var archive = Archive(input: input)
    var (place, headers) = (0, 0)
    var longName: [UInt8]?
    while true {
      // The archive ends with empty blocks. If the file ends before them, files may be missing.
      if place == input.size {
        archive.isComplete = false
        break
      }
      guard place < input.size, let block = input.read(place..<min(place + 512, input.size)) else {
        throw .damaged
      }
      if block.allSatisfy({ $0 == 0 }) { break }
      guard let header = TarHeader(block) else { throw .damaged }
      headers += 1
      let start = place + 512
      guard header.size <= input.size - start, headers <= limits.files * 4 else {
        throw .damaged
      }
      place = start + (header.size + 511) / 512 * 512
      let name = longName ?? header.name
      switch header.kind {
      case UInt8(ascii: "x"), UInt8(ascii: "L"), UInt8(ascii: "K"):
        guard header.size <= 1 << 16, let bytes = input.read(start..<start + header.size) else {
          throw .damaged
        }
        // A header of kind K contains the long target of a link, which is not needed.
        switch header.kind {
        case UInt8(ascii: "L"): longName = Array(bytes.prefix { $0 != 0 })
        case UInt8(ascii: "x"): longName = paxPath(bytes) ?? longName
        default: break
        }
        continue
      case UInt8(ascii: "g"), UInt8(ascii: "5"): break
      case 0, UInt8(ascii: "0"), UInt8(ascii: "7"):
        let local = name.starts(with: "./".utf8) ? Array(name.dropFirst(2)) : name
        try archive.add(
          local,
          Entry(
            offset: start, packedSize: header.size, size: header.size, isCompressed: false,
            checksum: nil, modified: header.modified), limits)
      case UInt8(ascii: "1"), UInt8(ascii: "2"):
        archive.skipped.append((String(decoding: name, as: UTF8.self), "it is a link"))
      default:
        archive.skipped.append((String(decoding: name, as: UTF8.self), "it is not a regular file"))
      }
      longName = nil
    }
    return archive
  }

  /// Returns the path in the data of a pax header; nil if the data contain no path. The data
  /// consist of lines such as `30 path=folder/name`.
  private static func paxPath(_ bytes: [UInt8]) -> [UInt8]? {
    var rest = bytes[...]
    while let blank = rest.firstIndex(of: UInt8(ascii: " ")),
      let count = Int(String(decoding: rest[..<blank], as: UTF8.self)), count > 0,
      count <= rest.count, rest.startIndex + count > blank
    {
      let record = rest[(blank + 1)..<(rest.startIndex + count)]
      if record.starts(with: "path=".utf8) { return Array(record.dropFirst(5).dropLast()) }
      rest = rest[(rest.startIndex + count)...]
    }
    return nil
  }
}

/// The header of a file in a tar archive.
struct TarHeader {
  let name: [UInt8]
  let size: Int
  let kind: UInt8
  /// The time when the file was last changed; nil if the header contains no valid time.
  let modified: DateTime?

  /// Returns whether the first bytes of a file look like the start of a tar archive, even if the
  /// first header is damaged.
  static func begins(_ start: [UInt8]) -> Bool {
    TarHeader(start) != nil || start.dropFirst(257).starts(with: "ustar".utf8)
  }

  /// Reads a header of 512 bytes; nil if its checksum is wrong. This includes the empty blocks at
  /// the end of an archive, because they have no valid checksum.
  init?(_ block: [UInt8]) {
    guard block.count == 512, let checksum = Self.octal(block[148..<156]),
      let size = Self.octal(block[124..<136])
    else { return nil }
    let sum = block.indices.reduce(0) { $0 + ((148..<156).contains($1) ? 32 : Int(block[$1])) }
    guard sum == checksum else { return nil }
    let prefix =
      block[257...].starts(with: "ustar\0".utf8) ? block[345..<500].prefix { $0 != 0 } : []
    let own = block[..<100].prefix { $0 != 0 }
    name = prefix.isEmpty ? Array(own) : Array(prefix) + [UInt8(ascii: "/")] + Array(own)
    (self.size, kind) = (size, block[156])
    modified = Self.octal(block[136..<148]).flatMap { DateTime(archived: $0) }
  }

  private static func octal(_ bytes: ArraySlice<UInt8>) -> Int? {
    let digits = bytes.drop { $0 == 0x20 }.prefix { $0 != 0 && $0 != 0x20 }
    return Int(String(decoding: digits, as: UTF8.self), radix: 8).flatMap { $0 >= 0 ? $0 : nil }
  }
}

extension DateTime {
  /// Creates a time in UTC from seconds since 1970 in an archive. Nil if the number is out of
  /// range, or if it is 0, which stands for an unknown time.
  init?(archived seconds: Int) {
    guard seconds > 0, Instant.calendarSeconds.contains(seconds) else { return nil }
    self.init(Instant(seconds: seconds), offset: 0)
  }
}
