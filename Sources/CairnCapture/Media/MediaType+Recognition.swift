extension MediaType {
  /// The number of bytes at the start of a file that are enough to detect its type and, usually,
  /// its pixel size (1 MiB).
  public static let headLength = 1 << 20

  /// Detects the type of a file from its content; nil if the type is unknown.
  ///
  /// `bytes` can be just the start of the file, if it contains the bytes that identify the type.
  /// Signatures follow the WHATWG MIME Sniffing Standard §6 if it defines them.
  public init?(_ bytes: [UInt8]) {
    let reader = ByteCursor(bytes)
    guard
      let type = Self.picture(reader) ?? Self.riff(reader) ?? Self.isoFile(reader)
        ?? Self.matroska(reader) ?? Self.ogg(reader) ?? Self.sound(reader) ?? Self.vector(bytes)
    else { return nil }
    self = type
  }
}

// MARK: - Pictures and documents

extension MediaType {
  private static func picture(_ reader: ByteCursor) -> MediaType? {
    if reader.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0) { return .png }
    if reader.has([0xFF, 0xD8, 0xFF], at: 0) { return .jpeg }
    if reader.has("GIF87a", at: 0) || reader.has("GIF89a", at: 0) { return .gif }
    if reader.has("%PDF-", at: 0) { return .pdf }
    if reader.has([0x49, 0x49, 0x2A, 0], at: 0) || reader.has([0x4D, 0x4D, 0, 0x2A], at: 0) {
      return .tiff
    }
    // Two letters are not enough: the length of the following header must also be valid.
    if reader.has("BM", at: 0), let header = reader.little(4, at: 14),
      [12, 40, 52, 56, 64, 108, 124].contains(header)
    {
      return .bmp
    }
    return nil
  }

  /// Returns `.svg` if the file is XML whose first element is `svg`; otherwise nil. A byte order
  /// mark, blanks, declarations, instructions and comments may precede the element (XML 1.0 §2.8).
  private static func vector(_ bytes: [UInt8]) -> MediaType? {
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    while true {
      rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
      if rest.starts(with: "<svg".utf8) {
        guard let next = rest.dropFirst(4).first else { return nil }
        return next <= 0x20 || "/>:".utf8.contains(next) ? .svg : nil
      }
      let ending: String
      if rest.starts(with: "<!--".utf8) {
        ending = "-->"
      } else if rest.starts(with: "<?".utf8) {
        ending = "?>"
      } else if rest.starts(with: "<!DOCTYPE".utf8) {
        // A document type declaration may contain declarations in brackets, each with its own end.
        ending = rest.prefix { $0 != UInt8(ascii: ">") }.contains(UInt8(ascii: "[")) ? "]>" : ">"
      } else {
        return nil
      }
      guard let end = rest.firstIndex(of: Array(ending.utf8)) else { return nil }
      rest = rest[end...]
    }
  }
}

// MARK: - Containers

extension MediaType {
  private static func riff(_ reader: ByteCursor) -> MediaType? {
    guard reader.has("RIFF", at: 0) else { return nil }
    if reader.has("WEBPVP8", at: 8) { return .webp }
    return reader.has("WAVE", at: 8) ? .wav : nil
  }

  /// Returns the type of an ISO base media file (ISO/IEC 14496-12 §4.3) from the brands that its
  /// box `ftyp` lists; nil for other files. A QuickTime file may begin without this box.
  private static func isoFile(_ reader: ByteCursor) -> MediaType? {
    if let length = reader.big(4, at: 0), length >= 8 || length == 1 {
      if ["moov", "mdat", "wide"].contains(where: { reader.has($0, at: 4) }) { return .mov }
    }
    guard reader.has("ftyp", at: 4), let length = reader.big(4, at: 0), length >= 16,
      let major = reader.text(4, at: 8)
    else { return nil }
    let places = stride(from: 16, to: min(length, 256) - 3, by: 4)
    let brands = [major] + places.compactMap { reader.text(4, at: $0) }
    if brands.contains("avif") || brands.contains("avis") { return .avif }
    if brands.contains(where: { ["heic", "heix", "hevc", "heim", "heis"].contains($0) }) {
      return .heic
    }
    switch major {
    case "qt  ": return .mov
    case "M4A ", "M4B ", "M4P ": return .m4a
    case "mif1", "msf1": return .heic
    default:
      let known = ["isom", "iso", "mp4", "avc1", "M4V", "dash", "3g", "MSNV", "f4v", "mmp4"]
      return brands.contains { brand in known.contains { brand.hasPrefix($0) } } ? .mp4 : nil
    }
  }

  /// Returns the type of an EBML file from the document type in its header (RFC 8794 §8.1); nil for
  /// other files.
  private static func matroska(_ reader: ByteCursor) -> MediaType? {
    guard reader.has([0x1A, 0x45, 0xDF, 0xA3], at: 0) else { return nil }
    for place in 4..<64 where reader.has([0x42, 0x82], at: place) {
      if reader.has("webm", at: place + 3) { return .webm }
      if reader.has("matroska", at: place + 3) { return .matroska }
    }
    return nil
  }

  /// Returns the type of an Ogg file from the codec's name in the first packet of the first page
  /// (RFC 3533 §6); nil for other files.
  private static func ogg(_ reader: ByteCursor) -> MediaType? {
    guard reader.has("OggS", at: 0), let segments = reader.big(1, at: 26) else { return nil }
    return reader.has("theora", at: 27 + segments + 1) ? .ogv : .ogg
  }
}

// MARK: - Sounds

extension MediaType {
  private static func sound(_ reader: ByteCursor) -> MediaType? {
    if reader.has("fLaC", at: 0) { return .flac }
    if reader.has("ID3", at: 0), let version = reader.big(1, at: 3), version < 5 { return .mp3 }
    return isMP3Frame(reader) ? .mp3 : nil
  }

  /// Returns whether the file is MPEG audio, layer III, without a preceding tag. The first frame
  /// header must be valid. If `reader` also contains the second frame header, that header must be
  /// valid too.
  private static func isMP3Frame(_ reader: ByteCursor) -> Bool {
    guard let length = mp3FrameLength(reader, at: 0) else { return false }
    return reader.big(4, at: length) == nil || mp3FrameLength(reader, at: length) != nil
  }

  /// Returns the length in bytes of a frame (ISO/IEC 11172-3 §2.4.2.3, 13818-3 §2.4.2.3), or nil if
  /// its header is invalid.
  private static func mp3FrameLength(_ reader: ByteCursor, at place: Int) -> Int? {
    guard let header = reader.big(4, at: place), header >> 21 == 0x7FF, header >> 17 & 3 == 1 else {
      return nil
    }
    let (version, rate, frequency) = (header >> 19 & 3, header >> 12 & 15, header >> 10 & 3)
    guard version != 1, (1...14).contains(rate), frequency < 3 else { return nil }
    let isFirst = version == 3
    let kilobits =
      isFirst
      ? [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
      : [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
    let hertz = [44_100, 48_000, 32_000][frequency] / (isFirst ? 1 : version == 2 ? 2 : 4)
    return (isFirst ? 144 : 72) * kilobits[rate - 1] * 1000 / hertz + (header >> 9 & 1)
  }
}

extension ArraySlice<UInt8> {
  /// Returns the index after the end of the first occurrence of `pattern`; nil if `pattern` does
  /// not occur.
  fileprivate func firstIndex(of pattern: [UInt8]) -> Int? {
    guard let first = pattern.first else { return nil }
    var rest = self
    while let place = rest.firstIndex(of: first) {
      if rest[place...].starts(with: pattern) { return place + pattern.count }
      rest = rest[(place + 1)...]
    }
    return nil
  }
}
