/// The width and height of a picture in pixels, after applying its orientation.
public struct PixelSize: Hashable, Sendable {
  /// The width, at least 1.
  public let width: Int
  /// The height, at least 1.
  public let height: Int

  /// Creates a size; nil if either value is missing or not positive.
  public init?(_ width: Int?, _ height: Int?) {
    guard let width, let height, width > 0, height > 0 else { return nil }
    self.width = width
    self.height = height
  }

  /// Reads the size of a PNG, JPEG, GIF, WebP, BMP or TIFF file. `bytes` can be just the start of
  /// the file. Returns nil for other types, and if the bytes end before the size.
  public init?(of type: MediaType, _ bytes: [UInt8]) {
    let reader = ByteCursor(bytes)
    let size: PixelSize? =
      switch type {
      case .png: Self.png(reader)
      case .jpeg: Self.jpeg(reader)
      case .gif: PixelSize(reader.little(2, at: 6), reader.little(2, at: 8))
      case .webp: Self.webp(reader)
      case .bmp: Self.bmp(reader)
      case .tiff: TIFFDirectory(reader, from: 0)?.size
      default: nil
      }
    guard let size else { return nil }
    self = size
  }

  /// The types whose size can be read.
  public static let readableTypes: Set<MediaType> = [.png, .jpeg, .gif, .webp, .bmp, .tiff]

  /// The size with width and height swapped. Never nil, although the type is optional.
  var turned: PixelSize? { PixelSize(height, width) }
}

// MARK: - Formats

extension PixelSize {
  /// Returns the size in the header of a PNG file, which is its first chunk (W3C, third edition,
  /// §11.2.1). Returns nil if the header is invalid.
  private static func png(_ reader: ByteCursor) -> PixelSize? {
    guard reader.has("IHDR", at: 12) else { return nil }
    return PixelSize(reader.big(4, at: 16), reader.big(4, at: 20))
  }

  /// Returns the size in the frame header of a JPEG file (ITU-T T.81 §B.2.2), or nil if there is
  /// none. If the Exif segment says that the picture is turned, width and height are swapped.
  private static func jpeg(_ reader: ByteCursor) -> PixelSize? {
    var place = 2
    var isTurned = false
    while let mark = reader.big(1, at: place), mark == 0xFF, let code = reader.big(1, at: place + 1)
    {
      switch code {
      case 0xFF:
        place += 1
      case 0x01, 0xD0...0xD8:
        place += 2
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        let size = PixelSize(reader.big(2, at: place + 7), reader.big(2, at: place + 5))
        return isTurned ? size?.turned : size
      default:
        guard code != 0xD9, code != 0xDA, let length = reader.big(2, at: place + 2), length >= 2
        else { return nil }
        if code == 0xE1, reader.has("Exif\0\0", at: place + 4) {
          isTurned = TIFFDirectory(reader, from: place + 10)?.isTurned ?? false
        }
        place += 2 + length
      }
    }
    return nil
  }

  /// Returns the size of a WebP file from a lossy frame, a lossless frame or the extended header
  /// (RFC 9649 §2.5 to 2.7). Returns nil if there is none of them.
  private static func webp(_ reader: ByteCursor) -> PixelSize? {
    switch reader.text(4, at: 12) {
    case "VP8 ":
      guard reader.has([0x9D, 0x01, 0x2A], at: 23) else { return nil }
      return PixelSize(
        reader.little(2, at: 26).map { $0 & 0x3FFF }, reader.little(2, at: 28).map { $0 & 0x3FFF })
    case "VP8L":
      guard reader.has([0x2F], at: 20), let bits = reader.little(4, at: 21) else { return nil }
      return PixelSize(bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    case "VP8X":
      return PixelSize(
        reader.little(3, at: 24).map { $0 + 1 }, reader.little(3, at: 27).map { $0 + 1 })
    default: return nil
    }
  }

  /// Returns the size in the header of a BMP file, or nil if the header is incomplete. A negative
  /// height means that the rows run from top to bottom.
  private static func bmp(_ reader: ByteCursor) -> PixelSize? {
    if reader.little(4, at: 14) == 12 {
      return PixelSize(reader.little(2, at: 18), reader.little(2, at: 20))
    }
    let height = reader.little(4, at: 22).map { abs(Int(Int32(truncatingIfNeeded: $0))) }
    return PixelSize(reader.little(4, at: 18), height)
  }
}

/// The first directory of a TIFF file (revision 6.0 §2); Exif uses the same format.
private struct TIFFDirectory {
  /// The values of the width, height and orientation tags, keyed by tag number.
  private var values: [Int: Int] = [:]
  private static let width = 256
  private static let height = 257
  private static let orientation = 274

  /// Reads the directory of the TIFF file that begins at `start`; nil if no TIFF file begins there.
  init?(_ reader: ByteCursor, from start: Int) {
    let isLittle: Bool
    switch reader.text(2, at: start) {
    case "II": isLittle = true
    case "MM": isLittle = false
    default: return nil
    }
    let number = { (count: Int, place: Int) in
      isLittle ? reader.little(count, at: place) : reader.big(count, at: place)
    }
    guard let offset = number(4, start + 4), let count = number(2, start + offset) else {
      return nil
    }
    for index in 0..<count {
      let entry = start + offset + 2 + index * 12
      guard let tag = number(2, entry), let type = number(2, entry + 2) else { break }
      guard [Self.width, Self.height, Self.orientation].contains(tag) else { continue }
      // Type 3 is SHORT, and type 4 is LONG. Both are left-aligned in the entry's four-byte value.
      values[tag] = type == 3 ? number(2, entry + 8) : type == 4 ? number(4, entry + 8) : nil
    }
  }

  /// Whether the picture is stored rotated by 90° (orientations 5 to 8).
  var isTurned: Bool { (5...8).contains(values[Self.orientation] ?? 1) }

  var size: PixelSize? {
    let size = PixelSize(values[Self.width], values[Self.height])
    return isTurned ? size?.turned : size
  }
}
