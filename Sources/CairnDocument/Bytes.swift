/// A line of a text: the offsets of its first byte, of its line break, and of the next line.
struct Line {
  let start: Int
  let end: Int
  let next: Int
}

extension [UInt8] {
  /// The line that begins at `start`. It ends at LF, CRLF or CR (YAML 1.2 §5.4) or with the text.
  func line(at start: Int) -> Line {
    let end = withUnsafeBufferPointer { $0.lineBreak(from: start) }
    guard end < count else { return Line(start: start, end: end, next: end) }
    let isPair =
      self[end] == UInt8(ascii: "\r") && end + 1 < count && self[end + 1] == UInt8(ascii: "\n")
    return Line(start: start, end: end, next: end + (isPair ? 2 : 1))
  }

  /// The byte at `offset`, or nil behind the last.
  func byte(at offset: Int) -> UInt8? { offset < count ? self[offset] : nil }
}

extension UnsafeBufferPointer<UInt8> {
  /// Where the first LF or CR from `start` on stands, or the end of the text.
  func lineBreak(from start: Int) -> Int {
    var offset = start
    let text = UnsafeRawBufferPointer(self)
    // Eight bytes at a time: a byte that is zero borrows from its highest bit.
    let ones: UInt64 = 0x0101_0101_0101_0101
    while offset + 8 <= count {
      let eight = UInt64(
        littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let feed = eight ^ (ones &* UInt64(UInt8(ascii: "\n")))
      let carriage = eight ^ (ones &* UInt64(UInt8(ascii: "\r")))
      let zeros = ((feed &- ones) & ~feed | (carriage &- ones) & ~carriage) & (ones << 7)
      if zeros != 0 { return offset + zeros.trailingZeroBitCount / 8 }
      offset += 8
    }
    while offset < count, !self[offset].isLineBreak { offset += 1 }
    return offset
  }

  /// Where the first byte from `start` on stands that a plain scalar is not simply made of: `:`, `#`
  /// or a control character; or the end of the text.
  func plainMark(from start: Int) -> Int {
    var offset = start
    let text = UnsafeRawBufferPointer(self)
    // Eight bytes at a time, as above; a byte that is too small borrows, too.
    let ones: UInt64 = 0x0101_0101_0101_0101
    while offset + 8 <= count {
      let eight = UInt64(
        littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let colon = eight ^ (ones &* UInt64(UInt8(ascii: ":")))
      let hash = eight ^ (ones &* UInt64(UInt8(ascii: "#")))
      let delete = eight ^ (ones &* 0x7F)
      let marks =
        ((colon &- ones) & ~colon | (hash &- ones) & ~hash | (delete &- ones) & ~delete
          | (eight &- (ones &* 0x20)) & ~eight) & (ones << 7)
      if marks != 0 { return offset + marks.trailingZeroBitCount / 8 }
      offset += 8
    }
    while offset < count, !self[offset].isPlainMark { offset += 1 }
    return offset
  }
}

extension UInt8 {
  /// Space or tab.
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
  /// LF or CR.
  var isLineBreak: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
  /// `:`, `#` or a control character.
  fileprivate var isPlainMark: Bool {
    self < 0x20 || self == UInt8(ascii: ":") || self == UInt8(ascii: "#") || self == 0x7F
  }
  /// `0` … `9`.
  var isASCIIDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
  /// A letter, a digit or `_`.
  var isASCIIWord: Bool {
    isASCIIDigit || self == UInt8(ascii: "_")
      || (self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z"))
  }
  /// `,`, `[`, `]`, `{` or `}` (YAML 1.2 §7.3.3, c-flow-indicator).
  var isFlowIndicator: Bool {
    switch self {
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "}"):
      true
    default: false
    }
  }
}
