import CairnCapture
import CairnDocument
import CairnExport
import CairnJSON
import CairnMarkup
import CairnText
import Foundation
import Testing

// MARK: - Calendars and cards

extension ExportFormatTests {
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
    context.files = { _, _ in [NotePath("work/p.gif")].compactMap(\.self) }
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
