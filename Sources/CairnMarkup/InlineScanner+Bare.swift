// MARK: - Addresses without brackets (GFM 0.29 §6.9)

extension InlineScanner {
  /// Reads the address whose scheme ends with the `:` at `index`. Returns the offset after the
  /// address, or nil if there is none.
  mutating func bareAddress(atColon index: Int) -> Int? {
    guard has("://", at: index), !isInBrackets else { return nil }
    var start = index
    while start > textStart, text[start - 1].isLetter { start -= 1 }
    guard isScheme(start..<index), index + 3 < end,
      mayBeInDomain(at: index + 3)
    else { return nil }
    guard let domain = domainEnd(from: index + 3, mayBeShort: true),
      let close = addressEnd(from: index, domain: domain)
    else { return nil }
    return addBare(start..<close, prefix: "")
  }

  /// Returns whether the range is one of the schemes that cmark recognizes, ignoring case.
  private func isScheme(_ range: Range<Int>) -> Bool {
    func matches(_ word: StaticString) -> Bool {
      word.utf8CodeUnitCount == range.count
        && range.allSatisfy { text[$0] | 0x20 == word.utf8Start[$0 - range.lowerBound] }
    }
    return matches("https") || matches("http") || matches("ftp")
  }

  /// Reads the address that begins with `www.` at `index`. Returns the offset after the address, or
  /// nil if there is none.
  mutating func bareAddress(atW index: Int) -> Int? {
    guard has("www.", at: index), !isInBrackets else { return nil }
    if index > start {
      let before = text[index - 1]
      guard before.isWhitespace || before.isOne(of: "*_~(") else { return nil }
    }
    guard let domain = domainEnd(from: index, mayBeShort: false),
      let close = addressEnd(from: index, domain: domain)
    else { return nil }
    return addBare(index..<close, prefix: "http://")
  }

  private mutating func addBare(_ range: Range<Int>, prefix: String) -> Int {
    let written = string(range)
    links.append(
      Markup.Link(
        kind: .autolink, target: prefix + written, text: written, range: range,
        targetRange: range, isExternal: true))
    return consumed(upTo: range.upperBound)
  }

  /// Returns the offset after the domain that begins at `from`. Nil if the domain has no dot and
  /// `mayBeShort` is false. Like cmark, also returns nil if the domain has at most 10 dots and one
  /// of its last two segments contains an underscore.
  private mutating func domainEnd(from: Int, mayBeShort: Bool) -> Int? {
    guard from >= memo.failedDomainEnd else { return nil }
    var dots = 0
    var underscores = (previous: 0, last: 0)
    // cmark checks neither the first byte of the domain nor the last byte of the stretch.
    var index = from + 1
    while index < end - 1 {
      let byte = text[index]
      if byte == .underscore {
        underscores.last += 1
      } else if byte == .dot {
        underscores = (underscores.last, 0)
        dots += 1
      } else if byte != .hyphen, !mayBeInDomain(at: index) {
        break
      }
      index += 1
    }
    if underscores.previous > 0 || underscores.last > 0, dots <= 10 {
      // Remembers the failure only if trying again would be slow.
      if index - from > 1000 { memo.failedDomainEnd = index }
      return nil
    }
    return mayBeShort || dots > 0 ? index : nil
  }

  /// Returns whether cmark accepts the scalar at `index` in a domain.
  private func mayBeInDomain(at index: Int) -> Bool {
    let byte = text[index]
    if byte < 0x80 { return !byte.isWhitespace && !byte.isPunctuation }
    return scalar(at: index).map { !$0.isPunctuationMark && !$0.properties.isWhitespace } ?? false
  }

  /// Returns the end of the address that begins at `from`. The domain of the address ends at
  /// `domain`. Leaves out characters at the end that more likely belong to the sentence. Nil if
  /// nothing is left.
  private func addressEnd(from: Int, domain: Int) -> Int? {
    var close = domain
    while close < end, !text[close].isWhitespace, text[close] != .less { close += 1 }
    var surplus = 0
    for byte in text[from..<close] {
      if byte == .openParenthesis { surplus -= 1 }
      if byte == .closeParenthesis { surplus += 1 }
    }
    while close > from {
      switch text[close - 1] {
      case .closeParenthesis:
        if surplus <= 0 { return close }
        surplus -= 1
        close -= 1
      case UInt8(ascii: ";"):
        var name = close - 2
        while name > from, text[name].isLetter { name -= 1 }
        close =
          name >= from && name < close - 2 && text[name] == UInt8(ascii: "&")
          ? name : close - 1
      case let byte where byte.isOne(of: "?!.,:*_~'\""): close -= 1
      default: return close
      }
    }
    return nil
  }

  /// Reads the e-mail address around the `@` at `index`. Returns the offset after the address, or
  /// nil if there is none.
  mutating func bareEmail(at index: Int) -> Int? {
    var start = index
    while start > textStart, text[start - 1].isAlphanumeric || text[start - 1].isOne(of: ".+-_") {
      start -= 1
    }
    guard start < index, start == textStart || text[start - 1] != .slash else { return nil }
    var close = index + 1
    var dots = 0
    while close < end {
      let byte = text[close]
      if byte == .dot, close + 1 < end, text[close + 1].isAlphanumeric {
        dots += 1
      } else if byte == .at {
        return nil
      } else if !byte.isAlphanumeric, byte != .hyphen, byte != .underscore {
        break
      }
      close += 1
    }
    guard close > index + 1, dots > 0, text[close - 1].isLetter || text[close - 1] == .dot,
      let last = addressEnd(from: index, domain: close).map({ min($0, close) })
    else { return nil }
    let range = start..<last
    bareEmails.append(
      Markup.Link(
        kind: .autolink, target: "mailto:" + string(range), text: string(range), range: range,
        targetRange: range, isExternal: true))
    return consumed(upTo: last)
  }
}
