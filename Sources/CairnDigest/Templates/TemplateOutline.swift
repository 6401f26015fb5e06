/// What a template makes of all captures that answer its questions alike: text, and holes for what
/// differs.
struct TemplateOutline {
  private enum Piece {
    /// A part of ``text``.
    case text(Range<Int>)
    /// What the value with this number is shown as.
    case hole(Int, isEscaped: Bool)
  }

  private let pieces: [Piece]
  /// All that stands between the holes: in one place, so that threads do not wait for each other to
  /// count who uses which part.
  private let text: [UInt8]

  /// The outline filled with the values that were asked for, by their numbers.
  func filled(_ objects: [TemplateObject]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(2048)
    text.withUnsafeBufferPointer { text in
      for piece in pieces {
        switch piece {
        case .text(let range): output += UnsafeBufferPointer(rebasing: text[range])
        case .hole(let number, let isEscaped):
          guard case .shown(let text) = objects[number] else { continue }
          if isEscaped {
            HTMLEscaping.append(text, to: &output)
          } else {
            output += text.utf8
          }
        }
      }
    }
    return output
  }
}

// MARK: - Marks

extension TemplateOutline {
  /// What begins a mark: U+10FFFC, a private character. A template with it in its text gets no
  /// outlines.
  static let opening: Unicode.Scalar = "\u{10FFFC}"
  private static let closing = "\u{10FFFD}"

  /// What stands for the text of a value while an outline is made. Its ampersand tells afterwards
  /// whether it was escaped; it ends a line where the text does.
  static func mark(_ number: Int, endsLine: Bool) -> String {
    "\(opening)\(number)&\(endsLine ? "\n" : closing)"
  }

  /// Finds the marks in what the library made; nil where something else looks like one.
  init?(marked: String) {
    var pieces: [Piece] = []
    var text: [UInt8] = []
    var rest = Array(marked.utf8)[...]
    while !rest.isEmpty {
      let mark = Self.firstOpening(in: rest)
      let start = text.count
      text += rest[..<mark]
      if text.count > start { pieces.append(.text(start..<text.count)) }
      if mark == rest.endIndex { break }
      rest = rest[mark...].dropFirst(Self.openingBytes.count)
      guard let hole = Self.hole(takenFrom: &rest) else { return nil }
      pieces.append(hole)
    }
    self.pieces = pieces
    self.text = text
  }

  private static let openingBytes = Array(String(opening).utf8)

  /// Where the first opening of a mark stands, or the end.
  private static func firstOpening(in text: ArraySlice<UInt8>) -> Int {
    var rest = text
    while let start = rest.firstIndex(of: openingBytes[0]) {
      if text[start...].starts(with: openingBytes) { return start }
      rest = rest[(start + 1)...]
    }
    return text.endIndex
  }

  /// Reads what is behind the opening of a mark, and takes it away.
  private static func hole(takenFrom text: inout ArraySlice<UInt8>) -> Piece? {
    let digits = text.prefix { $0 &- 0x30 < 10 }
    guard let number = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
    text = text[digits.endIndex...]
    for (sign, isEscaped) in [("&amp;", true), ("&", false)] {
      for end in [closing, "\n"] where text.starts(with: (sign + end).utf8) {
        text = text.dropFirst((sign + end).utf8.count)
        return .hole(number, isEscaped: isEscaped)
      }
    }
    return nil
  }
}
