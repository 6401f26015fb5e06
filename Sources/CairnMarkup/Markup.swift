/// A capture's body, read as GitHub Flavored Markdown with wikilinks and tags.
///
///     let bytes = Array("# Pay\nAsk [[Sarah]] about #finance\n- [ ] call".utf8)
///     let markup = Markup(bytes, body: 0..<bytes.count)
///     markup.links[0].target    // "Sarah"
///     markup.tags[0].name       // "finance"
///     markup.tasks[0].isDone    // false
///
/// Reading never fails: every byte sequence is a valid body. All ranges are byte offsets, from 0,
/// in the whole file passed in, so that the text in a range can be replaced in place. Reading costs
/// one pass by cmark-gfm, two more passes, and at most linear memory; keep the value rather than
/// creating it again. A body that cmark-gfm would take too long to parse is read as plain text; see
/// ``limit``.
public struct Markup: Sendable {
  /// The headings, in document order.
  public let headings: [Heading]
  /// The level, 1 … 6, of the heading with which the body begins. Nil if there is no heading, or if
  /// anything but blanks and HTML comments precedes the first one.
  public let openingLevel: Int?
  /// The links, embeds, images, addresses and link reference definitions, in file order.
  public let links: [Link]
  /// The `#tags` in the text, in file order, including repetitions.
  public let tags: [Tag]
  /// The list items with a checkbox, in document order.
  public let tasks: [Task]
  /// The footnote marks such as `[^1]`, both those that refer to a footnote and those that begin a
  /// definition, in file order.
  public let footnotes: [FootnoteMark]
  /// Marks that look like footnotes but are not. Some are references without a definition, which
  /// are shown as text. The others are definitions without a reference, which are not shown.
  public let danglingFootnotes: [FootnoteMark]
  /// The reason why the body is read as plain text, without headings, links, tags, tasks and
  /// footnotes. Nil if the body is read as Markdown.
  public let limit: MarkupLimit?

  let bytes: [UInt8]
  let tree: SyntaxTree
  let mask: InlineMask?

  /// Reads the body of a file: the part of `bytes` in the range `body`, which is clamped to the
  /// file.
  ///
  /// If `readsMath` is true, no markup is read within formulas such as `$x_1$`, so that pages can
  /// show them (``HTMLOptions/formulas``).
  public init(_ bytes: [UInt8], body: Range<Int>, readsMath: Bool = false) {
    let body = body.clamped(to: 0..<bytes.count)
    self.init(bytes, body, WorkEstimate.limit(of: bytes, body), readsMath: readsMath)
  }

  /// Reads a body whose limit is already known.
  init(_ bytes: [UInt8], _ body: Range<Int>, _ limit: MarkupLimit?, readsMath: Bool = false) {
    self.limit = limit
    if limit != nil {
      self.bytes = bytes
      tree = SyntaxTree(plain: bytes[body])
      mask = nil
      (headings, links, tags, tasks, footnotes, danglingFootnotes) = ([], [], [], [], [], [])
      openingLevel = nil
      return
    }
    let masked = InlineMask.masking(bytes, body, readsMath: readsMath)
    var tree = CommonMark.tree(
      of: masked?.text ?? (body.count == bytes.count ? bytes : Array(bytes[body])),
      mask: masked?.mask)
    self.bytes = bytes
    mask = masked?.mask
    let outline = Outline(bytes, body, tree)
    for task in outline.tasks {
      tree.makeTask(task.node, isDone: bytes[task.mark.lowerBound] != .space)
    }
    self.tree = tree
    (links, tags, footnotes, danglingFootnotes) = outline.inlines()
    var slugs = Slugs()
    headings = outline.headings.map { [tree] node, range in
      let text = tree.plainText(of: node)
      return Heading(
        level: Int(tree.nodes[node].number), text: text, slug: slugs.next(for: text), range: range)
    }
    openingLevel = headings.first.flatMap { first in
      bytes[body.lowerBound..<first.range.lowerBound].isBlankOrComments ? first.level : nil
    }
    tasks = outline.tasks.map { [tree] node, range, mark in
      Task(
        isDone: tree.nodes[node].number == 1, text: tree.firstParagraph(of: node),
        range: range, markRange: mark)
    }
  }
}

// MARK: - Parts

extension Markup {
  /// A heading.
  public struct Heading: Hashable, Sendable {
    /// The level, 1 … 6.
    public let level: Int
    /// The text without markup, on one line.
    public let text: String
    /// The anchor that GitHub gives the heading, unique in the body: `pay-the-invoice`,
    /// `pay-the-invoice-1`.
    public let slug: String
    /// The byte range from the heading's first byte to the end of its last line, without the line
    /// ending. Includes the number signs or the underline.
    public let range: Range<Int>
  }

  /// A tag in the text.
  public struct Tag: Hashable, Sendable {
    /// The name as written, without the number sign: `finance`, `work/acme`.
    public let name: String
    /// The byte range of the tag, including the number sign.
    public let range: Range<Int>
  }

  /// A list item with a checkbox: `- [ ] call` or `- [x] call`.
  public struct Task: Hashable, Sendable {
    /// Whether the box is ticked.
    public let isDone: Bool
    /// The text of the first paragraph without markup, on one line.
    public let text: String
    /// The byte range from the list marker to the end of the marker's line, without the line
    /// ending.
    public let range: Range<Int>
    /// The range of the byte between the brackets, which can be replaced by a space or an `x`.
    public let markRange: Range<Int>
  }

  /// A mark such as `[^1]`, which refers to a footnote or begins its definition.
  public struct FootnoteMark: Hashable, Sendable {
    /// The label as written, without `[^` and `]`.
    public let label: String
    /// The byte range of the mark, including the brackets.
    public let range: Range<Int>
  }
}

// MARK: - Text

extension Markup {
  /// The text without markup, with one line per block and per line of code. Wikilinks become the
  /// text that they show, and images become their descriptions. HTML is omitted. Costs one pass.
  public var plainText: String { tree.plainText }

  /// The formulas, in document order, if the body was read with `readsMath`.
  public var formulas: [Formula] {
    guard let mask else { return [] }
    return tree.nodes.compactMap { $0.kind == .math ? mask.formulas[Int($0.number)] : nil }
  }

  /// The raw HTML, including tags, that ``plainText`` omits, with one line per HTML node. Searches
  /// include it, because a browser shows the text between the tags. Costs one pass.
  public var rawHTML: String { tree.rawHTML }

  /// The first nonblank line of ``plainText``, or nil if there is none.
  public var firstLine: String? { tree.firstLine }

  /// The text of the first heading that is not empty, or nil if there is none.
  public var firstHeading: String? { headings.first { !$0.text.isEmpty }?.text }

  /// The text of each of ``headings``.
  public var headingTexts: [String] { headings.map(\.text) }

  /// The names by which links refer to the headings, in order.
  public var headingNames: [HeadingName] {
    headings.map { HeadingName(text: $0.text, slug: $0.slug) }
  }
}

extension ArraySlice<UInt8> {
  /// Whether the slice contains only white space and HTML comments.
  fileprivate var isBlankOrComments: Bool {
    var rest = self
    while true {
      rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
      guard rest.starts(with: "<!--".utf8) else { return rest.isEmpty }
      rest = rest.dropFirst(4)
      while !rest.isEmpty, !rest.starts(with: "-->".utf8) { rest = rest.dropFirst() }
      rest = rest.dropFirst(3)
    }
  }
}

// MARK: - Inlines

extension Outline {
  /// Returns the links, tags, footnote marks and dangling footnote marks of all regions. Reads all
  /// link definitions first, because a link may precede its definition.
  fileprivate func inlines() -> (
    [Markup.Link], [Markup.Tag], [Markup.FootnoteMark], [Markup.FootnoteMark]
  ) {
    var references = LinkReferences()
    var definitions: [Markup.Link] = []
    var ranges: [Range<Int>] = []
    ranges.reserveCapacity(regions.count)
    for region in regions.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      var range = region.range
      if region.mayDefine { definitions += references.takeDefinitions(from: &range, in: text) }
      ranges.append(range)
    }
    var scanner = InlineScanner(text: text, references: references)
    scanner.links = definitions
    for range in ranges { scanner.scan(range) }
    scanner.finish()
    let defined = Set(footnotes.map { $0.label.lowercased() })
    var marks = footnotes
    var dangling: [Markup.FootnoteMark] = []
    for mark in scanner.footnotes {
      if defined.contains(mark.label.lowercased()) {
        marks.append(mark)
      } else {
        dangling.append(mark)
      }
    }
    marks.sort { $0.range.lowerBound < $1.range.lowerBound }
    return (scanner.links, scanner.tags, marks, dangling)
  }
}
