internal import CCMarkGFM

/// The interface to cmark-gfm, which turns bytes into a ``SyntaxTree``. No other file calls
/// cmark-gfm.
///
/// The parser, the document and the iterator are created and freed within one call, and strings
/// borrowed from cmark are copied immediately, so no C object outlives the call.
enum CommonMark {
  /// The extensions of GitHub Flavored Markdown used to read bodies, registered once.
  ///
  /// cmark never frees or changes a registered extension, so the pointers may be shared.
  nonisolated(unsafe) private static let extensions: [OpaquePointer] =
    {
      cmark_gfm_core_extensions_ensure_registered()
      let names = ["table", "strikethrough", "autolink", "tasklist"]
      return names.compactMap { cmark_find_syntax_extension($0) }
    }()

  /// Parses Markdown text in one pass. Invalid UTF-8 and NUL become U+FFFD.
  ///
  /// - Parameter mask: The wikilinks and formulas that were replaced by tokens in `text`.
  static func tree(of text: [UInt8], mask: InlineMask? = nil) -> SyntaxTree {
    guard let parser = cmark_parser_new(CMARK_OPT_FOOTNOTES | CMARK_OPT_VALIDATE_UTF8) else {
      return SyntaxTree(nodes: [SyntaxTree.Node(kind: .document, end: 1)])
    }
    defer { cmark_parser_free(parser) }
    for one in extensions { cmark_parser_attach_syntax_extension(parser, one) }
    text.withUnsafeBytes { buffer in
      cmark_parser_feed(parser, buffer.bindMemory(to: CChar.self).baseAddress, buffer.count)
    }
    let document = cmark_parser_finish(parser)
    defer { cmark_node_free(document) }
    var converter = TreeConverter(mask: mask)
    converter.convert(document)
    return converter.tree
  }
}

/// Replaces cmark-gfm's function `cmark_inlines_remove_special_character` and does nothing.
///
/// cmark-gfm keeps the special characters of extensions in a table shared by all parses. When a
/// parse is done with its inlines, cmark-gfm clears these entries; this would corrupt a parse on
/// another thread. Every parse here uses the same extensions, so the entries may stay. The linker
/// option `--wrap` in `Package.swift` redirects cmark-gfm's calls here.
@_cdecl("__wrap_cmark_inlines_remove_special_character")
public func keepSpecialCharacter(_ character: UInt8, _ isEmphasis: Bool) {}

// MARK: - Pieces of text

extension CommonMark {
  /// Returns a destination with entities and, if requested, backslashes resolved (§2.4, §6.2).
  static func unescaped(_ address: String, backslashes: Bool) -> String {
    guard address.utf8.contains(where: { $0 == UInt8(ascii: "&") || $0 == .backslash }) else {
      return address
    }
    // Only cmark has the entity table, so it parses a link to this address.
    let source = Array(address.utf8)
    var text = Array("[](<".utf8)
    var index = 0
    while index < source.count {
      let byte = source[index]
      let escapes =
        backslashes && byte == .backslash && index + 1 < source.count
        && source[index + 1].isPunctuation
      if escapes {
        text += [.backslash, source[index + 1]]
      } else {
        if byte == .backslash || byte == .less || byte == .greater { text.append(.backslash) }
        text.append(byte)
      }
      index += escapes ? 2 : 1
    }
    let tree = tree(of: text + Array(">)".utf8))
    guard let link = tree.nodes.first(where: { $0.kind == .link }) else { return address }
    return String(decoding: tree[link.detail], as: UTF8.self)
  }

  /// Returns the text that inlines show, without markup.
  static func plainText(ofInlines bytes: ArraySlice<UInt8>) -> String {
    String(inlines(bytes).plainText.dropFirst())
  }

  /// Parses `bytes` as inlines, and returns their tree. The text in the tree begins with an added
  /// dot.
  static func inlines(_ bytes: ArraySlice<UInt8>) -> SyntaxTree {
    // The dot prevents the beginning from being read as a block.
    let text = [.dot] + bytes
    let masked = InlineMask.masking(text, 0..<text.count)
    return tree(of: masked?.text ?? text, mask: masked?.mask)
  }
}

/// A converter that copies cmark's tree into a ``SyntaxTree``.
private struct TreeConverter {
  private(set) var tree = SyntaxTree()
  private var open: [Int] = []
  private let mask: InlineMask?
  private let table = ccmark_table()
  private let tableRow = ccmark_table_row()
  private let tableCell = ccmark_table_cell()
  private let strikethrough = ccmark_strikethrough()

  init(mask: InlineMask?) { self.mask = mask }

  mutating func convert(_ root: OpaquePointer?) {
    guard let root, let iterator = cmark_iter_new(root) else { return }
    defer { cmark_iter_free(iterator) }
    while true {
      switch cmark_iter_next(iterator) {
      case CMARK_EVENT_ENTER:
        guard let node = cmark_iter_get_node(iterator) else { return }
        enter(node)
      case CMARK_EVENT_EXIT:
        if let index = open.popLast() { tree.nodes[index].end = tree.nodes.count }
      default:
        return
      }
    }
  }

  private mutating func enter(_ node: OpaquePointer) {
    let type = cmark_node_get_type(node)
    if type == CMARK_NODE_TEXT {
      appendText(cmark_node_get_literal(node))
      return
    }
    var new = SyntaxTree.Node(kind: kind(of: node, type: type))
    switch new.kind {
    case .code, .htmlInline, .htmlBlock, .footnoteReference, .footnoteDefinition:
      new.text = store(cmark_node_get_literal(node))
    case .codeBlock:
      new.text = store(cmark_node_get_literal(node))
      new.detail = store(cmark_node_get_fence_info(node))
    case .link, .image:
      new.detail = store(cmark_node_get_url(node))
      new.title = store(cmark_node_get_title(node))
    case .heading:
      new.number = cmark_node_get_heading_level(node)
    case .bulletList, .orderedList:
      new.number = cmark_node_get_list_start(node)
      new.flag = cmark_node_get_list_tight(node) != 0
    case .task:
      new.number = cmark_gfm_extensions_get_tasklist_item_checked(node) ? 1 : 0
    case .tableRow:
      new.flag = cmark_gfm_extensions_get_table_row_is_header(node) != 0
    case .table:
      let columns = Int(cmark_gfm_extensions_get_table_columns(node))
      if let alignments = cmark_gfm_extensions_get_table_alignments(node) {
        new.text = store(UnsafeBufferPointer(start: alignments, count: columns))
      }
    default: break
    }
    if new.kind.rawValue < SyntaxTree.Kind.text.rawValue {
      new.line = cmark_node_get_start_line(node)
      new.column = cmark_node_get_start_column(node)
      new.endLine = cmark_node_get_end_line(node)
    }
    append(new, isLeaf: Self.isLeaf(type))
  }

  private mutating func append(_ node: SyntaxTree.Node, isLeaf: Bool) {
    var node = node
    node.end = tree.nodes.count + 1
    if !isLeaf { open.append(tree.nodes.count) }
    tree.nodes.append(node)
  }

  /// Returns whether cmark's iterator gives no exit event for nodes of this type
  /// (`cmark_iter_next`).
  private static func isLeaf(_ type: cmark_node_type) -> Bool {
    switch type {
    case CMARK_NODE_HTML_BLOCK, CMARK_NODE_THEMATIC_BREAK, CMARK_NODE_CODE_BLOCK, CMARK_NODE_TEXT,
      CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK, CMARK_NODE_CODE, CMARK_NODE_HTML_INLINE:
      true
    default: false
    }
  }

  private func kind(
    of node: OpaquePointer, type: cmark_node_type
  ) -> SyntaxTree.Kind {
    switch type {
    case CMARK_NODE_DOCUMENT: .document
    case CMARK_NODE_PARAGRAPH: .paragraph
    case CMARK_NODE_HEADING: .heading
    case CMARK_NODE_BLOCK_QUOTE: .blockQuote
    case CMARK_NODE_LIST:
      cmark_node_get_list_type(node) == CMARK_ORDERED_LIST ? .orderedList : .bulletList
    case CMARK_NODE_ITEM:
      String(cString: cmark_node_get_type_string(node)) == "tasklist" ? .task : .item
    case CMARK_NODE_CODE_BLOCK: .codeBlock
    case CMARK_NODE_HTML_BLOCK: .htmlBlock
    case CMARK_NODE_THEMATIC_BREAK: .thematicBreak
    case CMARK_NODE_FOOTNOTE_DEFINITION: .footnoteDefinition
    case CMARK_NODE_FOOTNOTE_REFERENCE: .footnoteReference
    case CMARK_NODE_SOFTBREAK: .softBreak
    case CMARK_NODE_LINEBREAK: .lineBreak
    case CMARK_NODE_CODE: .code
    case CMARK_NODE_HTML_INLINE: .htmlInline
    case CMARK_NODE_EMPH: .emphasis
    case CMARK_NODE_STRONG: .strong
    case CMARK_NODE_LINK: .link
    case CMARK_NODE_IMAGE: .image
    case table: .table
    case tableRow: .tableRow
    case tableCell: .tableCell
    case strikethrough: .strikethrough
    default: .other
    }
  }

  // MARK: - Text

  /// Copies one of cmark's strings to the pool, and replaces each token with the bytes as
  /// written. Returns the place of the copy in the pool.
  private mutating func store(_ string: UnsafePointer<CChar>?) -> SyntaxTree.Stretch {
    guard let string else { return SyntaxTree.Stretch() }
    return string.withBytes { bytes in
      let start = tree.pool.count
      if let mask {
        mask.split(bytes) { piece in
          switch piece {
          case .text(let text): tree.pool.append(contentsOf: text)
          case .token(let index): tree.pool.append(contentsOf: mask.source(of: index))
          }
        }
      } else {
        tree.pool.append(contentsOf: bytes)
      }
      return stretch(from: start)
    }
  }

  private mutating func store(_ bytes: some Collection<UInt8>) -> SyntaxTree.Stretch {
    let start = tree.pool.count
    tree.pool.append(contentsOf: bytes)
    return stretch(from: start)
  }

  /// Adds a text node, or several nodes if the text contains wikilinks or formulas.
  private mutating func appendText(_ string: UnsafePointer<CChar>?) {
    guard let string else { return }
    string.withBytes { bytes in
      guard let mask else {
        append(SyntaxTree.Node(kind: .text, text: store(bytes)), isLeaf: true)
        return
      }
      mask.split(bytes) { piece in
        switch piece {
        case .text(let text):
          append(
            SyntaxTree.Node(kind: .text, text: store(UnsafeBufferPointer(rebasing: text))),
            isLeaf: true)
        case .token(let index) where mask.isMath(index):
          append(
            SyntaxTree.Node(
              kind: .math, text: store(mask.source(of: index)), number: Int32(index)),
            isLeaf: true)
        case .token(let index):
          let shown = Markup.Link.text(ofWikilink: mask.source(of: index))
          append(
            SyntaxTree.Node(kind: .wikilink, text: store(Array(shown.utf8)), number: Int32(index)),
            isLeaf: true)
        }
      }
    }
  }

  private func stretch(from start: Int) -> SyntaxTree.Stretch {
    SyntaxTree.Stretch(start: Int32(start), count: Int32(tree.pool.count - start))
  }
}

extension UnsafePointer<CChar> {
  /// Calls `body` with the bytes of the C string, without the NUL at its end.
  fileprivate func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var count = 0
    while self[count] != 0 { count += 1 }
    return withMemoryRebound(to: UInt8.self, capacity: count) {
      body(UnsafeBufferPointer(start: $0, count: count))
    }
  }
}
