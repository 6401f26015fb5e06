public import CairnMarkup
public import CairnText

/// A renderer that turns a body into terminal lines: it draws headings, lists, quotes and tables,
/// and wraps text.
///
///     MarkdownLines(width: 80, isColored: true, hasLinks: true).lines(of: capture.markup)
///
/// Nothing in a body can control the terminal: all text is escaped, link addresses are
/// percent-encoded, and only addresses with harmless schemes become links. Without colors, styled
/// text keeps its Markdown marks (`*text*`). Without clickable links, addresses follow their link
/// text.
public struct MarkdownLines {
  private let width: Int
  private let isColored: Bool
  private let hasLinks: Bool
  private let signs: DrawingSigns
  private let numbersBoxes: Bool
  private let address: (String) -> String?
  private let wikilink: (Markup.Link) -> String?
  private let name: (Markup.Link) -> String?
  private var lines: [[StyledText]] = []
  /// The quotes, list items and footnotes that contain the current text, outermost first.
  private var frames: [Frame] = []
  /// For each list around the current text: the number of its next item (nil for bullets), whether
  /// it is tight, and how many frames enclose it.
  private var lists: [(next: Int?, isTight: Bool, depth: Int)] = []
  /// The text of the current paragraph, heading or cell; nil marks the end of a line.
  private var inlines: [StyledText?] = []
  private var styles: [TextStyle] = []
  /// The address of each open link, and the index in ``inlines`` at which the link's text begins.
  private var links: [(address: String?, start: Int)] = []
  private var table: MarkdownTable?
  private var wantsBlankLine = false
  private var hasFootnotes = false
  /// The number of checkboxes so far.
  private var boxes = 0

  /// The text before the lines of a quote, list item or footnote: `first` before the first line,
  /// and `rest` before each other line.
  private struct Frame {
    let first: [StyledText]
    let rest: [StyledText]
    var isUsed = false
  }

  /// The minimum number of cells for text. A frame that would leave fewer cells is not drawn.
  private static let narrowest = 16

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - width: The maximum line width in cells; a smaller width than 20 counts as 20.
  ///   - isColored: Whether the terminal shows colors and other styles.
  ///   - hasLinks: Whether the terminal makes links clickable (OSC 8).
  ///   - signs: The characters for tables, lists and rules.
  ///   - numbersBoxes: Whether to show the number of each checkbox, from 1, as in `.2`.
  ///   - address: A function that returns the absolute address for a relative one, or nil to show
  ///     no link.
  ///   - wikilink: A function that returns the address of a wikilink's target, or nil to show no
  ///     link.
  ///   - name: A function that returns the text to show for a wikilink, or nil to show the text in
  ///     the body.
  public init(
    width: Int, isColored: Bool, hasLinks: Bool, signs: DrawingSigns = .blocks,
    numbersBoxes: Bool = false,
    address: @escaping (String) -> String? = { _ in nil },
    wikilink: @escaping (Markup.Link) -> String? = { _ in nil },
    name: @escaping (Markup.Link) -> String? = { _ in nil }
  ) {
    self.width = max(width, 20)
    self.isColored = isColored
    self.hasLinks = hasLinks
    self.signs = signs
    self.numbersBoxes = numbersBoxes
    self.address = address
    self.wikilink = wikilink
    self.name = name
  }

  /// Returns the lines of a body without line ends. Costs one or two passes.
  ///
  /// - Parameter omitsFirstHeading: Whether to leave out everything up to the end of the first
  ///   heading. Pass true only if the body begins with a heading.
  public func lines(of markup: Markup, omitsFirstHeading: Bool = false) -> [String] {
    styledLines(of: markup, omitsFirstHeading).map {
      $0.rendered(isColored: isColored, hasLinks: hasLinks)
    }
  }

  /// Returns at most `most` lines of a body, with the matches of a search highlighted. If the first
  /// match is far from the start, the lines begin shortly before it, after a line with `…`.
  ///
  /// - Parameter matches: A function that returns the matches in a text, in order and without
  ///   overlaps.
  public func lines(
    of markup: Markup, omitsFirstHeading: Bool, most: Int,
    matches: (String) -> [Range<String.Index>]
  ) -> [String] {
    let all = styledLines(of: markup, omitsFirstHeading)
    let first = all.firstIndex { !matches($0.map(\.text).joined()).isEmpty } ?? 0
    let start = first > Self.farthest ? first - 2 : 0
    let shown = all[start...].prefix(most).map { $0.highlighting(matches) }
    return ((start > 0 ? [[StyledText("…", .dim)]] : []) + shown).prefix(most).map {
      $0.rendered(isColored: isColored, hasLinks: hasLinks)
    }
  }

  /// The last line, from 0, on which a match is still near the start of a body.
  private static let farthest = 5

  private func styledLines(of markup: Markup, _ omitsFirstHeading: Bool) -> [[StyledText]] {
    var writer = self
    if let limit = markup.limit {
      writer.emit([StyledText(limit.note, .dim)])
      writer.wantsBlankLine = true
    }
    var isOmitted = omitsFirstHeading
    markup.walk { event in
      if !isOmitted { return writer.handle(event) }
      if case .end(.heading) = event { isOmitted = false }
    }
    return writer.lines
  }

  private mutating func handle(_ event: MarkupEvent) {
    switch event {
    case .begin(let element): begin(element)
    case .end(let element): end(element)
    case .text(let text): add(text)
    case .code(let code): add(isColored ? code : "`\(code)`", .code)
    case .html(let html): add(html, .dim)
    case .softBreak: add(" ")
    case .lineBreak: inlines.append(nil)
    case .codeBlock(let language, let text): addCode(language, text)
    case .htmlBlock(let html): addLines(html, .dim, indent: 0)
    case .rule:
      beginBlock()
      emit([StyledText(String(repeating: signs.line, count: room), .dim)])
      wantsBlankLine = true
    case .image(let address, let description): addImage(address, description)
    case .wikilink(let link):
      let start = inlines.count
      let text = name(link) ?? link.text
      add(link.isEmbeddedImage ? "[image: \(text)]" : text, .link)
      if links.isEmpty { follow(wikilink(link), from: start) }
    case .footnoteReference(let number): add("[\(number)]", .link)
    }
  }
}

// MARK: - Inlines

extension MarkdownLines {
  private mutating func add(_ text: String, _ style: TextStyle = []) {
    inlines.append(StyledText(text, styles.reduce(style) { $0.union($1) }))
  }

  private mutating func beginStyle(_ style: TextStyle, _ mark: String) {
    styles.append(style)
    if !isColored { add(mark) }
  }

  private mutating func endStyle(_ mark: String) {
    if !isColored { add(mark) }
    styles.removeLast()
  }

  /// Turns the text in ``inlines``, from the index `start`, into a link to an address. Does nothing
  /// if the address is nil or the terminal has no clickable links.
  private mutating func follow(_ address: String?, from start: Int) {
    guard hasLinks, let address else { return }
    for index in start..<max(start, inlines.count) { inlines[index]?.address = address }
  }

  private func absolute(_ address: String) -> String? {
    SafeAddress.isExternal(address.utf8) ? address : self.address(address)
  }

  private mutating func endLink() {
    styles.removeLast()
    guard let link = links.popLast(), let address = link.address else { return }
    if hasLinks { return follow(absolute(address), from: link.start) }
    let shown = inlines[min(link.start, inlines.count)...].map { $0?.text ?? " " }.joined()
    if [shown, "mailto:" + shown, "http://" + shown].contains(address) { return }
    add(" (\(address))", .dim)
  }

  private mutating func addImage(_ address: String, _ description: String) {
    let start = inlines.count
    // The address of an embedded image (`data:`) is too long to show in full.
    let name = address.utf8.count > 200 ? String(address.prefix(40)) + "…" : address
    let parts = [description, name].filter { !$0.isEmpty }.joined(separator: " \(signs.longDash) ")
    add("[image: \(parts)]", .dim)
    if links.isEmpty { follow(Markup.safeAddress(address).flatMap(absolute), from: start) }
  }
}

// MARK: - Blocks

extension MarkdownLines {
  private mutating func begin(_ element: MarkupElement) {
    switch element {
    case .paragraph: beginBlock()
    case .heading(let level):
      beginBlock()
      styles.append(level == 1 ? [.bold, .underlined] : .bold)
      inlines.append(StyledText(String(repeating: "#", count: level) + " ", .dim))
    case .quote:
      beginBlock()
      let bar = [StyledText(signs.bar + " ", .dim)]
      push(bar, bar)
    case .list(let first, let isTight):
      if lists.isEmpty || !isTight || lists.last?.isTight == false { beginBlock() }
      lists.append((first, isTight, frames.count))
    case .item(let isDone): beginItem(isDone)
    case .footnote(let number):
      if !hasFootnotes {
        beginBlock()
        emit([StyledText(String(repeating: signs.line, count: 3), .dim)])
        hasFootnotes = true
      }
      let mark = "[\(number)] "
      push([StyledText(mark, .link)], [StyledText(String(repeating: " ", count: mark.count))])
      wantsBlankLine = false
    case .table(let alignments):
      beginBlock()
      table = MarkdownTable(alignments: alignments, signs: signs)
    case .row: table?.beginRow()
    case .cell: styles.append(table?.isHeader == true ? .bold : [])
    case .emphasis: beginStyle(.italic, "*")
    case .strong: beginStyle(.bold, "**")
    case .strikethrough: beginStyle(.struck, "~~")
    case .link(let address):
      links.append((address, inlines.count))
      styles.append(address == nil ? [] : [.link, .underlined])
    }
  }

  private mutating func end(_ element: MarkupElement) {
    switch element {
    case .paragraph, .heading:
      if case .heading = element { styles.removeLast() }
      flushInlines()
      wantsBlankLine = element != .paragraph || lists.last?.isTight != true || hasFrameInItem
    case .quote, .footnote:
      frames.removeLast()
      wantsBlankLine = true
    case .list:
      lists.removeLast()
      wantsBlankLine = lists.last?.isTight != true
    case .item:
      // An item without text still gets its mark.
      if frames.last?.isUsed == false { emit([]) }
      frames.removeLast()
      wantsBlankLine = lists.last?.isTight != true
    case .table:
      for line in table?.lines(width: room) ?? [] { emit(line) }
      table = nil
      wantsBlankLine = true
    case .row: break
    case .cell:
      styles.removeLast()
      table?.add(inlines)
      inlines = []
    case .emphasis: endStyle("*")
    case .strong: endStyle("**")
    case .strikethrough: endStyle("~~")
    case .link: endLink()
    }
  }

  /// Whether the current text is in a quote within the innermost list.
  private var hasFrameInItem: Bool { lists.last.map { frames.count > $0.depth + 1 } ?? false }

  private mutating func beginItem(_ isDone: Bool?) {
    if wantsBlankLine { beginBlock() }
    var mark = signs.bullet + " "
    let isBullet = lists.last?.next == nil
    if let last = lists.indices.last, let number = lists[last].next {
      mark = "\(number). "
      lists[last].next = number + 1
    }
    if let isDone { mark = (isBullet ? "" : mark) + signs.box(isDone: isDone) + " " }
    var marks = [StyledText(mark, isDone == true ? .dim : [])]
    if isDone != nil {
      boxes += 1
      if numbersBoxes { marks.append(StyledText(".\(boxes) ", .dim)) }
    }
    let width = marks.reduce(0) { $0 + TerminalText.width(of: $1.text) }
    push(marks, [StyledText(String(repeating: " ", count: width))])
  }

  private mutating func addCode(_ language: String, _ text: String) {
    beginBlock()
    if !language.isEmpty, isColored { emit([StyledText("  " + language, .dim)]) }
    addLines(text, .code, indent: 4)
  }

  /// Writes lines unchanged, except that tabs become spaces up to the next multiple of 4 columns.
  private mutating func addLines(_ text: String, _ style: TextStyle, indent: Int) {
    beginBlock()
    var rest = text[...]
    while rest.last?.isNewline == true { rest.removeLast() }
    for line in rest.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      var shown = String(repeating: " ", count: indent)
      var column = 0
      for character in line {
        let blanks = 4 - column % 4
        shown += character == "\t" ? String(repeating: " ", count: blanks) : String(character)
        column += character == "\t" ? blanks : TerminalText.width(of: character)
      }
      emit([StyledText(shown, style)])
    }
    wantsBlankLine = true
  }
}

// MARK: - Lines

extension MarkdownLines {
  /// The number of cells that the frames leave for text.
  private var room: Int { width - frames.reduce(0) { $0 + $1.rest.width } }

  /// If a blank line between two blocks is pending, writes it.
  private mutating func beginBlock() {
    guard wantsBlankLine else { return }
    wantsBlankLine = false
    guard !lines.isEmpty else { return }
    lines.append(frames.filter(\.isUsed).flatMap(\.rest))
  }

  private mutating func push(_ first: [StyledText], _ rest: [StyledText]) {
    let fits = room - rest.width >= Self.narrowest
    frames.append(Frame(first: fits ? first : [], rest: fits ? rest : []))
  }

  private mutating func flushInlines() {
    for line in LineBreaker.lines(inlines, width: room) { emit(line) }
    inlines = []
  }

  /// Writes a line after the prefixes of its frames.
  private mutating func emit(_ line: [StyledText]) {
    beginBlock()
    var whole: [StyledText] = []
    for index in frames.indices {
      whole += frames[index].isUsed ? frames[index].rest : frames[index].first
      frames[index].isUsed = true
    }
    lines.append(whole + line)
  }
}
