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

  static let rows = [
    jrnl, jrnlJSON, keep, dayone, simplenote, bookmarks, goodreads, letterboxd, jsonl, csv, nb,
    joplin, obsidian,
  ]

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

  @Test func namesTheColumnsOfATable() {
    let files = ImportFiles(["a.csv"], isSingle: true) { _ in Array("A,B\n1,2\n".utf8) }
    let error = #expect(throws: ImportFailure.self) {
      _ = try ImportSources.named("csv")?.notes(in: files, try ColumnMapping(["title=C"]))
    }
    #expect(error?.reason == "there is no column `C`; the columns are `A`, `B`")
  }
}
