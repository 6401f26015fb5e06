import CairnDocument

extension EditorPlace {
  /// Returns the end of the link target, tag, key or value in which the cursor is. The cursor is at
  /// the end of the typed text.
  func end(in bytes: [UInt8]) -> Int {
    switch self {
    case .link(let typed): Self.endOfLinkPart(bytes, typed, stoppingAt: "|#")
    case .heading(_, let typed): Self.endOfLinkPart(bytes, typed, stoppingAt: "|")
    case .path(let typed, _):
      Self.endOfPointedPath(bytes, typed)
        ?? Self.endOfPath(bytes, typed.upperBound, stoppingAt: ">)`#")
    case .anchor(_, let typed): Self.endOfPath(bytes, typed.upperBound, stoppingAt: ">)`")
    case .tag(let typed): Self.endOfWord(bytes, typed.upperBound, including: "/-")
    case .key(let typed, let spelling):
      Self.endOfText(bytes, typed.upperBound, in: spelling.quote)
        ?? Self.endOfWord(bytes, typed.upperBound, including: "-")
    case .value(_, let typed, let spelling):
      Self.endOfText(bytes, typed.upperBound, in: spelling.quote)
        ?? Self.endOfValue(bytes, typed, spelling.notation)
    }
  }

  /// Returns the end of the name or heading in a wikilink. If the link has no closing brackets, the
  /// name or heading ends with the word at the cursor.
  private static func endOfLinkPart(
    _ bytes: [UInt8], _ typed: Range<Int>, stoppingAt marks: String
  ) -> Int {
    let cursor = typed.upperBound
    let rest = bytes[cursor..<endOfLine(bytes, cursor)]
    let bracket = rest.firstIndex { "[]".utf8.contains($0) } ?? rest.endIndex
    if bytes[bracket...].starts(with: "]]".utf8) {
      return rest[..<bracket].firstIndex { marks.utf8.contains($0) } ?? bracket
    }
    return typed.isEmpty ? cursor : endOfWord(bytes, cursor, including: "-")
  }

  /// Returns the end of a path in `<…>`, which can contain blanks; nil if `>` is missing.
  private static func endOfPointedPath(_ bytes: [UInt8], _ typed: Range<Int>) -> Int? {
    guard typed.lowerBound > 0, bytes[typed.lowerBound - 1] == UInt8(ascii: "<") else { return nil }
    let rest = bytes[typed.upperBound..<endOfLine(bytes, typed.upperBound)]
    guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
    return rest[..<end].firstIndex(of: UInt8(ascii: "#")) ?? end
  }

  /// Returns the end of the path or heading in a Markdown link: the next blank, the next character
  /// in `marks`, or the end of the line.
  private static func endOfPath(
    _ bytes: [UInt8], _ cursor: Int, stoppingAt marks: String
  ) -> Int {
    bytes[cursor..<endOfLine(bytes, cursor)].firstIndex {
      $0 == 0x20 || $0 == 0x09 || marks.utf8.contains($0)
    } ?? endOfLine(bytes, cursor)
  }

  /// Returns the end of a word of letters, digits, `_` and the characters in `others`.
  private static func endOfWord(
    _ bytes: [UInt8], _ cursor: Int, including others: String
  ) -> Int {
    bytes[cursor...].firstIndex {
      !$0.isASCIIWord && $0 < 0x80 && !others.utf8.contains($0)
    } ?? bytes.count
  }

  /// Returns the offset of the quotation mark that closes a text; nil if the text is not quoted, or
  /// not closed on its line.
  private static func endOfText(_ bytes: [UInt8], _ cursor: Int, in quote: UInt8?) -> Int? {
    guard let quote else { return nil }
    let end = endOfLine(bytes, cursor)
    var index = cursor
    while index < end, bytes[index] != quote {
      let isEscape = quote == UInt8(ascii: "\"") && bytes[index] == UInt8(ascii: "\\")
      index += isEscape ? 2 : 1
    }
    return index < end ? index : nil
  }

  /// Returns the end of a value without a closing quotation mark. The value ends before a comment
  /// and, inside brackets, before a comma or a bracket.
  private static func endOfValue(
    _ bytes: [UInt8], _ typed: Range<Int>, _ notation: Notation
  ) -> Int {
    let cursor = typed.upperBound
    let line = bytes[cursor..<endOfLine(bytes, cursor)]
    let before = bytes[..<typed.lowerBound].reversed().prefix { $0 != 0x0A && $0 != 0x0D }
    let isInBrackets = notation != .yaml || before.contains(UInt8(ascii: "["))
    let end = line.indices.first { index in
      let isComment = bytes[index] == UInt8(ascii: "#") && index > 0 && bytes[index - 1] == 0x20
      return isComment || isInBrackets && ",]}".utf8.contains(bytes[index])
    }
    let value = bytes[cursor..<(end ?? line.endIndex)]
    return value.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? cursor
  }

  private static func endOfLine(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes[offset...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
  }
}
