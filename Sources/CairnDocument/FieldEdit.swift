/// An edit of one field in its existing style. The methods return the splices to apply.
struct FieldEdit {
  let document: Document
  let field: FieldLayout
  /// Whether the field belongs to a map that is written in braces.
  let isEntry: Bool

  var bytes: [UInt8] { document.bytes }
  var notation: Notation { document.notation }
  var lineEnding: [UInt8] {
    let own = bytes.lineEnding(in: field.lines)
    let isOneLine = bytes.line(at: field.lines.lowerBound).next == field.lines.upperBound
    return isOneLine && !bytes[field.lines].contains(UInt8(ascii: "\n"))
      ? bytes.lineEnding(in: document.frontMatter.content) : own
  }

  /// Returns the splices that replace the whole value.
  ///
  /// - Throws: ``CommentsInTheWay`` if the elements of a flow sequence with comments would be
  ///   reordered.
  func setting(_ value: NewValue) throws(CommentsInTheWay) -> [Splice] {
    if case .list(let elements) = value { return try settingList(elements) }
    switch field.style {
    case .literal, .folded:
      if case .text(let text) = value, let block = blockText(text) {
        return [Splice(field.value, block)]
      }
    case .plain where notation == .toml:
      if case .text(let text) = value, case let written = Array(text.utf8),
        TOMLSpelling.isTime(written[...]), TOMLSpelling.isTime(bytes[field.value])
      {
        return [Splice(field.value, written)]
      }
    case .other where notation == .toml:
      if case .text(let text) = value, text.contains("\n"),
        let long = TOMLSpelling.long(
          text, quotes: Array(bytes[field.value].prefix(3)), lineEnding: lineEnding)
      {
        return [Splice(field.value, long)]
      }
    default: break
    }
    let style: YAMLSpelling.Style =
      switch field.style {
      case .singleQuoted: .singleQuoted
      case .doubleQuoted: .doubleQuoted
      case .other where bytes[field.value].first == UInt8(ascii: "'"): .singleQuoted
      default: .plain
      }
    return replacingValue(notation.scalar(value, style, inFlow: isEntry))
  }

  /// Whether a new value simply replaces the bytes of the old one. This is the case in TOML, in
  /// JSON and in YAML maps in braces. In other YAML, the value may begin on a line below its key.
  private var isInPlace: Bool { isEntry || notation != .yaml }

  /// Returns the splices that replace the value with text on the key's line, even if the value
  /// begins on a later line.
  ///
  /// For an empty `text`, removes the spaces after the colon too. Comments before the value stay.
  /// In a list, comments on their own lines stay too.
  func replacingValue(_ text: [UInt8]) -> [Splice] {
    if isInPlace {
      guard field.style == .empty else { return [Splice(field.value, text)] }
      let hasColon = bytes[field.value.lowerBound - 1] == UInt8(ascii: ":")
      return [Splice(field.value, Array((hasColon ? " " : ": ").utf8) + text)]
    }
    if field.style == .empty { return [atColon(text)] }
    let colon = bytes.keyEnd(field) + 1
    let gap = bytes[colon..<field.value.lowerBound]
    guard gap.contains(where: \.isLineBreak) else {
      let comment = headerComment
      let before = text.isEmpty && comment.isEmpty ? colon : field.value.lowerBound
      let blank = text.isEmpty || comment.isEmpty ? [] : [UInt8(ascii: " ")]
      return [Splice(before..<field.value.upperBound, text + blank + comment)]
    }
    if field.style == .blockSequence, let items = field.items {
      return [atColon(text)] + items.map { Splice($0.lines, []) }
    }
    guard gap.contains(UInt8(ascii: "#")) else {
      return [
        Splice(colon..<field.value.upperBound, (text.isEmpty ? [] : [UInt8(ascii: " ")]) + text)
      ]
    }
    let last = bytes.line(at: bytes.lineStart(of: field.value.upperBound))
    let isLast = bytes[field.value.upperBound..<last.end].allSatisfy(\.isBlank)
    let lines = bytes.lineStart(of: field.value.lowerBound)..<last.next
    return [atColon(text), Splice(isLast ? lines : field.value, [])]
  }

  /// Returns the splice that inserts text after the colon of a key with no value on its line. A
  /// comment on the line stays after the text; trailing spaces are replaced.
  private func atColon(_ text: [UInt8]) -> Splice {
    let colon = bytes.keyEnd(field) + 1
    if text.isEmpty { return Splice(colon..<colon, []) }
    let rest = bytes[colon..<field.lines.upperBound].prefix(while: \.isBlank)
    let isComment = bytes.byte(at: rest.endIndex) == UInt8(ascii: "#")
    return Splice(
      colon..<(isComment ? colon : rest.endIndex), [UInt8(ascii: " ")] + text)
  }

  /// The comment in the header of a block scalar; empty if there is none.
  private var headerComment: [UInt8] {
    guard field.style == .literal || field.style == .folded else { return [] }
    let header = bytes.line(at: bytes.lineStart(of: field.value.lowerBound))
    return Array(bytes[field.value.lowerBound..<header.end].drop { $0 != UInt8(ascii: "#") })
  }
}

// MARK: - Block scalars

extension FieldEdit {
  /// Returns `text` as a block scalar (YAML 1.2 §8.1) with the existing style, header comment,
  /// indentation and line endings, or nil if `text` cannot be written in this style.
  private func blockText(_ text: String) -> [UInt8]? {
    let header = bytes.line(at: bytes.lineStart(of: field.value.lowerBound))
    let ending = bytes[header.end..<header.next]
    let body = text.hasSuffix("\n") ? String(text.dropLast()) : text
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
    // Compares bytes, because a space followed by a combining mark is one character.
    guard let first = lines.first, let start = first.utf8.first, start != UInt8(ascii: " "),
      lines.last?.isEmpty == false,
      !text.unicodeScalars.contains(where: { $0 != "\n" && YAMLSpelling.needsEscape($0) })
    else { return nil }
    if field.style == .folded, lines.count > 1 || first.utf8.last == UInt8(ascii: " ") {
      return nil
    }
    let below = bytes[header.next..<max(header.next, field.value.upperBound)]
    let indent = below.prefix { $0 == UInt8(ascii: " ") }.count
    let margin = Array(repeating: UInt8(ascii: " "), count: indent > 0 ? indent : 2)
    let mark = field.style == .literal ? "|" : ">"
    let comment = bytes[field.value.lowerBound..<header.end].drop { !$0.isBlank }
    var result = Array((mark + (text.hasSuffix("\n") ? "" : "-")).utf8) + comment
    for line in lines {
      result += ending + (line.isEmpty ? [] : margin + Array(line.utf8))
    }
    return result
  }
}

extension [UInt8] {
  /// Returns the offset of the colon after a field's key.
  fileprivate func keyEnd(_ field: FieldLayout) -> Int {
    self[field.keyRange.upperBound...].firstIndex(of: UInt8(ascii: ":"))
      ?? field.keyRange.upperBound
  }

  /// Returns the start of the line that contains `offset`.
  func lineStart(of offset: Int) -> Int {
    self[..<offset].lastIndex(where: \.isLineBreak).map { $0 + 1 } ?? 0
  }
}
