import CairnDocument
import CairnImport
import Testing

/// What is read from small exports, made from the published descriptions of the formats.
struct ImportSourceTests {
  struct Row: Sendable, CustomTestStringConvertible {
    /// The source that is expected to be detected.
    let source: String
    let files: [String: String]
    var mapping: [String] = []
    /// For each note its key, front matter and body.
    let notes: [String]
    /// For each note the paths of its attachments.
    var attachments: [[String]] = []
    /// The items that are skipped.
    var skipped: [String] = []
    var testDescription: String { "\(source): \(files.keys.sorted())" }
  }

  static let jrnl = Row(
    source: "jrnl",
    files: [
      "journal.txt":
        "[2026-11-20 09:30] A quiet day. *\nRain @home\nand tea.\n\n[2026-11-21 03:04:05 PM] Short.\n"
    ],
    notes: [
      "2026-11-20 09:30 A quiet day.|---\ntags: [home]\ncreated: 2026-11-20 09:30:00\nstarred: true\n"
        + "---\n|# A quiet day.\n\nRain @home\nand tea.",
      "2026-11-21 03:04:05 PM Short.|---\ncreated: 2026-11-21 15:04:05\n---\n|# Short.",
    ])

  static let jrnlJSON = Row(
    source: "jrnl",
    files: [
      "journal.json": """
      {"tags": {"@home": 1}, "entries": [{"title": "A quiet day.", "body": "Rain @home\\n",
      "date": "2026-11-20", "time": "09:30", "tags": ["@home"], "starred": false}]}
      """
    ],
    notes: [
      "2026-11-20 09:30 A quiet day.|---\ntags: [home]\ncreated: 2026-11-20 09:30:00\n---\n|"
        + "# A quiet day.\n\nRain @home"
    ])

  static let keep = Row(
    source: "keep",
    files: [
      "Keep/Groceries.json": """
      {"color":"RED","isTrashed":false,"isPinned":true,"isArchived":true,"title":"Groceries",
      "listContent":[{"text":"tea","isChecked":true},{"text":"milk","isChecked":false}],
      "userEditedTimestampUsec":1717430460000000,"createdTimestampUsec":1717430400000000,
      "labels":[{"name":"At home"}],"annotations":[{"url":"https://example.org/","title":"x"}],
      "attachments":[{"filePath":"a.jpeg","mimetype":"image/jpeg"},{"filePath":"b.png"}]}
      """,
      "Keep/Gone.json": """
      {"isTrashed":true,"textContent":"x","userEditedTimestampUsec":1717430400000000}
      """,
      "Keep/a.jpg": "picture", "Keep/Labels.json": "{}", "Keep/Groceries.html": "<html>",
    ],
    notes: [
      "1717430400000000 Groceries|---\ntags: [At-home]\nurl: https://example.org/\n"
        + "created: 2024-06-03T16:00:00Z\nupdated: 2024-06-03T16:01:00Z\narchived: true\n"
        + "pinned: true\ncolor: red\n---\n|# Groceries\n\n- [x] tea\n- [ ] milk"
    ],
    attachments: [["Keep/a.jpg"]], skipped: ["Keep/Gone.json", "b.png"])

  static let dayone = Row(
    source: "dayone",
    files: [
      "Journal.json": """
      {"metadata": {"version": "1.0"}, "entries": [{"uuid": "AB12", "starred": true,
      "creationDate": "2026-11-20T09:30:00Z", "modifiedDate": "2026-11-20T10:00:00Z",
      "timeZone": "Europe/Zurich", "tags": ["Trip"], "text": "# Up\\n\\n![](dayone-moment://F00)",
      "location": {"placeName": "Rigi", "country": "Switzerland", "latitude": 47.05},
      "photos": [{"identifier": "F00", "md5": "abc", "type": "jpeg"},
      {"identifier": "F01", "md5": "def", "type": "png"}]}]}
      """, "photos/abc.jpeg": "picture",
    ],
    notes: [
      "AB12|---\ntags: [Trip]\ncreated: 2026-11-20T09:30:00Z\nupdated: 2026-11-20T10:00:00Z\n"
        + "timezone: Europe/Zurich\nstarred: true\nplace: Rigi, Switzerland\nlatitude: 47.05\n---\n|"
        + "# Up\n\n![](dayone-moment://F00)"
    ], attachments: [["photos/abc.jpeg"]], skipped: ["def.png"])

  static let simplenote = Row(
    source: "simplenote",
    files: [
      "notes/source/notes.json": """
      {"activeNotes": [{"id": "n1", "content": "Title\\r\\n\\r\\nText", "tags": ["a b", "c"],
      "creationDate": "2026-11-20T09:30:00.000Z", "lastModified": "2026-11-21T09:30:00.000Z"},
      {"id": "n2", "content": " ", "creationDate": "2026-11-20T09:30:00.000Z"}],
      "trashedNotes": [{"id": "n3", "content": "x"}]}
      """
    ],
    notes: [
      "n1|---\ntags: [a-b, c]\ncreated: 2026-11-20T09:30:00.000Z\n"
        + "updated: 2026-11-21T09:30:00.000Z\n---\n|Title\n\nText"
    ], skipped: ["n2", "n3"])

  static let bookmarks = Row(
    source: "bookmarks",
    files: [
      "bookmarks.html": """
      <!DOCTYPE NETSCAPE-Bookmark-file-1>
      <TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>
      <DL><p><DT><H3 ADD_DATE="1717430400">Bookmarks bar</H3>
      <DL><p><DT><H3>Dev tools</H3><DL><p>
      <DT><A HREF="https://example.org/?a=1&amp;b=2" ADD_DATE="1717430400" TAGS="x,w">A &lt;b&gt;</A>
      <DD>Good &amp; short
      </DL><p><DT><A HREF="javascript:alert(1)">Run</A>
      <DT><A HREF="https://example.com/"></A></DL><p></DL>
      """
    ],
    notes: [
      "https://example.org/?a=1&b=2|---\nurl: https://example.org/?a=1&b=2\n"
        + "tags: [Dev-tools, x, w]\ncreated: 2024-06-03T16:00:00Z\n---\n|# A <b>\n\nGood & short",
      "https://example.com/|---\nurl: https://example.com/\n---\n|# https://example.com/",
    ], skipped: ["Run"])

  static let goodreads = Row(
    source: "goodreads",
    files: [
      "goodreads_library_export.csv": #"""
      Book Id,Title,Author,ISBN13,My Rating,Year Published,Original Publication Year,Date Read,\#
      Date Added,Bookshelves,Exclusive Shelf,My Review
      12,"The ""Odyssey""",Homer,"=""9780140449112""",4,1999,-700,2026/10/02,2026/09/01,\#
      "greek, read",read,Long.<br/>Good.
      13,Dune,Frank Herbert,"=""""",0,1965,,,2026/09/02,to-read,to-read,
      """#
    ],
    notes: [
      "12|---\ntype: entry\ntitle: The \"Odyssey\"\nscore: 3\nrating: 4\nauthor: Homer\n"
        + "year: -700\nisbn: \"9780140449112\"\nstatus: read\ntags: [greek]\ncreated: 2026-09-01\n"
        + "read: 2026-10-02\n---\n|Long.\nGood.",
      "13|---\ntype: entry\ntitle: Dune\nscore: 0\nauthor: Frank Herbert\nyear: 1965\n"
        + "status: to-read\ncreated: 2026-09-02\n---\n|",
    ])

  static let letterboxd = Row(
    source: "letterboxd",
    files: [
      "diary.csv": """
      Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date
      2026-11-20,Stalker,1979,https://boxd.it/1,3.5,Yes,"slow, water",2026-11-19
      2026-11-21,Up,2009,https://boxd.it/2,,,,2026-11-21
      """
    ],
    notes: [
      "https://boxd.it/1|---\ntype: entry\ntitle: Stalker\nscore: 2\nrating: 3.5\nyear: 1979\n"
        + "tags: [slow, water]\nurl: https://boxd.it/1\ncreated: 2026-11-20\nwatched: 2026-11-19\n"
        + "rewatch: true\n---\n|",
      "https://boxd.it/2|---\ntype: entry\ntitle: Up\nscore: 0\nyear: 2009\n"
        + "url: https://boxd.it/2\ncreated: 2026-11-21\nwatched: 2026-11-21\n---\n|",
    ])

  static let jsonl = Row(
    source: "jsonl",
    files: [
      "notes.jsonl": """
      {"id": 7, "title": "One", "body": "Text", "tags": ["a", "b"], "size": 1.5, "x": {"y": 1}}
      {"headline": "no"}
      {broken
      """
    ],
    mapping: ["text=body"],
    notes: ["7|---\ntags: [a, b]\nsize: 1.5\n---\n|# One\n\nText"],
    skipped: ["line 1", "line 2", "line 3"])

  static let csv = Row(
    source: "csv",
    files: [
      "films.csv":
        "\u{FEFF}Film;Seen;Stars;Notes;id\r\nStalker;2026-11-20;5;\"Slow;\nwet\";f1\r\n;;;;\r\n"
    ],
    mapping: ["title=Film", "created=Seen"],
    notes: ["f1|---\ncreated: 2026-11-20\nstars: 5\n---\n|# Stalker\n\nSlow;\nwet"],
    skipped: ["row 3"])

  static let nb = Row(
    source: "nb",
    files: [
      "1.bookmark.md": "# Example\n\n<https://example.org/>\n", "2.todo.md": "# [x] Buy tea\n",
      "3.md": "plain\n",
    ],
    notes: [
      "1.bookmark.md|---\nurl: https://example.org/\n---\n|# Example\n\n<https://example.org/>\n",
      "2.todo.md|---\ntype: action\ntitle: Buy tea\nstatus: done\n---\n|# [x] Buy tea\n",
      "3.md||plain\n",
    ])

  static let joplin = Row(
    source: "joplin",
    files: [
      "Work/Plan.md":
        "---\ntitle: Plan\nupdated: 2026-11-20 09:30:00Z\ncreated: 2026-11-20 09:30:00Z\n"
        + "source: https://example.org/\ncompleted?: yes\n---\n\n![](../_resources/a.png)\n",
      "_resources/a.png": "picture",
    ],
    notes: [
      "Work/Plan.md|---\ntitle: Plan\nupdated: 2026-11-20 09:30:00Z\n"
        + "created: 2026-11-20 09:30:00Z\nsource: https://example.org/\ncompleted?: yes\n"
        + "type: action\nstatus: done\nurl: https://example.org/\n---\n|\n![](../_resources/a.png)\n"
    ], attachments: [["_resources/a.png"]])

  static let obsidian = Row(
    source: "obsidian",
    files: [
      "A/One.md": "---\n# kept\ntags: [x]\n---\n[[Two]] ![[p.png]]\n", "Two.md": "two",
      "Bad.md": "---\na: [\n---\n", "p.png": "picture",
    ],
    notes: [
      "A/One.md|---\n# kept\ntags: [x]\n---\n|[[Two]] ![[p.png]]\n", "Two.md||two",
    ], attachments: [["p.png"], []], skipped: ["Bad.md"])

  // MARK: - Formats with HTML, mail and archives

  static let evernote = Row(
    source: "evernote",
    files: [
      "Tea.enex": """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd" [
      <!ENTITY bomb "boom"><!ENTITY file SYSTEM "file:///etc/passwd">]>
      <en-export export-date="20261121T100000Z"><note><title>Tea &amp; milk</title>
      <created>20240603T160000Z</created><updated>20240603T160100Z</updated>
      <tag>At home</tag><tag>x</tag>
      <note-attributes><source-url>https://example.org/?a=1&amp;b=2</source-url>
      <author>Ann</author><place-name>Bern</place-name></note-attributes>
      <content><![CDATA[<?xml version="1.0"?><!DOCTYPE en-note SYSTEM "x"><en-note>
      <div>Buy <b>green </b>&auml; &file;&bomb;</div><ul><li>a_b</li><li>c<ol><li>d</li></ol></li></ul>
      <div><en-todo checked="true"/>done</div><en-media type="image/gif" hash="HASH"/>
      <en-media type="image/gif" hash="0000"/><table><tr><td>1|2</td><td>3</td></tr></table>
      </en-note>]]></content>
      <resource><data encoding="base64">UElDVFVS
      RQ==</data><mime>image/gif</mime><recognition><![CDATA[<data>x</data>]]></recognition>
      <resource-attributes><file-name>cup.gif</file-name></resource-attributes></resource>
      </note><note><title></title><content></content></note></en-export>
      """.replacing("HASH", with: "37fafe7a74d50c228738f0431a1d746a")
    ],
    notes: [
      "20240603T160000Z Tea & milk|---\ntags: [At-home, x]\nurl: https://example.org/?a=1&b=2\n"
        + "created: 2024-06-03T16:00:00Z\nupdated: 2024-06-03T16:01:00Z\nauthor: Ann\n"
        + "place-name: Bern\n---\n|# Tea & milk\n\nBuy **green** ä &file;&bomb;\n\n- a\\_b\n- c\n"
        + "  1. d\n\n- [x] done\n\n![cup.gif](evernote:37fafe7a74d50c228738f0431a1d746a)\n\n"
        + "| 1\\|2 | 3 |\n| --- | --- |"
    ], attachments: [["cup.gif"]], skipped: ["0000", " "])

  static let html = Row(
    source: "html",
    files: [
      "Notes/Walk.html": """
      <html><head><meta charset="utf-8"><title>Walk</title>
      <meta name="created" content="2026-11-20T09:30:00Z"><meta name="keywords" content="trip, sea">
      <style>p { color: red }</style><script>alert("<p>no</p>")</script></head>
      <body><h1>Walk</h1><p>To the <i>sea</i>,<br>with <a href="Attachments/m%20p.pdf">map</a>.</p>
      <img src="Attachments/a b.gif" alt="A"><img src="data:image/gif;base64,UElD">
      <blockquote><p>Quote</p><p>Two</p></blockquote><pre>a
        *b*</pre><p># no heading</p></body></html>
      """,
      "Notes/Attachments/a b.gif": "picture", "Notes/Attachments/m p.pdf": "map",
      "Old.html": "<?xml version='1.0' encoding='ISO-8859-1'?><p>x</p>",
    ],
    notes: [
      "Notes/Walk.html|---\ntags: [trip, sea]\ncreated: 2026-11-20T09:30:00Z\n---\n|# Walk\n\nTo the "
        + "*sea*,\\\nwith [map](Attachments/m%20p.pdf).\n\n![A](Attachments/a%20b.gif)"
        + "![](picture-2.gif)\n\n> Quote\n>\n> Two\n\n```\na\n  *b*\n```\n\n\\# no heading"
    ],
    attachments: [["Notes/Attachments/a b.gif", "picture-2.gif", "Notes/Attachments/m p.pdf"]],
    skipped: ["Old.html"])

  static let notion = Row(
    source: "notion",
    files: [
      "Home 0123456789abcdef0123456789abcdef.md":
        "# Home\n\n[Tea](Tasks/Tea%20aaaabbbbccccddddeeeeffff00001111.md) "
        + "![](Home%200123456789abcdef0123456789abcdef/a%20b.png)\n",
      "Tasks/Tea aaaabbbbccccddddeeeeffff00001111.md":
        "# Tea\n\nStatus: Done\nDue: November 20, 2026 9:30 PM\nTags: a b, c\nNo: 1\n\nText\n",
      "Tasks/Tea 11112222333344445555666677778888.md": "# Tea\n\nStatus: Open\n\nOther\n",
      "Tasks abcdabcdabcdabcdabcdabcdabcdabcd.csv": "\u{FEFF}Name,Status,Due,Tags\nTea,Done,x,y\n",
      "Home 0123456789abcdef0123456789abcdef/a b.png": "picture",
    ],
    notes: [
      "0123456789abcdef0123456789abcdef||# Home\n\n[Tea](Tasks/Tea%20aaaa.md) "
        + "![](Home/a%20b.png)\n",
      "11112222333344445555666677778888|---\nstatus: Open\n---\n|# Tea\n\nOther\n",
      "aaaabbbbccccddddeeeeffff00001111|---\nstatus: Done\ndue: 2026-11-20 21:30:00\n"
        + "tags: [a-b, c]\n---\n|# Tea\n\nNo: 1\n\nText\n",
    ],
    attachments: [["Home 0123456789abcdef0123456789abcdef/a b.png"], [], []])

  static let mbox = Row(
    source: "mbox",
    files: [
      "All.mbox": """
      From 1@xxx Fri Nov 20 09:30:00 +0000 2026
      Message-ID: <m1@example.org>
      From: =?utf-8?q?S=C3=A4rah?= <sarah@example.org>
      To: ann@example.org
      Subject: =?iso-8859-1?B?Q2Fm6Q==?= =?utf-8?Q?_and_tea?=
       tomorrow
      Date: Fri, 20 Nov 2026 09:30:00 +0100 (CET)
      X-Gmail-Labels: At home,x
      Content-Type: multipart/mixed; boundary="b 1"

      --b 1
      Content-Type: multipart/alternative; boundary=c

      --c
      Content-Type: text/plain; charset=windows-1252
      Content-Transfer-Encoding: quoted-printable

      Caf=E9 =80=
       5
      >From here
      --c
      Content-Type: text/html

      <p>Caf&eacute;</p>
      --c--
      --b 1
      Content-Type: image/gif; name="cup.gif"
      Content-Transfer-Encoding: base64

      UElD
      --b 1--

      From 2@xxx Fri Nov 20 09:31:00 +0000 2026
      Message-ID: <m2@example.org>
      Subject: Only HTML
      Content-Type: text/html; charset=utf-8

      <p>Hello <b>you</b></p>

      From 3@xxx Fri Nov 20 09:31:00 +0000 2026
      Message-ID: <m3@example.org>
      Subject: Strange
      Content-Type: text/plain; charset=koi8-r

      text
      """
    ],
    notes: [
      "<m1@example.org>|---\ntags: [At-home, x]\nfrom: Särah <sarah@example.org>\n"
        + "to: ann@example.org\ncreated: 2026-11-20T09:30:00+01:00\n---\n|"
        + "# Café and tea tomorrow\n\nCafé € 5\nFrom here",
      "<m2@example.org>||# Only HTML\n\nHello **you**",
    ], attachments: [["cup.gif"], []], skipped: ["Strange"])

  static let jex = Row(
    source: "jex",
    files: [
      "00000000000000000000000000000001.md":
        "Work\n\nid: 00000000000000000000000000000001\nparent_id: \ntype_: 2",
      "0000000000000000000000000000000a.md":
        "Plan: tea\n\nSee [other](:/0000000000000000000000000000000b) and\n"
        + "![](:/0000000000000000000000000000000c)\n\nid: 0000000000000000000000000000000a\n"
        + "parent_id: 00000000000000000000000000000001\ncreated_time: 2026-11-20T09:30:00.000Z\n"
        + "updated_time: 2026-11-20T09:30:00.000Z\nlatitude: 47.05000000\nlongitude: 0.00000000\n"
        + "source_url: https://example.org/\nis_todo: 1\ntodo_due: 1717430400000\n"
        + "todo_completed: 0\nmarkup_language: 1\ntype_: 1",
      "0000000000000000000000000000000b.md":
        "Other\n\nText\n\nid: 0000000000000000000000000000000b\nparent_id: \nis_todo: 0\ntype_: 1",
      "0000000000000000000000000000000c.md":
        "cup.gif\n\nid: 0000000000000000000000000000000c\nmime: image/gif\ntype_: 4",
      "0000000000000000000000000000000d.md":
        "home\n\nid: 0000000000000000000000000000000d\ntype_: 5",
      "0000000000000000000000000000000e.md":
        "id: 0000000000000000000000000000000e\nnote_id: 0000000000000000000000000000000a\n"
        + "tag_id: 0000000000000000000000000000000d\ntype_: 6",
      "0000000000000000000000000000000f.md": "broken",
      "resources/0000000000000000000000000000000c.gif": "picture",
    ],
    notes: [
      "0000000000000000000000000000000a|---\ntype: action\nstatus: open\n"
        + "due: 2024-06-03T16:00:00Z\ntags: [home]\nurl: https://example.org/\n"
        + "created: 2026-11-20T09:30:00.000Z\nupdated: 2026-11-20T09:30:00.000Z\n"
        + "latitude: 47.05000000\n---\n|# Plan: tea\n\nSee [[Other|other]] and\n"
        + "![](:/0000000000000000000000000000000c)",
      "0000000000000000000000000000000b||# Other\n\nText",
    ],
    attachments: [["resources/0000000000000000000000000000000c.gif"], []],
    skipped: ["0000000000000000000000000000000f.md"])

  static let textbundle = Row(
    source: "textbundle",
    files: [
      "A.textbundle/info.json": #"{"version": 2, "type": "net.daringfireball.markdown"}"#,
      "A.textbundle/text.md": "# A\n\n![](assets/a.png)\n", "A.textbundle/assets/a.png": "picture",
      "B.textbundle/info.json":
        #"{"version": 2, "cairn": {"path": "x/b.md", "assets": {"a-b.png": "#
        + #"{"path": "x/media/a b.png", "written": "media/a%20b.png"}}}}"#,
      "B.textbundle/text.md": "---\nid: b\n---\n![](assets/a-b.png)\n",
      "B.textbundle/assets/a-b.png": "picture",
    ],
    notes: [
      "A.md||# A\n\n![](assets/a.png)\n",
      "x/b.md|---\nid: b\n---\n|![](media/a%20b.png)\n",
    ], attachments: [["A.textbundle/assets/a.png"], ["B.textbundle/assets/a-b.png"]])

  static let rows = [
    jrnl, jrnlJSON, keep, dayone, simplenote, bookmarks, goodreads, letterboxd, jsonl, csv, nb,
    joplin, obsidian, evernote, html, notion, mbox, jex, textbundle,
  ]

  @Test func dumpRows() {
    for row in Self.rows {
      for (path, text) in row.files {
        let hex = text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        print(
          "DUMP\t\(row.source)\t\(row.files.keys.sorted()[0])\t\(path)\t\(row.mapping.joined(separator: " "))\t\(hex)"
        )
      }
    }
  }

  @Test(arguments: rows)
  func reads(_ row: Row) throws {
    let files = ImportFiles(Array(row.files.keys), isSingle: row.files.count == 1) {
      row.files[$0].map { Array($0.utf8) }
    }
    let source = try #require(ImportSources.detected(in: files))
    #expect(source.name == row.source)
    let result = try source.notes(in: files, try ColumnMapping(row.mapping))
    let notes = result.notes.map { note in
      "\(note.key)|"
        + String(decoding: note.front.bytes + Array("|".utf8) + note.body, as: UTF8.self)
    }
    #expect(notes == row.notes)
    let attachments = result.notes.map { $0.attachments.map(\.path) }
    #expect(
      row.attachments.isEmpty ? attachments.allSatisfy(\.isEmpty) : attachments == row.attachments)
    #expect(result.skipped.map(\.item) == row.skipped)
    #expect(result.skipped.allSatisfy { !$0.reason.isEmpty })
    // Every source has a row.
    #expect(Set(Self.rows.map(\.source)) == Set(ImportSources.all.map { $0.name }))
  }

  /// An export that is damaged or hostile is refused or skipped, and never stops the program.
  @Test func survivesEveryBeginning() {
    for row in Self.rows {
      guard let source = ImportSources.named(row.source) else { continue }
      for (path, text) in row.files {
        let bytes = Array(text.utf8)
        for end in stride(from: 0, to: bytes.count, by: 7) {
          let files = ImportFiles(Array(row.files.keys), isSingle: row.files.count == 1) {
            $0 == path ? Array(bytes[..<end]) + [0xFF] : row.files[$0].map { Array($0.utf8) }
          }
          let result = try? source.notes(in: files, ColumnMapping())
          #expect((result?.notes.count ?? 0) <= 3)
        }
      }
    }
  }

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

  @Test func namesTheColumnsOfATable() {
    let files = ImportFiles(["a.csv"], isSingle: true) { _ in Array("A,B\n1,2\n".utf8) }
    let error = #expect(throws: ImportFailure.self) {
      _ = try ImportSources.named("csv")?.notes(in: files, try ColumnMapping(["title=C"]))
    }
    #expect(error?.reason == "there is no column `C`; the columns are `A`, `B`")
  }
}
