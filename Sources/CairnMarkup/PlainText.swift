import CairnText

extension SyntaxTree {
  /// The text of all nodes, with one line per block.
  var plainText: String { String(decoding: plainTextAndHeadings.bytes, as: UTF8.self) }

  /// The text of all nodes as UTF-8, and each heading's range in that text. The range is `0..<0`
  /// for a heading without text.
  var plainTextAndHeadings: (bytes: [UInt8], headings: [Range<Int>]) {
    var text: [UInt8] = []
    var headings: [Range<Int>] = []
    text.reserveCapacity(pool.count)
    appendText(of: 0..<nodes.count, to: &text, headings: &headings)
    return (text, headings.map { $0.isEmpty ? 0..<0 : $0 })
  }

  /// The raw HTML as written, with one line per HTML node.
  var rawHTML: String {
    let pieces = nodes.lazy.filter { $0.kind == .htmlBlock || $0.kind == .htmlInline }
    return pieces.map { String(decoding: self[$0.text], as: UTF8.self) }.joined(separator: "\n")
  }

  /// Returns the text that a node's subtree shows, with one line for each block.
  func plainText(of node: Int) -> String {
    var text: [UInt8] = []
    var headings: [Range<Int>] = []
    appendText(of: node..<nodes[node].end, to: &text, headings: &headings)
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the text of the paragraph with which a list item begins, or an empty string if the
  /// item does not begin with a paragraph.
  func firstParagraph(of item: Int) -> String {
    guard item + 1 < nodes[item].end, nodes[item + 1].kind == .paragraph else { return "" }
    return plainText(of: item + 1)
  }

  /// The first nonblank line of the text, or nil if there is none.
  var firstLine: String? {
    var index = 0
    while index < nodes.count {
      guard nodes[index].kind.isTextBlock else {
        index += 1
        continue
      }
      if let line = plainText(of: index).firstFullLine { return line }
      index = nodes[index].end
    }
    return nil
  }

  private func appendText(
    of range: Range<Int>, to text: inout [UInt8], headings: inout [Range<Int>]
  ) {
    var behindHeading = 0
    for index in range {
      let node = nodes[index]
      if node.kind.isTextBlock, let last = text.last, last != .lineFeed { text.append(.lineFeed) }
      if node.kind == .heading {
        headings.append(text.count..<text.count)
        behindHeading = node.end
      }
      switch node.kind {
      case .text, .code, .wikilink, .math: text += self[node.text]
      case .codeBlock:
        text += self[node.text]
        while text.last == .lineFeed { text.removeLast() }
      case .softBreak, .lineBreak: text.append(.space)
      case .tableCell:
        if let last = text.last, last != .lineFeed { text.append(.space) }
      default: break
      }
      if index < behindHeading {
        headings[headings.count - 1] = headings[headings.count - 1].lowerBound..<text.count
      }
    }
  }
}

extension SyntaxTree.Kind {
  /// Whether the text of a node of this kind begins on a new line.
  fileprivate var isTextBlock: Bool {
    switch self {
    case .paragraph, .heading, .codeBlock, .tableRow: true
    default: false
    }
  }
}

extension String {
  /// The first nonblank line, without surrounding white space, or nil if there is none.
  var firstFullLine: String? {
    split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }
      .map { String($0.trimmingBlanks) }
  }
}
