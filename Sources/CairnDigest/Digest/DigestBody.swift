package import CairnCapture
package import CairnMarkup
import CairnDocument
import CairnText

/// A capture's body, adapted for a digest.
///
/// A heading that repeats the title is removed, links are made relative to the digest, headings are
/// moved down, and anchors are made unique to the capture. For Markdown, the source of the body is
/// edited in place; HTML is rendered with these changes.
package struct DigestBody {
  private let capture: Capture
  private let markup: Markup
  private let item: DigestItem
  private let writer: ItemWriter
  private let bytes: [UInt8]
  private var edits: [(range: Range<Int>, text: [UInt8])] = []
  /// The headings of the body; nil if no link in the body leads to a heading in the same body.
  private var headings: HeadingTable?

  /// The level that the body's highest heading gets in the digest: one below the capture's title.
  private var topLevel: Int { min(writer.level + 1, 6) }

  package init(_ capture: Capture, _ markup: Markup, _ item: DigestItem, writer: ItemWriter) {
    self.capture = capture
    self.markup = markup
    self.item = item
    self.writer = writer
    bytes = capture.document.bytes
    headings =
      markup.links.contains { $0.target.isEmpty && $0.fragment != nil }
      ? HeadingTable(capture.shownHeadings(in: markup)) : nil
  }

  /// The body in the digest's format, without surrounding blank lines; nil if nothing remains.
  package var text: String? {
    var copy = self
    return copy.make()
  }

  private mutating func make() -> String? {
    if repeatsTitle { return nil }
    if let limit = markup.limit, writer.format == .markdown { return unread(limit) }
    let repeated = capture.repeatedTitle(in: markup)
    let headings = markup.headings.filter { $0 != repeated }
    let shift = topLevel - (headings.map(\.level).min() ?? topLevel)
    if writer.format == .html {
      return html(shift: shift, omitsFirstHeading: repeated != nil)
    }
    if let repeated { edits.append((repeated.range, [])) }
    if writer.format == .text { return plainText() }
    // Headings come first, so that number signs precede a link at the start of a heading.
    for heading in headings { move(heading, by: shift) }
    redirectLinks()
    for mark in markup.footnotes { insert("\(item.key)-", at: mark.range.lowerBound + 2) }
    for mark in markup.danglingFootnotes { settle(mark) }
    let edited = Self.withoutBlankLines(applied())
    if edited.isEmpty { return nil }
    return TerminalText.showingControls(
      String(decoding: MarkdownText.closed(edited), as: UTF8.self))
  }

  /// Returns the body's source with each link replaced by its text; nil if nothing remains. For an
  /// external link, the address in parentheses follows the link's text.
  private mutating func plainText() -> String? {
    for link in markup.links where link.kind != .autolink {
      edits.append((link.range, Array(plainText(of: link).utf8)))
    }
    let text = String(decoding: Self.withoutBlankLines(applied()), as: UTF8.self)
    return text.isEmpty ? nil : TerminalText.escaped(text, keepingLines: true)
  }

  /// Returns the text that replaces a link in plain text.
  private func plainText(of link: Markup.Link) -> String {
    switch link.kind {
    case .wiki, .wikiEmbed: return shownText(of: link)
    case .reference: return ""
    default: break
    }
    if link.text.isEmpty { return link.target }
    let isElsewhere = link.isExternal && link.target != link.text
    return isElsewhere ? "\(link.text) (\(link.target))" : link.text
  }

  private func html(shift: Int, omitsFirstHeading: Bool) -> String? {
    var options = HTMLOptions(
      headingShift: shift, idPrefix: "\(item.key)_", omitsFirstHeading: omitsFirstHeading,
      keepsDeadLinks: keepsDeadLinks, depthFrom: topLevel - shift, page: writer.bodyPage)
    options.boxes = writer.boxes
    options.isRich = true
    options.tagPage = writer.tagPage
    options.formulas = writer.options.math?.formulas ?? [:]
    let html = markup.html(
      options, resolve: address, name: { writer.shownText(of: $0, in: capture) }, picture: picture,
      embedded: embedded)
    // Works on the UTF-8, because counting characters would cost as much as writing them.
    let text = html.utf8.last == UInt8(ascii: "\n") ? html.utf8.dropLast() : html.utf8[...]
    return text.isEmpty ? nil : String(Substring(text))
  }

  /// Whether dead links keep their addresses. False if any link in the body leads to a hidden
  /// capture.
  private var keepsDeadLinks: Bool {
    writer.keepsDeadLinks && !markup.links.contains { writer.leadsToHidden($0, in: capture) }
  }

  /// Returns the way in which HTML shows an image; nil if HTML loads the image from the address in
  /// the body.
  private func picture(_ link: Markup.Link) -> HTMLPicture? {
    if link.isExternal { return writer.shown.picture(at: link.target) }
    guard let path = writer.target(capture, link) else { return .text }
    return writer.picture(in: path)
  }

  /// Returns the HTML for an embed: a link to the note, followed by the note or by its part under a
  /// heading. Returns nil if the embed is shown only as a link. Embeds inside an embedded note are
  /// always shown as links, because two notes could otherwise embed each other without end.
  private func embedded(_ link: Markup.Link) -> String? {
    guard let note = writer.note, let path = writer.target(capture, link), path != capture.path,
      let page = writer.page(path, link.fragment), let source = note(path)
    else { return nil }
    var markup = source.markupWithMath
    var title = ItemWriter.title(of: source, markup)
    let names = HeadingTable(markup.headingNames)
    if let fragment = link.fragment {
      guard let number = names.number(named: fragment) else { return nil }
      let heading = markup.headings[number]
      let next = markup.headings[(number + 1)...].first { $0.level <= heading.level }
      title += " > \(heading.text.withoutMarks)"
      let end = next?.range.lowerBound ?? source.document.body.upperBound
      markup = Markup(
        source.document.bytes, body: heading.range.upperBound..<end, readsMath: true)
    }
    var inner = writer
    (inner.note, inner.boxes, inner.bodyPage) = (nil, nil, writer.page(path, nil))
    let item = DigestItem(number: item.number, key: item.key, place: item.place, anchor: nil)
    var body = DigestBody(source, markup, item, writer: inner)
    body.headings = names
    let text = body.text ?? ""
    let name = link.html(address: page, name: title)
    return "<section class=\"embed\">\n<p class=\"source\" dir=\"auto\">\(name)</p>\n"
      + "\(text)\n</section>\n"
  }

  /// Returns the text for a body that exceeds a limit of the Markdown parser: a line that states
  /// the limit, then the body as a code block, so that other programs do not parse it either.
  private func unread(_ limit: MarkupLimit) -> String {
    let text = Self.withoutBlankLines(applied())
    let block = TerminalText.showingControls(
      String(decoding: MarkdownText.fenced(text), as: UTF8.self))
    return "*\(limit.note)*\n\n\(block)"
  }

  /// Whether the body consists only of the capture's title, and the digest shows the title in full.
  /// In Markdown and plain text, false for several lines, because the title shows them as one line.
  private var repeatsTitle: Bool {
    let title = capture.title(in: markup)
    return markup.links.isEmpty && markup.tasks.isEmpty && title.count <= ItemWriter.titleLength
      && markup.plainText.trimmingBlanks == title
      && (writer.format == .html || !Self.withoutBlankLines(applied()).contains(0x0A))
  }

  private func shownText(of link: Markup.Link) -> String {
    writer.shownText(of: link, in: capture) ?? link.text
  }

  private mutating func insert(_ text: String, at offset: Int) {
    edits.append((offset..<offset, Array(text.utf8)))
  }

  /// Returns the body with all edits applied, and with LF as the only line ending besides lone CR.
  /// If two edits overlap, only the first is applied.
  private func applied() -> [UInt8] {
    var result: [UInt8] = []
    var copied = capture.document.body.lowerBound
    let inOrder = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    for (_, edit) in inOrder where edit.range.lowerBound >= copied {
      result += bytes[copied..<edit.range.lowerBound]
      result += edit.text
      copied = edit.range.upperBound
    }
    result += bytes[copied..<capture.document.body.upperBound]
    let breaks = result.indices.dropFirst().filter { result[$0 - 1] == 0x0D && result[$0] == 0x0A }
    return breaks.isEmpty ? result : result.applying(breaks.map { Splice($0 - 1..<$0, []) })
  }

  /// Returns `text` without leading blank lines and trailing white space.
  private static func withoutBlankLines(_ text: [UInt8]) -> [UInt8] {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    guard let first = text.firstIndex(where: { !isBlank($0) }),
      let last = text.lastIndex(where: { !isBlank($0) })
    else { return [] }
    let start = text[..<first].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
    return Array(text[start...last])
  }
}

// MARK: - Headings

extension DigestBody {
  /// Moves a Markdown heading down by `shift` levels, to level 6 at most; a setext heading becomes
  /// an ATX heading.
  private mutating func move(_ heading: Markup.Heading, by shift: Int) {
    let hash = UInt8(ascii: "#")
    let source = bytes[heading.range]
    let level = min(max(heading.level + shift, 1), 6)
    let signs = [UInt8](repeating: hash, count: level)
    let marks = source.prefix { $0 == hash }.count
    let isBreak: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D }
    guard source.contains(where: isBreak) else {
      edits.append((heading.range.lowerBound..<heading.range.lowerBound + marks, signs))
      return
    }
    // Replace only the gaps between the lines, so that links in the lines can still be edited.
    let blanks = Array(" \t>".utf8)
    let lines = source.split(whereSeparator: isBreak).dropLast().map { line in
      line.drop(while: blanks.contains)
    }
    var last = heading.range.lowerBound
    for (number, line) in lines.enumerated() {
      edits.append((last..<line.startIndex, number == 0 ? signs + [0x20] : [0x20]))
      last = line.endIndex
    }
    while last > heading.range.lowerBound, bytes[last - 1] == 0x20 { last -= 1 }
    // A number sign at the end would be read as a closing sequence and not be shown. A closing
    // sequence after it prevents this.
    let end = bytes[last - 1] == hash ? [0x20] + signs : []
    edits.append((last..<heading.range.upperBound, end))
  }
}

// MARK: - Links

extension DigestBody {
  /// Returns the address of a link relative to the digest. Nil means that a wikilink becomes text
  /// and any other link stays as written.
  private func address(_ link: Markup.Link) -> String? {
    if link.isExternal { return writer.format == .html ? link.target : nil }
    if link.target.isEmpty {
      let page = writer.bodyPage ?? ""
      return place(link.fragment).map { "\(page)#\($0)" } ?? writer.source(of: capture)
    }
    return writer.address(of: link, in: capture)
  }

  /// Returns the anchor of the heading that `fragment` names. If the body has no such heading,
  /// returns the capture's anchor, or nil if the capture has none.
  private func place(_ fragment: String?) -> String? {
    guard let headings, let known = fragment.flatMap({ headings.number(named: $0) }) else {
      return item.anchor
    }
    if writer.format == .html {
      return "\(item.key)_\(Address.encoded(headings.names[known].slug.utf8))"
    }
    return item.headings.indices.contains(known) ? item.headings[known] : item.anchor
  }

  /// Adds the edits that adapt all links to the digest. A wikilink inside another link's text
  /// becomes text, because links cannot contain links (CommonMark 0.31 §6.3).
  private mutating func redirectLinks() {
    var outer = 0
    for link in markup.links {
      if link.isWikilink, link.range.upperBound <= outer {
        edits.append((link.range, Array(MarkdownText.escaped(shownText(of: link)).utf8)))
      } else {
        redirect(link)
        if link.kind == .markdown { outer = max(outer, link.range.upperBound) }
      }
    }
  }

  /// Adds the edits that adapt one link to the digest. The address of an autolink stays unchanged.
  private mutating func redirect(_ link: Markup.Link) {
    switch link.kind {
    case .autolink: break
    case .wiki, .wikiEmbed:
      replaceWikilink(link)
    case .markdown, .image:
      if link.targetRange == nil { relabel(link) } else { retarget(link) }
    case .reference:
      retarget(link)
      insert("\(item.key)-", at: link.range.lowerBound + 1)
    }
  }

  /// Replaces the target and fragment of a link with its new address. If the link leads to a hidden
  /// capture, a Markdown link becomes text, and any other link gets the address `#`.
  private mutating func retarget(_ link: Markup.Link) {
    guard !link.isExternal, let target = link.targetRange else { return }
    let isHidden = writer.leadsToHidden(link, in: capture)
    if isHidden, link.kind == .markdown {
      return edits.append((link.range, Array(MarkdownText.escaped(link.text).utf8)))
    }
    guard let address = isHidden ? "#" : address(link) else { return }
    let end =
      link.fragment == nil ? target.upperBound : destinationEnd(from: target, of: link)
    edits.append((target.lowerBound..<end, Array(address.utf8)))
  }

  /// Returns the offset of the character that ends a link destination (CommonMark 0.31 §6.3): the
  /// closing `>`, or the first space or unbalanced parenthesis if there are no angle brackets. The
  /// destination begins with `target`.
  private func destinationEnd(from target: Range<Int>, of link: Markup.Link) -> Int {
    let isPointed = target.lowerBound > 0 && bytes[target.lowerBound - 1] == UInt8(ascii: "<")
    var depth = 0
    var index = target.upperBound
    while index < link.range.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: ">") where isPointed: return index
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
        if !isPointed { return index }
      case UInt8(ascii: "(") where !isPointed: depth += 1
      case UInt8(ascii: ")") where !isPointed:
        if depth == 0 { return index }
        depth -= 1
      default: break
      }
      index += 1
    }
    return link.range.upperBound
  }

  /// Changes the label of a reference link to the label that its definition has in the digest.
  private mutating func relabel(_ link: Markup.Link) {
    let source = bytes[link.range]
    guard source.last == UInt8(ascii: "]"),
      let bracket = source.dropLast().lastIndex(of: UInt8(ascii: "[")), bracket > source.startIndex
    else {
      append(label: source.dropFirst().dropLast(), to: link)
      return
    }
    let close = bracket - 1
    if source[close] != UInt8(ascii: "]") {
      // The link is `![label]`, or its label contains brackets.
      append(
        label: source.dropFirst(source.first == UInt8(ascii: "!") ? 2 : 1).dropLast(), to: link)
    } else if bracket + 2 == source.endIndex {
      let start = source.startIndex + (source.first == UInt8(ascii: "!") ? 2 : 1)
      edits.append(
        (bracket + 1..<bracket + 1, Array("\(item.key)-".utf8) + source[start..<close]))
    } else {
      insert("\(item.key)-", at: bracket + 1)
    }
  }

  private mutating func append(label: ArraySlice<UInt8>, to link: Markup.Link) {
    let text = Array("[\(item.key)-".utf8) + label + [UInt8(ascii: "]")]
    edits.append((link.range.upperBound..<link.range.upperBound, text))
  }

  /// Replaces a wikilink with a Markdown link, or with text if the link has no address in the
  /// digest.
  private mutating func replaceWikilink(_ link: Markup.Link) {
    edits.append(
      (link.range, Array(MarkdownText.link(link, shownText(of: link), to: address(link)).utf8)))
  }
}

// MARK: - Footnotes

extension DigestBody {
  /// Prevents a footnote mark without a counterpart in its capture from matching a footnote of
  /// another capture: an unused definition gets a unique label, and a reference without a
  /// definition is escaped.
  private mutating func settle(_ mark: Markup.FootnoteMark) {
    if beginsDefinition(mark) {
      insert("\(item.key)-", at: mark.range.lowerBound + 2)
    } else {
      insert("\\", at: mark.range.lowerBound)
    }
  }

  /// Returns whether a footnote mark starts a line or list item and is followed by a colon.
  private func beginsDefinition(_ mark: Markup.FootnoteMark) -> Bool {
    guard mark.range.upperBound < bytes.count, bytes[mark.range.upperBound] == UInt8(ascii: ":")
    else { return false }
    let before = bytes[capture.document.body.lowerBound..<mark.range.lowerBound]
      .last { !" \t>*+-.)0123456789".utf8.contains($0) }
    return before == nil || before == 0x0A || before == 0x0D
  }
}
