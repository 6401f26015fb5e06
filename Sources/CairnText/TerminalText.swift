extension Unicode.Scalar {
  /// Whether the scalar is invisible by itself. True for white space, control and format
  /// characters, and other default-ignorable characters.
  public var isInvisible: Bool {
    if properties.isWhitespace || properties.isDefaultIgnorableCodePoint { return true }
    switch properties.generalCategory {
    case .control, .format: return true
    // The blank Braille pattern.
    default: return value == 0x2800
    }
  }
}

extension StringProtocol {
  /// Whether the text is empty or consists only of invisible characters.
  public var isBlank: Bool { unicodeScalars.allSatisfy(\.isInvisible) }

  /// This text with its first letter capitalized.
  public var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// Functions that measure, cut and escape text for a terminal.
public enum TerminalText {}

// MARK: - Width

extension TerminalText {
  /// Returns the number of terminal cells that `text` takes: the sum of its characters' widths.
  public static func width(of text: some StringProtocol) -> Int {
    // Fast path: almost all text is ASCII. Reading a buffer is faster than iterating a view of a
    // generic type.
    let isASCII = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }
    if isASCII == true { return text.utf8.count }
    return text.reduce(0) { $0 + width(of: $1) }
  }

  /// Returns the number of cells that a character takes: 0, 1 or 2, or more for a cluster of
  /// letters.
  ///
  /// Wide and full-width characters (UAX #11) take two cells; so does an emoji, including joined
  /// emoji, emoji with a skin tone, and flags (UTS #51). Marks and other invisible characters take
  /// no cells, and characters of ambiguous width take one cell.
  public static func width(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.index(after: scalars.startIndex) == scalars.endIndex { return width(of: first) }
    let isEmoji =
      first.properties.isEmojiPresentation
      || (first.properties.isEmoji && scalars.contains { $0 == "\u{FE0F}" || $0 == "\u{20E3}" })
    return isEmoji ? 2 : scalars.reduce(0) { $0 + width(of: $1) }
  }

  /// Returns the number of cells that a single scalar takes outside an emoji sequence.
  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case ..<0x20, 0x7F..<0xA0: 0
    case ..<0x300: 1
    // The vowels and finals of Hangul syllables written as separate jamo.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: 0
    default: isWide(scalar) ? 2 : isInvisible(scalar) ? 0 : 1
    }
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: true
    // The format characters that precede digits are drawn (Unicode 16 §9.2).
    case .format: !(0x600...0x8E2).contains(scalar.value) || scalar.value == 0x61C
    default: false
    }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x1100 { return false }
    if scalar.properties.isEmojiPresentation { return true }
    // `W` and `F` of EastAsianWidth.txt (Unicode 16) except emoji; unassigned code points between
    // them are treated like the other code points of their block (UAX #11 §5).
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
  /// Returns `text` if it takes at most `width` cells. Otherwise, returns its beginning and `…`,
  /// which together take at most `width` cells.
  ///
  /// Never cuts a character; omits a wide character that would cross the limit.
  public static func truncated(_ text: String, to width: Int) -> String {
    guard width > 0 else { return "" }
    if text.utf8.count <= width { return text }
    var used = 0
    // The position of the ellipsis if the text does not fit.
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

extension TerminalText {
  /// Returns `text` cut to `width` cells like ``truncated(_:to:)``, but at the end of a word. Cuts
  /// inside a word if the result would otherwise take less than half of the width.
  public static func shortened(_ text: String, to width: Int) -> String {
    let cut = truncated(text, to: width)
    guard cut != text, cut.count > 1 else { return cut }
    var end = text.index(text.startIndex, offsetBy: cut.count - 1)
    while !text.isWordEdge(end) { end = text.index(before: end) }
    var kept = text[..<end]
    while kept.last?.isWhitespace == true { kept.removeLast() }
    return self.width(of: kept) * 2 >= width - 1 ? kept + "…" : cut
  }

  /// Returns `text` between U+2068 and U+2069 (first strong isolate, UAX #9) if it contains
  /// characters of a right-to-left script. Otherwise, such text could reorder the rest of its line.
  /// Other text is unchanged.
  public static func isolated(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0xD6 }), text.unicodeScalars.contains(where: isLeftward)
    else { return text }
    return "\u{2068}\(text)\u{2069}"
  }

  /// Returns whether a scalar is in a block of characters that run from right to left by default
  /// (UAX #9, Bidi_Class R and AL), or is a right-to-left mark.
  private static func isLeftward(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x1_0800...0x1_0FFF,
      0x1_E800...0x1_EFFF:
      true
    default: false
    }
  }
}

extension StringProtocol {
  /// Returns whether the text can be cut at `index` without cutting a word. True at both ends of
  /// the text, and beside white space. Also true beside a wide character, because most scripts with
  /// wide characters have no spaces.
  public func isWordEdge(_ index: Index) -> Bool {
    guard index > startIndex, index < endIndex else { return true }
    let (left, right) = (self[self.index(before: index)], self[index])
    return left.isWhitespace || right.isWhitespace || TerminalText.width(of: left) == 2
      || TerminalText.width(of: right) == 2
  }
}

// MARK: - Escaping

extension TerminalText {
  /// Returns `text` with a visible replacement for every character that could control a terminal or
  /// reorder a line. C0 controls and DEL become their pictures (`␛`, `␡`). C1 controls, line
  /// separators, and bidirectional embeddings, overrides and isolates become text such as
  /// `\u{202e}`.
  ///
  /// - Parameter keepingLines: Whether to keep tabs and line feeds. If true, CR LF becomes LF.
  public static func escaped(_ text: String, keepingLines: Bool = false) -> String {
    let isSafe: (Unicode.Scalar) -> Bool = { scalar in
      keepingLines && (scalar == "\n" || scalar == "\t") || !steers(scalar)
    }
    if text.unicodeScalars.allSatisfy(isSafe) { return text }
    // Appends strings to `escaped` itself, because appending a string to its scalar view would copy
    // the whole text each time.
    var escaped = ""
    let text = keepingLines ? text.replacing("\r\n", with: "\n") : text
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

  /// Returns `text` on one line: if it contains a control character, each run of white space
  /// becomes one space, and ``escaped(_:keepingLines:)`` escapes the result.
  public static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: steers) else { return text }
    let words = text.split(whereSeparator: \.isWhitespace)
    return escaped(words.joined(separator: " "))
  }

  /// Returns whether a scalar is not drawn, but controls the terminal, breaks the line or changes
  /// the direction of the text after it.
  public static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Returns the visible replacement for a character that HTML does not allow (WHATWG HTML,
  /// "control character" and "noncharacter"); nil for any other, including tabs and line breaks.
  /// NUL becomes U+FFFD, as in CommonMark. Other C0 controls and DEL become their pictures (`␛`).
  /// C1 controls and noncharacters become text such as `\u{85}`.
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

  /// Returns `text` with a visible replacement (``shown(inPlaceOf:)``) for each character that HTML
  /// does not allow.
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

  /// Returns the picture (`␛`) of a C0 control or DEL (Unicode 16 §22.7); nil for other scalars.
  private static func picture(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case ..<0x20: Unicode.Scalar(0x2400 + scalar.value)
    case 0x7F: "\u{2421}"
    default: nil
    }
  }
}

extension TerminalText {
  /// Returns `bytes` as text, with each byte that is not part of valid UTF-8 written like `\xff`.
  /// Stops as soon as the text has at least `limit` characters; appends `…` if bytes remain.
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

extension String {
  /// The word quoted for a shell, if it needs quotes (POSIX.1-2017 XCU §2.2.2).
  public var quotedForShell: String {
    let plain = unicodeScalars.allSatisfy { scalar in
      !scalar.isASCII || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "-._~/:=+,@%".unicodeScalars.contains(scalar)
    }
    return plain && !isEmpty ? self : "'" + replacing("'", with: #"'\''"#) + "'"
  }
}
