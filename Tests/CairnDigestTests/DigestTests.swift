import CairnCapture
import CairnDigest
import CairnFixtures
import CairnMarkup
import CairnText
import Testing

@Suite("Digests")
struct DigestTests {
  private let notes = [
    invoice,
    capture(
      "---\nid: sarah00001\ntype: person\ncreated: 2026-10-02\ntags: [Acme]\n---\n# Sarah\n",
      at: "people/sarah.md"),
    capture("Fog.\n", at: "2026-11-20-fog.md"),
  ]

  @Test("Captures stand in groups, in their order, and the contents say how many")
  func collections() throws {
    let text = try digest(notes, .markdown, query: "in:*")
    #expect(
      text == """
        <!-- A digest made by Cairn. -->

        # Notes

        3 captures, 21 November 2026.

        - [Inbox](#inbox) (1)
        - [people](#people) (1)
        - [work/acme](#workacme) (1)

        ## Inbox

        ### Fog.

        20 November 2026

        ## people

        ### Sarah

        person · 2 October 2026 · #Acme

        ## work/acme

        ### Pay the Acme invoice

        *Acme must be paid before the month ends.*

        action · ★★★ great · open · due 30 November 2026 · \
        21 November 2026 · #finance · #acme · #q4

        - author: name: Ann, born: 1970-01-02
        - Größe: 1, 2.5
        - Invoice no: KN-2026-0417

        They called twice. [Sarah](#sarah) has the number. #q4

        """)
  }

  @Test("Readers see the query and the files only if they are to, and values in words")
  func sources() throws {
    let note = capture(
      "---\nid: a\nseen: 2026-11-20\nat: 2026-11-20T10:04:30+01:00\nraw: true\n---\nFog.\n",
      at: "fog.md")
    for format in DigestFormat.allCases {
      let plain = try digest([note], format, query: "in:fog")
      #expect(!plain.contains("fog.md") && !plain.contains("in:fog"), "\(plain)")
      for words in ["20 November 2026", "20 November 2026, ", ":04", "yes"] {
        #expect(plain.contains(words), "\(words): \(plain)")
      }
      let full = try digest([note], format, query: "in:fog", namesSources: true)
      #expect(full.contains("in:fog"))
      #expect(full.contains("fog.md") == (format != .text), "\(full)")
    }
  }

  @Test(
    "Groups have their order",
    arguments: [
      ("collection", ["## Inbox", "## people", "## work/acme"]),
      ("type", ["## action", "## person", "## No type"]),
      ("tag", ["## #acme", "## #finance", "## #q4", "## No tags"]),
      ("person", ["## Sarah", "## No person"]),
      ("status", ["## Open", "## No status"]),
      ("score", ["## Great", "## No score"]),
      (
        "day",
        [
          "## Saturday, 21 November 2026", "## Friday, 20 November 2026",
          "## Friday, 2 October 2026",
        ]
      ),
      ("week", ["## Week 47, 2026", "## Week 40, 2026"]),
      ("month", ["## November 2026", "## October 2026"]), ("year", ["## 2026"]),
      ("event", ["## Captured"]), ("größe", ["## 1", "## 2.5", "## No größe"]),
      ("invoice no", ["## KN-2026-0417", "## No invoice no"]), ("none", []),
      (
        "month, type",
        [
          "## November 2026", "### action", "### No type", "## October 2026", "### person",
        ]
      ),
      ("year,month,type,status", ["## 2026", "### November 2026", "### October 2026"]),
    ] as [(String, [String])])
  func groups(grouping: String, names: [String]) throws {
    let list = try DigestGrouping.list(grouping)
    let text = try digest(notes, .markdown, grouping: list)
    let levels = min(list.count, 2)
    let found = text.split(separator: "\n").filter { line in
      let signs = line.prefix { $0 == "#" }.count
      return (2...3).contains(signs) && signs <= levels + 1
    }.map { line in line.filter { $0 != "\\" } }
    #expect(found == names)
  }

  @Test("A list of groupings has one to four names", arguments: ["", "a,", ",a", "a,b,c,d,e"])
  func noList(text: String) {
    #expect(throws: Diagnostic.self) { try DigestGrouping.list(text) }
  }

  @Test("By tag, a capture stands under each, with an anchor of its own")
  func tags() throws {
    let text = try digest(notes, .html, grouping: [.tag])
    #expect(text.components(of: "<article id=\"c-k7x2m9q4ab\"") == 1)
    #expect(text.components(of: "<article id=\"c-k7x2m9q4ab-2\"") == 1)
    #expect(text.components(of: "<article id=\"c-k7x2m9q4ab-3\"") == 1)
    let ids = text.matches(of: /\ id="([^"]*)"/).map { String($0.1) }
    #expect(Set(ids).count == ids.count)
  }

  @Test("Nothing is a digest too", arguments: DigestFormat.allCases)
  func empty(format: DigestFormat) throws {
    let text = try digest([], format)
    #expect(text.contains("0 captures"))
    #expect(text.contains("There are no captures to show."))
    #expect(try digest([notes[0]], format).contains("1 capture\(format == .html ? " " : ",")"))
  }

  @Test("The same input gives the same bytes", arguments: DigestFormat.allCases)
  func reproducible(format: DigestFormat) throws {
    for grouping in DigestGrouping.all {
      #expect(
        try digest(notes, format, grouping: [grouping])
          == digest(notes, format, grouping: [grouping]))
    }
  }

  @Test("What a capture does not have leaves nothing behind")
  func missing() throws {
    let text = try digest([notes[2]], .html)
    for absent in ["class=\"type\"", "stars\" role", "due ", "class=\"meaning\"", "<dl", "Tags"] {
      #expect(!text.contains(absent), "\(absent)")
    }
    #expect(!text.contains("Optional("))
  }

  @Test("Templates can be replaced one by one, and know every field")
  func templates() throws {
    let templates = try DigestTemplates(
      .html, replacing: [.item: "<p>{{title}} {{Invoice no}} {{x<y}}</p>\n", .head: "", .foot: ""])
    let text = try digest([notes[0]], .html, grouping: [], templates: templates)
    #expect(text == "<p>Pay the Acme invoice KN-2026-0417 </p>\n")
    let error = #expect(throws: Diagnostic.self) {
      try DigestTemplates(.html, replacing: [.item: "a\n{{#b}}"])
    }
    #expect(error?.message.hasPrefix("the template `item` is invalid") == true)
  }

  @Test("What the sink throws ends it")
  func sink() throws {
    struct Full: Error {}
    let digest = Digest(
      DigestOptions(title: "x", clock: clock), templates: try DigestTemplates(.markdown))
    var parts = 0
    #expect(throws: Full.self) {
      try digest.write(DigestSource(notes)) { _ throws(Full) in
        parts += 1
        if parts == 3 { throw Full() }
      }
    }
    #expect(parts == 3)
  }
}

/// A digest in the root of a notebook in which `[[Sarah]]` is known, as are paths.
func digest(
  _ captures: [Capture], _ format: DigestFormat,
  grouping: [DigestGrouping] = [.collection], title: String = "Notes", query: String? = nil,
  namesSources: Bool = false, templates: DigestTemplates? = nil, collection: String? = nil
) throws -> String {
  var bytes: [UInt8] = []
  var options = DigestOptions(title: title, clock: clock)
  options.grouping = grouping
  options.query = query
  options.namesSources = namesSources
  var surroundings = DigestSurroundings(
    targets: { _ in
      { _, link in link.target == "Sarah" ? NotePath("people/sarah.md") : NotePath(link.target) }
    }, person: { $0 == NotePath("people/sarah.md") ? "Sarah" : nil })
  if let collection { surroundings.collection = { _ in (collection, collection) } }
  let digest = Digest(
    options, templates: try templates ?? BuiltIn.templates(format), surroundings: surroundings)
  digest.write(DigestSource(captures)) { bytes += $0 }
  return String(decoding: bytes, as: UTF8.self)
}

/// The templates that come with Cairn, compiled once for all tests.
private enum BuiltIn {
  private static let markdown = Result { try DigestTemplates(.markdown) }
  private static let html = Result { try DigestTemplates(.html) }
  private static let text = Result { try DigestTemplates(.text) }

  static func templates(_ format: DigestFormat) throws -> DigestTemplates {
    switch format {
    case .markdown: try markdown.get()
    case .html: try html.get()
    case .text: try text.get()
    }
  }
}

extension String {
  /// How often `text` stands in this.
  func components(of text: String) -> Int {
    ranges(of: text).count
  }
}
