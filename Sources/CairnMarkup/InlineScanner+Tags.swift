// MARK: - Tags

extension InlineScanner {
  /// Reads the tag at `index`. Returns the offset after the tag, or nil if there is none.
  ///
  /// As in Obsidian, a tag consists of letters and digits of any script, emoji, `_`, `-`, and `/`
  /// between levels. A tag does not begin within a word or an address, and is not a number or a
  /// color (`#fff`, `#ffffff`).
  mutating func tag(at index: Int) -> Int? {
    guard mayBeginTag(at: index) else { return nil }
    let nameStart = index + 1
    var close = nameStart
    var hasLetter = false
    while close < end {
      let byte = text[close]
      if byte < 0x80 {
        if byte == .slash {
          // A level is not empty: `#a/` and `#a//b` are the tag `a`.
          guard close > nameStart, close + 1 < end, continuesTag(at: close + 1) else { break }
        } else if !byte.isAlphanumeric, byte != .underscore, byte != .hyphen {
          break
        }
        hasLetter = hasLetter || byte.isLetter
        close += 1
      } else {
        guard let scalar = scalar(at: close), scalar.isTagScalar else { break }
        hasLetter = hasLetter || scalar.properties.numericType == nil
        close += UTF8.width(scalar)
      }
    }
    guard hasLetter, !isColour(nameStart..<close) else { return nil }
    tags.append(Markup.Tag(name: string(nameStart..<close), range: index..<close))
    return close
  }

  private func continuesTag(at index: Int) -> Bool {
    let byte = text[index]
    if byte < 0x80 { return byte.isAlphanumeric || byte == .underscore || byte == .hyphen }
    return scalar(at: index)?.isTagScalar ?? false
  }

  /// Returns whether the character before the number sign may precede a tag.
  private func mayBeginTag(at index: Int) -> Bool {
    guard index > start, index > 0 else { return true }
    let before = text[index - 1]
    if before.isWhitespace { return true }
    if before < 0x80 { return before.isOne(of: "([{\"',;*_~<>!|") }
    var first = index - 1
    while first > start, text[first] & 0xC0 == 0x80 { first -= 1 }
    guard let scalar = scalar(at: first) else { return false }
    return scalar.isPunctuationMark || scalar.properties.isWhitespace
  }

  private func isColour(_ range: Range<Int>) -> Bool {
    [3, 6, 8].contains(range.count) && text[range].allSatisfy(\.isHexDigit)
  }

  /// Returns the Unicode scalar at `index`, or nil if the bytes are not UTF-8.
  func scalar(at index: Int) -> Unicode.Scalar? {
    var decoder = UTF8()
    var bytes = text[index..<min(index + 4, end)].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return nil }
    return scalar
  }
}

extension Unicode.Scalar {
  /// Whether Unicode classifies the scalar as punctuation.
  var isPunctuationMark: Bool {
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      true
    default: false
    }
  }

  /// Whether a non-ASCII scalar may occur in a tag: a letter, mark, digit, emoji or joiner.
  fileprivate var isTagScalar: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: properties.isEmoji || self == "\u{200D}" || properties.isVariationSelector
    }
  }
}
