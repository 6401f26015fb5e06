import CairnCapture
import CairnFixtures
import CairnMarkup
import CairnText
import Testing

@testable import CairnDigest

/// Where links within a digest lead.
@Suite("Links within digests")
struct DigestLinkTests {
  private static let notes: [(String, String)] = [
    (
      "a.md",
      "---\nid: a\ntitle: One\n---\n[[b]] [[b#Part two]] [p](sub/b.md#part-two) [n](sub/b.md#no) "
        + "[[b#Part one#Part two]] [[Beta]] [[b|it]] [own](#own)\n\n## Own\n\n## Beta\n"
    ),
    ("sub/b.md", "---\nid: b\ntitle: Beta\n---\n# Beta\n\n## Part one\n\n## Part *two*\n"),
    ("sub/c.md", "---\nid: c\ntitle: Beta\n---\nThe same title.\n"),
  ]

  private func made(
    _ format: DigestFormat, bodies: Bool = true, templates: DigestTemplates? = nil
  ) throws -> String {
    let captures = Self.notes.map { capture($0.1, at: $0.0) }
    var options = DigestOptions(title: "Notes", clock: clock)
    options.grouping = []
    options.hasContents = true
    options.hasBodies = bodies
    let paths = Dictionary(
      captures.flatMap { [($0.path.stem, $0.path), ($0.path.description, $0.path)] }
    ) { first, _ in first }
    let titles = Dictionary(captures.map { ($0.path, $0.title) }) { first, _ in first }
    var bytes: [UInt8] = []
    try Digest(
      options, templates: templates ?? DigestTemplates(format),
      surroundings: DigestSurroundings(
        targets: { _ in
          { _, link in link.target == "Beta" ? NotePath("sub/b.md") : paths[link.target] }
        }, title: { titles[$0] })
    ).write(DigestSource(captures)) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "In Markdown they lead to headings, which are named as GitHub names them",
    arguments: [
      "- [One](#one)", "- [Beta](#beta-1)\n- [Beta](#beta-2)", "[Beta](#beta-1) ",
      #"[Beta \> Part two](#part-two)"#, "[p](#part-two)", "[n](#beta-1)",
      ##"[Beta \> Part one\#Part two](#part-two)"##, "[it](#beta-1)", "[own](#own)",
    ])
  func markdown(expected: String) throws {
    let text = try made(.markdown)
    #expect(text.contains(expected), "\(text)")
    #expect(!text.contains("<a id"))
  }

  @Test(
    "In HTML to ids",
    arguments: [
      ##"<a href="#c-b">Beta</a>"##, ##"<a href="#c-b_part-two">Beta &gt; Part two</a>"##,
      ##"<a href="#c-b_part-two">p</a>"##, ##"<a href="#c-b">n</a>"##,
      ##"<a href="#c-a_own">own</a>"##,
    ])
  func html(expected: String) throws {
    let text = try made(.html)
    #expect(text.contains(expected), "\(text)")
  }

  /// An oracle: the digest is read anew, and each of its links has to name one of its headings.
  @Test("Each of them is there")
  func present() throws {
    for bodies in [true, false] {
      let text = Array(try made(.markdown, bodies: bodies).utf8)
      let markup = Markup(text, body: 0..<text.count)
      let slugs = Set(markup.headings.map(\.slug))
      let own = markup.links.filter { $0.target.isEmpty && !$0.isExternal }
      #expect(own.count > 2)
      for link in own { #expect(slugs.contains(link.fragment ?? ""), "\(link)") }
      let html = try made(.html, bodies: bodies)
      let ids = Set(html.matches(of: #/ id="([^"]*)"/#).map { String($0.1) })
      for match in html.matches(of: #/href="\#([^"]*)"/#) {
        #expect(ids.contains(String(match.1)), "\(match.1)")
      }
    }
  }

  @Test("Where a template gives captures no heading, links lead to their files")
  func withoutHeadings() throws {
    let templates = try DigestTemplates(
      .markdown, replacing: [.item: "- {{title}}: {{{markdown}}}\n"])
    let text = try made(.markdown, templates: templates)
    #expect(text.contains("[it](sub/b.md)"), "\(text)")
    #expect(text.contains("- One\n- Beta\n- Beta\n"), "\(text)")
  }

  @Test(
    "Links lead to a heading that has more than a title",
    arguments: [
      ("{{signs}} {{number}}. {{title}}", true), ("### Note {{number}}: {{title}} (*old*)", true),
      ("{{signs}} {{title}} {{type}}", false), ("{{signs}} {{uppercased(title)}}", false),
    ])
  func ownHeadings(heading: String, isTarget: Bool) throws {
    let templates = try DigestTemplates(
      .markdown, replacing: [.item: "\n\(heading)\n\n{{{markdown}}}\n"])
    let text = Array(try made(.markdown, templates: templates).utf8)
    let markup = Markup(text, body: 0..<text.count)
    let slugs = Set(markup.headings.map(\.slug))
    let links = markup.links.filter { !$0.isExternal }
    let own = links.filter { $0.target.isEmpty }
    #expect(isTarget ? own.count > 2 : links.contains { $0.target == "sub/b.md" })
    for link in own { #expect(slugs.contains(link.fragment ?? ""), "\(link)") }
  }

  @Test("In plain text a wikilink shows the title of what it names by a file's name")
  func text() throws {
    let text = try made(.text)
    #expect(text.contains("Beta Beta > Part two p n "), "\(text)")
  }
}
