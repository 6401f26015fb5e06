/// The link reference definitions of a body (CommonMark 0.29 §4.7).
struct LinkReferences {
  private var destinations: [String: LinkSyntax.Destination] = [:]

  /// Whether there are no definitions.
  var isEmpty: Bool { destinations.isEmpty }

  /// Returns the first definition of `label`, or nil if there is none.
  subscript(label: ArraySlice<UInt8>) -> LinkSyntax.Destination? {
    guard label.count <= 1000 else { return nil }
    return destinations[Self.normalized(label)]
  }

  /// Records the definitions at the beginning of `range` and returns them as links. Moves the start
  /// of `range` past the definitions.
  mutating func takeDefinitions(
    from range: inout Range<Int>, in text: [UInt8]
  ) -> [Markup.Link] {
    var links: [Markup.Link] = []
    while let found = Self.definition(at: range.lowerBound, in: text, upTo: range.upperBound) {
      let destination = LinkSyntax.Destination(found.destination, in: text)
      let label = Self.normalized(text[found.label])
      if destinations[label] == nil { destinations[label] = destination }
      links.append(
        Markup.Link(
          kind: .reference, destination: destination,
          text: String(decoding: text[found.label], as: UTF8.self),
          range: found.label.lowerBound - 1..<found.end, isTargetHere: true))
      range = min(found.end, range.upperBound)..<range.upperBound
    }
    return links
  }

  /// Returns a label in the form used for comparison: case-folded, with each run of blanks as one
  /// space.
  static func normalized(_ label: ArraySlice<UInt8>) -> String {
    let words = label.split(whereSeparator: \.isWhitespace)
    let text = String(decoding: Array(words.joined(separator: [UInt8.space])), as: UTF8.self)
    return text.lowercased().uppercased()
  }
}

// MARK: - Syntax

extension LinkReferences {
  private struct Definition {
    let label: Range<Int>
    let destination: Range<Int>
    let end: Int
  }

  /// Returns the definition at `start`, after optional white space, or nil if there is none.
  /// `[^1]:` is not a link definition, because it defines a footnote.
  private static func definition(at start: Int, in text: [UInt8], upTo end: Int) -> Definition? {
    var index = start
    while index < end, text[index].isWhitespace { index += 1 }
    guard let label = LinkSyntax.label(in: text, index, end),
      text[label].contains(where: { !$0.isWhitespace }), text[label].first != UInt8(ascii: "^"),
      label.upperBound + 1 < end, text[label.upperBound + 1] == .colon
    else { return nil }
    let from = skipOneLineEnd(in: text, label.upperBound + 2, end)
    guard let destination = LinkSyntax.destination(in: text, from, end),
      destination.end > from
    else { return nil }
    let behind = destination.end
    let title = skipOneLineEnd(in: text, behind, end)
    if title > behind, let titleEnd = LinkSyntax.title(in: text, title, end),
      isLineEnd(in: text, titleEnd, end)
    {
      return Definition(label: label, destination: destination.range, end: titleEnd)
    }
    guard isLineEnd(in: text, behind, end) else { return nil }
    return Definition(label: label, destination: destination.range, end: behind)
  }

  /// Skips blanks and at most one line end from `start`. Returns the offset of the next byte.
  static func skipOneLineEnd(in text: [UInt8], _ start: Int, _ end: Int) -> Int {
    var index = start
    func skipBlanks() {
      while index < end, text[index] == .space || text[index] == .tab { index += 1 }
    }
    skipBlanks()
    guard index < end, text[index].isLineEnd else { return index }
    index +=
      text[index] == .carriageReturn && index + 1 < end && text[index + 1] == .lineFeed
      ? 2 : 1
    skipBlanks()
    return index
  }

  /// Returns whether only blanks follow `start` on its line.
  private static func isLineEnd(in text: [UInt8], _ start: Int, _ end: Int) -> Bool {
    var index = start
    while index < end, text[index] == .space || text[index] == .tab { index += 1 }
    return index >= end || text[index].isLineEnd
  }
}
