import CairnDocument
import CairnImport
import Testing

/// HTML that becomes Markdown, and tables.
struct ImportSourceTests {
  /// HTML as other tools write it, and the Markdown that it becomes.
  static let pages: [(html: String, markdown: String)] = [
    ("<p>a</p>\n<p>b<br>c<br></p>", "a\n\nb\\\nc"),
    (
      "<ul><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li><li></li></ul><p>e",
      "- a\n  - b\n- c\n\n  d\n\ne"
    ),
    ("<ol start=3><li>a</li><li>b</li></ol>", "3. a\n4. b"),
    ("<h2>A <em>b</em></h2>text", "## A *b*\n\ntext"),
    ("a<b> b </b>c<i></i> <s>d</s>", "a **b** c ~~d~~"),
    ("<b>a<p>b</b></p>", "**a**\n\n**b**"),
    (
      "1. a<br># b<br>- c<br>*d* [e] &lt;f&gt;",
      "1\\. a\\\n\\# b\\\n\\- c\\\n\\*d\\* \\[e\\] \\<f\\>"
    ),
    ("<a href='x y(1).html'>t</a> <a>u</a>", "[t](x%20y%281%29.html) u"),
    (
      "<table><tr><td>a<table><tr><td>b</td><td>c</td></tr></table></td></tr></table>d",
      "| a b c |\n| --- |\n\nd"
    ),
    (
      "<table><tr><th>a<th>b</tr><tr><td>1<br>2</td></tr></table>",
      "| a | b |\n| --- | --- |\n| 1 2 |  |"
    ),
    ("<pre>``` &lt;a&gt;\n  b</pre>", "````\n``` <a>\n  b\n````"),
    ("<blockquote>a<ul><li>b</li></ul></blockquote>", "> a\n>\n> - b"),
    (
      "<ul><li><input type=checkbox checked> a</li><li><input type='checkbox'>b</li></ul>",
      "- [x] a\n- [ ] b"
    ),
    ("a &eacute;&#233;&#xE9;&nbsp;&unknown; &copy &amp;lt;", "a ééé &unknown; &copy &lt;"),
    ("<!-- no --><style>x</style>a<script>b</script><![CDATA[<c>]]>", "a\\<c\\>"),
    ("a < b & c <> d", "a \\< b & c \\<\\> d"), ("<p", ""), ("", ""),
  ]

  @Test(arguments: pages)
  func convertsHTML(_ page: (html: String, markdown: String)) throws {
    let html = "<title>T</title>" + page.html
    let files = ImportFiles(["a.html"], isSingle: true) { _ in Array(html.utf8) }
    let result = try #require(try ImportSources.named("html")?.notes(in: files, ColumnMapping()))
    let text = result.notes.first.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(text == "# T" + (page.markdown.isEmpty ? "" : "\n\n\(page.markdown)"))
  }

  /// Nesting of any depth costs no more than its length, and no stack.
  @Test func survivesDeepNesting() throws {
    for tag in ["b", "ul><li", "blockquote", "div", "table><tr><td", "pre"] {
      let html = String(repeating: "<\(tag)>", count: 20_000) + "text"
      let files = ImportFiles(["a.html"], isSingle: true) { _ in Array(html.utf8) }
      let result = try #require(try ImportSources.named("html")?.notes(in: files, ColumnMapping()))
      #expect(String(decoding: result.notes[0].body, as: UTF8.self).contains("text"))
    }
  }

  @Test("Only the files of Obsidian that are needed are read")
  func readsFewFiles() {
    let files: [String: String] = [
      "app.json": #"{"useMarkdownLinks": true}"#, "types.json": "{}", "bookmarks.json": "{}",
    ]
    var names: [String] = []
    let settings = ObsidianSettings(in: [.templates, .daily, .app]) { path in
      let name = path.replacing(".obsidian/", with: "")
      names.append(name)
      return files[name].map { Array($0.utf8) }
    }
    #expect(names == ["templates.json", "daily-notes.json", "app.json"])
    #expect(settings.settings.map(\.key) == ["link.style"])
  }

  @Test func namesTheColumnsOfATable() {
    let files = ImportFiles(["a.csv"], isSingle: true) { _ in Array("A,B\n1,2\n".utf8) }
    let error = #expect(throws: ImportFailure.self) {
      _ = try ImportSources.named("csv")?.notes(in: files, try ColumnMapping(["title=C"]))
    }
    #expect(error?.reason == "there is no column `C`; the columns are `A`, `B`")
  }
}
