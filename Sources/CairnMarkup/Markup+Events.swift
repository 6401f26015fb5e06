/// An event in a walk over a body in reading order. Events are for code that shows the body in a
/// form other than HTML.
package enum MarkupEvent {
  /// The beginning of a part with children. ``end(_:)`` follows after the children.
  case begin(MarkupElement)
  /// The end of a part with children.
  case end(MarkupElement)
  /// Text as shown.
  case text(String)
  /// An inline code span.
  case code(String)
  /// Inline HTML as written. Comments are omitted.
  case html(String)
  /// A line break. `softBreak` is a line end in the source that is shown as a space; `lineBreak` is
  /// a hard line break.
  case softBreak, lineBreak
  /// A code block with its language, which may be empty. The text ends with a line end.
  case codeBlock(language: String, text: String)
  /// A block of HTML as written.
  case htmlBlock(String)
  /// A thematic break.
  case rule
  /// An image: its address as written, and its description.
  case image(address: String, description: String)
  /// A wikilink or an embed.
  case wikilink(Markup.Link)
  /// A reference to the footnote with this number, from 1.
  case footnoteReference(Int)
}

/// A part of a body that has children.
package enum MarkupElement: Equatable {
  case paragraph, quote, row, cell, emphasis, strong, strikethrough
  /// A heading of level 1 … 6.
  case heading(Int)
  /// A list. `first` is the first number of an ordered list, or nil for a bullet list.
  case list(first: Int?, isTight: Bool)
  /// A list item. `isDone` says whether a task is done, and is nil for an item that is not a task.
  case item(isDone: Bool?)
  /// A table, with the alignment of each column: `l`, `c`, `r`, or NUL if none is given. The first
  /// row is the header.
  case table(alignments: [UInt8])
  /// A footnote with its number, from 1.
  case footnote(Int)
  /// A link. The value is its address, or nil if the address is not safe to follow (see
  /// ``SafeAddress``).
  case link(String?)
}

extension Markup {
  /// Passes all parts of the body to `visit` in order. Costs one pass, without recursion.
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
        // The text below the title is a separate paragraph.
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
      // Skips the nodes of an image's description, because the image's event includes the text.
      index = node.kind == .image ? node.end : index + 1
    }
    while let last = open.popLast() { visit(.end(last.element)) }
  }

  /// Passes the title of a callout to `visit`. Returns the index of the node to continue with.
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

  /// Returns `address` if a link to it is safe even in an untrusted note, otherwise nil.
  package static func safeAddress(_ address: String) -> String? {
    SafeAddress.allowsLink(address.utf8) ? address : nil
  }

  private func string(_ stretch: SyntaxTree.Stretch) -> String {
    String(decoding: tree[stretch], as: UTF8.self)
  }

  /// Returns the element to report for a node; nil if the node is the document or can have no
  /// children, such as text. `footnotes` is the number of footnotes up to this node.
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
