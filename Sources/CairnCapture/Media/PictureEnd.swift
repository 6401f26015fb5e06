/// A reader that detects truncated picture files by their missing end. It checks only the header
/// and the end of a file, not the picture itself, and accepts data after the end.
struct PictureEnd {
  private let bytes: [UInt8]
  private let reader: ByteCursor

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    reader = ByteCursor(bytes)
  }

  /// Returns a message about the missing end of a picture. Returns nil if the picture is complete,
  /// or if files of its type do not mark their end.
  static func missing(from bytes: [UInt8], of type: MediaType) -> String? {
    let end = PictureEnd(bytes)
    return switch type {
    case .png: end.png
    case .jpeg: end.jpeg
    case .gif: end.gif
    case .webp: end.short(of: end.reader.little(4, at: 4).map { $0 + 8 })
    case .bmp: end.short(of: end.bmpLength)
    case .avif, .heic: end.boxes
    case .svg: end.svg
    default: nil
    }
  }
}

extension MediaType {
  /// Returns a message about the missing end of a picture file:
  /// `the IEND chunk at the end is missing`. Returns nil if the file is complete, or if files of
  /// this type have no mark at the end. Reads the bytes once.
  public func missingEnd(of bytes: [UInt8]) -> String? {
    PictureEnd.missing(from: bytes, of: self)
  }
}

// MARK: - Formats with a stated length

extension PictureEnd {
  private func short(of length: Int?) -> String? {
    guard let length, length > bytes.count else { return nil }
    return "it has only \(bytes.count) of \(length) bytes"
  }

  /// The minimum length of a BMP file in bytes; nil if unknown. If the pixels are not compressed,
  /// the length is computed from the rows of pixels; otherwise, from the size in the header.
  private var bmpLength: Int? {
    guard let header = reader.little(4, at: 14), let start = reader.little(4, at: 10),
      let size = PixelSize(of: .bmp, bytes)
    else { return nil }
    let depth = header == 12 ? reader.little(2, at: 24) : reader.little(2, at: 28)
    let compression = header == 12 ? 0 : reader.little(4, at: 30)
    guard let depth, let compression else { return 14 + header }
    // 0 and 3 mean uncompressed rows, each padded to a multiple of four bytes.
    guard compression == 0 || compression == 3 else {
      return reader.little(4, at: 34).map { start + $0 }
    }
    guard max(size.width, size.height) < 1 << 24, depth <= 64 else { return nil }
    return start + (size.width * depth + 31) / 32 * 4 * size.height
  }

  /// A message about the missing end of an ISO base media file; nil if the file is complete.
  ///
  /// The file consists of consecutive boxes that begin with their length and name (ISO/IEC 14496-12
  /// §4.2). Length 1 means that the eight bytes after the name contain the length; 0 marks the last
  /// box.
  private var boxes: String? {
    var place = 0
    while place + 8 <= bytes.count, let length = reader.big(4, at: place) {
      if length == 0 { return nil }
      var size = length
      if length == 1 {
        guard let high = reader.big(4, at: place + 8), let low = reader.big(4, at: place + 12),
          high < 1 << 16
        else { return short(of: place + 16) }
        size = high << 32 | low
      }
      guard size >= 8 else { return nil }
      place += size
    }
    return short(of: place)
  }
}

// MARK: - Formats with an end marker

extension PictureEnd {
  /// A message about the missing end of a PNG file; nil if the file is complete.
  ///
  /// The file consists of chunks; the last one is `IEND`. Each chunk begins with its length
  /// and ends with a checksum (W3C, third edition, §5.3).
  private var png: String? {
    var place = 8
    while let length = reader.big(4, at: place), let name = reader.text(4, at: place + 4) {
      place += length + 12
      if name == "IEND", place <= bytes.count { return nil }
    }
    return "the IEND chunk at the end is missing"
  }

  /// A message about the missing end of a JPEG file; nil if the file is complete.
  ///
  /// The file consists of segments with their lengths, entropy-coded data after each scan header,
  /// and the marker EOI (ITU-T T.81 §B.1). Bytes that are not markers are skipped, as decoders do.
  private var jpeg: String? {
    let missing = "the EOI marker (FF D9) at the end is missing"
    var place = 2
    while let mark = bytes[min(place, bytes.count)...].firstIndex(of: 0xFF) {
      guard let code = reader.big(1, at: mark + 1) else { return missing }
      switch code {
      case 0xD9: return nil
      case 0xFF: place = mark + 1
      case 0x00, 0x01, 0xD0...0xD8: place = mark + 2
      default:
        guard let length = reader.big(2, at: mark + 2) else { return missing }
        place = mark + 2 + length
      }
    }
    return missing
  }

  /// A message about the missing end of a GIF file; nil if the file is complete.
  ///
  /// The file consists of a color table and blocks up to the trailer `;` (GIF 89a §§18 to 27).
  /// Bytes that are not blocks are skipped, as decoders do.
  private var gif: String? {
    let missing = "the trailer (3B) at the end is missing"
    guard let flags = reader.big(1, at: 10) else { return missing }
    var place = 13 + Self.colors(flags)
    while let block = reader.big(1, at: place) {
      switch block {
      case 0x3B: return nil
      case 0x21: place += 2
      case 0x2C:
        guard let flags = reader.big(1, at: place + 9) else { return missing }
        place += 11 + Self.colors(flags)
      default:
        place += 1
        continue
      }
      while let length = reader.big(1, at: place) {
        place += 1 + length
        if length == 0 { break }
      }
    }
    return missing
  }

  /// Returns the length in bytes of the color table according to `flags`; 0 if there is no table.
  private static func colors(_ flags: Int) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1)
  }

  /// A message about the missing end of an SVG file; nil if the file is complete.
  ///
  /// The file is complete if the root element is closed, either by its start tag or by an end tag
  /// (XML 1.0 §3).
  private var svg: String? {
    var root: Int?
    var end: Int?
    for open in bytes.indices where bytes[open] == UInt8(ascii: "<") {
      if root == nil, reader.has("svg", at: open + 1) { root = open }
      if reader.has("/svg", at: open + 1) { end = open }
    }
    let isEnded = end.map { bytes[$0...].contains(UInt8(ascii: ">")) } ?? false
    let isWhole = isEnded || root.map { isClosed(tagAt: $0) } ?? false
    return isWhole ? nil : "its `svg` element is not closed"
  }

  /// Returns whether the tag at an offset ends with `/>`.
  private func isClosed(tagAt place: Int) -> Bool {
    var quote: UInt8?
    for index in place..<bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return bytes[index - 1] == UInt8(ascii: "/")
      }
    }
    return false
  }
}
