/// The splices that change one field, in the style in which it is written.
struct FieldEdit {
  let document: Document
  let field: FieldLayout

  private var bytes: [UInt8] { document.bytes }
  private var lineEnding: [UInt8] {
    let own = bytes.lineEnding(in: field.lines)
    let isOneLine = bytes.line(at: field.lines.lowerBound).next == field.lines.upperBound
    return isOneLine && !bytes[field.lines].contains(UInt8(ascii: "\n"))
      ? bytes.lineEnding(in: document.frontMatter.content) : own
  }

  /// Replaces the whole value.
  func setting(_ value: NewValue) -> [Splice] {
    if case .list(let elements) = value { return settingList(elements) }
    switch field.style {
    case .empty: return [fillingEmpty(YAMLSpelling.scalar(value, .plain, inFlow: false))]
    case .literal, .folded:
      if case .text(let text) = value, let block = blockText(text) {
        return [Splice(field.value, block)]
      }
    default: break
    }
    let style: YAMLSpelling.Style =
      switch field.style {
      case .singleQuoted: .singleQuoted
      case .doubleQuoted: .doubleQuoted
      default: .plain
      }
    return [replacingValue(YAMLSpelling.scalar(value, style, inFlow: false))]
  }

  /// The value, wherever it begins, by text on the key's line; with no text, the blanks before it
  /// go too.
  private func replacingValue(_ text: [UInt8]) -> Splice {
    let colon = bytes.keyEnd(field) + 1
    if text.isEmpty { return Splice(colon..<field.value.upperBound, []) }
    let isBelow = bytes[colon..<field.value.lowerBound].contains(where: \.isLineBreak)
    if isBelow { return Splice(colon..<field.value.upperBound, [UInt8(ascii: " ")] + text) }
    return Splice(field.value, text)
  }

  /// Text behind a colon that has none: in front of a comment, or instead of the blanks there.
  private func fillingEmpty(_ text: [UInt8]) -> Splice {
    let colon = field.value.lowerBound
    let rest = bytes[colon..<field.lines.upperBound].prefix(while: \.isBlank)
    let isComment = bytes.byte(at: rest.endIndex) == UInt8(ascii: "#")
    return Splice(
      colon..<(isComment ? colon : rest.endIndex), [UInt8(ascii: " ")] + text)
  }
}

// MARK: - Block scalars

extension FieldEdit {
  /// The text as a block scalar with the header, indentation and line ending of the one that is
  /// there; nil where it does not suit (YAML 1.2 §8.1).
  private func blockText(_ text: String) -> [UInt8]? {
    let header = bytes.line(at: bytes.lineStart(of: field.value.lowerBound))
    let ending = bytes[header.end..<header.next]
    let body = text.hasSuffix("\n") ? String(text.dropLast()) : text
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.first, !first.isEmpty, first.first != " ", lines.last?.isEmpty == false,
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

// MARK: - Lists

extension FieldEdit {
  /// The whole list: in the form of the one that is there, keeping the elements that stay.
  private func settingList(_ elements: [NewValue]) -> [Splice] {
    let text = YAMLSpelling.flowSequence(.list(elements))
    guard let items = field.items, !items.isEmpty else {
      return [field.style == .empty ? fillingEmpty(text) : replacingValue(text)]
    }
    let written = elements.map { element in
      items.first { $0.reading == element.value }.map { Array(bytes[$0.value]) }
        ?? YAMLSpelling.scalar(element, styleOfItems(items), inFlow: field.style == .flowSequence)
    }
    if field.style == .flowSequence {
      guard let last = items.last, !elements.isEmpty else { return [replacingValue(text)] }
      let whole = items[0].value.lowerBound..<last.value.upperBound
      return [Splice(whole, Array(written.joined(separator: separator(of: items))))]
    }
    guard !elements.isEmpty else { return [replacingValue(text)] }
    let whole = items[0].value.lowerBound..<items[items.count - 1].value.upperBound
    return [Splice(whole, Array(written.joined(separator: lineSeparator(of: items))))]
  }

  /// More elements at the end; nil where the list's elements are not clear.
  func adding(_ elements: [NewValue]) -> [Splice]? {
    guard let items = field.items else { return nil }
    let (isFlow, style) = (field.style == .flowSequence, styleOfItems(items))
    let texts = elements.map { YAMLSpelling.scalar($0, style, inFlow: isFlow) }
    guard let last = items.last else {
      let inside = field.value.lowerBound + 1
      let text = Array(texts.joined(separator: Array(", ".utf8)))
      return isFlow ? [Splice(inside..<inside, text)] : nil
    }
    if isFlow {
      let (end, separator) = (last.value.upperBound, separator(of: items))
      return [Splice(end..<end, texts.flatMap { separator + $0 })]
    }
    // Behind the last element's line, so that a comment there stays with it.
    let (end, prefix, lineEnding) = (last.lines.upperBound, markerPrefix(of: last), lineEnding)
    return [Splice(end..<end, texts.flatMap { prefix + $0 + lineEnding })]
  }

  /// Another text in the place of an element, in its quotes where they suit.
  func replacing(_ item: FieldLayout.Item, by text: String) -> Splice {
    let isFlow = field.style == .flowSequence
    return Splice(
      item.value, YAMLSpelling.scalar(.text(text), styleOfItems([item]), inFlow: isFlow))
  }

  /// A scalar and one more element, as a list.
  func listing(with element: NewValue) -> [Splice] {
    let first: [UInt8] =
      switch document[field.key] {
      case .string(let text):
        field.style == .plain && !YAMLSpelling.isPlain(text, inFlow: true)
          || field.style == .literal || field.style == .folded || field.style == .other
          ? YAMLSpelling.scalar(.text(text), .plain, inFlow: true) : Array(bytes[field.value])
      default: Array(bytes[field.value])
      }
    let text = YAMLSpelling.scalar(element, .plain, inFlow: true)
    return [replacingValue(Array("[".utf8) + first + Array(", ".utf8) + text + Array("]".utf8))]
  }

  /// The list without the elements at these places.
  func removing(_ doomed: [Int], of items: [FieldLayout.Item]) -> [Splice] {
    guard doomed.count < items.count else {
      if field.style == .flowSequence {
        return [
          Splice(items[0].value.lowerBound..<items[items.count - 1].value.upperBound, [])
        ]
      }
      return [replacingValue(Array("[]".utf8))]
    }
    if field.style == .blockSequence { return doomed.map { Splice(items[$0].lines, []) } }
    // An element goes with the comma before it; those at the front go with the comma behind them.
    let front = doomed.enumerated().prefix { $0.offset == $0.element }.count
    var splices: [Splice] = []
    if front > 0 {
      splices.append(Splice(items[0].value.lowerBound..<items[front].value.lowerBound, []))
    }
    for index in doomed.dropFirst(front) {
      splices.append(Splice(items[index - 1].value.upperBound..<items[index].value.upperBound, []))
    }
    return splices
  }

  /// What stands between the last two elements of a flow sequence; `, ` where there are no two.
  private func separator(of items: [FieldLayout.Item]) -> [UInt8] {
    guard items.count > 1 else { return Array(", ".utf8) }
    let (left, right) = (items[items.count - 2].value, items[items.count - 1].value)
    return Array(bytes[left.upperBound..<right.lowerBound])
  }

  /// A line break and the mark with which the elements of a block sequence begin.
  private func lineSeparator(of items: [FieldLayout.Item]) -> [UInt8] {
    lineEnding + markerPrefix(of: items[0])
  }

  /// All that stands on an element's line before its value: indentation, `-`, and blanks.
  private func markerPrefix(of item: FieldLayout.Item) -> [UInt8] {
    let prefix = Array(bytes[item.lines.lowerBound..<item.value.lowerBound])
    return prefix.last?.isBlank == true ? prefix : prefix + [UInt8(ascii: " ")]
  }

  /// The quotes that all elements have, for one that comes to them.
  private func styleOfItems(_ items: [FieldLayout.Item]) -> YAMLSpelling.Style {
    guard let first = items.first.flatMap({ bytes[$0.value].first }),
      items.allSatisfy({ bytes[$0.value].first == first })
    else { return .plain }
    return first == UInt8(ascii: "\"")
      ? .doubleQuoted : first == UInt8(ascii: "'") ? .singleQuoted : .plain
  }
}

extension [UInt8] {
  /// Where the colon of a field stands.
  fileprivate func keyEnd(_ field: FieldLayout) -> Int {
    self[field.keyRange.upperBound...].firstIndex(of: UInt8(ascii: ":"))
      ?? field.keyRange.upperBound
  }

  /// Where the line that holds `offset` begins.
  func lineStart(of offset: Int) -> Int {
    self[..<offset].lastIndex(where: \.isLineBreak).map { $0 + 1 } ?? 0
  }
}
