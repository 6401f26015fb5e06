// MARK: - Addresses without brackets (GFM 0.29 §6.9)

extension InlineScanner {
  /// Reads the address whose scheme ends with the `:` at `index`; returns the offset behind it.
  mutating func bareAddress(atColon index: Int) -> Int? {
    guard has("://", at: index), !isInBrackets else { return nil }
    var start = index
    while start > textStart, text[start - 1].isLetter { start -= 1 }
    let scheme = String(decoding: text[start..<index], as: UTF8.self).lowercased()
    guard ["http", "https", "ftp"].contains(scheme), index + 3 < end else { return nil }
    guard let domain = domainEnd(from: index + 3, mayBeShort: true),
      let close = addressEnd(from: index, domain: domain)
    else { return nil }
    return addBare(start..<close, prefix: "")
  }

  /// Reads the address that begins with `www.` at `index`; returns the offset behind it.
  mutating func bareAddress(atW index: Int) -> Int? {
    guard has("www.", at: index), !isInBrackets else { return nil }
    if index > start {
      let before = text[index - 1]
      guard before.isWhitespace || "*_~(".utf8.contains(before) else { return nil }
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

  /// The offset behind the domain at `from`, or nil where it is none: underscores in its last two
  /// segments, or no dot where it must have one.
  private mutating func domainEnd(from: Int, mayBeShort: Bool) -> Int? {
    guard from >= memo.failedDomainEnd else { return nil }
    var dots = 0
    var underscores = (previous: 0, last: 0)
    var index = from
    while index < end {
      let byte = text[index]
      if byte == .underscore {
        underscores.last += 1
      } else if byte == .dot {
        underscores = (underscores.last, 0)
        dots += 1
      } else if byte != .hyphen, byte.isWhitespace || byte.isPunctuation {
        break
      } else if byte >= 0x80, Self.endsDomain(scalar(at: index)) {
        break
      }
      index += 1
    }
    if index == from || (underscores.previous > 0 || underscores.last > 0) && dots <= 10 {
      // Worth remembering only where trying again would be slow.
      if index - from > 1000 { memo.failedDomainEnd = index }
      return nil
    }
    return mayBeShort || dots > 0 ? index : nil
  }

  private static func endsDomain(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return false }
    return scalar.isPunctuationMark || scalar.properties.isWhitespace
  }

  /// The offset behind the address that begins at `from`, without what more probably belongs to
  /// the sentence around it; nil where nothing is left.
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
      case let byte where "?!.,:*_~'\"".utf8.contains(byte): close -= 1
      default: return close
      }
    }
    return nil
  }

  /// Reads the e-mail address around the `@` at `index`; returns the offset behind it.
  mutating func bareEmail(at index: Int) -> Int? {
    var start = index
    while start > textStart, text[start - 1].isAlphanumeric || ".+-_".utf8.contains(text[start - 1])
    { start -= 1 }
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
