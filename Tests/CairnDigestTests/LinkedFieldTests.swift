import CairnCapture
import CairnDigest
import CairnFixtures
import Testing

@Suite("Wikilinks in fields")
struct LinkedFieldTests {
  @Test(
    "They lead where those in bodies lead, in the digest's language",
    arguments: [
      ("'[[Sarah]]'", "<a href=\"people/sarah.md\">Sarah</a>", "[Sarah](people/sarah.md)", "Sarah"),
      (
        "'see [[Sarah|h<e>r]] & co'", "see <a href=\"people/sarah.md\">h&lt;e&gt;r</a> &amp; co",
        #"see [h\<e\>r](people/sarah.md) & co"#, "see h<e>r & co"
      ),
      (
        "['[[Sarah]]', x, '[[/no]]']",
        "<a href=\"people/sarah.md\">Sarah</a>, x, <span class=\"wikilink\">/no</span>",
        "[Sarah](people/sarah.md), x, /no", "Sarah, x, /no"
      ),
      (
        "'[[Sarah]] [[Sarah#B]]'",
        "<a href=\"people/sarah.md\">Sarah</a> <a href=\"people/sarah.md#b\">Sarah &gt; B</a>",
        "[Sarah](people/sarah.md) [Sarah \\> B](people/sarah.md#b)", "Sarah Sarah > B"
      ),
      ("'[[#b]] [[ ]] [[x'", nil, nil, nil), ("[[Sarah]]", "Sarah", "Sarah", "Sarah"),
      ("'<b>*x*</b>'", "&lt;b&gt;*x*&lt;/b&gt;", #"\<b\>\*x\*\</b\>"#, "<b>*x*</b>"),
      (
        "'[[\"><script>]]'", "<a href=\"%22%3E%3Cscript%3E\">&quot;&gt;&lt;script&gt;</a>",
        #"["\>\<script\>](%22%3E%3Cscript%3E)"#, "\"><script>"
      ),
    ])
  func linked(value: String, html: String?, markdown: String?, text: String?) throws {
    for (format, expected) in [(DigestFormat.html, html), (.markdown, markdown), (.text, text)] {
      let made = try field(value, format)
      if let expected { #expect(made == "\(expected)|\(expected)") }
      if format == .html { #expect(!made.contains("<script")) }
    }
  }

  @Test("They lead within the digest to what is part of it")
  func anchors() throws {
    let notes = [
      capture("---\nid: a\ntitle: A\nrelated: '[[people/sarah.md|S]] [[#x]]'\n---\n", at: "a.md"),
      capture("---\nid: s\ntitle: Sarah\n---\n", at: "people/sarah.md"),
    ]
    #expect(try digest(notes, .html).contains("<a href=\"#c-s\">S</a> <a href=\"#c-a\">"))
    #expect(try digest(notes, .markdown).contains("- related: [S](#sarah) [x](#a)"))
  }

  /// What stands for a field among those that no other name shows, and by its name.
  private func field(_ value: String, _ format: DigestFormat) throws -> String {
    let note = capture("---\nid: x\ntitle: A\nown: \(value)\n---\n", at: "x.md")
    let templates = try DigestTemplates(
      format,
      replacing: [
        .head: "", .group: "", .foot: "",
        .item: "{{#fields}}{{{linked(value)}}}{{/fields}}|{{{linked(own)}}}",
      ])
    return try digest([note], format, templates: templates)
  }
}
