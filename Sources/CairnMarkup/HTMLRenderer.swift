import CairnText

/// A renderer that writes a tree as HTML. Every byte of a note goes through
/// ``HTMLBuffer/escaped(_:)``, ``HTMLBuffer/address(_:)``, a ``DataAddress`` or a ``MathML``; only
/// the literals in this type's files are markup.
///
/// A block has `dir="auto"`, so that its own text determines its direction. The first block within
/// another block has no `dir`. With a `dir`, browsers would ignore the inner block's text when they
/// determine the direction of the outer block, and a border or bullet could be on the wrong side.
struct HTMLRenderer {
  let tree: SyntaxTree
  let markup: Markup
  let resolve: (Markup.Link) -> String?
  let name: (Markup.Link) -> String?
  let picture: (Markup.Link) -> HTMLPicture?
  let embedded: (Markup.Link) -> String?
  let prefix: String
  let options: HTMLOptions
  var out = HTMLBuffer()
  /// The index after the last node of the latest link. If the next node to write has a smaller
  /// index, that node is within the link.
  var linkEnd = 0
  var notes = Footnotes()
  /// The marked words and the safe elements in raw HTML; empty if ``HTMLOptions/isRich`` is false.
  let spans: SyntaxTree.Spans
  /// The names of the tags in the text; empty if tags are not links.
  let knownTags: Set<String>
  /// The elements still to be closed.
  private var open: [Open] = []
  private var headings = 0
  /// The size in bytes of the HTML of the embedded notes written so far.
  private var embeddedBytes = 0
  /// Once the embedded notes reach this size in bytes, no more notes are embedded, so that a short
  /// body cannot make a huge page.
  private static let mostEmbeddedBytes = 1 << 20
  /// The number of paragraphs so far that consist only of an embed.
  private var embeds = 0
  /// The maximum number of embeds for which ``embedded`` is called, because each call may parse a
  /// whole note.
  private static let mostEmbeds = 300
  private var table = Table(end: 0, alignments: [])
  /// The range of the nodes that follow the title in a callout's first paragraph. These nodes
  /// become a paragraph with the `dir` attribute `direction`. Nil if there are no such nodes to
  /// write.
  private var calloutText: (start: Int, end: Int, direction: String)?

  /// An element that is not yet closed.
  private struct Open {
    let end: Int
    let close: String
    /// The index of the node whose text gives the element its direction.
    var first = 0
    /// Whether the element is a tight list or an item of a tight list.
    var isTight = false
    /// The HTML to add at the end of the element's last paragraph.
    var ending = ""
    /// The checkbox to put before the first paragraph of a task, as HTML; nil if there is none.
    var box: String?
  }

  /// The state of the table being written.
  private struct Table {
    let end: Int
    let alignments: [UInt8]
    var column = 0
    var isHeader = false
    var hasBody = false
  }

  init(
    markup: Markup, options: HTMLOptions, resolve: @escaping (Markup.Link) -> String?,
    name: @escaping (Markup.Link) -> String?,
    picture: @escaping (Markup.Link) -> HTMLPicture?,
    embedded: @escaping (Markup.Link) -> String?
  ) {
    self.markup = markup
    tree = markup.tree
    self.options = options
    spans = options.isRich ? markup.tree.spans() : SyntaxTree.Spans()
    knownTags = options.tagPage == nil ? [] : Set(markup.tags.map(\.name))
    let allowed = options.idPrefix.utf8.filter {
      $0.isAlphanumeric || $0 == .hyphen || $0 == .underscore
    }
    prefix = String(decoding: allowed, as: UTF8.self)
    self.resolve = resolve
    self.name = name
    self.picture = picture
    self.embedded = embedded
  }

  mutating func render() -> String {
    var index = 0
    while index < tree.nodes.count {
      while let last = open.last, last.end <= index { closeLast() }
      index = write(index)
    }
    while !open.isEmpty { closeLast() }
    if notes.count > 0 { out.raw("</ol>\n</section>\n") }
    return out.text
  }

  private mutating func closeLast() {
    if let last = open.popLast() { out.raw(last.close) }
  }

  /// Writes the start tag `tag` of an element that contains the nodes up to `end`. The end tag
  /// `close` is written after those nodes.
  mutating func element(_ tag: String, to end: Int, close: String) {
    out.raw(tag)
    open.append(Open(end: end, close: close))
  }

  /// Writes the beginning of a node. Returns the index of the node to continue with.
  private mutating func write(_ index: Int) -> Int {
    let node = tree.nodes[index]
    switch node.kind {
    case .document, .other: break
    case .text: writeText(node, at: index)
    case .softBreak where index == calloutText?.start,
      .lineBreak where index == calloutText?.start:
      beginCalloutText()
    case .softBreak: out.raw("\n")
    case .lineBreak: out.raw("<br />\n")
    case .emphasis: element("<em>", to: node.end, close: "</em>")
    case .strong: element("<strong>", to: node.end, close: "</strong>")
    case .strikethrough: element("<del>", to: node.end, close: "</del>")
    case .code:
      out.raw("<code>")
      out.escaped(tree[node.text])
      out.raw("</code>")
    case .htmlInline:
      if let tag = spans.tags[index] { out.raw(tag) } else { writeHTML(node) }
    case .link: writeLink(node, at: index)
    case .image:
      writeImage(node, at: index)
      return node.end
    case .wikilink: writeWikilink(node, at: index)
    case .math: writeMath(node)
    case .footnoteReference: writeReference(node, at: index)
    case .blockQuote:
      if let callout = tree.callout(at: index) { return writeCallout(callout, node, at: index) }
      writeBlock(node, at: index)
    case .heading where options.omitsFirstHeading && headings == 0:
      headings = 1
      return node.end
    case .paragraph:
      if let link = embed(in: node, at: index), let html = embedded(link) {
        embeddedBytes += html.utf8.count
        out.raw(html)
        return node.end
      }
      writeBlock(node, at: index)
    default: writeBlock(node, at: index)
    }
    return index + 1
  }
}

// MARK: - Blocks

extension HTMLRenderer {
  private mutating func writeBlock(_ node: SyntaxTree.Node, at index: Int) {
    switch node.kind {
    case .paragraph: writeParagraph(node, at: index)
    case .heading: writeHeading(node, at: index)
    case .blockQuote:
      out.raw("<blockquote\(direction(at: index))>\n")
      open.append(Open(end: node.end, close: "</blockquote>\n", first: index + 1))
    case .bulletList:
      out.raw("<ul>\n")
      open.append(Open(end: node.end, close: "</ul>\n", isTight: node.flag))
    case .orderedList:
      out.raw(node.number == 1 ? "<ol>\n" : "<ol start=\"\(node.number)\">\n")
      open.append(Open(end: node.end, close: "</ol>\n", isTight: node.flag))
    case .item, .task: writeItem(node, at: index)
    case .codeBlock: writeCodeBlock(node)
    case .htmlBlock: writeHTML(node)
    case .thematicBreak: out.raw("<hr />\n")
    case .table: writeTable(node)
    case .tableRow: writeRow(node)
    case .tableCell: writeCell(node)
    case .footnoteDefinition: writeDefinition(node, at: index)
    default: break
    }
  }

  /// Returns the attribute ` dir="auto"`, with a leading space, for the block at `index`. Returns
  /// an empty string if this block's text gives the enclosing element its direction.
  private func direction(at index: Int) -> String {
    open.last?.first == index ? "" : " dir=\"auto\""
  }

  private mutating func writeParagraph(_ node: SyntaxTree.Node, at index: Int) {
    let around = open.last
    var ending = ""
    if let around, node.end == around.end { ending = around.ending }
    if let around, around.isTight {
      if node.end < around.end { ending += "\n" }
    } else {
      out.raw("<p\(direction(at: index))>")
      ending += "</p>\n"
    }
    if let box = around?.box, around?.first == index {
      out.raw("<label>\(box) ")
      ending = "</label>" + ending
    }
    open.append(Open(end: node.end, close: ending))
  }

  /// Returns the embed that a paragraph consists of; nil if the paragraph must be shown as it is.
  private mutating func embed(in node: SyntaxTree.Node, at index: Int) -> Markup.Link? {
    guard embeddedBytes < Self.mostEmbeddedBytes, index + 1 < node.end,
      tree.nodes[index + 1].kind == .wikilink,
      tree.nodes[index + 1].end == node.end, let link = wikilink(tree.nodes[index + 1]),
      link.kind == .wikiEmbed
    else { return nil }
    // No note is embedded in an item of a tight list, in a task, or in a footnote that ends with a
    // paragraph, because these show only text.
    if let around = open.last, around.isTight || around.box != nil || !around.ending.isEmpty {
      return nil
    }
    embeds += 1
    return embeds > Self.mostEmbeds ? nil : link
  }

  private mutating func writeItem(_ node: SyntaxTree.Node, at index: Int) {
    var item = Open(
      end: node.end, close: "</li>\n", first: index + 1, isTight: open.last?.isTight ?? false)
    if node.kind == .task {
      out.raw("<li class=\"task\" dir=\"auto\">")
      if index + 1 < node.end, tree.nodes[index + 1].kind == .paragraph {
        item.box = box(of: node)
      } else {
        // The box needs a label because there is no text beside it.
        out.raw(box(of: node, label: " aria-label=\"Task\"") + " ")
      }
    } else {
      out.raw("<li dir=\"auto\">")
    }
    open.append(item)
  }

  /// Returns the box of a task: a button if the options have an HTML form for boxes, otherwise a
  /// disabled checkbox.
  private func box(of node: SyntaxTree.Node, label: String = "") -> String {
    let isDone = node.number == 1
    guard let form = options.boxes, node.line > 0 else {
      return "<input type=\"checkbox\" disabled\(isDone ? " checked" : "")\(label) />"
    }
    let value = HTMLEscaping.escaped(form.value(Int(node.line), isDone))
    return "<button class=\"box\" form=\"\(form.id)\" name=\"\(form.name)\" value=\"\(value)\" "
      + "role=\"checkbox\" aria-checked=\"\(isDone)\"\(label)></button>"
  }

  private mutating func writeHeading(_ node: SyntaxTree.Node, at index: Int) {
    let name = "h\(min(max(Int(node.number) + options.headingShift, 1), 6))"
    out.raw("<\(name)")
    if !prefix.isEmpty, options.page == nil, headings < markup.headings.count {
      out.raw(" id=\"\(prefix)")
      out.escaped(markup.headings[headings].slug.utf8)
      out.raw("\"")
    }
    headings += 1
    if let from = options.depthFrom {
      out.raw(" class=\"depth-\(max(Int(node.number) - from + 1, 1))\"")
    }
    element("\(direction(at: index))>", to: node.end, close: "</\(name)>\n")
  }

  private mutating func writeCodeBlock(_ node: SyntaxTree.Node) {
    let language = tree[node.detail].prefix { !$0.isWhitespace }
    let diagram = options.isRich ? Self.diagram(String(decoding: language, as: UTF8.self)) : nil
    if let diagram {
      out.raw("<figure class=\"diagram\">\n")
      out.raw("<figcaption>\(diagram) diagram, as text</figcaption>\n")
    }
    out.raw("<pre dir=\"ltr\" tabindex=\"0\"><code")
    if !language.isEmpty {
      out.raw(" class=\"language-")
      out.escaped(language)
      out.raw("\"")
    }
    out.raw(">")
    if options.isRich {
      out.code(tree[node.text], language: language)
    } else {
      out.escaped(tree[node.text])
    }
    out.raw("</code></pre>\n")
    if diagram != nil { out.raw("</figure>\n") }
  }

  /// Returns the name of a language whose code describes a diagram; nil for other languages.
  private static func diagram(_ language: String) -> String? {
    switch language.lowercased() {
    case "mermaid": "Mermaid"
    case "plantuml", "puml": "PlantUML"
    case "dot", "graphviz": "Graphviz"
    case "d2": "D2"
    default: nil
    }
  }

  /// Writes raw HTML as text, or nothing if the HTML is a single comment.
  private mutating func writeHTML(_ node: SyntaxTree.Node) {
    let html = tree[node.text]
    let isBlock = node.kind == .htmlBlock
    if html.isOneComment { return }
    if isBlock { out.raw("<pre class=\"html\" dir=\"ltr\" tabindex=\"0\">") }
    out.escaped(html)
    if isBlock { out.raw("</pre>\n") }
  }

  /// Writes a footnote. In cmark's tree, footnotes follow all other blocks, in the order of their
  /// numbers.
  private mutating func writeDefinition(_ node: SyntaxTree.Node, at index: Int) {
    if notes.count == 0 { out.raw("<section class=\"footnotes\">\n<ol>\n") }
    notes.count += 1
    out.raw("<li\(id("fn.\(notes.count)")) dir=\"auto\">\n")
    let back = notes.back(from: notes.count, place: place)
    let takesIt = index + 1 < node.end && tree.lastChildIsParagraph(of: index)
    open.append(
      Open(
        end: node.end, close: takesIt ? "</li>\n" : back + "\n</li>\n", first: index + 1,
        ending: takesIt ? " " + back : ""))
  }
}

// MARK: - Callouts

extension HTMLRenderer {
  /// Writes the start of a callout and its title. Returns the index of the node to continue with.
  ///
  /// A generated title does not influence the direction of the callout's text.
  private mutating func writeCallout(
    _ callout: Callout, _ node: SyntaxTree.Node, at index: Int
  ) -> Int {
    let isFolded = options.isRich && callout.fold != nil
    out.raw(isFolded ? "<details" : "<blockquote")
    out.raw(" class=\"callout\" data-callout=\"")
    out.escaped(callout.kind.lowercased().utf8)
    let isOpen = isFolded && callout.fold != .hyphen
    out.raw("\"\(direction(at: index))\(isOpen ? " open" : "")>\n")
    open.append(
      Open(
        end: node.end, close: isFolded ? "</details>\n" : "</blockquote>\n",
        first: callout.hasTitle || callout.titleEnd < callout.end ? 0 : callout.end))
    calloutText = (callout.titleEnd, callout.end, callout.hasTitle ? " dir=\"auto\"" : "")
    let title = isFolded ? "summary" : "p"
    guard callout.hasTitle else {
      out.raw("<\(title) class=\"callout-title\" dir=\"ltr\">")
      out.escaped(callout.word.utf8)
      out.raw("</\(title)>\n")
      return callout.titleEnd
    }
    element("<\(title) class=\"callout-title\">", to: callout.titleEnd, close: "</\(title)>\n")
    out.escaped(tree[callout.rest])
    return callout.text + 1
  }

  private mutating func beginCalloutText() {
    guard let text = calloutText else { return }
    calloutText = nil
    element("<p\(text.direction)>", to: text.end, close: "</p>\n")
  }
}

// MARK: - Tables

extension HTMLRenderer {
  /// Writes the start of a table. The table is in a `<div>` that can be scrolled, because browsers
  /// do not scroll tables. The table takes its direction from its header.
  private mutating func writeTable(_ node: SyntaxTree.Node) {
    out.raw("<div class=\"wide\" tabindex=\"0\">\n<table dir=\"auto\">\n")
    open.append(Open(end: node.end, close: "</table>\n</div>\n"))
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
    out.raw(table.isHeader ? "<th scope=\"col\" dir=\"auto\"" : "<td dir=\"auto\"")
    if table.column < table.alignments.count {
      switch table.alignments[table.column] {
      case UInt8(ascii: "l"): out.raw(" class=\"left\"")
      case UInt8(ascii: "c"): out.raw(" class=\"center\"")
      case UInt8(ascii: "r"): out.raw(" class=\"right\"")
      default: break
      }
    }
    table.column += 1
    element(">", to: node.end, close: table.isHeader ? "</th>\n" : "</td>\n")
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes are a single HTML comment, apart from white space around it.
  var isOneComment: Bool {
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

extension SyntaxTree {
  /// Returns whether the last child of `parent` is a paragraph.
  fileprivate func lastChildIsParagraph(of parent: Int) -> Bool {
    var child = parent + 1
    while child < nodes[parent].end, nodes[child].end < nodes[parent].end {
      child = nodes[child].end
    }
    return child < nodes[parent].end && nodes[child].kind == .paragraph
  }
}
