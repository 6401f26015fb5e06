/// Writes a tree as HTML. Every byte of a note goes through ``HTMLBuffer/escaped(_:)`` or
/// ``HTMLBuffer/address(_:)``; only the literals in this file are markup.
struct HTMLRenderer {
  private let tree: SyntaxTree
  private let markup: Markup
  private let resolve: (Markup.Link) -> String?
  private let shift: Int
  private let prefix: String
  private var out = HTMLBuffer()
  /// What is still to be closed: up to which node, and with what.
  private var open: [Open] = []
  /// The ends of the links around the node that is written.
  private var linkEnd = 0
  private var headings = 0
  private var footnotes = 0
  private var references: [Int: Int] = [:]
  private var table = Table(end: 0, alignments: [])

  /// An element that is not closed yet.
  private struct Open {
    let end: Int
    let close: String
    /// Whether it is a tight list, or an item of one.
    var isTight = false
  }

  /// The table that is written.
  private struct Table {
    let end: Int
    let alignments: [UInt8]
    var column = 0
    var isHeader = false
    var hasBody = false
  }

  init(markup: Markup, options: HTMLOptions, resolve: @escaping (Markup.Link) -> String?) {
    self.markup = markup
    tree = markup.tree
    shift = options.headingShift
    let allowed = options.idPrefix.utf8.filter {
      $0.isAlphanumeric || $0 == .hyphen || $0 == .underscore
    }
    prefix = String(decoding: allowed, as: UTF8.self)
    self.resolve = resolve
  }

  mutating func render() -> String {
    var index = 0
    while index < tree.nodes.count {
      while let last = open.last, last.end <= index { closeLast() }
      index = write(index)
    }
    while !open.isEmpty { closeLast() }
    if footnotes > 0 { out.raw("</ol>\n</section>\n") }
    return out.text
  }

  private mutating func closeLast() {
    if let last = open.popLast() { out.raw(last.close) }
  }

  /// Writes a node's beginning; returns the node to go on with.
  private mutating func write(_ index: Int) -> Int {
    let node = tree.nodes[index]
    switch node.kind {
    case .document, .other: break
    case .text: out.escaped(tree[node.text])
    case .softBreak: out.raw("\n")
    case .lineBreak: out.raw("<br />\n")
    case .emphasis: element("em", node)
    case .strong: element("strong", node)
    case .strikethrough: element("del", node)
    case .code:
      out.raw("<code>")
      out.escaped(tree[node.text])
      out.raw("</code>")
    case .htmlInline: writeHTML(node)
    case .link: writeLink(node, at: index)
    case .image:
      writeImage(node, at: index)
      return node.end
    case .wikilink: writeWikilink(node, at: index)
    case .footnoteReference: writeReference(node)
    default: writeBlock(node)
    }
    return index + 1
  }

  private mutating func element(_ name: String, _ node: SyntaxTree.Node, newline: Bool = false) {
    out.raw("<\(name)>")
    open.append(Open(end: node.end, close: newline ? "</\(name)>\n" : "</\(name)>"))
  }
}

// MARK: - Blocks

extension HTMLRenderer {
  private mutating func writeBlock(_ node: SyntaxTree.Node) {
    switch node.kind {
    case .paragraph: writeParagraph(node)
    case .heading: writeHeading(node)
    case .blockQuote:
      out.raw("<blockquote>\n")
      open.append(Open(end: node.end, close: "</blockquote>\n"))
    case .bulletList:
      out.raw("<ul>\n")
      open.append(Open(end: node.end, close: "</ul>\n", isTight: node.flag))
    case .orderedList:
      out.raw(node.number == 1 ? "<ol>\n" : "<ol start=\"\(node.number)\">\n")
      open.append(Open(end: node.end, close: "</ol>\n", isTight: node.flag))
    case .item, .task: writeItem(node)
    case .codeBlock: writeCodeBlock(node)
    case .htmlBlock: writeHTML(node)
    case .thematicBreak: out.raw("<hr />\n")
    case .table: writeTable(node)
    case .tableRow: writeRow(node)
    case .tableCell: writeCell(node)
    case .footnoteDefinition: writeDefinition(node)
    default: break
    }
  }

  private mutating func writeParagraph(_ node: SyntaxTree.Node) {
    guard let item = open.last, item.isTight else {
      element("p", node, newline: true)
      return
    }
    open.append(Open(end: node.end, close: node.end < item.end ? "\n" : ""))
  }

  private mutating func writeItem(_ node: SyntaxTree.Node) {
    let isTight = open.last?.isTight ?? false
    out.raw(node.kind == .task ? "<li class=\"task\">" : "<li>")
    if node.kind == .task {
      out.raw("<input type=\"checkbox\" disabled\(node.number == 1 ? " checked" : "") /> ")
    }
    open.append(Open(end: node.end, close: "</li>\n", isTight: isTight))
  }

  private mutating func writeHeading(_ node: SyntaxTree.Node) {
    let name = "h\(min(max(Int(node.number) + shift, 1), 6))"
    out.raw("<\(name)")
    if !prefix.isEmpty, headings < markup.headings.count {
      out.raw(" id=\"\(prefix)")
      out.escaped(markup.headings[headings].slug.utf8)
      out.raw("\"")
    }
    headings += 1
    out.raw(">")
    open.append(Open(end: node.end, close: "</\(name)>\n"))
  }

  private mutating func writeCodeBlock(_ node: SyntaxTree.Node) {
    let language = tree[node.detail].prefix { !$0.isWhitespace }
    out.raw("<pre><code")
    if !language.isEmpty {
      out.raw(" class=\"language-")
      out.escaped(language)
      out.raw("\"")
    }
    out.raw(">")
    out.escaped(tree[node.text])
    out.raw("</code></pre>\n")
  }

  /// Shows raw HTML as text; a comment not at all.
  private mutating func writeHTML(_ node: SyntaxTree.Node) {
    let html = tree[node.text]
    let isBlock = node.kind == .htmlBlock
    if html.isOneComment { return }
    if isBlock { out.raw("<pre class=\"html\">") }
    out.escaped(html)
    if isBlock { out.raw("</pre>\n") }
  }
}

// MARK: - Tables

extension HTMLRenderer {
  private mutating func writeTable(_ node: SyntaxTree.Node) {
    out.raw("<table>\n")
    open.append(Open(end: node.end, close: "</table>\n"))
    table = Table(end: node.end, alignments: Array(tree[node.text]))
  }

  private mutating func writeRow(_ node: SyntaxTree.Node) {
    table.column = 0
    table.isHeader = node.flag
    if node.flag {
      out.raw("<thead>\n<tr>\n")
      open.append(Open(end: node.end, close: "</tr>\n</thead>\n"))
      return
    }
    if !table.hasBody {
      table.hasBody = true
      out.raw("<tbody>\n")
      open.append(Open(end: table.end, close: "</tbody>\n"))
    }
    out.raw("<tr>\n")
    open.append(Open(end: node.end, close: "</tr>\n"))
  }

  private mutating func writeCell(_ node: SyntaxTree.Node) {
    let name = table.isHeader ? "th" : "td"
    out.raw("<\(name)")
    if table.column < table.alignments.count {
      switch table.alignments[table.column] {
      case UInt8(ascii: "l"): out.raw(" align=\"left\"")
      case UInt8(ascii: "c"): out.raw(" align=\"center\"")
      case UInt8(ascii: "r"): out.raw(" align=\"right\"")
      default: break
      }
    }
    table.column += 1
    out.raw(">")
    open.append(Open(end: node.end, close: "</\(name)>\n"))
  }
}

// MARK: - Links

extension HTMLRenderer {
  /// Begins a link, unless it would stand in another or its address is not safe; its text follows
  /// in either case.
  private mutating func writeLink(_ node: SyntaxTree.Node, at index: Int) {
    let address = tree[node.detail]
    guard index >= linkEnd, SafeAddress.allowsLink(address) else { return }
    linkEnd = node.end
    writeAnchor(address, title: tree[node.title])
    open.append(Open(end: node.end, close: "</a>"))
  }

  private mutating func writeAnchor(_ address: some Collection<UInt8>, title: ArraySlice<UInt8>) {
    out.raw("<a href=\"")
    out.address(address)
    out.raw("\"")
    writeTitle(title)
    if SafeAddress.isExternal(address) { out.raw(" rel=\"noopener noreferrer\"") }
    out.raw(">")
  }

  private mutating func writeTitle(_ title: ArraySlice<UInt8>) {
    guard !title.isEmpty else { return }
    out.raw(" title=\"")
    out.escaped(title)
    out.raw("\"")
  }

  private mutating func writeImage(_ node: SyntaxTree.Node, at index: Int) {
    writeImage(
      tree[node.detail], description: Array(tree.plainText(of: index).utf8),
      title: tree[node.title])
  }

  private mutating func writeImage(
    _ address: some Collection<UInt8>, description: [UInt8], title: ArraySlice<UInt8>
  ) {
    guard SafeAddress.allowsImage(address) else {
      out.escaped(description)
      return
    }
    out.raw("<img src=\"")
    out.address(address)
    out.raw("\" alt=\"")
    out.escaped(description)
    out.raw("\"")
    writeTitle(title)
    out.raw(" />")
  }

  private mutating func writeWikilink(_ node: SyntaxTree.Node, at index: Int) {
    let shown = Array(tree[node.text])
    guard let mask = markup.mask, index >= linkEnd else {
      out.escaped(shown)
      return
    }
    let link = Markup.Link(wikilink: mask.candidates[Int(node.number)], in: markup.bytes)
    guard let address = resolve(link).map({ Array($0.utf8) }), SafeAddress.allowsLink(address)
    else {
      out.raw("<span class=\"wikilink\">")
      out.escaped(shown)
      out.raw("</span>")
      return
    }
    if link.isEmbeddedImage {
      writeImage(address, description: shown, title: [])
      return
    }
    writeAnchor(address, title: [])
    out.escaped(shown)
    out.raw("</a>")
  }
}

// MARK: - Footnotes

extension HTMLRenderer {
  /// A reference to the footnote with the number that cmark gave it, from 1.
  private mutating func writeReference(_ node: SyntaxTree.Node) {
    guard let number = Int(String(decoding: tree[node.text], as: UTF8.self)) else { return }
    let earlier = references[number, default: 0]
    references[number] = earlier + 1
    let id = "\(prefix)fnref-\(number)" + (earlier > 0 ? "-\(earlier + 1)" : "")
    out.raw("<sup class=\"footnote-ref\" id=\"\(id)\">")
    out.raw("<a href=\"#\(prefix)fn-\(number)\">\(number)</a></sup>")
  }

  /// A footnote; cmark puts them behind everything else, in the order of their numbers.
  private mutating func writeDefinition(_ node: SyntaxTree.Node) {
    if footnotes == 0 { out.raw("<section class=\"footnotes\">\n<ol>\n") }
    footnotes += 1
    out.raw("<li id=\"\(prefix)fn-\(footnotes)\">\n")
    let back = "<a class=\"footnote-backref\" href=\"#\(prefix)fnref-\(footnotes)\">↩</a>\n"
    open.append(Open(end: node.end, close: back + "</li>\n"))
  }
}

extension ArraySlice<UInt8> {
  /// Whether it is one HTML comment and nothing else but white space.
  fileprivate var isOneComment: Bool {
    let text = drop(while: \.isWhitespace)
    guard text.starts(with: "<!--".utf8) else { return false }
    var index = text.startIndex + 4
    while index + 2 < text.endIndex {
      if text[index] == .hyphen, text[index + 1] == .hyphen, text[index + 2] == .greater {
        return text[(index + 3)...].allSatisfy(\.isWhitespace)
      }
      index += 1
    }
    return false
  }
}
