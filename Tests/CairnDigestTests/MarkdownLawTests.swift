import CairnCapture
import CairnDigest
import CairnFixtures
import CairnMarkup
import CairnText
import Testing

/// Bodies in a Markdown digest say what they said in their files.
@Suite("Meaning of Markdown digests")
struct MarkdownLawTests {
  /// What bodies are made of; nothing in it leads to another file.
  private static let pieces = [
    "para *a* [b][r] [r] [^1] [^2]\n\n[r]: https://r.org \"t\"\n\n[^1]: note\n\n[^2]: other [r]\n",
    "- a\n  - b\n\n    c\n- d\n", "3. x\n4. y\n", "| a | b |\n|---|:-:|\n| `c` | ~~d~~ |\n",
    "```swift\n# no [r] [^1]\n```\n", "~~~~\n```\n~~~~\n", "> q\n> # h\n", "## two\n", "one\n===\n",
    "###### six ##\n", "- [ ] t\n- [x] u\n", "<div>\n\nx\n\n</div>\n", "a\\\nb  \nc &amp; &#35;\n",
    "https://a.org <https://b.org>\n", "![i](https://x.org/i.png \"t\")\n", "***\n", "    code\n",
    "```\nopen", "text[^1]\n\n[^1]: | a |\n    |---|\n", "[r]: <https://s.org>\n",
    "[^3]: unused\n", "literal [^3] [^4]\n", "- [^4]: unused, in an item\n",
  ]

  @Test("Two captures side by side mean what each means", arguments: 0..<200)
  func law(seed: Int) throws {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let bodies = (0..<2).map { _ in
      (0...random(4)).map { _ in Self.pieces[random(Self.pieces.count)] }.joined(separator: "\n")
    }
    let captures = bodies.enumerated().map { number, body in
      capture("---\nid: x\(number)\ntitle: T\n---\n\(body)", at: "\(number).md")
    }
    let templates = try DigestTemplates(
      .markdown, replacing: [.head: "", .item: "\nSEPARATOR\n\n{{{markdown}}}\n", .foot: ""])
    let text = Array(try digest(captures, .markdown, grouping: [], templates: templates).utf8)
    let parts = html(text).split(
      separator: "<p dir=\"auto\">SEPARATOR</p>", omittingEmptySubsequences: false
    )
    .dropFirst().map(String.init)
    try #require(parts.count == 2, "\(bodies)")
    for (part, body) in zip(parts, bodies) {
      let alone = html(Array(body.utf8))
      #expect(part.meaning == alone.meaning, "seed \(seed): \(bodies)")
    }
  }

  private func html(_ text: [UInt8]) -> String {
    Markup(text, body: 0..<text.count).html()
  }
}

extension String {
  /// The HTML without levels of headings, names of places and numbers of footnotes, which a digest
  /// may change.
  fileprivate var meaning: String {
    let body = firstRange(of: "<section").map { self[..<$0.lowerBound] } ?? self[...]
    return String(body)
      .replacing(/<(\/?)h[1-6]/) { "<\($0.1)h" }
      .replacing(#/ (id|aria-[a-z]+|data-[a-z-]+|href)="(#[^"]*|[a-z0-9_.-]*)"/#, with: "")
      .replacing(/<a>[0-9]+<\/a>/, with: "<a></a>").replacing(/\s+/, with: " ").trimmingBlanks
      .description
  }
}
