import CairnNotebook
import CairnText
import Glibc
import SystemPackage
import Testing

/// What `diagnose` finds: one row for each kind of finding, and for what is none.
struct DoctorTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let files: [(path: String, text: String)]
    /// `path:line:column code`, a `*` behind what is fixable.
    let found: [String]

    init(_ name: String, _ files: [(String, String)], _ found: [String] = []) {
      testDescription = name
      self.files = files.map { (path: $0.0, text: $0.1) }
      self.found = found
    }
  }

  static let rows: [Row] = [
    Row(
      "nothing wrong",
      [
        ("work/a.md", "---\nid: k7x2m9q4ab\ncollection: work\nscore: great\n---\n# A\n[[b]]\n"),
        ("work/b.md", "no front matter\n"),
      ]),
    // Front matter
    Row(
      "malformed", [("a.md", "---\ntitle: x\ntags: [a\n---\n")], ["a.md:3:7 front-matter-malformed"]
    ),
    Row("unclosed", [("a.md", "---\ntitle: x\n")], ["a.md:1:1 front-matter-unclosed"]),
    Row("a key twice", [("a.md", "---\na: 1\na: 2\n---\n")], ["a.md:3:1 duplicate-key"]),
    Row("TOML is nothing wrong", [("a.md", "+++\na = 1\n+++\n")]),
    // Ids
    Row(
      "an id twice",
      [("a.md", "---\nid: x1\n---\n"), ("b/c.md", "---\na: 1\nid: x1\n---\n")],
      ["a.md:2:1 duplicate-id b/c.md"]),
    Row(
      "an id three times", (1...3).map { ("\($0).md", "---\nid: 2026\n---\n") },
      ["1.md:2:1 duplicate-id 2.md 3.md"]),
    Row("a foreign id is fine", [("a.md", "---\nid: 2026-11-21-intro\n---\n")]),
    // Fields
    Row(
      "moved by hand", [("work/a.md", "---\nid: k7x2m9q4ab\ncollection: home\n---\n")],
      ["work/a.md:3:1 collection-disagrees *"]),
    Row(
      "moved to the inbox by hand", [("a.md", "---\nid: k7x2m9q4ab\ncollection: home\n---\n")],
      ["a.md:3:1 collection-disagrees *"]),
    Row(
      "no id, but a folder of ours",
      [("work/a.md", "---\ncollection: home\n---\n"), ("home/b.md", "b\n")],
      ["work/a.md:2:1 collection-disagrees *"]),
    Row(
      "somebody else's field", [("posts/a.md", "---\ncollection: Summer\n---\n")],
      ["posts/a.md:2:1 collection-disagrees"]),
    Row("the field as another writes it", [("work/a.md", "---\ncollection: ./work/\n---\n")]),
    Row("an empty field", [("work/a.md", "---\ncollection:\nscore:\ndue:\n---\n")]),
    Row(
      "scores",
      [("a.md", "---\nscore: 4\n---\n"), ("b.md", "---\nscore: good\n---\n")],
      ["a.md:2:1 score-unknown", "b.md:2:1 score-unknown"]),
    Row(
      "dates",
      [("a.md", "---\ndue: soon\ncreated: 2026-02-30\ndate: 2026/11/21\n---\n")],
      ["a.md:2:1 date-unknown", "a.md:3:1 date-unknown"]),
    // Schemas
    Row(
      "a schema, and captures below it",
      [
        (
          "gifts/_collection.md",
          """
          ---
          fields:
            - {name: recipient, required: true}
            - {name: budget, kind: number}
            - {name: occasion, kind: choice, choices: [birthday, none]}
            - {name: score, kind: number}
          ---
          """
        ),
        ("gifts/a.md", "---\nrecipient: Sarah\nbudget: much\noccasion: none\nscore: 9\n---\n"),
        ("gifts/deep/b.md", "---\noccasion: easter\n---\n"),
      ],
      [
        "gifts/a.md:3:1 schema-breach", "gifts/deep/b.md schema-required",
        "gifts/deep/b.md:2:1 schema-breach",
      ]),
    Row(
      "malformed pages",
      [
        ("a/_collection.md", "---\nfields: all\n---\n"),
        ("b/_collection.md", "---\nname: B\nfields:\n  - {name: x, kind: colour}\n---\n"),
        ("c/_collection.md", "---\nname: [\n---\n"),
      ],
      [
        "a/_collection.md:2:1 schema-malformed", "b/_collection.md:3:1 schema-malformed",
        "c/_collection.md:2:7 front-matter-malformed",
      ]),
    // Links
    Row(
      "dead links",
      [
        ("a.md", "[[sarha]] and\n[x](b/y.md), [ref]\n\n[ref]: gone.md\n"),
        ("sarah.md", "# Sarah\n"),
        ("b/z.md", "[there](../a.md) [[a|A]] ![[p.png]] <https://example.org> `[[code]]`\n"),
      ],
      [
        "a.md:1:3 dead-link", "a.md:2:5 dead-link", "a.md:4:8 dead-link", "b/z.md:1:29 dead-link",
      ]),
    Row(
      "dead links that are the title",
      [
        ("a.md", "[[nowhere at all]]\n"), ("b.md", "text\n\n[[text]]\n"),
        ("c.md", "# [[Gone|gone]]\n[[gone]]\n"), ("d.md", "---\ntitle: T\n---\n[[T]]\n"),
        ("e.md", "[[other]]\n"), ("f.md", "# Other\n"), ("here.md", "[[here]]\n"),
      ],
      ["a.md:1:3 dead-link", "c.md:1:5 dead-link"]),
    Row(
      "dead links in fields",
      [("a.md", "---\na: \"[[nobody]]\"\nb: [x, '[[it''s]]']\nc: [[list]]\nd: see [[a]]\n---\n")],
      ["a.md:2:7 dead-link", "a.md:3:8 dead-link"]),
    Row(
      "links to what is no capture",
      [
        ("a.md", "[f](b) [f](b/) [p](b/_collection.md) [h](.hidden/x.md) [r](/)\n"),
        ("b/_collection.md", "---\nname: B\n---\n"), (".hidden/x.md", ""),
      ]),
    Row(
      "ambiguous links", [("a.md", "See [[x]].\n"), ("b/x.md", "1\n"), ("c/x.md", "2\n")],
      ["a.md:1:7 ambiguous-link b/x.md c/x.md"]),
    Row(
      "headings",
      [
        ("a.md", "# Top\n[[b#Über uns]] [[b#uber-uns]] [x](b.md#one) [y](#nowhere) [z](#top)\n"),
        ("b.md", "# Über uns\n## Two {#one}\n<a name=\"three\"></a> x ^four\n### Five six\n"),
        ("c.md", "[[b#five]]\n[x](b.md#three) [[b#Über uns#Five six]] [[b#^four]]\n"),
        ("d.md", "# Plan for #work\n[[#Plan for #work]]\n"),
      ],
      ["a.md:2:45 dead-heading a.md", "c.md:1:3 dead-heading b.md"]),
    Row(
      "lines with an id",
      [
        ("a.md", "[[b#^one]] [[b#^two]] [x](b.md#^ONE) [y](#^own) [[b#Top#^three]] [[b#^]]\n"),
        ("b.md", "# Top\nx ^one \r\n^three\n\nx^two\n^two y\n"),
        ("c.md", "[[#^none]] [[gone#^x]] [[p.png#^x]] [z](https://a.b/#^c)\n"), ("p.png", ""),
      ],
      [
        "a.md:1:14 dead-block b.md", "a.md:1:38 dead-block a.md", "c.md:1:1 dead-block c.md",
        "c.md:1:14 dead-link",
      ]),
    // Other files
    Row(
      "orphaned attachments",
      [
        ("a.md", "---\ncover: attachments/in field.png\nmore: {also: \"[[deep.pdf]]\"}\n---\n"),
        ("b.md", "![x](attachments/in%20link.png) <img src='attachments/in \"html\".png'>\n"),
        ("_collection.md", "![](attachments/on-page.png)\n"),
        ("attachments/in field.png", ""), ("attachments/deep.pdf", ""),
        ("attachments/in link.png", ""), ("attachments/in \"html\".png", ""),
        ("attachments/on-page.png", ""), ("attachments/lost.png", ""),
      ],
      [
        "attachments/in \"html\".png name-not-portable", "attachments/lost.png orphaned-attachment",
      ]),
    Row(
      "documents of other programs are not attachments",
      [
        ("a.md", "A\n"), ("board.canvas", "{}"), ("books.base", ""), ("films.csv", "a,b\n"),
        ("media/films.csv", ""),
      ],
      ["media/films.csv orphaned-attachment"]),
    Row(
      "a body that is not read",
      [("a.md", String(repeating: "> ", count: 600) + "[[b]]\n"), ("b.md", "x [[c]]")],
      ["a.md body-not-read", "b.md:1:5 dead-link"]),
    Row("a left-over file", [("a/.cairn-5f.tmp", "x")], ["a/.cairn-5f.tmp leftover *"]),
    // Names
    Row(
      "names", [("a/con.md", ""), ("why?.md", ""), ("b./c.md", "")],
      ["a/con.md name-not-portable", "b. name-not-portable", "why?.md name-not-portable"]),
    Row(
      "names that commands do not give",
      [
        ("~/a.md", ""), ("_Collection/a.md", ""), (" .md", ""), ("x .md", ""), ("y..md", ""),
        ("\u{202E}z.md", ""), ("_collection.md", ""),
      ],
      [
        " .md name-not-portable", "_Collection name-not-portable", "x .md name-not-portable",
        "y..md name-not-portable", "~ name-not-portable", "\u{202E}z.md name-not-portable",
      ]),
    Row(
      "names that differ in case", [("x/Sarah.md", ""), ("x/sarah.md", ""), ("y/sarah.md", "")],
      ["x/sarah.md name-clash-case x/Sarah.md"]),
    Row(
      "names that differ in encoding", [("e\u{301}.md", ""), ("\u{E9}.md", "")],
      ["\u{E9}.md name-clash-unicode e\u{301}.md"]),
  ]

  @Test(arguments: rows)
  func finds(_ row: Row) throws {
    let disk = try DiskNotebook(row.files)
    let notebook = try disk.notebook()
    let found = notebook.diagnose().findings
    #expect(Self.lines(found) == row.found)
    #expect(found.allSatisfy { Finding.codes.contains($0.diagnostic.code) })
  }

  static func lines(_ findings: [Finding]) -> [String] {
    findings.map { finding in
      let diagnostic = finding.diagnostic
      let place = diagnostic.location.map { ":\($0.line):\($0.column)" } ?? ""
      let words =
        ["\(diagnostic.path?.description ?? "")\(place)", diagnostic.code]
        + finding.related.map(\.description) + (finding.isFixable ? ["*"] : [])
      return words.joined(separator: " ")
    }
  }

  @Test func findsWhatTextCannotSay() throws {
    let disk = try DiskNotebook([("secret/a.md", "a\n"), ("locked.md", "")])
    disk.write(Array("latin.md".utf8), Array("# Caf".utf8) + [0xE9, 0x0A])
    disk.write(Array("n".utf8) + [0xE9] + Array(".md".utf8), [])
    mkfifo(disk.absolute("pipe.md"), 0o644)
    symlink("loop.md", disk.absolute("loop.md"))
    symlink("/etc/passwd", disk.absolute("out.md"))
    symlink("nothing.md", disk.absolute("dangling.md"))
    symlink("latin.md", disk.absolute("fine.md"))
    var expected = [
      "dangling.md link-not-followed", "fine.md link-not-followed", "latin.md:1:6 text-not-utf-8",
      "loop.md link-not-followed",
      "n\u{FFFD}.md name-not-portable", "out.md link-not-followed", "pipe.md special-file",
    ]
    if geteuid() != 0 {
      chmod(disk.absolute("secret"), 0)
      chmod(disk.absolute("locked.md"), 0)
      expected += ["locked.md unreadable", "secret unreadable"]
    }
    let notebook = try disk.notebook()
    let findings = notebook.diagnose().findings
    #expect(Self.lines(findings) == expected.sorted())
  }

  @Test func findsWhatLiesAroundTheNotebook() throws {
    let gone = try DiskNotebook([("a.md", "a\n")])
    let notebook = try gone.notebook(settings: "colour: red\n")
    _ = try notebook.trash(
      notebook.load().captures, in: notebook.catalog(listsAttachments: true))
    rename(gone.base.appending("root").string, gone.base.appending("moved").string)
    mkdir(gone.base.appending("root").string, 0o755)
    #expect(
      Self.lines(notebook.diagnose().findings)
        == [".cairn/config.yml:1:1 settings-unknown-key"])
    rmdir(gone.base.appending("root").string)
    #expect(
      Self.lines(notebook.diagnose().findings).contains(" state-forsaken"))
  }

  @Test func namesTheRemedy() throws {
    let disk = try DiskNotebook([
      ("a.md", "[[sarha]] [x](gone/invoice.md)\n"), ("sarah.md", ""), ("work/invoice.md", ""),
      ("sub/b.md", "[x](sarah.md) [y](/work/invoce.md) [z](<cupp.md>) [w](../sarha.md)\n"),
      ("sub/c.md", "[v](/work/invoice-md/)\n"),
      ("a b/cup.md", ""),
    ])
    let notebook = try disk.notebook()
    let messages = notebook.diagnose().findings.map(\.diagnostic.message)
    #expect(
      messages == [
        "no capture or file is named `sarha`; did you mean `sarah`?",
        "no capture or file is named `gone/invoice.md`; did you mean `work/invoice.md`?",
        "no capture or file is named `sarah.md`; did you mean `../sarah.md`?",
        "no capture or file is named `/work/invoce.md`; did you mean `/work/invoice.md`?",
        "no capture or file is named `cupp.md`; did you mean `../a b/cup.md`?",
        "no capture or file is named `../sarha.md`; did you mean `../sarah.md`?",
        "no capture or file is named `/work/invoice-md/`; did you mean `/work/invoice.md`?",
      ])
  }
}
