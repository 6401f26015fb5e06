/// A parsed body as flat Swift values: its nodes in document order, and the bytes of their text.
///
/// A node's subtree is the nodes from its own index up to ``Node/end``, so traversal needs neither
/// pointers nor recursion, and a deeply nested body uses no stack.
struct SyntaxTree: Sendable {
  /// The nodes in document order. The first node is the document.
  var nodes: [Node] = []
  /// The bytes of all nodes, one after another, as valid UTF-8.
  var pool: [UInt8] = []

  /// One block or inline.
  struct Node: Sendable {
    /// The kind of node.
    var kind: Kind
    /// The node's text in the pool. Depending on the kind: literal text, code, HTML, a footnote's
    /// number, or a table's alignments.
    var text = Stretch()
    /// A link's or image's address, or a code block's info string, in the pool.
    var detail = Stretch()
    /// A link's or image's title in the pool.
    var title = Stretch()
    /// A heading's level, a list's first number, or 1 for a done task. For a wikilink or a line of
    /// a formula, the index in ``InlineMask/candidates``.
    var number: Int32 = 0
    /// For a list, whether it is tight. For a table row, whether it is the header.
    var flag = false
    /// The number of the node's first line, from 1; 0 if cmark does not know the line.
    var line: Int32 = 0
    /// The number of the node's last line, from 1.
    var endLine: Int32 = 0
    /// The column of the node's first byte, in bytes from 1.
    var column: Int32 = 0
    /// The index after the last node of the subtree.
    var end = 0
  }

  /// A range of bytes in ``SyntaxTree/pool``.
  struct Stretch: Sendable {
    var start: Int32 = 0
    var count: Int32 = 0
  }

  /// The kind of a node. A node of a kind unknown to Cairn becomes `other`; only its children are
  /// shown.
  enum Kind: UInt8, Sendable {
    case document, paragraph, heading, blockQuote, bulletList, orderedList, item, task
    case codeBlock, htmlBlock, thematicBreak, table, tableRow, tableCell, footnoteDefinition
    case text, softBreak, lineBreak, code, htmlInline, emphasis, strong, strikethrough
    case link, image, footnoteReference, wikilink, math, other
  }

  /// The bytes of a stretch.
  subscript(stretch: Stretch) -> ArraySlice<UInt8> {
    pool[Int(stretch.start)..<Int(stretch.start + stretch.count)]
  }
}

// MARK: - Tasks

extension SyntaxTree {
  /// Returns whether the list item at `item` may begin with a box such as `[ ]`: it begins with a
  /// paragraph whose first byte is `[` and whose fourth byte is a space.
  func beginsWithBox(_ item: Int) -> Bool {
    guard item + 2 < nodes[item].end, nodes[item + 1].kind == .paragraph,
      nodes[item + 2].kind == .text
    else { return false }
    let text = self[nodes[item + 2].text].prefix(4)
    return text.count == 4 && text.first == .openBracket && text.last == .space
  }

  /// Makes the list item at `item` a task if its text begins with a box (``beginsWithBox(_:)``),
  /// and removes the box from the text. If cmark has already made the item a task, only corrects
  /// whether it is done: cmark considers a task done if `[x]` occurs anywhere in its line.
  mutating func makeTask(_ item: Int, isDone: Bool) {
    if nodes[item].kind == .task { nodes[item].number = isDone ? 1 : 0 }
    guard nodes[item].kind == .item, beginsWithBox(item) else { return }
    nodes[item].kind = .task
    nodes[item].number = isDone ? 1 : 0
    nodes[item + 2].text.start += 4
    nodes[item + 2].text.count -= 4
  }
}
