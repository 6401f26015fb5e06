/// Methods that write text. Tags in the text become links, and `==marked==` words become `<mark>`
/// elements.
extension HTMLRenderer {
  /// A pair of equals signs that begins or ends marked words in a text node.
  struct Mark {
    /// The offset of the signs in the node's text.
    let offset: Int
    /// Whether marked words begin after the signs.
    let begins: Bool
  }

  /// Writes a text node, with links for its tags and `<mark>` elements for its marked words.
  mutating func writeText(_ node: SyntaxTree.Node, at index: Int) {
    let text = tree[node.text]
    guard let marks = marks[index] else { return writeTagged(text, at: index) }
    var rest = text
    for mark in marks {
      let start = text.startIndex + mark.offset
      writeTagged(rest[..<start], at: index)
      out.raw(mark.begins ? "<mark>" : "</mark>")
      rest = rest[(start + 2)...]
    }
    writeTagged(rest, at: index)
  }

  /// Writes text in which tags are links, unless the text is within a link.
  private mutating func writeTagged(_ text: ArraySlice<UInt8>, at index: Int) {
    guard let tagPage = options.tagPage, index >= linkEnd, text.contains(.hash) else {
      return out.escaped(text)
    }
    var rest = text
    for (name, range) in InlineScanner.tags(in: text) where knownTags.contains(name) {
      guard let address = tagPage(name), SafeAddress.allowsLink(address.utf8) else { continue }
      out.escaped(rest[..<range.lowerBound])
      out.raw("<a class=\"tag\" href=\"")
      out.address(address.utf8)
      out.raw("\">")
      out.escaped(text[range])
      out.raw("</a>")
      rest = rest[range.upperBound...]
    }
    out.escaped(rest)
  }
}

extension SyntaxTree {
  /// Returns the signs that begin and end marked words, as in `==marked==`, keyed by the index of
  /// their text node. Costs one pass.
  ///
  /// As in Obsidian, no blank separates the words from the signs. Marked words begin and end in
  /// the same element, so that elements do not overlap. They do not begin or end within a word, so
  /// `a==b` is unchanged.
  func marks() -> [Int: [HTMLRenderer.Mark]] {
    var marks: [Int: [HTMLRenderer.Mark]] = [:]
    guard pool.contains(UInt8(ascii: "=")) else { return marks }
    // For each element, keyed by its index: the latest `==` that may begin marked words and has no
    // matching `==` yet.
    var open: [Int: (node: Int, offset: Int)] = [:]
    var parents: [Int] = []
    for index in nodes.indices {
      while let last = parents.last, nodes[last].end <= index { parents.removeLast() }
      let parent = parents.last ?? 0
      let node = nodes[index]
      switch node.kind {
      // `writeCallout` writes this text, without marked words.
      case .text where isCalloutTitle(index, in: parent): break
      case .text:
        for (offset, mayBegin, mayEnd) in Self.equalsSigns(in: self[node.text]) {
          if mayEnd, let start = open.removeValue(forKey: parent) {
            marks[start.node, default: []].append(.init(offset: start.offset, begins: true))
            marks[index, default: []].append(.init(offset: offset, begins: false))
          } else if mayBegin {
            open[parent] = (index, offset)
          }
        }
      // A callout's title is an element of its own, so marked words do not continue after its line.
      case .softBreak, .lineBreak:
        if nodes[max(parent - 1, 0)].kind == .blockQuote { open[parent] = nil }
      default: break
      }
      if node.end > index + 1 { parents.append(index) }
    }
    return marks
  }

  /// Returns whether the node at `index` contains the mark of a callout.
  private func isCalloutTitle(_ index: Int, in paragraph: Int) -> Bool {
    index == paragraph + 1 && paragraph > 0 && nodes[paragraph - 1].kind == .blockQuote
      && callout(at: paragraph - 1) != nil
  }

  /// Returns the offset of each pair of equals signs. Also returns whether marked words may begin
  /// after the pair, and whether they may end before it.
  static func equalsSigns(
    in text: ArraySlice<UInt8>
  ) -> [(offset: Int, mayBegin: Bool, mayEnd: Bool)] {
    let sign = UInt8(ascii: "=")
    var found: [(Int, Bool, Bool)] = []
    var index = text.startIndex
    while let start = text[index...].firstIndex(of: sign) {
      let end = text[start...].firstIndex { $0 != sign } ?? text.endIndex
      index = end
      guard end - start == 2 else { continue }
      let before = start > text.startIndex ? text[start - 1] : nil
      let after = end < text.endIndex ? text[end] : nil
      let begins = after.map { !$0.isWhitespace } ?? true
      let ends = before.map { !$0.isWhitespace } ?? true
      found.append(
        (
          start - text.startIndex, begins && before?.isAlphanumeric != true,
          ends && after?.isAlphanumeric != true
        ))
    }
    return found
  }
}

extension InlineScanner {
  /// Returns the names and ranges of the tags in plain text.
  fileprivate static func tags(
    in text: ArraySlice<UInt8>
  ) -> [(name: String, range: Range<Int>)] {
    let bytes = Array(text)
    var scanner = InlineScanner(text: bytes, references: LinkReferences())
    scanner.begin(0..<bytes.count)
    var index = 0
    while let sign = bytes[index...].firstIndex(of: .hash) {
      index = scanner.tag(at: sign) ?? sign + 1
    }
    return scanner.tags.map { tag in
      let start = text.startIndex + tag.range.lowerBound
      return (tag.name, start..<start + tag.range.count)
    }
  }
}
