/// What a body consists of, in the order in which it is read: for who shows it in another form than
/// HTML.
package enum MarkupEvent {
  /// Something with parts begins; ``end(_:)`` follows once they are over.
  case begin(MarkupElement)
  /// Something with parts ends.
  case end(MarkupElement)
  /// Text as it is shown.
  case text(String)
  /// A piece of code in a line.
  case code(String)
  /// HTML as it is written, in a line; comments are left out.
  case html(String)
  /// A line's end in the source, shown as a space, and one that is shown as such.
  case softBreak, lineBreak
  /// A block of code with its language, which may be empty; the text's last line has an end.
  case codeBlock(language: String, text: String)
  /// HTML as it is written, in lines of its own.
  case htmlBlock(String)
  /// A thematic break.
  case rule
  /// An image, its address as it is written, and what stands for it.
  case image(address: String, description: String)
  /// A wikilink or an embed.
  case wikilink(Markup.Link)
  /// A reference to the footnote with this number, from 1.
  case footnoteReference(Int)
}

/// A part of a body that has parts.
package enum MarkupElement: Equatable {
  case paragraph, quote, row, cell, emphasis, strong, strikethrough
  /// A heading of level 1 … 6.
  case heading(Int)
  /// A list with its first number, nil where it has bullets.
  case list(first: Int?, isTight: Bool)
  /// An item of a list; of a task, whether it is done.
  case item(isDone: Bool?)
  /// A table with an `l`, `c`, `r` or NUL for each column. The first row is its header.
  case table(alignments: [UInt8])
  /// A footnote with its number, from 1.
  case footnote(Int)
  /// A link to an address that is safe to follow, see ``HTMLRenderer``; nil where it is not.
  case link(String?)
}

extension Markup {
  /// Hands all that the body consists of to `visit`. Costs one pass, and no stack for what is deep.
  package func walk(_ visit: (MarkupEvent) -> Void) {
    var open: [(end: Int, element: MarkupElement)] = []
    var footnotes = 0
    var index = 0
    var callout: Callout?
    while index < tree.nodes.count {
      while let last = open.last, last.end <= index {
        visit(.end(last.element))
        open.removeLast()
      }
      let node = tree.nodes[index]
      if node.kind == .footnoteDefinition { footnotes += 1 }
      if let found = node.kind == .blockQuote ? tree.callout(at: index) : nil {
        callout = found
        visit(.begin(.quote))
        open.append((node.end, .quote))
        index = visitTitle(of: found, &open, visit)
        continue
      }
      if let text = callout, index == text.titleEnd, index < text.end {
        // What stands below the title is a paragraph of its own.
        callout = nil
        visit(.begin(.paragraph))
        open.append((text.end, .paragraph))
        index += 1
        continue
      }
      if let element = element(of: node, footnotes) {
        visit(.begin(element))
        open.append((node.end, element))
      } else if let event = event(of: node, at: index) {
        visit(event)
      }
      // An image's description has been told.
      index = node.kind == .image ? node.end : index + 1
    }
    while let last = open.popLast() { visit(.end(last.element)) }
  }

  /// Tells of the title of a callout; returns the node to go on with.
  private func visitTitle(
    of callout: Callout, _ open: inout [(end: Int, element: MarkupElement)],
    _ visit: (MarkupEvent) -> Void
  ) -> Int {
    for element in [MarkupElement.paragraph, .strong] {
      visit(.begin(element))
      open.append((callout.titleEnd, element))
    }
    visit(.text(callout.hasTitle ? string(callout.rest) : callout.word))
    return callout.hasTitle ? callout.text + 1 : callout.titleEnd
  }

  /// `address` where a link may lead to it whoever wrote it, else nil.
  package static func safeAddress(_ address: String) -> String? {
    SafeAddress.allowsLink(address.utf8) ? address : nil
  }

  /// Whether an address has a scheme or begins with `//`.
  package static func isExternal(_ address: String) -> Bool {
    SafeAddress.isExternal(address.utf8)
  }

  private func string(_ stretch: SyntaxTree.Stretch) -> String {
    String(decoding: tree[stretch], as: UTF8.self)
  }

  /// What a node is that has parts; nil where it has none, or is nothing but its parts.
  private func element(of node: SyntaxTree.Node, _ footnotes: Int) -> MarkupElement? {
    switch node.kind {
    case .paragraph: .paragraph
    case .blockQuote: .quote
    case .tableRow: .row
    case .tableCell: .cell
    case .emphasis: .emphasis
    case .strong: .strong
    case .strikethrough: .strikethrough
    case .heading: .heading(Int(node.number))
    case .bulletList: .list(first: nil, isTight: node.flag)
    case .orderedList: .list(first: Int(node.number), isTight: node.flag)
    case .item: .item(isDone: nil)
    case .task: .item(isDone: node.number == 1)
    case .table: .table(alignments: Array(tree[node.text]))
    case .footnoteDefinition: .footnote(footnotes)
    case .link: .link(Self.safeAddress(string(node.detail)))
    default: nil
    }
  }

  private func event(of node: SyntaxTree.Node, at index: Int) -> MarkupEvent? {
    switch node.kind {
    case .text: .text(string(node.text))
    case .code: .code(string(node.text))
    case .softBreak: .softBreak
    case .lineBreak: .lineBreak
    case .thematicBreak: .rule
    case .codeBlock:
      .codeBlock(
        language: String(decoding: tree[node.detail].prefix { !$0.isWhitespace }, as: UTF8.self),
        text: string(node.text))
    case .htmlInline: tree[node.text].isOneComment ? nil : .html(string(node.text))
    case .htmlBlock: tree[node.text].isOneComment ? nil : .htmlBlock(string(node.text))
    case .image:
      .image(address: string(node.detail), description: Link.sized(tree.plainText(of: index)).text)
    case .wikilink:
      mask.map { .wikilink(Link(wikilink: $0.candidates[Int(node.number)], in: bytes)) }
    case .footnoteReference: Int(string(node.text)).map { .footnoteReference($0) }
    default: nil
    }
  }
}
