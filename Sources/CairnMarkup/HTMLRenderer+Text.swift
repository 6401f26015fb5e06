/// Methods that write text. Tags in the text become links, `==marked==` words become `<mark>`
/// elements, and formulas become MathML.
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
    guard let marks = spans.marks[index] else { return writeTagged(text, at: index) }
    var rest = text
    for mark in marks {
      let start = text.startIndex + mark.offset
      writeTagged(rest[..<start], at: index)
      out.raw(mark.begins ? "<mark>" : "</mark>")
      rest = rest[(start + 2)...]
    }
    writeTagged(rest, at: index)
  }

  /// Writes a formula in place of its first line. If there is no MathML for the formula, writes its
  /// LaTeX with the dollar signs.
  mutating func writeMath(_ node: SyntaxTree.Node) {
    guard let formula = markup.mask?.formulas[Int(node.number)] else { return }
    let sign = formula.isBlock ? "$$" : "$"
    out.raw("<span class=\"math\(formula.isBlock ? " block\" tabindex=\"0" : "")\" dir=\"ltr\">")
    if let math = options.formulas[formula] {
      out.raw(math.html)
    } else {
      out.escaped((sign + formula.tex + sign).utf8)
    }
    out.raw("</span>")
  }

  /// Writes text. Tags in the text become links, but not if the text is already part of a link.
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
  /// The signs and the raw HTML that pages show as elements.
  struct Spans {
    /// The signs that begin and end marked words, as in `==marked==`, keyed by the index of their
    /// text node.
    var marks: [Int: [HTMLRenderer.Mark]] = [:]
    /// The tags of safe elements such as `<kbd>`, keyed by the index of their node.
    var tags: [Int: String] = [:]
  }

  /// The elements that pages show if a body contains them as raw HTML without attributes.
  private static let elements: Set<String> = [
    "b", "cite", "del", "dfn", "em", "i", "ins", "kbd", "mark", "q", "s", "samp", "small",
    "strong", "sub", "sup", "u", "var",
  ]
  /// The maximum nesting depth of elements, so that a malicious body does not take too long.
  private static let deepest = 20

  /// Returns the marked words and the safe elements of the tree. Costs one pass.
  ///
  /// As in Obsidian, no blank separates marked words from their signs. Marked words begin and end
  /// at a word's edge, so `a==b` is unchanged. Marked words and elements begin and end in the same
  /// node, and never overlap.
  func spans() -> Spans {
    var spans = Spans()
    guard pool.contains(where: { $0 == UInt8(ascii: "=") || $0 == .less }) else { return spans }
    // For each node, keyed by its index: the signs and the tags that may begin something and have
    // no matching end yet. Signs have the name `==`, and there is at most one of them.
    var open: [Int: [(name: String, node: Int, offset: Int)]] = [:]
    var parents: [Int] = []
    /// Ends the element called `name` in the node `parent`, and drops everything that began after
    /// the element. Returns where the element began; nil if no such element is open in `parent`.
    func close(_ name: String, in parent: Int) -> (name: String, node: Int, offset: Int)? {
      guard let place = open[parent]?.lastIndex(where: { $0.name == name }) else { return nil }
      defer { open[parent]?.removeSubrange(place...) }
      return open[parent]?[place]
    }
    func begin(_ name: String, _ node: Int, _ offset: Int, in parent: Int) {
      if open[parent, default: []].count < Self.deepest {
        open[parent, default: []].append((name, node, offset))
      }
    }
    for index in nodes.indices {
      while let last = parents.last, nodes[last].end <= index { parents.removeLast() }
      let parent = parents.last ?? 0
      let node = nodes[index]
      switch node.kind {
      // `writeCallout` writes this text, without marked words.
      case .text where isCalloutTitle(index, in: parent): break
      case .text:
        for (offset, mayBegin, mayEnd) in Self.equalsSigns(in: self[node.text]) {
          if mayEnd, let start = close("==", in: parent) {
            spans.marks[start.node, default: []].append(.init(offset: start.offset, begins: true))
            spans.marks[index, default: []].append(.init(offset: offset, begins: false))
          } else if mayBegin {
            open[parent]?.removeAll { $0.name == "==" }
            begin("==", index, offset, in: parent)
          }
        }
      case .htmlInline:
        guard let (name, isEnd) = Self.tag(self[node.text]) else { break }
        if name == "br" {
          spans.tags[index] = "<br />"
        } else if !isEnd {
          begin(name, index, 0, in: parent)
        } else if let start = close(name, in: parent) {
          spans.tags[start.node] = "<\(name)>"
          spans.tags[index] = "</\(name)>"
        }
      // A callout's title is an element of its own, so nothing continues after its line.
      case .softBreak, .lineBreak:
        if nodes[max(parent - 1, 0)].kind == .blockQuote { open[parent] = nil }
      default: break
      }
      if node.end > index + 1 { parents.append(index) }
    }
    return spans
  }

  /// Returns the name of an allowed element in lower case, and whether the tag ends the element.
  /// Returns nil for a tag with attributes or with another name. `br` has no end.
  private static func tag(_ html: ArraySlice<UInt8>) -> (name: String, isEnd: Bool)? {
    var rest = html.dropFirst().dropLast()
    guard html.first == .less, html.last == .greater, rest.count < 10 else { return nil }
    let isEnd = rest.first == .slash
    if isEnd { rest = rest.dropFirst() }
    let name = String(decoding: rest, as: UTF8.self).lowercased()
    if !isEnd, ["br", "br/", "br /"].contains(name) { return ("br", false) }
    return elements.contains(name) ? (name, isEnd) : nil
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
