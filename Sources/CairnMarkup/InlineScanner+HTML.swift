// MARK: - Raw HTML (CommonMark 0.29 §6.10)

extension InlineScanner {
  /// Returns the offset after the HTML whose `<` is just before `from`, or nil if that `<` does not
  /// begin HTML.
  mutating func htmlEnd(from: Int) -> Int? {
    guard from < end else { return nil }
    switch text[from] {
    case .slash: return closingTagEnd(from: from + 1)
    case UInt8(ascii: "?"):
      guard !memo.noInstructionEnd else { return nil }
      let found = find("?>", from: from + 1)
      memo.noInstructionEnd = found == nil
      return found
    case .bang: return declarationEnd(from: from + 1)
    default: return openTagEnd(from: from)
    }
  }

  /// Returns the offset after a comment, a CDATA section or a declaration whose `<!` is just before
  /// `from`, or nil if there is none.
  private mutating func declarationEnd(from: Int) -> Int? {
    if has("--", at: from) {
      // A comment may not begin with `>` or `->`, contain `--`, or end with `-`.
      let content = from + 2
      if has(">", at: content) || has("->", at: content) { return nil }
      guard let dashes = find("--", from: content) else { return nil }
      return has(">", at: dashes) ? dashes + 1 : nil
    }
    if has("[CDATA[", at: from) {
      guard !memo.noCDATAEnd else { return nil }
      let found = find("]]>", from: from + 7)
      memo.noCDATAEnd = found == nil
      return found
    }
    var index = from
    while index < end, text[index] &- UInt8(ascii: "A") < 26 { index += 1 }
    guard index > from, index < end, text[index].isWhitespace, !memo.noDeclarationEnd else {
      return nil
    }
    let found = find(">", from: index)
    memo.noDeclarationEnd = found == nil
    return found
  }

  private func closingTagEnd(from: Int) -> Int? {
    guard let name = tagNameEnd(from: from) else { return nil }
    let index = skipBlanks(from: name)
    return has(">", at: index) ? index + 1 : nil
  }

  private func openTagEnd(from: Int) -> Int? {
    guard var index = tagNameEnd(from: from) else { return nil }
    while true {
      let next = skipBlanks(from: index)
      guard next > index, let attribute = attributeEnd(from: next) else {
        index = next
        break
      }
      index = attribute
    }
    if has("/", at: index) { index += 1 }
    return has(">", at: index) ? index + 1 : nil
  }

  private func tagNameEnd(from: Int) -> Int? {
    guard from < end, text[from].isLetter else { return nil }
    var index = from + 1
    while index < end, text[index].isAlphanumeric || text[index] == .hyphen { index += 1 }
    return index
  }

  private func attributeEnd(from: Int) -> Int? {
    guard from < end,
      text[from].isLetter || text[from] == .underscore || text[from] == .colon
    else { return nil }
    var name = from + 1
    while name < end,
      text[name].isSchemeByte && text[name] != UInt8(ascii: "+")
        || text[name] == .underscore || text[name] == .colon
    { name += 1 }
    let equals = skipBlanks(from: name)
    guard has("=", at: equals) else { return name }
    let value = skipBlanks(from: equals + 1)
    guard value < end else { return nil }
    let quote = text[value]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      return text[value + 1..<end].firstIndex(of: quote).map { $0 + 1 }
    }
    var index = value
    while index < end, !text[index].isWhitespace, !text[index].isOne(of: "\"'=<>`") {
      index += 1
    }
    return index > value ? index : nil
  }

  // MARK: - Searching

  /// Returns the offset of the first byte at or after `from` that is not white space, or ``end``.
  func skipBlanks(from: Int) -> Int {
    var index = from
    while index < end, text[index].isWhitespace { index += 1 }
    return index
  }

  /// Returns whether `word` occurs at `index`.
  func has(_ word: StaticString, at index: Int) -> Bool {
    let count = word.utf8CodeUnitCount
    guard index >= 0, index + count <= end else { return false }
    for offset in 0..<count where text[index + offset] != word.utf8Start[offset] { return false }
    return true
  }

  /// Returns the offset after the first `word` at or after `from`, or nil if `word` does not occur.
  private func find(_ word: StaticString, from: Int) -> Int? {
    var index = from
    while index + word.utf8CodeUnitCount <= end {
      if has(word, at: index) { return index + word.utf8CodeUnitCount }
      index += 1
    }
    return nil
  }
}
