import CairnCapture
import CairnDigest
import CairnDocument
import CairnFixtures
import CairnMarkup
import CairnText
import Testing

/// Notes that want to be more than text.
@Suite("Digests of hostile notes")
struct HostileTests {
  private static let payloads = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)",
    "javascript:alert(1)", "</title></style></head><svg onload=alert(1)>", "{{{body}}}{{title}}",
    "--><script>alert(1)</script>", "&lt;script&gt;", "\u{202E}\u{0}\u{1B}", "]]>", "`${alert(1)}`",
    "# *x* [y](javascript:alert(1)) <b>z</b> ![i](x) ~~s~~ | t", "\n# Heading\n- item",
    "[x]: javascript:alert(1)", "https://evil.example www.evil.example a@evil.example",
  ]

  /// A capture in which everything is the payload.
  private func note(_ payload: String) -> Capture {
    let quoted = payload.unicodeScalars.map { scalar in
      scalar == "\"" || scalar == "\\"
        ? "\\\(scalar)" : scalar.value < 0x20 ? "\\x\(hex(scalar))" : "\(scalar)"
    }.joined()
    let keys = ["id", "type", "title", "status", "meaning", "due", "own", "\"k \(quoted)\""]
    let fields = keys.map { "\($0): \"\(quoted)\"\n" }.joined()
    let tags = "tags: [\"\(quoted)\"]\n"
    let path = payload.filter { $0 != "/" && $0 != "\0" }
    return capture(
      "---\n\(fields)\(tags)---\n\(payload)\n\n## \(payload)\n\n[[\(payload)]] [x](<\(payload)>)\n",
      at: "\(path)/\(path).md")
  }

  private func hex(_ scalar: Unicode.Scalar) -> String {
    String(scalar.value + 0x100, radix: 16).suffix(2).description
  }

  @Test("HTML has no tag, attribute or address that the templates do not have", arguments: payloads)
  func html(payload: String) throws {
    for grouping in DigestGrouping.all {
      let text = try digest(
        [note(payload)], .html, grouping: [grouping], title: payload, query: payload,
        collection: payload)
      let body = text[(text.firstRange(of: "</style>")?.upperBound ?? text.startIndex)...]
      let tags = body.matches(of: /<[a-zA-Z!\/?][^>]*>/).map { String($0.0) }
      for tag in tags {
        let name = tag.dropFirst().prefix { $0.isLetter || $0.isNumber }.lowercased()
        #expect(
          !["script", "svg", "img", "iframe", "style"].contains(name) || tag.isSafeImage, "\(tag)")
        #expect(tag.firstMatch(of: /\son[a-z]+\s*=/) == nil || tag.attributesAreQuoted, "\(tag)")
        #expect(tag.firstMatch(of: /(href|src)="\s*(javascript|vbscript|data):/) == nil, "\(tag)")
      }
      #expect(text.components(of: "</title>") == 1)
      #expect(text.components(of: "</head>") == 1)
      #expect(!text.unicodeScalars.contains { $0 == "\0" })
    }
  }

  @Test("A template of the user's own can fill in no tag of a note", arguments: payloads)
  func tripleBraces(payload: String) throws {
    let names = [
      "title", "own", "tags", "comma(tags)", "body", "path", "type", "meaning", "field",
      "uppercased(own)", "cut80(title)", "field.own", "id",
    ]
    let item =
      names.map { "{{{\($0)}}}|" }.joined()
      + "{{#fields}}{{{name}}}|{{{value}}}|{{/fields}}{{#tags}}{{{.}}}{{/tags}}"
    let templates = try DigestTemplates(
      .html, replacing: [.head: "{{{title}}}{{{query}}}", .group: "", .foot: "", .item: item])
    let text = try digest(
      [note(payload)], .html, title: payload, query: payload, templates: templates)
    #expect(!text.contains("<") && !text.contains("\""), "\(text)")
  }

  @Test("A sign with an accent upon it is escaped too", arguments: ["\"", "'", "<", ">"])
  func accented(sign: String) throws {
    let accented = "\(sign)\u{301}"
    let status = sign == "\"" ? "'\(accented) onclick=x'" : "\"\(accented) onclick=x\""
    let note = capture("---\ntype: \(status)\nstatus: \(status)\n---\nText.\n")
    let text = try digest([note], .html, title: accented, collection: accented)
    let scalars = Array(text.unicodeScalars)
    #expect(scalars.contains("\u{301}"))
    for (first, second) in zip(scalars, scalars.dropFirst()) where second == "\u{301}" {
      #expect(first == ";")
    }
  }

  @Test("In Markdown, values are text", arguments: payloads)
  func markdown(payload: String) throws {
    let fields = capture(
      bytes: Array(note(payload).document.bytes.prefix(note(payload).document.body.lowerBound)),
      at: "a/b.md")
    let text = Array(
      try digest([fields], .markdown, title: payload, query: payload, collection: payload).utf8)
    let markup = Markup(text, body: 0..<text.count)
    #expect(markup.headings.map(\.level) == [1, 2, 3])
    let words = payload.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(markup.headings.first?.text == TerminalText.escaped(words))
    #expect(markup.links.allSatisfy { $0.target == "a/b.md" && $0.kind == .markdown })
    let html = markup.html()
    #expect(!html.contains("<b>") && !html.contains("<del>") && !html.contains("<code>"))
  }

  @Test("A long value costs no more than its length", .timeLimit(.minutes(15)))
  func longValue() throws {
    let value = String(repeating: "[[", count: 100_000)
    let text = try digest([capture("---\nx: '\(value)'\n---\n")], .markdown)
    #expect(text.contains(String(repeating: "\\[\\[", count: 100_000)))
  }
}

extension String {
  /// Whether it is an image of a harmless address, as bodies may have.
  fileprivate var isSafeImage: Bool {
    hasPrefix("<img src=\"") && attributesAreQuoted && !contains("onerror=alert(1)>")
  }

  /// Whether nothing but `name="value"` follows the tag's name.
  fileprivate var attributesAreQuoted: Bool {
    wholeMatch(of: /<\/?[a-z0-9]+(\s+[a-z-]+(="[^"<>]*")?)*\s*\/?>/) != nil
  }
}
