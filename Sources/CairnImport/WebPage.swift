/// The parts of a web page that a bookmark keeps: facts from the head of the page, and the text as
/// Markdown.
public struct WebPage: Sendable {
  /// The title; nil if there is none.
  public private(set) var title: String?
  /// The description; nil if there is none.
  public private(set) var description: String?
  /// The address that the page states for itself (`rel="canonical"`); nil if there is none.
  public private(set) var canonical: String?
  /// The day on which the page was published, such as `2026-11-21`; nil if the page does not state
  /// the day.
  public private(set) var published: String?
  /// The text without menus, scripts and forms, in Markdown; empty if there is none.
  public private(set) var text = ""

  /// Elements that are left out together with their contents.
  private static let dropped: Set = [
    "nav", "aside", "footer", "noscript", "template", "svg", "button", "select", "textarea",
    "iframe", "dialog", "object", "canvas", "audio", "video", "math",
  ]
  /// Elements that contain the text of a page.
  private static let bodies: Set = ["article", "main"]

  /// Reads a page in HTML.
  ///
  /// - Parameters:
  ///   - html: The page in UTF-8.
  ///   - resolve: A function that returns the complete address for the target of a link or picture,
  ///     or nil to leave the target out.
  public init(html: [UInt8], resolve: (String) -> String?) {
    var body = PageBody()
    var scanner = HTMLTags(html)
    while let token = scanner.token() {
      switch token {
      case .text(let range): body.add(html[range])
      case .data(let range): body.add(html[range])
      case .tag(let tag) where tag.name == "title" && title == nil:
        title = Self.line(scanner.text(until: "/title"))
      case .tag(let tag) where tag.name == "meta": read(meta: tag)
      case .tag(let tag) where tag.name == "link":
        let isOwn = tag["rel"]?.lowercased().split(separator: " ").contains("canonical") == true
        if isOwn, canonical == nil { canonical = tag["href"].flatMap(resolve) }
      case .tag(let tag):
        if tag.name == "time", published == nil { published = tag["datetime"].flatMap(Self.date) }
        body.add(tag, dropped: Self.dropped, bodies: Self.bodies, resolve)
      }
    }
    let converted = HTMLMarkdown.convert(body.chosen) { tag in
      guard let source = tag["src"], !source.hasPrefix("mailto:") else {
        return nil
      }
      let name = (tag["alt"] ?? "").filter { !"[]\\\n".contains($0) }
      return "![\(name)](\(source.replacing("(", with: "%28").replacing(")", with: "%29")))"
    }
    text = PlainMarkdown.cleaned(PlainMarkdown.withoutTags(converted.text))
    // The text does not repeat the title.
    if let title, text.hasPrefix("# "),
      case let heading = text.dropFirst(2).prefix(while: { !$0.isNewline }),
      title.hasPrefix(heading) || heading.hasPrefix(title)
    {
      text = String(text.dropFirst(2 + heading.count)).trimmed
    }
  }

  /// Reads a page that is plain text.
  public init(plain text: String) {
    self.text = PlainMarkdown.cleaned(PlainMarkdown.withoutTags(text))
  }

  private mutating func read(meta tag: HTMLTag) {
    guard let content = tag["content"].flatMap(Self.line),
      let name = (tag["property"] ?? tag["name"] ?? tag["itemprop"])?.lowercased()
    else { return }
    switch name {
    case "description": description = content
    case "og:description": description = description ?? content
    case "og:title": title = content
    case "article:published_time", "date", "dc.date", "datepublished":
      published = published ?? Self.date(content)
    default: break
    }
  }

  /// Returns at most 500 characters of a text, on one line and without control characters; nil if
  /// the text is empty.
  private static func line(_ text: String) -> String? {
    let line = PlainMarkdown.cleaned(text).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    return line.isEmpty ? nil : String(line.prefix(500))
  }

  /// Returns the day at the start of an ISO 8601 date, such as `2026-11-21`; nil for other text.
  private static func date(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      [0, 1, 2, 3, 5, 6, 8, 9].allSatisfy({ bytes[$0] &- 0x30 < 10 })
    else { return nil }
    return String(text.prefix(10))
  }
}

/// The part of a page that a bookmark keeps, as simplified HTML.
private struct PageBody {
  /// The HTML, from the start of the body.
  private var html: [UInt8] = []
  /// The number of bytes of text in ``html``.
  private var textCount = 0
  /// The name of the element that is being left out, and the number of open elements with this
  /// name; nil if no element is being left out.
  private var skipped: (name: String, depth: Int)?
  /// The open elements that may contain the text of the page: for each, its offset in ``html`` and
  /// the number of bytes of text before it.
  private var open: [(start: Int, text: Int)] = []
  /// The largest closed element that may contain the text of the page: its range in ``html``, and
  /// the number of bytes of its text. Nil if no such element is closed yet.
  private var best: (range: Range<Int>, text: Int)?

  /// The open lists and tables, each with the name of its open item or cell; nil if none is open.
  private var containers: [(name: String, item: String?)] = []

  /// The part with the text of the page. This is the `article` or `main` element with the most
  /// text, if the element has at least a quarter of all text; otherwise all HTML.
  var chosen: [UInt8] {
    guard let best, best.text * 4 >= textCount, best.text > 0 else { return html }
    return Array(html[best.range])
  }

  mutating func add(_ text: ArraySlice<UInt8>) {
    guard skipped == nil else { return }
    html += text
    textCount += text.count { !$0.isWhitespace }
  }

  mutating func add(
    _ tag: HTMLTag, dropped: Set<String>, bodies: Set<String>, _ resolve: (String) -> String?
  ) {
    let isEnd = tag.name.hasPrefix("/")
    let name = isEnd ? String(tag.name.dropFirst()) : tag.name
    if let (skippedName, depth) = skipped {
      guard name == skippedName else { return }
      skipped = isEnd ? (depth == 1 ? nil : (name, depth - 1)) : (name, depth + 1)
      return
    }
    // The header of a page contains its menu, but the header of an article contains its title.
    let isHidden = !Self.unclosed.contains(name) && tag.isHidden
    if !isEnd, isHidden || dropped.contains(name) || name == "header" && open.isEmpty {
      skipped = (name, 1)
      return
    }
    if name == "body", !isEnd { (html, textCount) = ([], 0) }
    if bodies.contains(name) {
      if !isEnd { open.append((html.count, textCount)) }
      if isEnd, let (start, text) = open.popLast(), textCount - text > best?.text ?? 0 {
        best = (start..<html.count, textCount - text)
      }
      return
    }
    endItem(before: name, isEnd: isEnd)
    write(tag, name, isEnd: isEnd, resolve)
  }

  /// Writes the end tag of the open list item or table cell if the tag `name` implies it. HTML
  /// allows such end tags to be left out: the second `<li>` of a list ends the first item.
  private mutating func endItem(before name: String, isEnd: Bool) {
    let isContainer = ["ul", "ol", "table"].contains(name)
    let isItem = ["li", "td", "th", "tr"].contains(name)
    if isContainer, !isEnd { return containers.append((name, nil)) }
    guard isContainer || isItem, let last = containers.last,
      isContainer || (name == "li") == (last.name != "table")
    else { return }
    if let item = last.item, !(isEnd && item == name) { html += "</\(item)>".utf8 }
    if isContainer {
      containers.removeLast()
    } else {
      containers[containers.count - 1].item = isEnd || name == "tr" ? nil : name
    }
  }

  private mutating func write(
    _ tag: HTMLTag, _ name: String, isEnd: Bool, _ resolve: (String) -> String?
  ) {
    guard name.utf8.allSatisfy({ $0.isLetter || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-") }) else {
      return
    }
    html += "<\(isEnd ? "/" : "")\(name)".utf8
    if !isEnd {
      let target = name == "a" ? tag["href"].flatMap(resolve) : nil
      let source = name == "img" ? (tag["src"] ?? tag["data-src"]).flatMap(resolve) : nil
      let box = name == "input" && tag["type"] == "checkbox"
      for (key, value) in [
        ("href", target), ("src", source), ("alt", tag["alt"]),
        ("class", tag.codeLanguage.map { "language-\($0)" }),
        ("type", box ? "checkbox" : nil), ("checked", box ? tag["checked"] : nil),
      ] {
        if let value { html += " \(key)=\"\(Self.escaped(value))\"".utf8 }
      }
    }
    html.append(UInt8(ascii: ">"))
  }

  /// Elements that may have no end tag (HTML Standard §13.1.2). Their contents cannot be skipped,
  /// because it is unknown where the contents end.
  private static let unclosed: Set = [
    "html", "head", "body", "p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot",
    "option", "optgroup", "colgroup", "caption", "rb", "rt", "rtc", "rp",
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
  ]

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
  }
}

extension HTMLTag {
  /// Whether the element's own attributes hide it.
  fileprivate var isHidden: Bool {
    self["hidden"] != nil
      || self["style"]?.filter { !$0.isWhitespace }.lowercased().contains("display:none") == true
  }
}
