/// The offsets of a line's first byte, of its line break, and of the next line.
struct Line {
  let start: Int
  let end: Int
  let next: Int
}

extension [UInt8] {
  /// Returns the line that begins at `start` and ends at LF, CRLF, CR (YAML 1.2 §5.4) or the text's
  /// end.
  func line(at start: Int) -> Line {
    let end = withUnsafeBufferPointer { $0.lineBreak(from: start) }
    guard end < count else { return Line(start: start, end: end, next: end) }
    let isPair =
      self[end] == UInt8(ascii: "\r") && end + 1 < count && self[end + 1] == UInt8(ascii: "\n")
    return Line(start: start, end: end, next: end + (isPair ? 2 : 1))
  }

  /// Returns the byte at `offset`, or nil if `offset` is past the end.
  func byte(at offset: Int) -> UInt8? { offset < count ? self[offset] : nil }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the offset of the first LF or CR at or after `start`, or the end of the text.
  func lineBreak(from start: Int) -> Int {
    first(from: start, where: \.isLineBreak) {
      Self.zeros($0, UInt8(ascii: "\n")) | Self.zeros($0, UInt8(ascii: "\r"))
    }
  }

  /// Returns the offset of the first `:`, `#` or control character at or after `start`, or the end
  /// of the text. A plain scalar can end at these characters.
  func plainMark(from start: Int) -> Int {
    first(from: start, where: \.isPlainMark) {
      Self.zeros($0, UInt8(ascii: ":")) | Self.zeros($0, UInt8(ascii: "#"))
        | Self.zeros($0, 0x7F) | ($0 &- Self.ones &* 0x20) & ~$0
    }
  }

  /// Returns the offset of the first byte at or after `start` for which `isWanted` returns true, or
  /// the end of the text.
  ///
  /// `marks` does the same test on eight bytes at a time. It sets the highest bit of the first byte
  /// that passes the test, and not the highest bit of any earlier byte.
  @inline(__always)
  private func first(
    from start: Int, where isWanted: (UInt8) -> Bool, marks: (UInt64) -> UInt64
  ) -> Int {
    var offset = start
    let text = UnsafeRawBufferPointer(self)
    while offset + 8 <= count {
      let eight = UInt64(
        littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let found = marks(eight) & (Self.ones << 7)
      if found != 0 { return offset + found.trailingZeroBitCount / 8 }
      offset += 8
    }
    while offset < count, !isWanted(self[offset]) { offset += 1 }
    return offset
  }

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }

  /// Compares each of the eight bytes in `eight` with `byte`, and sets the highest bit of the first
  /// byte that is equal. The highest bits of earlier bytes are clear; those of later bytes can be
  /// set or clear. XOR turns an equal byte into 0. Subtracting 1 from 0 borrows and gives 0xFF,
  /// which has its highest bit set.
  private static func zeros(_ eight: UInt64, _ byte: UInt8) -> UInt64 {
    let other = eight ^ (ones &* UInt64(byte))
    return (other &- ones) & ~other
  }
}

extension UInt8 {
  /// Whether the byte is a space or a tab.
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
  /// Whether the byte is LF or CR.
  var isLineBreak: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
  /// Whether the byte is `:`, `#` or an ASCII control character.
  fileprivate var isPlainMark: Bool {
    self < 0x20 || self == UInt8(ascii: ":") || self == UInt8(ascii: "#") || self == 0x7F
  }
  /// Whether the byte is `0` … `9`.
  var isASCIIDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
  /// Whether the byte is an ASCII letter, a digit or `_`.
  package var isASCIIWord: Bool {
    isASCIIDigit || self == UInt8(ascii: "_")
      || (self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z"))
  }
  /// Whether the byte is `,`, `[`, `]`, `{` or `}` (YAML 1.2 §7.3.3, c-flow-indicator).
  var isFlowIndicator: Bool {
    switch self {
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "}"):
      true
    default: false
    }
  }
}
