/// The splices that edit a list. A comment on an element's line stays or is removed together with
/// the element; comments on their own lines stay in place.
extension FieldEdit {
  /// Returns the splices that set the whole list, in the form (flow or block) of the existing list.
  ///
  /// - Throws: ``CommentsInTheWay`` if a flow sequence contains comments and its elements would be
  ///   reordered.
  func settingList(_ elements: [NewValue]) throws(CommentsInTheWay) -> [Splice] {
    let text = notation.list(elements)
    guard let items = field.items, !items.isEmpty else { return replacingValue(text) }
    if field.style == .blockSequence {
      return elements.isEmpty ? replacingValue(text) : settingLines(elements, items)
    }
    if holdsComments(items) { return try settingCommented(elements, items) }
    guard let last = items.last, !elements.isEmpty else { return replacingValue(text) }
    let style = styleOfItems(items)
    let written = zip(elements, places(of: elements, in: items)).map { element, found in
      found.map { Array(bytes[items[$0].value]) }
        ?? notation.scalar(element, style, inFlow: true)
    }
    let whole = items[0].value.lowerBound..<last.value.upperBound
    return [Splice(whole, Array(written.joined(separator: separator(of: items))))]
  }

  /// Returns the splices that append elements, or nil if the positions of the existing elements are
  /// unclear.
  func adding(_ elements: [NewValue]) -> [Splice]? {
    guard let items = field.items else { return nil }
    let (isFlow, style) = (field.style == .flowSequence, styleOfItems(items))
    let texts = elements.map { notation.scalar($0, style, inFlow: isFlow) }
    guard let last = items.last else {
      let inside = field.value.lowerBound + 1
      let text = Array(texts.joined(separator: Array(", ".utf8)))
      return isFlow ? [Splice(inside..<inside, text)] : nil
    }
    if isFlow {
      if holdsComments(items) { return addingCommented(texts, behind: last) }
      let (end, separator) = (last.value.upperBound, separator(of: items))
      return [Splice(end..<end, texts.flatMap { separator + $0 })]
    }
    // New lines follow the whole line of the last element, so that a comment on that line stays
    // there.
    let (end, prefix, lineEnding) = (last.lines.upperBound, markerPrefix(of: last), lineEnding)
    return [Splice(end..<end, texts.flatMap { prefix + $0 + lineEnding })]
  }

  /// Returns the splices that remove the elements of `items` at the indices `doomed`.
  func removing(_ doomed: [Int], of items: [FieldLayout.Item]) -> [Splice] {
    if field.style == .blockSequence {
      return doomed.count < items.count
        ? doomed.map { Splice(items[$0].lines, []) } : replacingValue(Array("[]".utf8))
    }
    if holdsComments(items) { return doomed.map { removingCommented(items[$0]) } }
    guard doomed.count < items.count else {
      let last = items[items.count - 1]
      let end = comma(behind: last).map { $0 + 1 } ?? last.value.upperBound
      return [Splice(items[0].value.lowerBound..<end, [])]
    }
    // Elements at the front are removed with the comma after them, other elements with the comma
    // before them.
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

  /// Returns the splice that replaces the text of an element. The element keeps its quotes if
  /// possible.
  func replacing(_ item: FieldLayout.Item, by text: String) -> Splice {
    let isFlow = field.style == .flowSequence
    return Splice(
      item.value, notation.scalar(.text(text), styleOfItems([item]), inFlow: isFlow))
  }

  /// Returns the splices that turn the field's scalar into a flow sequence of the scalar and
  /// `element`: `a` becomes `[a, b]`.
  ///
  /// - Parameter value: The value of the field.
  func listing(_ value: FieldValue, with element: NewValue) -> [Splice] {
    let first: [UInt8] =
      switch value {
      case .string(let text):
        notation == .yaml && field.style == .plain && !YAMLSpelling.isPlain(text, inFlow: true)
          || field.style == .literal || field.style == .folded
          || (notation == .yaml && field.style == .other)
          ? notation.scalar(.text(text), .plain, inFlow: true) : Array(bytes[field.value])
      default: Array(bytes[field.value])
      }
    let text = notation.scalar(element, .plain, inFlow: true)
    return replacingValue(Array("[".utf8) + first + Array(", ".utf8) + text + Array("]".utf8))
  }

  /// Returns the style for new elements: the quotes that all `items` have, or plain if the items
  /// differ or have no quotes.
  private func styleOfItems(_ items: [FieldLayout.Item]) -> YAMLSpelling.Style {
    guard let first = items.first.flatMap({ bytes[$0.value].first }),
      items.allSatisfy({ bytes[$0.value].first == first })
    else { return .plain }
    return first == UInt8(ascii: "\"")
      ? .doubleQuoted : first == UInt8(ascii: "'") ? .singleQuoted : .plain
  }

  /// Returns, for each element, the index of an item with the same value, or nil if there is none.
  /// Each item is used only once.
  private func places(of elements: [NewValue], in items: [FieldLayout.Item]) -> [Int?] {
    var free: [FieldValue: [Int]] = [:]
    for index in items.indices.reversed() {
      if let reading = items[index].reading { free[reading, default: []].append(index) }
    }
    return elements.map { free[notation.value(of: $0)]?.popLast() }
  }
}

// MARK: - Block sequences

extension FieldEdit {
  /// Returns the splices that set the elements of a block sequence.
  ///
  /// Existing elements that keep their order stay in place; others are moved with their lines.
  private func settingLines(_ elements: [NewValue], _ items: [FieldLayout.Item]) -> [Splice] {
    let (prefix, style, lineEnding) = (markerPrefix(of: items[0]), styleOfItems(items), lineEnding)
    var kept: Set<Int> = []
    var last = -1
    var place = items[0].lines.lowerBound
    var splices: [Splice] = []
    for (element, found) in zip(elements, places(of: elements, in: items)) {
      if let found, found > last {
        kept.insert(found)
        last = found
        place = items[found].lines.upperBound
      } else {
        let text =
          found.map { Array(bytes[items[$0].lines]) }
          ?? prefix + notation.scalar(element, style, inFlow: false) + lineEnding
        splices.append(Splice(place..<place, text))
      }
    }
    splices += items.indices.filter { !kept.contains($0) }.map { Splice(items[$0].lines, []) }
    // The sort is stable, so insertions keep their order and precede removals.
    return splices.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Returns everything before the value on an element's line: indentation, `-`, and spaces.
  private func markerPrefix(of item: FieldLayout.Item) -> [UInt8] {
    let prefix = Array(bytes[item.lines.lowerBound..<item.value.lowerBound])
    return prefix.last?.isBlank == true ? prefix : prefix + [UInt8(ascii: " ")]
  }
}

// MARK: - Flow sequences

/// The error thrown for an edit that would reorder a flow sequence with comments.
struct CommentsInTheWay: Error {}

extension FieldEdit {
  /// Returns whether a flow sequence contains a comment.
  private func holdsComments(_ items: [FieldLayout.Item]) -> Bool {
    var position = field.value.lowerBound
    for item in items {
      if bytes[position..<item.value.lowerBound].contains(UInt8(ascii: "#")) { return true }
      position = item.value.upperBound
    }
    return bytes[position..<field.value.upperBound].contains(UInt8(ascii: "#"))
  }

  /// Returns the text between the last two elements of a flow sequence, or `, ` if there are fewer
  /// than two.
  private func separator(of items: [FieldLayout.Item]) -> [UInt8] {
    guard items.count > 1 else { return Array(", ".utf8) }
    let (left, right) = (items[items.count - 2].value, items[items.count - 1].value)
    return Array(bytes[left.upperBound..<right.lowerBound])
  }

  /// Returns the splices that set the elements of a flow sequence that contains comments.
  ///
  /// - Throws: ``CommentsInTheWay`` if the change does more than remove elements and append new
  ///   ones.
  private func settingCommented(
    _ elements: [NewValue], _ items: [FieldLayout.Item]
  ) throws(CommentsInTheWay) -> [Splice] {
    let found = places(of: elements, in: items)
    let kept = found.prefix { $0 != nil }.compactMap(\.self)
    guard kept == kept.sorted(), found.dropFirst(kept.count).allSatisfy({ $0 == nil }) else {
      throw CommentsInTheWay()
    }
    let gone = items.indices.filter { !kept.contains($0) }
    let style = styleOfItems(items)
    let new = elements.dropFirst(kept.count).map { notation.scalar($0, style, inFlow: true) }
    guard let last = items.last, !new.isEmpty else {
      return gone.map { removingCommented(items[$0]) }
    }
    // New elements are inserted after the last element. If that element is removed, they replace
    // it.
    guard gone.contains(items.count - 1) else {
      return gone.map { removingCommented(items[$0]) } + addingCommented(new, behind: last)
    }
    return gone.dropLast().map { removingCommented(items[$0]) }
      + [Splice(last.value, Array(new.joined(separator: Array(", ".utf8))))]
  }

  /// Returns the offset of the comma after an element, or nil if there is none.
  private func comma(behind item: FieldLayout.Item) -> Int? {
    var offset = item.value.upperBound
    while offset < field.value.upperBound {
      switch bytes[offset] {
      case UInt8(ascii: ","): return offset
      case UInt8(ascii: "#"): offset = bytes.line(at: offset).end
      case let byte where byte.isBlank || byte.isLineBreak: offset += 1
      default: return nil
      }
    }
    return nil
  }

  /// Returns the splice that removes an element and the comma after it. If nothing or only a
  /// comment remains on the line, the rest of the line is removed too.
  private func removingCommented(_ item: FieldLayout.Item) -> Splice {
    let comma = comma(behind: item)
    let start = bytes.lineStart(of: item.value.lowerBound)
    let end = comma.map { $0 + 1 } ?? item.value.upperBound
    let line = bytes.line(at: bytes.lineStart(of: end))
    let rest = bytes[end..<line.end].drop(while: \.isBlank)
    let before = max(start, field.value.lowerBound + 1)..<item.value.lowerBound
    if bytes[before].allSatisfy(\.isBlank), rest.isEmpty || rest.first == UInt8(ascii: "#") {
      // If the opening bracket is on the line, the line itself stays.
      return before.lowerBound == start
        ? Splice(start..<line.next, []) : Splice(item.value.lowerBound..<line.end, [])
    }
    return Splice(item.value.lowerBound..<rest.startIndex, [])
  }

  /// Returns the splices that insert elements after `last`. If the closing bracket is on a later
  /// line than `last`, each new element is on its own line.
  private func addingCommented(_ texts: [[UInt8]], behind last: FieldLayout.Item) -> [Splice] {
    let end = last.value.upperBound
    let line = bytes.line(at: bytes.lineStart(of: end))
    guard field.value.upperBound > line.end else {
      return [Splice(end..<end, Array(texts.map { Array(", ".utf8) + $0 }.joined()))]
    }
    let comma = comma(behind: last)
    let next = comma.map { bytes.line(at: bytes.lineStart(of: $0)).next } ?? line.next
    let start = bytes.lineStart(of: last.value.lowerBound)
    let indent = bytes[start...].prefix(while: \.isBlank)
    let margin = indent.isEmpty || start < field.value.lowerBound ? [0x20, 0x20] : Array(indent)
    let lines = texts.enumerated().map { index, text in
      margin + text + (comma != nil || index < texts.count - 1 ? [UInt8(ascii: ",")] : [])
        + lineEnding
    }
    return (comma == nil ? [Splice(end..<end, [UInt8(ascii: ",")])] : [])
      + [Splice(next..<next, Array(lines.joined()))]
  }
}
