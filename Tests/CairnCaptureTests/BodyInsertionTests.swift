import CairnCapture
import CairnDocument
import CairnMarkup
import CairnText
import Testing

/// Where text goes that is inserted in a body, and what stays as it was.
@Suite("Inserting text in a body") struct BodyInsertionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let before: String
    let text: String
    let place: BodyInsertion.Place
    let heading: String?
    let after: String

    init(
      _ before: String, _ place: BodyInsertion.Place, _ text: String, under heading: String? = nil,
      _ after: String
    ) {
      (self.before, self.text, self.place) = (before, text, place)
      (self.heading, self.after) = (heading, after)
    }

    var testDescription: String { "\(before.debugDescription) \(place) \(text.debugDescription)" }
  }

  static let rows = [
    // An empty body, with and without front matter, and without a line ending.
    Row("", .end, "a", "a\n"),
    Row("", .start, "a", "a\n"),
    Row("---\nx: 1\n---\n", .end, "a", "---\nx: 1\n---\na\n"),
    Row("---\nx: 1\n---", .end, "a", "---\nx: 1\n---\na\n"),
    Row("\u{FEFF}", .end, "a", "\u{FEFF}a\n"),
    Row("a", .end, "b", "a\n\nb\n"),
    Row("a", .start, "b", "b\n\na"),
    // Paragraphs are separated; blank lines at the end stay at the end.
    Row("a\n", .end, "b\n", "a\n\nb\n"),
    Row("a\n\n\n", .end, "b", "a\n\nb\n\n\n"),
    Row("\n\na\n", .start, "b", "\n\nb\n\na\n"),
    Row("a\n", .end, "\n b\nc  \n\n", "a\n\n b\nc  \n"),
    // List items and table rows join those of the same kind.
    Row("- a\n", .end, "- b", "- a\n- b\n"),
    Row("- a", .end, "- b", "- a\n- b\n"),
    Row("- a\n  more\n", .end, "- b", "- a\n  more\n- b\n"),
    Row("- a\n", .end, "* b", "- a\n\n* b\n"),
    Row("- a\n", .end, "b", "- a\n\nb\n"),
    Row("1. a\n", .end, "2. b", "1. a\n2. b\n"),
    Row("1. a\n", .end, "2) b", "1. a\n\n2) b\n"),
    Row("- [ ] a\n", .start, "- [ ] b", "- [ ] b\n- [ ] a\n"),
    Row("|a|\n|-|\n", .end, "|b|", "|a|\n|-|\n|b|\n"),
    Row("a\n", .end, "-b", "a\n\n-b\n"),
    // The title stays first.
    Row("# T\n", .start, "a", "# T\n\na\n"),
    Row("# T\n\nb\n", .start, "a", "# T\n\na\n\nb\n"),
    Row("# T\n- b\n", .start, "- a", "# T\n\n- a\n- b\n"),
    Row("T\n===\n\nb\n", .start, "a", "T\n===\n\na\n\nb\n"),
    Row("## S\n\nb\n", .start, "a", "a\n\n## S\n\nb\n"),
    // Below a heading, up to the next one.
    Row("## Log\n", .end, "- a", under: "Log", "## Log\n\n- a\n"),
    Row("## Log", .end, "- a", under: "log", "## Log\n\n- a\n"),
    Row("## Log\n\n- a\n\n## B\n", .end, "- b", under: "Log", "## Log\n\n- a\n- b\n\n## B\n"),
    Row("## Log\n\n- a\n\n## B\n", .start, "- b", under: "Log", "## Log\n\n- b\n- a\n\n## B\n"),
    Row("## Log\na\n### C\n", .end, "b", under: "Log", "## Log\na\n\nb\n\n### C\n"),
    Row("# Log\n## Log\n", .end, "a", under: "## Log", "# Log\n## Log\n\na\n"),
    Row("## Déjà vu\n", .end, "a", under: "deja VU", "## Déjà vu\n\na\n"),
    Row("Log\n---\n\nB\n===\n", .end, "a", under: "Log", "Log\n---\n\na\n\nB\n===\n"),
    Row("> ## Log\n", .end, "a", under: "Log", "> ## Log\n\n## Log\n\na\n"),
    // A heading that does not exist is created at the end.
    Row("# T\n\nb\n", .end, "- a", under: "Log", "# T\n\nb\n\n## Log\n\n- a\n"),
    Row("b", .start, "a", under: "### Log", "b\n\n### Log\n\na\n"),
    Row("", .end, "a", under: "Log", "## Log\n\na\n"),
    // The line endings of the file.
    Row("a\r\nb\r\n", .end, "c\nd", "a\r\nb\r\n\r\nc\r\nd\r\n"),
    Row("# T\r\n\r\nb\r\n", .start, "a", "# T\r\n\r\na\r\n\r\nb\r\n"),
    Row("- a\r\n", .end, "- b", "- a\r\n- b\r\n"),
    Row("a\n", .end, "b\r\nc", "a\n\nb\nc\n"),
    // Text that looks like front matter does not become any.
    Row("", .end, "---\nx: 1\n---", "\n---\nx: 1\n---\n"),
    Row("a\n", .start, "---\nx: 1\n---", "\n---\nx: 1\n---\n\na\n"),
  ]

  @Test(arguments: rows) func place(_ row: Row) throws {
    let insertion = BodyInsertion(
      row.text, row.place, under: row.heading.flatMap(HeadingReference.init))
    let after = try insertion.applied(to: Self.capture(row.before)).bytes
    #expect(String(decoding: after, as: UTF8.self) == row.after)
  }

  @Test("Text that would close an unclosed front matter, and UTF-16 files, are refused")
  func refused() {
    for before in ["---\nx: 1\n", "\u{FF}\u{FE}a"] {
      let bytes: [UInt8] = before.hasPrefix("-") ? Array(before.utf8) : [0xFF, 0xFE, 0x61, 0]
      let capture = Capture(path: .root, document: Document(bytes), modified: Instant(seconds: 0))
      #expect(throws: Diagnostic.self) {
        try BodyInsertion("---\n", .end).applied(to: capture)
      }
    }
  }

  @Test("Only inserted bytes change, whatever the body", arguments: 0..<400)
  func law(seed: Int) throws {
    var chance = SplitMix(seed: UInt64(seed))
    let pieces = [
      "", "", "a b", "# T", "## Log", "- x", "  - y", "1. z", "> q", "> ## Log", "```", "T\n===",
      "| a |\n|---|", "<!-- c -->", "    code", "[r]: x.md", "- [ ] box", "\t", "---", "é 紙",
    ]
    let heads = ["", "", "---\nid: a\n---\n", "---\nid: a\n", "+++\nx = 1\n+++\n", "\u{FEFF}"]
    let ending = Bool.random(using: &chance) ? "\n" : "\r\n"
    var lines: [String] = []
    for _ in 0..<Int.random(in: 0...8, using: &chance) {
      lines.append(pieces.randomElement(using: &chance) ?? "")
    }
    var text = (heads.randomElement(using: &chance) ?? "") + lines.joined(separator: "\n")
    if Bool.random(using: &chance) { text += "\n" }
    let capture = Self.capture(text.replacing("\n", with: ending))
    let heading = [nil, "Log", "### New"].randomElement(using: &chance) ?? nil
    let added = ["- new", "new\nlines", "| n |", "1. n"].randomElement(using: &chance) ?? ""
    let insertion = BodyInsertion(
      added, Bool.random(using: &chance) ? .start : .end,
      under: heading.flatMap(HeadingReference.init))
    let before = capture.document.bytes
    let after: Document
    do {
      after = try insertion.applied(to: capture)
    } catch {
      // Text above a fence without an end would hide that the front matter is broken.
      #expect(capture.document.frontMatter.kind == .unclosed, "seed \(seed): \(error)")
      return
    }
    // Removing one run of bytes restores the file.
    let start = zip(before, after.bytes).prefix { $0 == $1 }.count
    let end = zip(before.reversed(), after.bytes.reversed()).prefix { $0 == $1 }.count
    #expect(after.bytes.count > before.count && start + end >= before.count, "seed \(seed)")
    #expect(after.fields == capture.document.fields, "seed \(seed)")
    let shown = String(decoding: after.bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    #expect(shown.contains(added), "seed \(seed)")
    // The headings that were there are headings still, in the same order.
    let changed = Capture(path: .root, document: after, modified: capture.modified)
    var rest = changed.markup.headings.map(\.text)[...]
    for text in capture.markup.headings.map(\.text) {
      let place = try #require(rest.firstIndex(of: text), "seed \(seed): \(text)")
      rest = rest[(place + 1)...]
    }
  }

  private static func capture(_ text: String) -> Capture {
    Capture(
      path: .root, document: Document(Array(text.utf8)), modified: Instant(seconds: 0))
  }
}
