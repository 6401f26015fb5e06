import CairnText

/// A converter from HTML to Markdown, for notes that other tools write as HTML. It never fails:
/// unknown tags are left out, and their text is kept.
struct HTMLMarkdown {
  /// The text of the `title` element; nil if there is none.
  private(set) var title: String?
  /// The `meta` tags, in order.
  private(set) var metadata: [HTMLTag] = []
  /// The addresses of the links, as written.
  private(set) var addresses: [String] = []
  /// The number of encrypted texts, which are left out.
  private(set) var encryptedTexts = 0
  private var scanner: HTMLTags
  /// A function that returns the Markdown for a tag that shows a picture or another file (`img`,
  /// `en-media`), or nil to leave the tag out.
  private let media: (HTMLTag) -> String?

  /// The finished blocks.
  private var output = ""
  /// The text of the current block, in parts. The first part is the text outside inline elements;
  /// each open inline element then has its own part.
  private var parts = [""]
  private var inlines: [(name: String, before: String, after: String)] = []
  /// For each open element that can make text bold or italic: whether the element adds marks, such
  /// as `**`. The elements are grouped by name.
  private var styled: [String: [Bool]] = [:]
  /// The width in characters of each open list item's marker. The item's text is indented by this
  /// width.
  private var items: [Int] = []
  /// For each open list, the number of its next item; nil for a list with bullets.
  private var lists: [Int?] = []
  /// For each open list, the number of items that were open when it began.
  private var outerItems: [Int] = []
  private var marker: String?
  private var quotes = 0
  private var table: [[String]]?
  /// The number of open tables. A table inside a cell becomes text in this cell.
  private var tables = 0
  private var isInCell = false
  private var preformatted: String?
  /// The language of the next code block or of the open one; nil if the page does not name it.
  private var codeLanguage: String?
  /// The number of open `div` elements in a code block of Evernote, including the `div` that is the
  /// code block itself; 0 outside code blocks.
  private var codeDepth = 0
  /// Whether the last block was in a list, so that the next item needs no blank line before it.
  private var endedInList = false
  /// The number of block quotes, and the number of list items, that contain the last block.
  private var (lastQuotes, lastItems) = (0, 0)
  private var isHidden = false

  /// The maximum depth to which inline elements, lists and block quotes are nested in the Markdown.
  private static let deepest = 24

  private init(_ bytes: [UInt8], _ media: @escaping (HTMLTag) -> String?) {
    scanner = HTMLTags(bytes)
    self.media = media
  }

  /// Converts HTML to Markdown. Returns the Markdown and the converter, which contains the title,
  /// the metadata and the addresses.
  static func convert(
    _ bytes: [UInt8], media: @escaping (HTMLTag) -> String?
  ) -> (text: String, found: HTMLMarkdown) {
    var converter = HTMLMarkdown(bytes, media)
    let text = converter.run()
    return (text, converter)
  }

  private mutating func run() -> String {
    while let token = scanner.token() {
      switch token {
      case .text(let range): add(scanner.string(range).decodingEntities)
      case .data(let range): add(scanner.string(range))
      case .tag(let tag) where tag.name.hasPrefix("/"): close(String(tag.name.dropFirst()))
      case .tag(let tag): open(tag)
      }
    }
    endPreformatted()
    endTable()
    flush()
    return output.trimmed
  }

  // MARK: - Text

  private mutating func add(_ text: String) {
    if isHidden { return }
    if preformatted != nil {
      preformatted? += text
      return
    }
    // A run of white space becomes one space. White space at the start of a block is left out.
    let isAtStart = parts.count == 1 && (parts[0].isEmpty || parts[0].hasSuffix("\n"))
    var words = text.split { $0.isWhitespace && $0 != "\u{A0}" }.map(String.init)
    if words.isEmpty {
      if !text.isEmpty, !isAtStart, !endsInBlank { append(" ") }
      return
    }
    if let first = text.first, first.isWhitespace, first != "\u{A0}", !isAtStart, !endsInBlank {
      append(" ")
    }
    if inlines.last?.name != "code" { words = words.map(Self.escaped) }
    let joined = words.joined(separator: " ").replacing("\u{A0}", with: " ")
    append(isAtStart && inlines.isEmpty ? Self.escapedStart(joined) : joined)
    if let last = text.last, last.isWhitespace, last != "\u{A0}" { append(" ") }
  }

  private var endsInBlank: Bool {
    parts.last { !$0.isEmpty }?.last?.isWhitespace ?? true
  }

  private mutating func append(_ text: String) { parts[parts.count - 1] += text }

  /// Returns a word with a backslash before each character that Markdown could read as inline
  /// markup or as the start of a character reference, such as `&lt;`.
  static func escaped(_ word: String) -> String {
    guard word.utf8.contains(where: { "\\`*_~[]<>&".utf8.contains($0) }) else { return word }
    let end = word.lastIndex(of: ";") ?? word.startIndex
    return word.indices.reduce(into: "") { result, index in
      let character = word[index]
      if "\\`*_~[]<>".contains(character) || character == "&" && index < end {
        result.append("\\")
      }
      result.append(character)
    }
  }

  /// Returns the Markdown of a picture at a link destination, with the description in `tag`.
  static func picture(_ tag: HTMLTag, at target: String) -> String {
    let words = (tag["alt"] ?? "").split(whereSeparator: \.isWhitespace)
    return "![\(words.map { escaped(String($0)) }.joined(separator: " "))](\(target))"
  }

  /// Returns a line with a backslash added if Markdown would read its start as a heading or a list
  /// item.
  static func escapedStart(_ line: String) -> String {
    guard let first = line.first else { return line }
    let word = line.prefix { $0 != " " }
    if "-+=#".contains(first), word.allSatisfy({ $0 == first }) { return "\\" + line }
    let digits = word.dropLast()
    if !digits.isEmpty, digits.allSatisfy(\.isNumber), word.hasSuffix(".") || word.hasSuffix(")") {
      return "\(digits)\\\(line[digits.endIndex...])"
    }
    return line
  }

  // MARK: - Tags

  private mutating func open(_ tag: HTMLTag) {
    switch tag.name {
    case "title": title = scanner.text(until: "/title")
    case "meta": metadata.append(tag)
    case "head": isHidden = true
    // Encrypted text of Evernote, in Base64.
    case "en-crypt":
      _ = scanner.text(until: "/en-crypt")
      encryptedTexts += 1
    case "body": isHidden = false
    case "br" where preformatted != nil: preformatted? += "\n"
    case "br": append(isInCell ? " " : "\n")
    case "hr":
      flush()
      parts = ["---"]
      flush()
    case "h1", "h2", "h3", "h4", "h5", "h6":
      flush()
      if !isInCell {
        marker = (marker ?? "") + String(repeating: "#", count: level(tag.name)) + " "
      }
    case "div" where preformatted == nil && tag.isCode:
      flush()
      (preformatted, codeDepth) = ("", 1)
    case "p", "div", "section", "article", "header", "footer", "dl", "dt", "dd", "figure",
      "figcaption", "en-note":
      if tag.name == "div", codeDepth > 0 { codeDepth += 1 }
      codeLanguage = tag.codeLanguage ?? codeLanguage
      if preformatted?.isEmpty == false { preformatted? += "\n" }
      flush()
    case "ul", "ol":
      flush()
      // The numbers of a list have at most nine digits (CommonMark 0.31 §5.2).
      let start = tag["start"].flatMap { Int($0) }.flatMap {
        (0...99_999_999).contains($0) ? $0 : nil
      }
      lists.append(tag.name == "ol" ? start ?? 1 : nil)
      outerItems.append(items.count)
    case "li": beginItem(tag)
    case "blockquote":
      flush()
      quotes += 1
    case "pre":
      flush()
      preformatted = preformatted ?? ""
      codeLanguage = tag.codeLanguage ?? codeLanguage
    case "code" where preformatted != nil: codeLanguage = tag.codeLanguage ?? codeLanguage
    case "table":
      tables += 1
      if tables > 1 { break }
      flush()
      table = []
    case "tr" where tables > 1, "td" where tables > 1, "th" where tables > 1:
      if !endsInBlank { append(" ") }
    case "tr":
      endCell()
      table?.append([])
    case "td", "th":
      endCell()
      parts = [""]
      inlines = []
      isInCell = table != nil
    case "input" where tag["type"] == "checkbox", "en-todo":
      let isDone = tag.name == "input" ? tag["checked"] != nil : tag["checked"] == "true"
      beginBox(isDone)
    case "img", "en-media": if let text = media(tag) { append(text) }
    case "a":
      let address = tag["href"].map(Self.target)
      if let address { addresses.append(address) }
      // A link cannot contain a link, so HTML ends the open one (HTML Standard §13.2.6.4.7).
      endInline("a")
      beginInline("a", "[", address.map { "](\($0))" })
    case "b", "strong", "i", "em", "span", "font": beginStyle(tag)
    case "s", "del", "strike": beginInline(tag.name, "~~", "~~")
    case "code", "tt", "kbd": beginInline("code", "`", "`")
    default: break
    }
  }

  private mutating func close(_ name: String) {
    switch name {
    case "head": isHidden = false
    case "div" where codeDepth > 0:
      codeDepth -= 1
      if codeDepth == 0 { endPreformatted() }
    case "p", "div", "section", "article", "dd", "dt", "figcaption":
      if preformatted == nil { flush() }
    case "h1", "h2", "h3", "h4", "h5", "h6":
      flush()
      marker = nil
    case "ul", "ol":
      flush()
      endItem()
      _ = (lists.popLast(), outerItems.popLast())
    case "li":
      flush()
      endItem()
    case "blockquote":
      flush()
      quotes = max(0, quotes - 1)
    case "pre": endPreformatted()
    case "td", "th", "tr": if tables <= 1 { endCell() }
    case "table":
      tables = max(0, tables - 1)
      if tables == 0 { endTable() }
    case "tt", "kbd": endInline("code")
    case "b", "strong", "i", "em", "span", "font":
      if styled[name]?.popLast() == true { endInline(name) }
    default: endInline(name)
    }
  }

  private func level(_ name: String) -> Int { name.last?.wholeNumberValue ?? 1 }

  /// Ends the open item of the innermost list, if there is one.
  private mutating func endItem() {
    marker = nil
    let count = outerItems.last ?? 0
    if items.count > count { items.removeLast(items.count - count) }
  }

  private mutating func beginItem(_ tag: HTMLTag) {
    flush()
    // The end tag of an item can be missing (HTML Standard §4.4.8).
    if !lists.isEmpty { endItem() }
    if items.count >= Self.deepest { return }
    var mark = "- "
    if let number = lists.last ?? nil {
      mark = "\(number). "
      lists[lists.count - 1] = number + 1
    }
    items.append(mark.count)
    marker = mark
    // In Evernote's task lists, a checkbox is a style of the list item.
    if let style = tag["style"], style.contains("--en-checked") {
      beginBox(style.contains("--en-checked:true"))
    }
  }

  /// Adds a checkbox. Outside a list, begins a list item, because Markdown reads checkboxes only in
  /// list items.
  private mutating func beginBox(_ isDone: Bool) {
    let box = isDone ? "[x] " : "[ ] "
    if marker == nil, items.isEmpty {
      flush()
      marker = "- " + box
    } else {
      marker = (marker ?? "") + box
    }
  }

  /// Begins an element that can make its text bold or italic, either by its name (such as `b`) or
  /// by its `style` attribute. The attribute takes precedence over the name. If the text is already
  /// bold or italic, writes no second mark for the same style.
  private mutating func beginStyle(_ tag: HTMLTag) {
    let (weight, slope) = (tag.style("font-weight"), tag.style("font-style"))
    let isBold =
      ["b", "strong"].contains(tag.name)
      ? !["normal", "400"].contains(weight)
      : ["bold", "bolder", "600", "700", "800", "900"].contains(weight)
    let isItalic =
      ["i", "em"].contains(tag.name) ? slope != "normal" : ["italic", "oblique"].contains(slope)
    let marks = inlines.map(\.before)
    let mark =
      (isBold && !marks.contains { $0.hasPrefix("**") } ? "**" : "")
      + (isItalic && !marks.contains { ["*", "***"].contains($0) } ? "*" : "")
    let outer = inlines.count
    if !mark.isEmpty { beginInline(tag.name, mark, mark) }
    styled[tag.name, default: []].append(inlines.count > outer)
  }

  private mutating func beginInline(_ name: String, _ before: String, _ after: String?) {
    guard let after, inlines.count < Self.deepest, preformatted == nil else { return }
    inlines.append((name, before, after))
    parts.append("")
  }

  private mutating func endInline(_ name: String) {
    guard let place = inlines.lastIndex(where: { $0.name == name }) else { return }
    while inlines.count > place { closeLast() }
  }

  private mutating func closeInlines() {
    while !inlines.isEmpty { closeLast() }
  }

  /// Closes the innermost inline element. Blanks at the start and end of its text are moved outside
  /// the marks.
  private mutating func closeLast() {
    guard let inline = inlines.popLast(), let text = parts.popLast() else { return }
    let inner = text.trimmed
    guard !inner.isEmpty else { return append(text.isEmpty ? "" : " ") }
    let (before, after) = (text.first?.isWhitespace == true, text.last?.isWhitespace == true)
    // Code with backticks needs longer marks (CommonMark 0.31 §6.1).
    let longest = inner.split { $0 != "`" }.map(\.count).max() ?? 0
    let isCode = inline.name == "code" && longest > 0
    let mark = isCode ? String(repeating: "`", count: longest + 1) : ""
    let whole =
      isCode ? "\(mark) \(inner) \(mark)" : inline.before + inner + inline.after
    append((before ? " " : "") + whole + (after ? " " : ""))
  }

  /// Returns an address in a form that can be the destination of a link `[a](…)` without angle
  /// brackets (CommonMark 0.31 §6.3). Removes line breaks and tabs, as browsers do, and
  /// percent-encodes characters that could be markup.
  static func target(_ address: String) -> String {
    Address.encoded(address.utf8.filter { !"\n\r\t".utf8.contains($0) }) { byte in
      byte <= 0x20 || byte == 0x7F || "()<>\\`".utf8.contains(byte)
    }
  }

  // MARK: - Blocks

  /// Ends the current block, and begins another with the same inline elements.
  private mutating func flush() {
    if isInCell {
      if !endsInBlank { append(" ") }
      return
    }
    let reopened = inlines
    closeInlines()
    let text = parts.joined().trimmed
    parts = [""] + reopened.map { _ in "" }
    inlines = reopened
    if text.isEmpty { return }
    // A line break in HTML becomes a line break in Markdown.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    write(
      lines.enumerated().map { index, line in
        let isFollowed = index + 1 < lines.count && !lines[index + 1].trimmed.isEmpty
        return isFollowed && !line.isEmpty ? line + "\\" : line
      })
  }

  /// Writes the lines of a block. Each line begins with the marks of the quotes and list items
  /// around the block.
  private mutating func write(_ lines: [String]) {
    let quote = String(repeating: "> ", count: min(quotes, Self.deepest))
    let own = marker == nil ? 0 : items.last ?? 0
    let indent = String(repeating: " ", count: items.reduce(0, +) - own)
    if !output.isEmpty {
      // Items of a list follow each other without a blank line.
      let between = String(repeating: "> ", count: min(quotes, lastQuotes, Self.deepest)).trimmed
      // However, a list inside an item needs a blank line if its first number is not 1 (CommonMark
      // 0.31 §5.3).
      let isInner = items.count > lastItems && marker?.first?.isNumber == true
      let follows = endedInList && !items.isEmpty && marker != nil
      output += follows && !(isInner && marker?.hasPrefix("1.") == false) ? "" : "\(between)\n"
    }
    for (index, line) in lines.enumerated() {
      let first = marker ?? ""
      let start = index == 0 ? first : String(repeating: " ", count: own)
      output +=
        line.isEmpty && start.trimmed.isEmpty
        ? "\(quote.trimmed)\n"
        : "\(quote)\(indent)\(start)\(line)\n"
    }
    marker = nil
    endedInList = !items.isEmpty
    (lastQuotes, lastItems) = (quotes, items.count)
  }

  private mutating func endPreformatted() {
    guard let text = preformatted else { return }
    var longest = 2
    var run = 0
    for character in text {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    var lines = text.lines
    if lines.first == "" { lines.removeFirst() }
    if lines.last == "" { lines.removeLast() }
    writeBlock([fence + (codeLanguage ?? "")] + lines + [fence])
    (preformatted, codeDepth, codeLanguage) = (nil, 0, nil)
  }

  /// Ends the current cell of a table. The cell's end tag can be missing.
  private mutating func endCell() {
    guard isInCell, let count = table?.count else { return }
    closeInlines()
    let cell = parts.joined().trimmed.split(whereSeparator: \.isNewline).joined(separator: " ")
    if count == 0 { table?.append([]) }
    table?[max(0, count - 1)].append(cell.replacing("|", with: "\\|"))
    parts = [""]
    isInCell = false
  }

  private mutating func endTable() {
    endCell()
    guard let rows = table?.filter({ !$0.isEmpty }) else { return }
    (table, isInCell) = (nil, false)
    let width = rows.map(\.count).max() ?? 0
    guard width > 0 else { return }
    var lines = rows.map { "| \($0.joined(separator: " | ")) |" }
    // The header has a cell for each column; other rows can have fewer (GFM 0.29 §4.10).
    lines[0] += String(repeating: "  |", count: width - rows[0].count)
    lines.insert("|" + String(repeating: " --- |", count: width), at: 1)
    writeBlock(lines)
  }

  /// Writes a code block or a table. If the block follows a checkbox or the mark of a heading,
  /// writes that mark on a line of its own. On the same line, Markdown would read the first line of
  /// the block as plain text.
  private mutating func writeBlock(_ lines: [String]) {
    if marker?.contains(where: { "]#".contains($0) }) == true { write([""]) }
    write(lines)
  }
}

extension HTMLTag {
  /// The language of a code block, from a class such as `language-swift` (HTML Standard §4.5.15) or
  /// `lang-swift`; nil if there is none, or if its name could be read as markup.
  var codeLanguage: String? {
    for word in (self["class"] ?? "").split(whereSeparator: \.isWhitespace) {
      guard let start = ["language-", "lang-"].first(where: word.hasPrefix) else { continue }
      let name = word.dropFirst(start.count)
      let isPlain = name.utf8.allSatisfy {
        UnicodeScalar($0).properties.isAlphabetic && $0 < 0x80
          || "0123456789+#-_.".utf8.contains($0)
      }
      if !name.isEmpty, name.count <= 30, isPlain { return String(name) }
    }
    return nil
  }

  /// Returns the value of a property in the attribute `style`, in lower case.
  fileprivate func style(_ property: String) -> String? {
    let rules = (self["style"] ?? "").lowercased().split(separator: ";")
    let rule = rules.last { $0.prefix { $0 != ":" }.filter { !$0.isWhitespace } == property }
    return rule.map { String($0.drop { $0 != ":" }.dropFirst()).trimmed }
  }

  /// Whether the element is a code block of Evernote. Evernote marks a code block only in the style
  /// of the element.
  fileprivate var isCode: Bool {
    self["style"]?.filter { $0 != " " }.contains("-en-codeblock:true") == true
  }
}
