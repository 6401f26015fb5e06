import CairnArchive
import CairnCapture
import CairnDocument
import CairnExport
import CairnJSON
import CairnMarkup
import CairnText
import Foundation
import Testing

/// Files in each format, as the programs read them for which they are meant.
struct ExportFormatTests {
  /// A clock in a zone that is an hour ahead in winter and two hours in summer.
  static let clock = LocalClock(now: Instant(seconds: 1_795_251_845)) { instant in
    let day = DateTime(instant, offset: 0).date
    return (4...10).contains(day.month) ? 7200 : 3600
  }

  static func capture(_ path: String, _ text: String) throws -> Capture {
    Capture(
      path: try #require(NotePath(path)), document: Document(Array(text.utf8)),
      modified: Instant(seconds: 1_795_251_845))
  }

  static let action = """
    ---
    id: k7x2m9q4ab
    type: action
    due: 2026-11-30
    repeat: every 2 weeks on monday
    tags: [finance, "a;b"]
    created: 2026-11-21T10:04:05+01:00
    updated: 2026-11-21T10:04:05+01:00
    ---
    # Pay; the \\Acme, invoice

    Sehr lange Zeile mit Umlauten äöü und 紙, damit sie umgebrochen werden muß.
    Second line.
    """

  static let person = """
    ---
    id: p7x2m9q4ab
    type: person
    birthday: 05-03
    email: [sarah@example.org, s@example.com]
    phone: "+41 44 123"
    address: 1, Main; Street
    aliases: [Sal]
    updated: 2026-11-21T10:04:05+01:00
    ---
    # Sarah Ó Briain
    Likes tea, "green".
    """

  static let book = """
    ---
    id: b7x2m9q4ab
    type: entry
    title: "The {Odyssey} & 50% more"
    author: [Homer, "Emily Wilson"]
    year: 2017
    isbn: "9780393089059"
    score: great
    tags: [greek]
    ---
    """

  static let note = """
    ---
    id: n7x2m9q4ab
    weight: 1.50
    odd: 'a "quote", and'
    ---
    # Paper
    See [[Sarah]], ![](media/p.gif) and [the pdf](media/a%20b.pdf).

    - [x] done
    - [ ] open | bar

    ```sh
    * not a heading
    ```

    %%secret%%<b>&amp;
    """

  static let picture: [UInt8] = Array("GIF89a\u{01}\u{00}\u{01}\u{00}\u{00}\u{00}\u{00};".utf8)

  static func captures() throws -> [Capture] {
    try [
      capture("work/pay.md", action), capture("people/sarah.md", person),
      capture("books/odyssey.md", book), capture("paper.md", note),
    ]
  }

  static func context() throws -> ExportContext {
    var context = ExportContext(clock: clock, title: "Notes & more")
    let files = ["media/p.gif", "media/a b.pdf"].compactMap { NotePath($0) }
    context.count = 4
    context.files = { $0.path.name == "paper.md" ? files : [] }
    context.read = { files.contains($0) ? picture : nil }
    let sarah = NotePath("people/sarah.md")
    context.destination = { link, _ in link.target == "Sarah" ? sarah : NotePath(link.target) }
    context.isExported = { _ in true }
    return context
  }

  /// Writes the captures, and returns the bytes and the number that fit.
  static func export(
    _ format: ExportFormat, _ captures: [Capture], _ context: ExportContext
  ) -> (bytes: [UInt8], count: Int) {
    var writer = format.writer(context)
    var (bytes, count) = (writer.begin(), 0)
    for capture in captures {
      guard let part = writer.add(capture) else { continue }
      bytes += part
      count += 1
    }
    return (bytes + writer.end(), count)
  }

  private func text(_ format: ExportFormat) throws -> String {
    String(
      decoding: Self.export(format, try Self.captures(), try Self.context()).bytes, as: UTF8.self)
  }

  // MARK: - Archives

  @Test func keepsEveryByteInAZip() throws {
    let captures = try Self.captures()
    let (bytes, count) = Self.export(.zip, captures, try Self.context())
    #expect(count == 4)
    let archive = try #require(try Archive.open(ArchiveInput(bytes)))
    let files = captures.map(\.path.description) + ["media/p.gif", "media/a b.pdf"]
    #expect(archive.paths == files.sorted())
    for capture in captures {
      #expect(archive.bytes(capture.path.description) == capture.document.bytes)
    }
    #expect(archive.bytes("media/p.gif") == Self.picture)
  }

  @Test func makesTextBundles() throws {
    let (bytes, _) = Self.export(.textbundle, try Self.captures(), try Self.context())
    let archive = try #require(try Archive.open(ArchiveInput(bytes)))
    let paper = archive.paths.filter { $0.hasPrefix("paper") }
    #expect(
      paper == [
        "paper.textbundle/assets/a-b.pdf", "paper.textbundle/assets/p.gif",
        "paper.textbundle/info.json", "paper.textbundle/text.md",
      ])
    let text = String(
      decoding: try #require(archive.bytes("paper.textbundle/text.md")), as: UTF8.self)
    #expect(text.contains("![](assets/p.gif) and [the pdf](assets/a-b.pdf)."))
    let info = try #require(
      archive.bytes("paper.textbundle/info.json").flatMap { JSONValue(reading: $0) })
    #expect(info["type"]?.text == "net.daringfireball.markdown" && info["version"]?.number == 2)
    #expect(info["cairn"]?["assets"]?["a-b.pdf"]?["written"]?.text == "media/a%20b.pdf")
  }

  @Test(.enabled(if: Python.has("zipfile")))
  func isReadByPythonAsZip() throws {
    for format in [ExportFormat.zip, .textbundle, .epub] {
      let (bytes, _) = Self.export(format, try Self.captures(), try Self.context())
      let script = """
        import sys, zipfile, xml.dom.minidom
        z = zipfile.ZipFile(sys.argv[1])
        assert z.testzip() is None
        for n in z.namelist():
            if n.endswith(('.xhtml', '.opf', '.xml')): xml.dom.minidom.parseString(z.read(n))
        i = z.infolist()[0]
        print(len(z.namelist()), i.filename, i.compress_type, i.date_time[:5])
        """
      let answers: [ExportFormat: String] = [
        .zip: "6 work/pay.md 8 (2026, 11, 21, 10, 4)\n",
        .textbundle: "10 pay.textbundle/info.json 8 (2026, 11, 21, 10, 4)\n",
        .epub: "11 mimetype 0 (1980, 1, 1, 0, 0)\n",
      ]
      #expect(try Python.run(script, bytes) == answers[format])
    }
  }

  /// Finds what the reference checker of EPUB needs, and runs it on a book.
  private static let checker = """
    import os, shutil, subprocess, sys
    program = shutil.which('epubcheck')
    assert program and shutil.which('java')
    isJar = open(program, 'rb').read(2) == b'PK'
    command = ['java', '-jar', program] if isJar else [program]
    """

  @Test(.enabled(if: (try? Python.run(checker, [])) != nil, "epubcheck or java is not installed"))
  func isValidForEPUBCheck() throws {
    var context = try Self.context()
    // The pixels of the usual picture are missing, which the checker reports.
    let base64 = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
    let picture = Array(try #require(Data(base64Encoded: base64)))
    context.read = { $0.name == "p.gif" ? picture : nil }
    let captures = try Self.captures()
    let paths = Set(captures.map(\.path))
    context.isExported = { paths.contains($0) }
    let (bytes, count) = Self.export(.epub, captures, context)
    let script =
      Self.checker + """

        book = sys.argv[1] + '.epub'
        shutil.copy(sys.argv[1], book)
        try:
            done = subprocess.run(command + [book], capture_output=True, text=True)
        finally:
            os.remove(book)
        lines = (done.stdout + done.stderr).splitlines()
        print(*[line for line in lines if line.startswith(('Messages:', 'ERROR', 'FATAL'))], sep='\\n')
        """
    #expect(count == 4)
    let messages = try Python.run(script, bytes)
    #expect(messages.hasPrefix("Messages: 0 fatals / 0 errors / 0 warnings"), "\(messages)")
  }

  // MARK: - Data

  @Test(.enabled(if: Python.has("json, csv")))
  func isReadByPythonAsData() throws {
    let json = """
      import sys, json
      d = json.load(open(sys.argv[1]))
      print(d['schema'], d['total'], [c['id'] for c in d['captures']], d['captures'][0]['body'][:9])
      """
    let ids = "['k7x2m9q4ab', 'p7x2m9q4ab', 'b7x2m9q4ab', 'n7x2m9q4ab']"
    let captures = try Self.captures()
    #expect(
      try Python.run(json, Self.export(.json, captures, try Self.context()).bytes)
        == "1 4 \(ids) # Pay; th\n")
    let lines = "import sys, json\nprint([json.loads(l)['id'] for l in open(sys.argv[1])])"
    #expect(
      try Python.run(lines, Self.export(.jsonl, captures, try Self.context()).bytes) == "\(ids)\n")
    let csv = """
      import sys, csv
      rows = list(csv.DictReader(open(sys.argv[1], newline='')))
      print(len(rows), rows[3]['weight'], rows[3]['odd'], rows[1]['email'], rows[0]['tags'])
      print(rows[3]['text'] == \(#"'''"# + Self.bodyOfNote.replacing("\\", with: "\\\\") + "'''"))
      """
    #expect(
      try Python.run(csv, Self.export(.csv, captures, try Self.context()).bytes)
        == "4 1.50 a \"quote\", and sarah@example.org, s@example.com finance, a;b\nTrue\n")
  }

  private static var bodyOfNote: String {
    String(note[(note.firstRange(of: "# Paper")?.lowerBound ?? note.startIndex)...])
  }

  /// Numbers that stand for text keep their spelling.
  @Test(arguments: [
    (ExportFormat.vcard, "type: person\nphone: 0791234567", "TEL;VALUE=text:0791234567\r\n"),
    (.vcard, "type: person\nphone: +41791234567", "TEL;VALUE=text:+41791234567\r\n"),
    (.vcard, "type: person\ntel: [0791, +4179]", "TEL;VALUE=text:0791\r\nTEL;VALUE=text:+4179\r\n"),
    (.vcard, "type: person\ntel:\n- 0791\n- '0792'", "VALUE=text:0791\r\nTEL;VALUE=text:0792\r\n"),
    (.vcard, "type: person\ntel: !!int 791", "TEL;VALUE=text:791\r\n"),
    (.bibtex, "isbn: 0140297995", "isbn = {0140297995}"),
    (.csl, "isbn: 0140297995", "\"ISBN\":\"0140297995\""),
    (.csv, "phone: [0791234567, 1.50, x]", "\"0791234567, 1.50, x\""),
  ])
  func keepsSpellings(_ format: ExportFormat, _ fields: String, _ part: String) throws {
    let capture = try Self.capture("a.md", "---\n\(fields)\n---\n# A\n")
    let (bytes, _) = Self.export(format, [capture], try Self.context())
    #expect(String(decoding: bytes, as: UTF8.self).contains(part))
  }

  /// A book without an author has no member for it, not an empty one.
  @Test func omitsWhatIsMissing() throws {
    let book = try Self.capture("a.md", "---\nisbn: '0140297995'\n---\n# A\n")
    let text = String(decoding: Self.export(.csl, [book], try Self.context()).bytes, as: UTF8.self)
    #expect(text.contains("0140297995") && !text.contains("author") && !text.contains("null"))
  }

  // MARK: - Calendars and cards

  @Test func writesToDos() throws {
    #expect(
      try text(.ics)
        == """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//Cairn//Cairn//EN
        CALSCALE:GREGORIAN
        METHOD:PUBLISH
        X-WR-CALNAME:Notes & more
        BEGIN:VTODO
        UID:k7x2m9q4ab@cairn
        DTSTAMP:20261121T090405Z
        CREATED:20261121T090405Z
        LAST-MODIFIED:20261121T090405Z
        SUMMARY:Pay\\; the \\\\Acme\\, invoice
        DESCRIPTION:Sehr lange Zeile mit Umlauten äöü und 紙\\, damit sie umgebr
         ochen werden muß. Second line.
        CATEGORIES:finance,a\\;b
        DTSTART:20261130T000000
        DUE:20261130T235959
        RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO
        STATUS:NEEDS-ACTION
        END:VTODO
        END:VCALENDAR

        """.replacing("\n", with: "\r\n"))
  }

  /// The fields of an action, and the lines that say when it is due.
  static let times: [(fields: String, lines: [String])] = [
    ("due: 2026-11-30T09:30:00+01:00", ["DUE:20261130T083000Z", "STATUS:NEEDS-ACTION"]),
    ("due: 2026-11-30 09:30:00", ["DUE:20261130T093000", "STATUS:NEEDS-ACTION"]),
    (
      "due: 2026-07-30T07:30:00Z\nrepeat: every day",
      [
        "DTSTART:20260730T000000", "DUE:20260730T093000", "RRULE:FREQ=DAILY", "STATUS:NEEDS-ACTION",
      ]
    ),
    (
      "due: 2026-11-30 00:00:00\nrepeat: every day",
      [
        "DTSTART:20261130T000000", "DUE:20261130T000001", "RRULE:FREQ=DAILY", "STATUS:NEEDS-ACTION",
      ]
    ),
    (
      "due: 2026-11-30\nrepeat: every 2 hours",
      ["DESCRIPTION:Repeat: every 2 hours", "DUE;VALUE=DATE:20261130", "STATUS:NEEDS-ACTION"]
    ),
    (
      "due: 2026-11-30\nstatus: done\ncompleted: 2026-11-29T12:00:00Z",
      [
        "DUE;VALUE=DATE:20261130", "STATUS:COMPLETED", "PERCENT-COMPLETE:100",
        "COMPLETED:20261129T120000Z",
      ]
    ),
    ("due: 2026-11-30\nstatus: cancelled", ["DUE;VALUE=DATE:20261130", "STATUS:CANCELLED"]),
  ]

  @Test(arguments: times)
  func writesTimes(_ row: (fields: String, lines: [String])) throws {
    let action = try Self.capture("a.md", "---\ntype: action\n\(row.fields)\n---\n# A\n")
    let (bytes, _) = Self.export(.ics, [action], try Self.context())
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
    let start = try #require(lines.firstIndex { $0.hasPrefix("SUMMARY") })
    #expect(Array(lines[(start + 1)...].dropLast(2)) == row.lines)
  }

  /// What is done is recognizable in a calendar of events.
  @Test func marksDoneEvents() throws {
    var context = try Self.context()
    context.makesEvents = true
    for (status, title) in [("done", "✓ A"), ("open", "A"), ("cancelled", "A")] {
      let action = try Self.capture(
        "a.md", "---\ntype: action\nstatus: \(status)\ndue: 2026-11-30\n---\n# A\n")
      let text = String(decoding: Self.export(.ics, [action], context).bytes, as: UTF8.self)
      #expect(text.contains("\r\nSUMMARY:\(title)\r\n"))
    }
  }

  static let rules = [
    ("every day", "FREQ=DAILY"), ("every 3 days", "FREQ=DAILY;INTERVAL=3"),
    ("every weekday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
    ("every monday and friday", "FREQ=WEEKLY;BYDAY=MO,FR"),
    ("every 2 months on the 15th", "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=15"),
    ("every month on the 30th", "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1"),
    ("every month on the last day", "FREQ=MONTHLY;BYMONTHDAY=-1"),
    ("every month on the first monday", "FREQ=MONTHLY;BYDAY=1MO"),
    ("every month on the last friday", "FREQ=MONTHLY;BYDAY=-1FR"),
    ("every year on 3 may", "FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3"),
    ("every year on 29 february", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1"),
    ("every year", "FREQ=YEARLY"),
  ]

  @Test(arguments: rules)
  func writesRules(_ row: (repeat: String, rule: String)) throws {
    let action = try Self.capture(
      "a.md", "---\ntype: action\ndue: 2026-11-30\nrepeat: \(row.repeat)\n---\n")
    let (bytes, _) = Self.export(.ics, [action], try Self.context())
    #expect(String(decoding: bytes, as: UTF8.self).contains("\r\nRRULE:\(row.rule)\r\n"))
  }

  /// No line is longer than 75 octets, whatever the text, and unfolding gives the text.
  @Test func foldsLines() throws {
    for count in 60..<90 {
      let title = String(repeating: "aé紙🎁", count: count / 4) + String(repeating: "x", count: count)
      let action = try Self.capture("a.md", "---\ntype: action\ndue: 2026-11-30\n---\n# \(title)\n")
      let (bytes, _) = Self.export(.ics, [action], try Self.context())
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 })
      #expect(text.replacing("\r\n ", with: "").contains("SUMMARY:\(title)\r\n"))
    }
  }

  @Test(.enabled(if: Python.has("icalendar")))
  func isReadByICalendar() throws {
    let script = """
      import sys, icalendar
      c = icalendar.Calendar.from_ical(open(sys.argv[1], 'rb').read())
      for t in c.walk():
          if t.name in ('VTODO', 'VEVENT'):
              d = t['DUE' if t.name == 'VTODO' else 'DTSTART'].dt
              print(t.name, t['SUMMARY'], str(d)[:10], t['RRULE'].to_ical().decode(), t['UID'])
      """
    let action = [try Self.capture("work/pay.md", Self.action)]
    var context = try Self.context()
    for name in ["VTODO", "VEVENT"] {
      context.makesEvents = name == "VEVENT"
      #expect(
        try Python.run(script, Self.export(.ics, action, context).bytes)
          == "\(name) Pay; the \\Acme, invoice 2026-11-30 FREQ=WEEKLY;INTERVAL=2;BYDAY=MO "
          + "k7x2m9q4ab@cairn\n")
    }
  }

  @Test func writesCards() throws {
    #expect(
      try text(.vcard)
        == """
        BEGIN:VCARD
        VERSION:4.0
        PRODID:-//Cairn//Cairn//EN
        UID;VALUE=text:p7x2m9q4ab@cairn
        KIND:individual
        FN:Sarah Ó Briain
        NICKNAME:Sal
        EMAIL:sarah@example.org
        EMAIL:s@example.com
        TEL;VALUE=text:+41 44 123
        ADR:;;1\\, Main\\; Street;;;;
        BDAY:--0503
        NOTE:Likes tea\\, "green".
        REV:20261121T090405Z
        END:VCARD

        """.replacing("\n", with: "\r\n"))
  }

  @Test(.enabled(if: Python.has("vobject")))
  func isReadByVObject() throws {
    let script = """
      import sys, vobject
      c = vobject.readOne(open(sys.argv[1], encoding='utf-8').read())
      print(c.fn.value, [e.value for e in c.email_list], c.adr.value.street, c.note.value)
      """
    let (bytes, _) = Self.export(.vcard, try Self.captures(), try Self.context())
    #expect(
      try Python.run(script, bytes)
        == "Sarah Ó Briain ['sarah@example.org', 's@example.com'] 1, Main; Street "
        + "Likes tea, \"green\".\n")
  }

  // MARK: - Books and outlines

  @Test func writesBibliographies() throws {
    #expect(
      try text(.bibtex)
        == """
        @book{homer2017,
          author = {{Homer} and Wilson, Emily},
          title = {{The \\textbraceleft{}Odyssey\\textbraceright{} \\& 50\\% more}},
          year = {2017},
          isbn = {9780393089059},
          keywords = {greek}
        }


        """)
    let (bytes, count) = Self.export(.csl, try Self.captures(), try Self.context())
    #expect(count == 1)
    let work = try #require(JSONValue(reading: bytes)?.elements?.first)
    #expect(
      work["author"]?.description == #"[{"literal":"Homer"},{"family":"Wilson","given":"Emily"}]"#)
    #expect(work["issued"]?.description == #"{"date-parts":[[2017]]}"#)
    #expect(JSONValue(reading: Self.export(.csl, [], try Self.context()).bytes) == [])
  }

  @Test func writesOutlines() throws {
    let text = try text(.opml)
    #expect(text.contains("<title>Notes &amp; more</title>"))
    let places = [
      "<outline text=\"books\">", "The {Odyssey} &amp; 50% more", "<outline text=\"people\">",
    ]
    let found = places.compactMap { text.firstRange(of: $0)?.lowerBound }
    #expect(found.count == 3 && found == found.sorted())
    #expect(text.contains("text=\"Pay; the \\Acme, invoice\""))
  }

  @Test(.enabled(if: Python.has("xml.dom.minidom")))
  func isReadByPythonAsXML() throws {
    let script = """
      import sys, xml.dom.minidom
      d = xml.dom.minidom.parse(sys.argv[1])
      print([o.getAttribute('text') for o in d.getElementsByTagName('outline')])
      """
    let bad = try Self.capture("x.md", "# A \u{1}\"<b>\u{FFFE}&amp;\n\nline\nline\n")
    let (bytes, _) = Self.export(.opml, [bad], try Self.context())
    #expect(try Python.run(script, bytes) == "['A \"&']\n")
  }

  @Test func writesOrg() throws {
    let text = try text(.org)
    #expect(
      text.contains(
        "\n* TODO Pay; the \\Acme, invoice :finance:a_b:\nDEADLINE: <2026-11-30 Mon ++2w>\n"))
    #expect(text.contains("\n* Paper\n:PROPERTIES:\n:ID: n7x2m9q4ab\n"))
    #expect(text.contains(":weight: 1.50\n"))
    #expect(
      text.contains(
        "See [[file:people/sarah.md][Sarah]], [[file:media/p.gif]] and "
          + "[[file:media/a b.pdf][the pdf]]."))
    #expect(text.contains("\n- [X] done\n- [ ] open | bar\n"))
    #expect(text.contains("\n#+begin_src sh\n,* not a heading\n#+end_src\n"))
  }

  /// In Org, a table has a rule below its header, and links lead to files from the notebook's root.
  @Test func writesOrgTablesAndLinks() throws {
    let capture = try Self.capture(
      "work/a.md",
      "|A|B|\n|-|-|\n|1|x \\| y|\n\n![p](p.gif) [t](p.gif#x) [w](https://x.org) [d](no.md) ![[p.gif]]\n"
    )
    var context = try Self.context()
    context.destination = { link, capture in
      NotePath.resolving(link.target, from: capture.collection)
    }
    context.files = { _ in [NotePath("work/p.gif")].compactMap(\.self) }
    context.isExported = { _ in false }
    let text = String(decoding: Self.export(.org, [capture], context).bytes, as: UTF8.self)
    #expect(text.contains("\n| A | B |\n|---+---|\n| 1 | x \\vert{} y |\n"))
    #expect(
      text.contains(
        "\n[[file:work/p.gif]] [[file:work/p.gif][t]] [[https://x.org][w]] [[no.md][d]] "
          + "[[file:work/p.gif]]\n"))
  }

  /// Other programs show an address as a link, so an address that could run code is left out.
  @Test(
    arguments: [
      ("javascript:alert(1)", nil), ("JavaScript://x%0Aalert(1)", nil), ("java\\tscript:x", nil),
      ("data:text/html,x", nil), ("vbscript:x", nil), ("https://x.org/ä b", "x.org/"),
      ("mailto:a@x.org", "mailto:a@x.org"), ("x.org/a", "x.org/a"),
    ] as [(String, String?)])
  func writesOnlySafeLinks(_ url: String, _ part: String?) throws {
    let capture = try Self.capture(
      "a.md",
      "---\ntype: person\nstatus: open\ndue: 2026-12-01\nauthor: A\nurl: \"\(url)\"\n---\nText\n")
    for format in [ExportFormat.opml, .ics, .vcard, .bibtex, .csl] {
      let (bytes, count) = Self.export(format, [capture], try Self.context())
      let text = String(decoding: bytes, as: UTF8.self).lowercased()
      #expect(count == 1)
      #expect(part.map { text.contains($0) } ?? true, "\(format): \(text)")
      #expect(!text.contains("data:") && !text.contains("script:"), "\(format): \(text)")
    }
    let calendar = Self.export(.ics, [capture], try Self.context()).bytes
    #expect(calendar.allSatisfy { $0 < 0x80 })
  }
}
