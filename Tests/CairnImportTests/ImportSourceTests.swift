import CairnDocument
import CairnFixtures
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
    ("<ol start=9223372036854775807><li>a</li><li>b</li></ol>", "1. a\n2. b"),
    ("<h2>A <em>b</em></h2>text", "## A *b*\n\ntext"),
    ("a<b> b </b>c<i></i> <s>d</s>", "a **b** c ~~d~~"),
    ("~~a~~ 5~6~7 <code>~~b~~</code>", "\\~\\~a\\~\\~ 5\\~6\\~7 `~~b~~`"),
    ("<b>a<p>b</b></p>", "**a**\n\n**b**"),
    (
      "<span style='font-style:italic'>a<pre><span style='font-weight:bold'>x</span></pre>b</span>",
      "*a*\n\n```\nx\n```\n\n*b*"
    ),
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
      "| a | b |\n| --- | --- |\n| 1 2 |"
    ),
    (
      "<table><tr><td>a<tr><td>b<td>c<td>d</table>",
      "| a |  |  |\n| --- | --- | --- |\n| b | c | d |"
    ),
    ("<pre>``` &lt;a&gt;\n  b</pre>", "````\n``` <a>\n  b\n````"),
    ("<h2><pre>&lt;a&gt;</pre>", "## \n\n```\n<a>\n```"),
    ("<ol><li>d<li><pre>&lt;a&gt;</pre></ol>x", "1. d\n2. ```\n   <a>\n   ```\n\nx"),
    ("<ul><li>a<ol start=3><li>b<li>c</ol><li>d</ul>", "- a\n\n  3. b\n  4. c\n- d"),
    ("<ul><li><input type=checkbox><pre>&lt;a&gt;</pre>", "- [ ] \n\n  ```\n  <a>\n  ```"),
    ("<blockquote>a<ul><li>b</li></ul></blockquote>", "> a\n>\n> - b"),
    (
      "<ul><li><input type=checkbox checked> a</li><li><input type='checkbox'>b</li></ul>",
      "- [x] a\n- [ ] b"
    ),
    (
      "a &eacute;&#233;&#xE9;&nbsp;&unknown; &copy &amp;lt;", "a ééé \\&unknown; &copy \\&lt;"
    ),
    // A link ends the link around it, and nothing in an address is markup.
    ("<a href='/a'>b <a href='c<o/>\t`d\\'>e</a> f</a>", "[b](/a) [e](c%3Co/%3E%60d%5C) f"),
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

  /// Pages whose Markdown, or the time to write it, could be much larger than the page.
  @Test(arguments: [
    String(repeating: "&amp;", count: 40_000),
    "<table><tr>" + String(repeating: "<td>a", count: 5000)
      + String(repeating: "<tr><td>b", count: 5000),
  ])
  func staysSmall(_ html: String) throws {
    let files = ImportFiles(["a.html"], isSingle: true) { _ in Array(html.utf8) }
    let time = try ThreadTime.measure {
      let result = try ImportSources.named("html")?.notes(in: files, ColumnMapping())
      #expect(result.map { $0.notes[0].body.count < html.utf8.count * 2 } == true)
    }
    #expect(time < .seconds(5))
  }

  /// Dates of mail, and the times they become.
  @Test(arguments: [
    ("Fri, 20 Nov 2026 09:30:00 +0100 (CET)", "2026-11-20T09:30:00+01:00"),
    ("20 Nov 26 09:30 -0530", "2026-11-20T09:30:00-05:30"),
    ("20 Nov 2026 09:30 \(Int.min)", "2026-11-20T09:30:00"),
    ("20 Nov 2026 \(Int.max):30 \(Int.max)", "2026-11-20"),
  ])
  func readsDatesOfMail(_ date: String, _ time: String) throws {
    let mail = "From x\nMessage-ID: <1>\nDate: \(date)\n\na"
    let files = ImportFiles(["a.mbox"], isSingle: true) { _ in Array(mail.utf8) }
    let result = try #require(try ImportSources.named("mbox")?.notes(in: files, ColumnMapping()))
    let front = String(decoding: try #require(result.notes.first).front.bytes, as: UTF8.self)
    #expect(front.contains("created: \(time)\n"))
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

  /// Wherever an Evernote file ends too early, the import says so.
  @Test func noticesCutNotes() throws {
    let note = "<note><title>T</title><content><![CDATA[<en-note>Text</en-note>]]></content></note>"
    let bytes = Array("<?xml version=\"1.0\"?><en-export>\(note)\(note)</en-export>".utf8)
    for end in 0...bytes.count {
      let files = ImportFiles(["a.enex"], isSingle: true) { _ in Array(bytes[..<end]) }
      let source = try #require(ImportSources.named("evernote"))
      let result = try source.notes(in: files, ColumnMapping())
      // Only the last `>` makes no difference.
      #expect(result.isIncomplete == (end < bytes.count - 1), "\(end)")
      #expect(result.skipped.isEmpty == !result.isIncomplete, "\(end)")
    }
    let unclosed = note.replacing("</note>", with: "")
    let files = ImportFiles(["a.enex"], isSingle: true) { _ in
      Array("<en-export>\(unclosed)\(note)</en-export>".utf8)
    }
    let result = try #require(
      try ImportSources.named("evernote")?.notes(in: files, ColumnMapping()))
    #expect(result.notes.count == 2 && result.skipped.map(\.item) == ["T"])
  }

  /// Returns a capture as Cairn exports it.
  private static func record(title: String, type: String? = nil, body: String) -> String {
    let type = type.map { "\"\($0)\"" } ?? "null"
    let text = body.replacing("\n", with: "\\n")
    return #"{"id":null,"path":"a.md","collection":"","type":\#(type),"title":"\#(title)","#
      + #""tags":[],"fields":{},"body":"\#(text)"}"#
  }

  /// Tables, and the front matter and text of their first notes.
  static let tables: [(source: String, table: String, note: String)] = [
    ("csv", "title,text\nA,42\n", "# A\n\n42"), ("csv", "title,text\n1984,a\n", "# 1984\n\na"),
    ("csv", "title,text\nA,2026-11-20\n", "# A\n\n2026-11-20"),
    ("csv", "title,text,tags\nA,a,2026\n", "---\ntags: [\"2026\"]\n---\n# A\n\na"),
    ("csv", "title,text,x\nA,a,42\n", "---\nx: 42\n---\n# A\n\na"),
    // Several columns with the same meaning.
    ("csv", "text,title,notes\na,A,b\n", "# A\n\na\n\nb"),
    ("csv", "title,name\nA,B\n", "---\nname: B\n---\n# A"),
    ("csv", "title,name\n,B\n", "# B"),
    ("csv", "title,x,X,x 2\nA,1,2,3\n", "---\nx: 1\nx_2: 2\nx_2_2: 3\n---\n# A"),
    ("jsonl", #"{"title":"A","text":42}"#, "# A\n\n42"),
    ("jsonl", #"{"title":"A","text":true}"#, "# A\n\ntrue"),
    ("jsonl", #"{"title":"A","text":["x","y"]}"#, "# A\n\nx\ny"),
    ("jsonl", #"{"title":1984,"body":1.5}"#, "# 1984\n\n1.5"),
    ("jsonl", #"{"title":"A","text":"a","text":"b"}"#, "# A\n\na\n\nb"),
    // A collection is a folder, and not a field.
    ("csv", "title,collection\nA,films/old\n", "# A"),
    // A captured record gets the field `title` only if its body has another title.
    ("jsonl", record(title: "A", body: "# A\n\na"), "# A\n\na"),
    ("jsonl", record(title: "A", body: "A is b"), "---\ntitle: A\n---\nA is b"),
    (
      "jsonl", record(title: "A", type: "entry", body: "A"),
      "---\ntitle: A\ntype: entry\n---\nA"
    ),
    // Entries have no heading.
    (
      "csv", "title,type,score,notes\nDune,entry,great,good\n",
      "---\ntitle: Dune\ntype: entry\nscore: great\n---\ngood"
    ),
    // Objects in objects, and numbers with all of their digits.
    ("jsonl", #"{"title":"A","x":{"y":{"z":1},"w":[1]}}"#, "---\nx_y_z: 1\nx_w: [1]\n---\n# A"),
    (
      "jsonl", #"{"title":"A","v":[12345678901234567891,1.10],"m":-0.50}"#,
      "---\nv: [\"12345678901234567891\", 1.10]\nm: -0.50\n---\n# A"
    ),
    ("jsonl", #"{"title":"A","v":1e400}"#, "---\nv: \"1e400\"\n---\n# A"),
  ]

  @Test(arguments: tables)
  func losesNoValue(_ row: (source: String, table: String, note: String)) throws {
    let files = ImportFiles(["a.\(row.source)"], isSingle: true) { _ in Array(row.table.utf8) }
    let result = try #require(
      try ImportSources.named(row.source)?.notes(in: files, ColumnMapping()))
    #expect(result.notes.first?.folder == (row.table.contains("films/old") ? "films/old" : nil))
    let note = result.notes.first.map { String(decoding: $0.front.bytes + $0.body, as: UTF8.self) }
    #expect(note == row.note)
    #expect(result.skipped.isEmpty)
  }

  /// Rows of a table that are not imported, with their lines.
  @Test(arguments: [
    ("title,text\nA,a\nB,hello, lost words\n", ["a.csv:3"]),
    ("title,text\nA,\"a\nb\"\n\nB,b,c,d\nC,c\n", ["a.csv:5"]),
    ("title,text\nA,a,,\nB,b, \n", []), ("title,text\nA\n\n,\n", ["row 4"]),
  ])
  func listsRowsThatAreTooLong(_ table: String, _ skipped: [String]) throws {
    let files = ImportFiles(["a.csv"], isSingle: true) { _ in Array(table.utf8) }
    let result = try #require(try ImportSources.named("csv")?.notes(in: files, ColumnMapping()))
    #expect(result.skipped.map(\.item) == skipped)
    let rows = [
      "Book Id,Title,Author,Bookshelves,Exclusive Shelf", "Date,Name,Letterboxd URI",
    ]
    for (source, header) in zip(["goodreads", "letterboxd"], rows) {
      let table = "\(header)\n1,2,3,4,5,6,7\n"
      let files = ImportFiles(["a.csv"], isSingle: true) { _ in Array(table.utf8) }
      let result = try #require(try ImportSources.named(source)?.notes(in: files, ColumnMapping()))
      #expect(result.notes.isEmpty && result.skipped.map(\.item) == ["a.csv:2"])
    }
  }

  /// The text of a page that links to `b.html`, and the text of its note.
  @Test(arguments: [
    ("<a href=b.html>see [1]</a>", "[[B|see (1)]]"), ("[x <a href=b.html>y</a>", "\\[x [[B|y]]"),
    ("<a href='b.html#x'>B</a>", "[[B]]"), ("<a href=c.html>c</a>", "[c](c.html)"),
    ("<a href=b.html>a|b</a> ](](", "[[B|a/b]] \\](\\]("),
  ])
  func linksPages(_ html: String, _ text: String) throws {
    let page = "<title>A</title><body>\(html)"
    let files = ["a.html": page, "b.html": "<title>B</title>b", "c.html": "<title>S</title>c"]
      .merging(["d.html": "<title>S</title>d"]) { $1 }
    let source = try #require(ImportSources.named("html"))
    let result = try source.notes(
      in: ImportFiles(Array(files.keys), isSingle: false) { files[$0].map { Array($0.utf8) } },
      ColumnMapping())
    let body = result.notes.first.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(body == "# A\n\n\(text)")
  }

  /// A text with many beginnings of links takes time in proportion to its length.
  @Test func readsBeginningsOfLinks() throws {
    let text = String(repeating: "](", count: 20_000)
    let json = #"{"activeNotes":[{"id":"a","content":"\#(text)"}]}"#
    let files = ImportFiles(["notes.json"], isSingle: true) { _ in Array(json.utf8) }
    let result = try #require(
      try ImportSources.named("simplenote")?.notes(in: files, ColumnMapping()))
    #expect(result.notes.map { String(decoding: $0.body, as: UTF8.self) } == [text])
  }

  /// Entries with the same identifier keep their own texts.
  @Test func keepsTheTextsOfEntries() throws {
    let files = ImportFiles(["a.json", "b.json"], isSingle: false) { path in
      let entry = #"{"uuid":"1","creationDate":"2021-03-28T22:30:00Z","text":"\#(path)"}"#
      return Array("{\"entries\":[\(entry)]}".utf8)
    }
    let result = try #require(try ImportSources.named("dayone")?.notes(in: files, ColumnMapping()))
    let texts = result.notes.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(texts == ["a.json", "b.json"])
  }

  /// Of several tables in a folder, those with the same name are told apart by their paths.
  @Test func namesTables() throws {
    let files = ImportFiles(["a/x.csv", "b/x.csv", "y.csv"], isSingle: false) { _ in
      Array("id,title\n1,A\n".utf8)
    }
    let result = try #require(try ImportSources.named("csv")?.notes(in: files, ColumnMapping()))
    #expect(result.notes.map(\.key) == ["a/x 1", "b/x 1", "y 1"])
  }

  /// A table in a folder that cannot be read is left out; the folder fails only if no table can.
  @Test func skipsTables() throws {
    let contents: [String: [UInt8]] = [
      "a.csv": Array("title\nA\n".utf8), "b.csv": [0xFF, 0xFE, 0x61, 0], "c.csv": Array("\"".utf8),
    ]
    func notes(_ paths: [String]) throws -> ImportedNotes? {
      let files = ImportFiles(paths, isSingle: false) { contents[$0] }
      return try ImportSources.named("csv")?.notes(in: files, ColumnMapping())
    }
    let result = try #require(try notes(["a.csv", "b.csv", "c.csv"]))
    #expect(result.notes.map(\.label) == ["A"])
    #expect(
      result.skipped.map { "\($0.item): \($0.reason)" } == [
        "b.csv: the text is UTF-16; save it as UTF-8",
        "c.csv: expected a CSV file with column names; every quote must be closed",
      ])
    let failure = #expect(throws: ImportFailure.self) { try notes(["b.csv", "c.csv"]) }
    #expect(failure?.reason == "b.csv: the text is UTF-16; save it as UTF-8")
  }

  /// A page that names an encoding, and its text. The bytes of UTF-8 are never read as another one.
  @Test(arguments: [
    ([0xE9] as [UInt8], "\u{E9}"), ([0xC3, 0xA9], "\u{E9}"), ([0x80], "\u{20AC}"),
  ])
  func readsEncodingsOfPages(_ bytes: [UInt8], _ text: String) throws {
    let head = "<meta charset=windows-1252><title>A</title><body>"
    let files = ImportFiles(["a.html"], isSingle: true) { _ in Array(head.utf8) + bytes }
    let result = try #require(try ImportSources.named("html")?.notes(in: files, ColumnMapping()))
    #expect(result.notes.map { String(decoding: $0.body, as: UTF8.self) } == ["# A\n\n\(text)"])
  }

  @Test func mapsInnerColumns() throws {
    let lines = #"{"id":12345678901234567891,"meta":{"title":"A"}}"#
    let files = ImportFiles(["a.jsonl"], isSingle: true) { _ in Array(lines.utf8) }
    let source = try #require(ImportSources.named("jsonl"))
    let result = try source.notes(in: files, try ColumnMapping(["title=meta.title"]))
    #expect(result.notes.map(\.key) == ["a 12345678901234567891"])
    #expect(result.notes.map { String(decoding: $0.body, as: UTF8.self) } == ["# A"])
    let other = try source.notes(in: files, ColumnMapping())
    #expect(
      other.skipped.map(\.reason) == [
        "the note has neither a title nor text; to use a column as the title, pass --map 'title=id'"
      ])
  }

  /// Bytes of mail in several encodings.
  @Test(arguments: [
    ("iso-8859-15", [0xA4, 0xA6, 0xBD] as [UInt8], "€Šœ"), ("iso-8859-1", [0xA4, 0xBD], "¤½"),
    ("windows-1252", [0x80, 0xA4], "€¤"),
  ])
  func readsEncodings(_ charset: String, _ bytes: [UInt8], _ text: String) throws {
    let head = "From x\nMessage-ID: <1>\nContent-Type: text/plain; charset=\(charset)\n\n"
    let files = ImportFiles(["a.mbox"], isSingle: true) { _ in Array(head.utf8) + bytes }
    let result = try #require(try ImportSources.named("mbox")?.notes(in: files, ColumnMapping()))
    #expect(result.notes.map { String(decoding: $0.body, as: UTF8.self) } == [text])
  }

  /// The zone in a date of a message, and the zone in the field `created`.
  @Test(arguments: [
    ("+0100", "+01:00"), ("-0330", "-03:30"), ("GMT", "Z"), ("", ""), ("+2400", ""),
    ("-9223372036854775808", ""), ("9223372036854775807", ""),
  ])
  func readsZones(_ zone: String, _ written: String) throws {
    let head = "From x\nMessage-ID: <1>\nDate: Fri, 20 Nov 2026 09:30:00 \(zone)\n\na\n"
    let files = ImportFiles(["a.mbox"], isSingle: true) { _ in Array(head.utf8) }
    let result = try #require(try ImportSources.named("mbox")?.notes(in: files, ColumnMapping()))
    let front = String(decoding: try #require(result.notes.first).front.bytes, as: UTF8.self)
    #expect(front.contains("created: 2026-11-20T09:30:00\(written)\n"))
  }

  /// Plain text, and the Markdown that shows it.
  @Test(arguments: [
    ("~~a~~\n~~~\n# b #c *d*", "\\~\\~a\\~\\~\n\\~\\~\\~\n\\# b \\#c \\*d\\*"),
    ("~/notes", "\\~/notes"),
    ("- [ ] a\n---\n  1. [[b]]", "\\- \\[ \\] a\n\\---\n  1\\. \\[\\[b\\]\\]"),
    ("     # a  ", "   \\# a"), ("https://a.example/b_c d_e", "https://a.example/b_c d\\_e"),
  ])
  func escapesPlainText(_ text: String, _ markdown: String) {
    #expect(PlainMarkdown.escaped(text) == markdown)
  }

  /// The files of folders, the source that is detected, and the files to import separately.
  static let folders: [(files: [String: String], source: String?, separate: [String])] = [
    (["a.csv": "title\nA\n", "b.csv": "title\nB\n"], "csv", ["a.csv csv", "b.csv csv"]),
    (["a.csv": "title\nA\n", "b.jsonl": "{}\n"], nil, ["a.csv csv", "b.jsonl jsonl"]),
    (
      [
        "README.md": "Tables\n", "b.csv": "title\nB\n",
        "b.html": "<!DOCTYPE NETSCAPE-Bookmark-file-1>", "c.html": "<p>a",
      ], nil, ["b.csv csv", "b.html bookmarks"]
    ),
    (["a.md": "a\n", "b.csv": "title\nB\n"], "obsidian", ["b.csv csv"]),
    (
      [
        ".obsidian/app.json": "{}", "a.md": "a\n", "b.csv": "title\nB\n", "c.csv": "title\nC\n",
      ], "obsidian", ["b.csv csv", "c.csv csv"]
    ),
    (
      [
        "b.html": "<!DOCTYPE NETSCAPE-Bookmark-file-1>", "c.html": "<p>a", "d.png": "",
      ], "html", ["b.html bookmarks"]
    ),
    (
      ["ratings.csv": "Letterboxd URI\n", "b.csv": "x\n"], "letterboxd",
      ["b.csv csv", "ratings.csv letterboxd"]
    ),
    (["a.bin": ""], nil, []),
  ]

  @Test(arguments: folders.indices)
  func detectsFolders(_ index: Int) throws {
    let (contents, source, separate) = Self.folders[index]
    let visible = contents.keys.filter { $0.first != "." }
    let files = ImportFiles(visible, isSingle: visible.count == 1) { path in
      contents[path].map { Array($0.utf8) }
    }
    #expect(ImportSources.detected(in: files)?.name == source)
    let found = ImportSources.separateExports(in: files)
    #expect(found.map { "\($0.path) \($0.source.name)" } == separate)
    if source == "html" {
      let result = try ImportSources.named("html")?.notes(in: files, ColumnMapping())
      #expect(result?.notes.map(\.label) == ["c"] && result?.skipped.map(\.item) == ["b.html"])
    }
  }

  @Test func namesTheColumnsOfATable() {
    let files = ImportFiles(["a.csv"], isSingle: true) { _ in Array("A,B\n1,2\n".utf8) }
    let error = #expect(throws: ImportFailure.self) {
      _ = try ImportSources.named("csv")?.notes(in: files, try ColumnMapping(["title=C"]))
    }
    #expect(error?.reason == "there is no column `C`; the columns are `A`, `B`")
  }
}
