/// A capture's body, read as GitHub Flavored Markdown with wikilinks and tags.
///
///     let bytes = Array("# Pay\nAsk [[Sarah]] about #finance\n- [ ] call".utf8)
///     let markup = Markup(bytes, body: 0..<bytes.count)
///     markup.links[0].target    // "Sarah"
///     markup.tags[0].name       // "finance"
///     markup.tasks[0].isDone    // false
///
/// Any bytes are a body: reading never fails. All ranges are offsets, in bytes from 0, in the whole
/// file that was handed in, so that what they name can be replaced in place. Reading costs one pass
/// by cmark-gfm and two of our own, with no more than linear memory; keep the value rather than
/// making it again. A body for which cmark-gfm would need more than that is read as plain text, see
/// ``limit``.
public struct Markup: Sendable {
  /// The headings in order.
  public let headings: [Heading]
  /// Whether nothing but blanks and HTML comments stand before the first heading.
  public let beginsWithHeading: Bool
  /// The links, embeds, images, addresses and link reference definitions, as they stand in the file.
  public let links: [Link]
  /// The `#tags` in the text, as they stand in the file; repeated where they are repeated.
  public let tags: [Tag]
  /// The list items with a box, in order.
  public let tasks: [Task]
  /// The footnotes' marks, `[^1]` in the text and before its definition, as they stand in the file.
  public let footnotes: [FootnoteMark]
  /// What is written as a footnote's mark and is none: a reference that nothing defines, which is
  /// text, and the beginning of a definition that nothing refers to, which is shown nowhere.
  public let danglingFootnotes: [FootnoteMark]
  /// Why the body is read as plain text and has none of these; nil of any ordinary body.
  public let limit: MarkupLimit?

  let bytes: [UInt8]
  let tree: SyntaxTree
  let mask: WikilinkMask?

  /// Reads the body at `body` (clamped to the file) of the file `bytes`.
  public init(_ bytes: [UInt8], body: Range<Int>) {
    let body = body.clamped(to: 0..<bytes.count)
    self.init(bytes, body, WorkEstimate.limit(of: bytes, body))
  }

  /// Reads a body of which the limit is known.
  init(_ bytes: [UInt8], _ body: Range<Int>, _ limit: MarkupLimit?) {
    self.limit = limit
    if limit != nil {
      self.bytes = bytes
      tree = SyntaxTree(plain: bytes[body])
      mask = nil
      (headings, links, tags, tasks, footnotes, danglingFootnotes) = ([], [], [], [], [], [])
      beginsWithHeading = false
      return
    }
    let masked = WikilinkMask.masking(bytes, body)
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
    let start = headings.first?.range.lowerBound
    beginsWithHeading = start.map { bytes[body.lowerBound..<$0].isBlankOrComments } ?? false
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
    /// 1 … 6.
    public let level: Int
    /// Its text without markup, on one line.
    public let text: String
    /// Its anchor as GitHub makes it, unique in the body: `pay-the-invoice`, `pay-the-invoice-1`.
    public let slug: String
    /// Its bytes from the first mark to the end of its last line, the line's ending not included.
    public let range: Range<Int>
  }

  /// A tag written in the text.
  public struct Tag: Hashable, Sendable {
    /// The name as written, without the number sign: `finance`, `work/acme`.
    public let name: String
    /// Its bytes with the number sign.
    public let range: Range<Int>
  }

  /// A list item with a box: `- [ ] call` or `- [x] call`.
  public struct Task: Hashable, Sendable {
    /// Whether the box is ticked.
    public let isDone: Bool
    /// The text of its first paragraph without markup, on one line.
    public let text: String
    /// Its bytes from the list's marker to the end of that line, the ending not included.
    public let range: Range<Int>
    /// The byte between the brackets, to be replaced by a space or an `x`.
    public let markRange: Range<Int>
  }

  /// Where a footnote is referred to, or begins.
  public struct FootnoteMark: Hashable, Sendable {
    /// The label as written, without `[^` and `]`.
    public let label: String
    /// Its bytes with the brackets.
    public let range: Range<Int>
  }
}

// MARK: - Text

extension Markup {
  /// The text without markup: a line for each block and each line of code; wikilinks as the text
  /// they show, images as their description; HTML left out. Costs one pass.
  public var plainText: String { tree.plainText }

  /// What ``plainText`` leaves out as raw HTML, tags and all, a line for each piece. A search looks
  /// through it, since a browser shows what is between the tags. Costs one pass.
  public var rawHTML: String { tree.rawHTML }

  /// The first line of ``plainText`` that is not blank, or nil where there is none.
  public var firstLine: String? { tree.firstLine }

  /// The text of the first heading that has one, or nil.
  public var firstHeading: String? { headings.first { !$0.text.isEmpty }?.text }

  /// The texts of ``headings``.
  public var headingTexts: [String] { headings.map(\.text) }

  /// What links call the headings, in order.
  public var headingNames: [HeadingName] {
    headings.map { HeadingName(text: $0.text, slug: $0.slug) }
  }
}

extension ArraySlice<UInt8> {
  /// Whether it has nothing but white space and HTML comments, as a digest begins with one.
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
  /// Reads the inlines of all regions. Definitions come first, since a link may stand before its.
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
