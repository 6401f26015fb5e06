/// What a template makes of all captures that answer its questions alike: text, and holes for what
/// differs.
struct TemplateOutline {
  private enum Piece {
    case text([UInt8])
    /// What the value with this number is shown as.
    case hole(Int, isEscaped: Bool)
  }

  private let pieces: [Piece]

  /// The outline filled with the values that were asked for, by their numbers.
  func filled(_ objects: [TemplateObject]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(2048)
    for piece in pieces {
      switch piece {
      case .text(let bytes): output += bytes
      case .hole(let number, let isEscaped):
        guard case .shown(let text) = objects[number] else { continue }
        if isEscaped {
          HTMLEscaping.append(text, to: &output)
        } else {
          output += text.utf8
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
  init?(marked text: String) {
    var pieces: [Piece] = []
    let parts = text.utf8.split(
      separator: String(Self.opening).utf8, omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      var literal = part
      if index > 0 {
        guard let hole = Self.hole(takenFrom: &literal) else { return nil }
        pieces.append(hole)
      }
      if !literal.isEmpty { pieces.append(.text(Array(literal))) }
    }
    self.pieces = pieces
  }

  /// Reads what is behind the opening of a mark, and takes it away.
  private static func hole(takenFrom text: inout Substring.UTF8View) -> Piece? {
    let digits = text.prefix { $0 &- 0x30 < 10 }
    guard let number = Int(Substring(digits)) else { return nil }
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
