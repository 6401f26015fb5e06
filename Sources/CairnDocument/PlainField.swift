/// A fast reader for simple fields. Almost all front matter consists only of simple fields.
///
/// A simple field is on one line, without control characters, and the next line does not continue
/// it. Its key is an ASCII word; its value is empty, a plain or quoted scalar, or a flow sequence
/// of plain scalars. Reading does not copy the front matter.
///
///     type: action
///     due: 2026-11-30
///     meaning: "Acme must be paid"
///     tags: [finance, acme]
///
/// All other fields are left to ``FieldScanner``. Tests check that both read the same values.
struct PlainField {
  private let text: UnsafeBufferPointer<UInt8>
  private var position: Int

  /// Returns the field that begins at `start`, and the start of the next line. `start` must be the
  /// first byte of a line. Returns nil if the field is not a simple one.
  ///
  /// - Parameter end: The end of the front matter's content.
  static func read(
    _ bytes: [UInt8], from start: Int, to end: Int
  ) -> (field: Document.Field, next: Int)? {
    bytes.withUnsafeBufferPointer { buffer in
      guard start < end, end <= buffer.count else { return nil }
      var reader = PlainField(text: UnsafeBufferPointer(rebasing: buffer[..<end]), position: start)
      return reader.field()
    }
  }

  private mutating func field() -> (field: Document.Field, next: Int)? {
    let start = position
    guard text[start].isASCIILetter else { return nil }
    while position < text.count, text[position].isASCIIWord { position += 1 }
    let keyEnd = position
    guard keyEnd < text.count, text[keyEnd] == UInt8(ascii: ":"), keyEnd - start <= 64 else {
      return nil
    }
    position += 1
    let spaces = position
    while position < text.count, text[position] == UInt8(ascii: " ") { position += 1 }
    guard position < text.count else { return nil }
    let written: Range<Int>
    let value: FieldValue
    if text[position].isLineBreak {
      (value, written) = (.null, (keyEnd + 1)..<(keyEnd + 1))
    } else {
      guard position > spaces, let (found, end) = self.value() else { return nil }
      (value, written) = (found, end)
    }
    guard let next = nextLine() else { return nil }
    return (
      Document.Field(
        key: string(start..<keyEnd), value: value, range: start..<next, written: written), next
    )
  }

  /// Returns the start of the next line. Returns nil if the current line does not end at
  /// `position`, or if the next line exists but does not begin with a letter.
  private func nextLine() -> Int? {
    var next = position
    guard next < text.count else { return nil }
    if text[next] == UInt8(ascii: "\r") { next += 1 }
    guard next < text.count, text[next] == UInt8(ascii: "\n") else { return nil }
    next += 1
    return next == text.count || text[next].isASCIILetter ? next : nil
  }

  /// Returns the value that begins at `position` and its range, or nil if the value is not a simple
  /// one. Moves past the value and the spaces after it.
  private mutating func value() -> (FieldValue, Range<Int>)? {
    let start = position
    let value: FieldValue
    let end: Int
    switch text[start] {
    case UInt8(ascii: "["):
      guard let elements = elements() else { return nil }
      value = .list(elements)
      end = position
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      guard let inner = quoted() else { return nil }
      value = .string(string(inner))
      end = position
    default:
      guard text[start].mayBeginPlainText else { return nil }
      while true {
        position = text.plainMark(from: position)
        guard position < text.count, !text[position].isLineBreak else { break }
        switch text[position] {
        case 0..<0x20, 0x7F: return nil
        case UInt8(ascii: ":"):
          guard position + 1 < text.count, text[position + 1] > 0x20 else { return nil }
        case UInt8(ascii: "#"):
          if text[position - 1] == UInt8(ascii: " ") { return nil }
        default: break
        }
        position += 1
      }
      end = trimmed(start..<position)
      value = scalar(start..<end)
    }
    while position < text.count, text[position] == UInt8(ascii: " ") { position += 1 }
    return (value, start..<end)
  }

  /// Returns the range between the quote at `position` and the closing quote, and moves past the
  /// closing quote. Nil if there is none, or if the text contains escapes, doubled quotes or
  /// control characters.
  private mutating func quoted() -> Range<Int>? {
    let quote = text[position]
    let start = position + 1
    position = start
    while position < text.count, text[position] != quote {
      guard text[position] >= 0x20, text[position] != 0x7F, text[position] != UInt8(ascii: "\\")
      else { return nil }
      position += 1
    }
    // Two quotes in a row may be an escaped single quote.
    guard position < text.count else { return nil }
    position += 1
    guard position < text.count, text[position] != quote else { return nil }
    return start..<(position - 1)
  }

  /// Returns the elements of the flow sequence that begins at `position`, and moves past the
  /// closing bracket. Returns nil if the sequence is empty, or if an element is not a plain scalar.
  private mutating func elements() -> [FieldValue]? {
    position += 1
    var elements: [FieldValue] = []
    elements.reserveCapacity(4)
    while true {
      while position < text.count, text[position] == UInt8(ascii: " ") { position += 1 }
      let start = position
      guard start < text.count, text[start].mayBeginPlainText else { return nil }
      while position < text.count, !text[position].endsPlainElement { position += 1 }
      guard position < text.count else { return nil }
      elements.append(scalar(start..<trimmed(start..<position)))
      let mark = text[position]
      position += 1
      if mark == UInt8(ascii: "]") { return elements }
      guard mark == UInt8(ascii: ",") else { return nil }
    }
  }

  /// Returns the value of a plain scalar, with fast paths for text, integers and dates.
  private func scalar(_ range: Range<Int>) -> FieldValue {
    let first = text[range.lowerBound]
    if first.isASCIIDigit {
      if let number = number(range) { return .integer(number) }
      // Four digits and a dash may begin a date, but not a number.
      if range.count >= 10, text[range.lowerBound + 4] == UInt8(ascii: "-") {
        var reader = TimestampReader(UnsafeBufferPointer(rebasing: text[range]))
        if let time = reader.value() { return time }
      }
    } else if !isWord(range) {
      return .string(string(range))
    }
    return YAMLScalar.plain(ArraySlice(text[range]))
  }

  /// Returns whether the text is `null`, `true` or `false`, ignoring case.
  private func isWord(_ range: Range<Int>) -> Bool {
    guard range.count == 4 || range.count == 5 else { return false }
    let lower = text[range].reduce(UInt64(0)) { $0 << 8 | UInt64($1 | 0x20) }
    return lower == 0x6E75_6C6C || lower == 0x7472_7565 || lower == 0x66_616C_7365
  }

  /// Returns the value of an integer of up to 18 digits, or nil if the text is anything else.
  private func number(_ range: Range<Int>) -> Int? {
    guard range.count <= 18 else { return nil }
    var number = 0
    for byte in text[range] {
      guard byte.isASCIIDigit else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return number
  }

  private func trimmed(_ range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound, text[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return end
  }

  private func string(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: text[range]), as: UTF8.self)
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII letter.
  fileprivate var isASCIILetter: Bool {
    let lower = self | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
  }

  /// Whether the byte is an ASCII letter, a digit, or part of a non-ASCII character.
  fileprivate var mayBeginPlainText: Bool { isASCIILetter || isASCIIDigit || self >= 0x80 }

  /// Whether the byte ends an element of a flow sequence, or could mean that the element is not a
  /// plain scalar.
  fileprivate var endsPlainElement: Bool {
    switch self {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "["), UInt8(ascii: "{"),
      UInt8(ascii: "}"), UInt8(ascii: "#"), UInt8(ascii: ":"), UInt8(ascii: "\""),
      UInt8(ascii: "'"), 0..<0x20, 0x7F:
      true
    default: false
    }
  }
}
