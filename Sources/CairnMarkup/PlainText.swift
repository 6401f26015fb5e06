extension SyntaxTree {
  /// The text of all nodes, a line for each block.
  var plainText: String { String(decoding: plainTextAndHeadings.bytes, as: UTF8.self) }

  /// The text of all nodes as UTF-8, and where in it each heading is; of one without a text, at 0.
  var plainTextAndHeadings: (bytes: [UInt8], headings: [Range<Int>]) {
    var text: [UInt8] = []
    var headings: [Range<Int>] = []
    text.reserveCapacity(pool.count)
    appendText(of: 0..<nodes.count, to: &text, headings: &headings)
    return (text, headings.map { $0.isEmpty ? 0..<0 : $0 })
  }

  /// Raw HTML as it is written, a line for each piece.
  var rawHTML: String {
    let pieces = nodes.lazy.filter { $0.kind == .htmlBlock || $0.kind == .htmlInline }
    return pieces.map { String(decoding: self[$0.text], as: UTF8.self) }.joined(separator: "\n")
  }

  /// The text that a node's subtree shows, on one line for each block in it.
  func plainText(of node: Int) -> String {
    var text: [UInt8] = []
    var headings: [Range<Int>] = []
    appendText(of: node..<nodes[node].end, to: &text, headings: &headings)
    return String(decoding: text, as: UTF8.self)
  }

  /// The text of the paragraph that a list item begins with; empty where it begins otherwise.
  func firstParagraph(of item: Int) -> String {
    guard item + 1 < nodes[item].end, nodes[item + 1].kind == .paragraph else { return "" }
    return plainText(of: item + 1)
  }

  /// The first line that is not blank.
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
      case .text, .code, .wikilink: text += self[node.text]
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
  /// Whether its text is a line, or lines, of its own.
  fileprivate var isTextBlock: Bool {
    switch self {
    case .paragraph, .heading, .codeBlock, .tableRow: true
    default: false
    }
  }
}

extension String {
  /// The first line that is not blank, without white space around it.
  var firstFullLine: String? {
    split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }?.trimmed
  }
}

extension Substring {
  /// Without white space at both ends.
  fileprivate var trimmed: String {
    var rest = self
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
