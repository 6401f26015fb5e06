extension Unicode.Scalar {
  /// Whether nothing is seen of it: white space, control and format characters, and what else is drawn
  /// as nothing by itself.
  public var isInvisible: Bool {
    if properties.isWhitespace || properties.isDefaultIgnorableCodePoint { return true }
    switch properties.generalCategory {
    case .control, .format: return true
    // The blank of Braille.
    default: return value == 0x2800
    }
  }
}

extension StringProtocol {
  /// Whether nothing of it is seen, or nothing is there.
  public var isBlank: Bool { unicodeScalars.allSatisfy(\.isInvisible) }
}

/// Text as a terminal shows it: how many cells it takes, how it is cut, and what of it must not
/// reach the terminal.
public enum TerminalText {}

// MARK: - Width

extension TerminalText {
  /// How many cells `text` takes: the sum over its characters.
  public static func width(of text: some StringProtocol) -> Int {
    // ASCII text, nearly all there is, needs no look at its characters.
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
    return text.reduce(0) { $0 + width(of: $1) }
  }

  /// How many cells a character takes: 0, 1, 2, or more for a cluster of several letters.
  ///
  /// Wide and full-width characters (UAX #11) take two; so does an emoji, also one that is joined
  /// from several, coloured, or a flag (UTS #51). Marks and what else shows nothing of its own take
  /// none, and characters of ambiguous width one.
  public static func width(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.index(after: scalars.startIndex) == scalars.endIndex { return width(of: first) }
    let isEmoji =
      first.properties.isEmojiPresentation
      || (first.properties.isEmoji && scalars.contains { $0 == "\u{FE0F}" || $0 == "\u{20E3}" })
    return isEmoji ? 2 : scalars.reduce(0) { $0 + width(of: $1) }
  }

  /// How many cells one scalar takes where nothing joins it to another.
  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case ..<0x20, 0x7F..<0xA0: 0
    case ..<0x300: 1
    // The vowels and finals of Hangul syllables that are written in parts.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: 0
    default: isWide(scalar) ? 2 : isInvisible(scalar) ? 0 : 1
    }
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: true
    // The format characters that come before digits are drawn (Unicode 16 §9.2).
    case .format: !(0x600...0x8E2).contains(scalar.value) || scalar.value == 0x61C
    default: false
    }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x1100 { return false }
    if scalar.properties.isEmojiPresentation { return true }
    // `W` and `F` of EastAsianWidth.txt (Unicode 16) but for emoji; what is not assigned between
    // them counts with its block, as §5 of UAX #11 has it.
    switch scalar.value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E,
      0x3041...0x3247, 0x3250...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1_6FE0...0x1_8DFF,
      0x1_AFF0...0x1_B2FF, 0x1_D300...0x1_D376, 0x1_F200...0x1_F265, 0x2_0000...0x2_FFFD,
      0x3_0000...0x3_FFFD:
      return !isInvisible(scalar)
    default: return false
    }
  }
}

// MARK: - Cutting

extension TerminalText {
  /// `text` where it takes at most `width` cells, else its beginning and `…`, which then fit.
  ///
  /// Never cuts a character; a wide one that would stand across the border is left out.
  public static func truncated(_ text: String, to width: Int) -> String {
    guard width > 0 else { return "" }
    if text.utf8.count <= width { return text }
    var used = 0
    // Where the ellipsis goes, if not all fits.
    var end: String.Index?
    for index in text.indices {
      used += self.width(of: text[index])
      if used >= width, end == nil { end = index }
      guard used > width, let end else { continue }
      var kept = text[..<end]
      while kept.last == " " { kept.removeLast() }
      return kept + "…"
    }
    return text
  }
}

// MARK: - Escaping

extension TerminalText {
  /// `text` with all that could steer a terminal, or reorder a line on it, made visible: the C0
  /// controls as their pictures (`␛`), DEL as `␡`, the C1 controls, line separators, and the
  /// embeddings, overrides and isolates of bidirectional text as `\u{202e}`.
  ///
  /// - Parameter keepingLines: whether tabs and line feeds stay as they are.
  public static func escaped(_ text: String, keepingLines: Bool = false) -> String {
    let isSafe: (Unicode.Scalar) -> Bool = { scalar in
      keepingLines && (scalar == "\n" || scalar == "\t") || !steers(scalar)
    }
    if text.unicodeScalars.allSatisfy(isSafe) { return text }
    // Strings are appended to a `String`: its view of scalars would copy all of it each time.
    var escaped = ""
    for scalar in text.unicodeScalars {
      if isSafe(scalar) {
        escaped.unicodeScalars.append(scalar)
      } else if let picture = picture(of: scalar) {
        escaped.unicodeScalars.append(picture)
      } else {
        escaped += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return escaped
  }

  /// `text` on one line: runs of white space that hold a tab or a line's end become a space, and
  /// the rest is ``escaped(_:keepingLines:)``.
  public static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: steers) else { return text }
    let words = text.split(whereSeparator: \.isWhitespace)
    return escaped(words.joined(separator: " "))
  }

  /// Whether a scalar does something to a terminal, or to the order of what follows it, rather than
  /// being shown.
  public static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// What stands for a character that HTML has no place for (WHATWG HTML, "control character" and
  /// "noncharacter"): the picture of a C0 control (`␛`) or of DEL, a C1 control or a noncharacter as
  /// `\u{85}`, and U+FFFD for NUL, as CommonMark has it. Nil for any other, tabs and ends of lines
  /// among them.
  public static func shown(inPlaceOf scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0: "\u{FFFD}"
    case 0x09, 0x0A, 0x0D: nil
    case ..<0x20, 0x7F: picture(of: scalar).map { String($0) }
    case 0x80..<0xA0, 0xFDD0...0xFDEF: "\\u{\(String(scalar.value, radix: 16))}"
    case _ where scalar.value & 0xFFFE == 0xFFFE: "\\u{\(String(scalar.value, radix: 16))}"
    default: nil
    }
  }

  /// `text` with what HTML has no place for made visible, and all else as it is.
  public static func showingControls(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { shown(inPlaceOf: $0) != nil }) else { return text }
    var visible = ""
    for scalar in text.unicodeScalars {
      if let other = shown(inPlaceOf: scalar) {
        visible += other
      } else {
        visible.unicodeScalars.append(scalar)
      }
    }
    return visible
  }

  /// The picture of a C0 control or DEL (Unicode 16 §22.7).
  private static func picture(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case ..<0x20: Unicode.Scalar(0x2400 + scalar.value)
    case 0x7F: "\u{2421}"
    default: nil
    }
  }
}

extension TerminalText {
  /// Bytes as text of so many characters at most, with `\xff` for each byte that is not UTF-8.
  public static func shown(_ bytes: [UInt8], limit: Int) -> String {
    var text = ""
    var rest = bytes[...]
    while !rest.isEmpty, text.count < limit {
      // The longest scalar has four bytes (RFC 3629 §3).
      let count = (1...4).first { String(validating: rest.prefix($0), as: UTF8.self) != nil }
      let part = rest.prefix(count ?? 1)
      if count == nil {
        text += part.map { "\\x" + String($0, radix: 16) }.joined()
      } else {
        text += String(decoding: part, as: UTF8.self)
      }
      rest = rest.dropFirst(part.count)
    }
    return rest.isEmpty ? text : text + "…"
  }
}
