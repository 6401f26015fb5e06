// MARK: - Brackets (CommonMark 0.29 §6.5, §6.6)

extension InlineScanner {
  /// Records the opening bracket at `index`: `![` if `isImage` is true, otherwise `[`. Returns the
  /// offset after the bracket.
  mutating func open(at index: Int, isImage: Bool) -> Int {
    if !brackets.isEmpty { brackets[brackets.count - 1].hasInner = true }
    let content = index + (isImage ? 2 : 1)
    if !isImage { openLinks += 1 }
    brackets.append(
      Bracket(
        start: index, content: content, isImage: isImage, tags: tags.count,
        emails: bareEmails.count))
    return content
  }

  /// Whether the innermost open bracket prevents cmark from recognizing bare addresses.
  var isInBrackets: Bool { brackets.last.map { !$0.hasLink } ?? false }

  /// Closes the innermost bracket with the `]` at `index`. Returns the offset after the link, or
  /// after the `]` if there is no link.
  mutating func close(at index: Int) -> Int {
    guard let opener = brackets.popLast() else { return index + 1 }
    if !opener.isImage { openLinks -= 1 }
    let isActive = opener.isImage || brackets.count >= linkFloor
    linkFloor = min(linkFloor, brackets.count)
    guard isActive else { return behindText(opener, closing: index) }
    if let inline = inlineLink(opener, closing: index) {
      add(inline, opener)
      return consumed(upTo: inline.range.upperBound)
    }
    if let reference = referenceLink(opener, closing: index) {
      add(reference, opener)
      return consumed(upTo: reference.range.upperBound)
    }
    return behindText(opener, closing: index)
  }

  /// Records the bracket that ends at `index` as a footnote reference if it looks like one. Returns
  /// the offset after the bracket.
  private mutating func behindText(_ opener: Bracket, closing index: Int) -> Int {
    if !opener.isImage, has("^", at: opener.content), opener.content + 1 < index {
      footnotes.append(Markup.FootnoteMark(opener.start..<index + 1, in: text))
    }
    return index + 1
  }

  /// Adds a link or an image, and drops the tags in its text. For a link, also drops bare e-mail
  /// addresses in its text, and records that the brackets around it cannot begin another link.
  private mutating func add(_ link: Markup.Link, _ opener: Bracket) {
    tags.removeSubrange(opener.tags...)
    if !opener.isImage {
      bareEmails.removeSubrange(opener.emails...)
      linkFloor = brackets.count
      markImages()
    }
    links.append(link)
  }

  /// If all open brackets begin images, records for each of these images that its description
  /// contains a link.
  private mutating func markImages() {
    guard openLinks == 0 else { return }
    var image = brackets.count - 1
    while image >= 0, !brackets[image].hasLink {
      brackets[image].hasLink = true
      image -= 1
    }
  }

  /// Returns the link `[text](target "title")` whose text ends with the `]` at `index`, or nil if
  /// no valid `(target "title")` follows.
  private mutating func inlineLink(_ opener: Bracket, closing index: Int) -> Markup.Link? {
    guard has("(", at: index + 1),
      let destination = LinkSyntax.destination(in: text, skipBlanks(from: index + 2), end)
    else { return nil }
    var close = skipBlanks(from: destination.end)
    if close > destination.end, let title = LinkSyntax.title(in: text, close, end) {
      close = skipBlanks(from: title)
    }
    guard has(")", at: close) else { return nil }
    return Markup.Link(
      kind: opener.isImage ? .image : .markdown,
      destination: LinkSyntax.Destination(destination.range, in: text),
      text: shownText(opener.content..<index),
      range: opener.start..<close + 1, isTargetHere: true)
  }

  /// Returns the link `[text][label]`, `[label][]` or `[label]`, or nil if the label is not
  /// defined.
  private mutating func referenceLink(_ opener: Bracket, closing index: Int) -> Markup.Link? {
    guard !references.isEmpty else { return nil }
    var label = opener.content..<index
    var last = index + 1
    if let explicit = LinkSyntax.label(in: text, index + 1, end) {
      last = explicit.upperBound + 1
      if !explicit.isEmpty {
        label = explicit
      } else if opener.hasInner {
        return nil
      }
    } else if opener.hasInner {
      return nil
    }
    guard let definition = references[text[label]] else { return nil }
    return Markup.Link(
      kind: opener.isImage ? .image : .markdown, destination: definition,
      text: shownText(opener.content..<index),
      range: opener.start..<last, isTargetHere: false)
  }

  /// Returns the text that a link's inlines show. Empty if the text of all links together exceeds
  /// ``textBudget``. The budget prevents quadratic cost, and only images within images can exceed
  /// it.
  private mutating func shownText(_ range: Range<Int>) -> String {
    textBudget -= range.count
    return textBudget < 0 ? "" : LinkSyntax.plainText(range, in: text)
  }
}

// MARK: - Wikilinks

extension InlineScanner {
  /// Reads the wikilink or embed at `index`. Returns the offset after the wikilink or embed, or nil
  /// if neither is at `index`.
  mutating func wikilink(at index: Int) -> Int? {
    guard let range = InlineMask.wikilink(at: index, in: text, upTo: end) else { return nil }
    links.append(Markup.Link(wikilink: range, in: text))
    return consumed(upTo: range.upperBound)
  }
}
