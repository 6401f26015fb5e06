import CairnCapture
import CairnDocument
import CairnInsight
import CairnMarkup
import CairnText

/// A writer of an Org file: a heading for each capture, with its fields as properties.
struct OrgWriter: ExportWriter {
  private let context: ExportContext

  init(_ context: ExportContext) { self.context = context }

  func begin() -> [UInt8] {
    Array("#+TITLE: \(Self.line(context.title))\n#+TODO: TODO | DONE CANCELLED\n".utf8)
  }

  func add(_ capture: Capture) -> [UInt8]? {
    let isAction = capture.hasType("action") || capture.status != nil
    let state =
      switch capture.outcome {
      case .open: "TODO "
      case .done: "DONE "
      case .cancelled: "CANCELLED "
      }
    let tags = capture.tags.map { tag in String(tag.map { $0.isTagCharacter ? $0 : "_" }) }
    let heading =
      "* " + (isAction ? state : "") + Self.line(capture.title)
      + (tags.isEmpty ? "" : " :\(tags.joined(separator: ":")):")
    var lines = ["", heading]
    let due = capture.due.map { "DEADLINE: <\(stamp($0))\(repeater(capture))>" }
    let closed = isAction && capture.outcome.isFinished ? capture.time("completed") : nil
    let planning = [closed.map { "CLOSED: [\(stamp($0))]" }, due].compactMap(\.self)
    if !planning.isEmpty { lines.append(planning.joined(separator: " ")) }
    lines += [":PROPERTIES:"] + properties(capture) + [":END:"]
    let markup = capture.markup
    let files = Set(context.files(capture, markup))
    var body = OrgBody { link in
      guard let path = context.destination(link, capture),
        context.isExported(path) || files.contains(path)
      else { return nil }
      return "file:\(path.description)"
    }
    body.write(markup, skipsFirstHeading: capture.repeatedTitle(in: markup) != nil)
    return Array((lines.joined(separator: "\n") + "\n" + body.text).utf8)
  }

  private func properties(_ capture: Capture) -> [String] {
    let known: Set = ["due", "status", "title", "tags", "completed", "id"]
    let own: [(String, String)] = capture.document.fieldsThatCount.compactMap { field in
      guard !known.contains(field.key), let text = capture.document.writtenText(field) else {
        return nil
      }
      return (field.key, text)
    }
    let facts = [
      ("ID", capture.lastingID), ("CREATED", "[\(stamp(capture.created))]"),
      ("FILE", capture.path.description),
    ]
    return (facts + own.filter { $0.0.folded != "created" }).map { key, text in
      let name = String(key.map { $0.isWhitespace || $0 == ":" ? "_" : $0 })
      return ":\(name): \(Self.line(text))"
    }
  }

  /// Returns a time in Org's format: `2026-11-30 Mon 09:30`.
  private func stamp(_ time: FieldTime) -> String {
    let day = time.localDay(context.clock)
    let name = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][day.weekday - 1]
    guard case .dateTime(let written) = time else { return "\(day) \(name)" }
    let (hour, minute, _) = context.clock.dateTime(context.clock.instant(written)).timeOfDay
    return "\(day) \(name) \(hour.padded(2)):\(minute.padded(2))"
  }

  /// Returns the repeater of a capture, such as ` ++2w`; empty if the capture does not repeat, or
  /// if Org has no repeater for its rule.
  private func repeater(_ capture: Capture) -> String {
    guard let rule = capture.text("repeat").flatMap({ RepeatRule($0) }) else { return "" }
    let mark = rule.start == .completion ? ".+" : "++"
    switch rule.pattern {
    case .days(let count): return " \(mark)\(count)d"
    case .weeks(let count, let weekdays) where weekdays.count <= 1: return " \(mark)\(count)w"
    case .months(let count, nil), .months(let count, .day): return " \(mark)\(count)m"
    case .years(let count, _): return " \(mark)\(count)y"
    default: return ""
    }
  }

  /// Returns text with each run of line breaks replaced by a space.
  static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

extension Character {
  fileprivate var isTagCharacter: Bool { isLetter || isNumber || "_@#%".contains(self) }
}

/// A converter of a Markdown body to Org.
private struct OrgBody {
  private(set) var text = ""
  /// A function that returns the address of a link to a file; nil if there is no such file, or if
  /// it is not exported.
  private let resolve: (Markup.Link) -> String?
  /// The addresses of the Markdown links to files, keyed by the paths to which the links lead.
  private var places: [String: String] = [:]
  /// The text of the block being written.
  private var line = ""
  /// For each open list, the number of its next item; nil for a list with bullets. The innermost
  /// list is last.
  private var counters: [Int?] = []
  /// The list marker, such as `-`, that must precede the next line; nil if there is none.
  private var marker: String?
  private var row: [String]?
  /// Whether the open table has no row yet.
  private var isFirstRow = false
  private var isInHeading = false
  private var skips = false

  init(_ resolve: @escaping (Markup.Link) -> String?) { self.resolve = resolve }

  /// Converts a body. A wikilink that leads to no exported file becomes its text.
  mutating func write(_ markup: Markup, skipsFirstHeading: Bool) {
    for link in markup.links where !link.isExternal && !link.target.isEmpty {
      if let place = resolve(link) { places[link.target] = place }
    }
    var skipped = !skipsFirstHeading
    var addresses: [String?] = []
    markup.walk { event in
      if case .begin(.heading) = event, !skipped {
        (skipped, skips) = (true, true)
        return
      }
      if skips {
        if case .end(.heading) = event { skips = false }
        return
      }
      switch event {
      case .begin(let element): begin(element, &addresses)
      case .end(let element): end(element, &addresses)
      case .text(let part): line += part
      case .code(let code): line += code.contains("~") ? "=\(code)=" : "~\(code)~"
      case .html(let html): line += "@@html:\(html)@@"
      case .softBreak: line += row == nil ? "\n" : " "
      case .lineBreak: line += row == nil ? "\\\\\n" : " "
      case .codeBlock(let language, let code): addBlock("src", language, code)
      case .htmlBlock(let html): addBlock("export", "html", html)
      case .rule: flush("-----")
      case .image(let address, _): line += "[[\(target(address))]]"
      case .wikilink(let link):
        let text = link.kind == .wikiEmbed ? "" : "[\(link.text)]"
        line += resolve(link).map { "[[\(Self.escapedAddress($0))]\(text)]" } ?? link.text
      case .footnoteReference(let number): line += "[fn:\(number)]"
      }
    }
    flush()
  }

  private mutating func begin(_ element: MarkupElement, _ addresses: inout [String?]) {
    switch element {
    case .emphasis: line += "/"
    case .strong: line += "*"
    case .strikethrough: line += "+"
    case .link(let address):
      addresses.append(address)
      line += address.map { "[[\(target($0))][" } ?? ""
    case .list(let first, _):
      flush()
      counters.append(first)
    case .item(let isDone):
      flush()
      let box = isDone.map { $0 ? "[X] " : "[ ] " } ?? ""
      if let last = counters.last, let number = last {
        marker = "\(number). \(box)"
        counters[counters.count - 1] = number + 1
      } else {
        marker = "- \(box)"
      }
    case .quote:
      flush()
      text += "#+begin_quote\n"
    case .heading(let level):
      flush()
      // A capture's title is a heading of level 1, so the headings in its body are one level
      // deeper.
      line = String(repeating: "*", count: level + 1) + " "
      isInHeading = true
    case .row: row = []
    case .footnote(let number):
      flush()
      line = "[fn:\(number)] "
    case .table:
      isFirstRow = true
      flush()
    case .paragraph, .cell: if row == nil, element != .paragraph { flush() }
    }
  }

  private mutating func end(_ element: MarkupElement, _ addresses: inout [String?]) {
    switch element {
    case .emphasis: line += "/"
    case .strong: line += "*"
    case .strikethrough: line += "+"
    case .link: if let address = addresses.popLast(), address != nil { line += "]]" }
    case .cell:
      row?.append(line.replacing("|", with: "\\vert{}"))
      line = ""
    case .row:
      text += "| " + (row ?? []).joined(separator: " | ") + " |\n"
      if isFirstRow { text += "|" + (row ?? []).map { _ in "---" }.joined(separator: "+") + "|\n" }
      (row, isFirstRow) = (nil, false)
    case .table: text += "\n"
    case .list:
      flush()
      _ = counters.popLast()
      if counters.isEmpty { text += "\n" }
    case .quote:
      flush()
      text += "#+end_quote\n\n"
    case .heading, .paragraph, .footnote, .item: flush()
    }
  }

  /// Writes `block` or, if `block` is nil, the text in ``line``. Adds a blank line unless a list is
  /// open.
  private mutating func flush(_ block: String? = nil) {
    if let block { line = block }
    defer { (line, isInHeading) = ("", false) }
    if line.allSatisfy(\.isWhitespace), marker == nil { return }
    let depth = max(0, counters.count - 1) * 2
    let first = marker ?? (counters.isEmpty ? "" : "  ")
    let rest = String(repeating: " ", count: counters.isEmpty ? 0 : 2)
    let indent = String(repeating: " ", count: depth)
    let lines = line.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, part) in lines.enumerated() {
      text +=
        indent + (index == 0 ? first : rest) + (isInHeading ? String(part) : Self.escaped(part))
        + "\n"
    }
    marker = nil
    if counters.isEmpty { text += "\n" }
  }

  private mutating func addBlock(_ kind: String, _ language: String, _ code: String) {
    flush()
    let indent = String(repeating: " ", count: counters.count * 2)
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
    let body = lines.last == "" ? lines.dropLast() : lines[...]
    text += "\(indent)#+begin_\(kind)\(language.isEmpty ? "" : " \(language)")\n"
    for part in body { text += indent + Self.escaped(part, inBlock: true) + "\n" }
    text += "\(indent)#+end_\(kind)\n" + (counters.isEmpty ? "\n" : "")
  }

  /// Returns a line, changed if necessary so that Org does not read it as a heading or a keyword.
  /// `inBlock` states whether the line is inside a block such as `#+begin_src`.
  private static func escaped(_ line: Substring, inBlock: Bool = false) -> String {
    let stars = line.prefix { $0 == "*" }
    let isHeading = !stars.isEmpty && line[stars.endIndex...].first == " "
    let isKeyword = line.drop(while: \.isWhitespace).hasPrefix("#+")
    guard isHeading || isKeyword else { return String(line) }
    return inBlock ? ",\(line)" : "\u{200B}\(line)"
  }

  /// Returns the address that a Markdown link to `address` gets in Org. For a link to an exported
  /// file, this is `file:` and the file's path from the notebook's root; otherwise it is `address`.
  /// Square brackets are percent-encoded.
  private func target(_ address: String) -> String {
    let file = String(address.prefix { $0 != "#" })
    return Self.escapedAddress(places[file] ?? places[file.percentDecoded] ?? address)
  }

  /// Returns an address with its square brackets percent-encoded, because they would end the link.
  private static func escapedAddress(_ address: String) -> String {
    address.replacing("[", with: "%5B").replacing("]", with: "%5D")
  }
}
