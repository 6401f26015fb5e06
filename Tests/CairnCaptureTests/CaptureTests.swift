import CairnCapture
import CairnDocument
import CairnMarkup
import CairnText
import Testing

/// What is read from a file: one row for each fact and each way in which people write it.
struct CaptureTests {
  static func capture(_ text: String, at path: String = "work/acme/x.md") -> Capture {
    Capture(
      path: NotePath(path) ?? .root, document: Document(Array(text.utf8)),
      modified: Instant(seconds: 1_767_225_600))
  }

  @Test(arguments: [
    ("---\ntitle: From the field\n---\n# Heading\n", "From the field"),
    ("---\ntitle: 2026\n---\n", "2026"),
    ("---\ntitle:\n---\n## A *heading*\n", "A heading"),
    ("text first\n\n# Heading\n", "Heading"),
    ("\n\n- a [link](x.md)\n", "a link"),
    ("", "x"),
  ])
  func title(_ text: String, _ title: String) {
    #expect(Self.capture(text).title == title)
  }

  /// The file name, the text, the title, and the day that the name says.
  @Test(arguments: [
    ("C++ tricks", "Templates\n", "C++ tricks", nil),
    ("README", "Read this\n", "README", nil),
    ("Project Atlas", "text\n\n## Tasks\n", "Project Atlas", nil),
    ("Project Atlas", "<!-- x -->\n# Atlas\n", "Atlas", nil),
    ("Project Atlas", "---\ntitle: Field\n---\n# Atlas\n", "Field", nil),
    ("Shelf", "\nBooks\n===\n", "Books", nil), ("Shelf", "## Books\n\n# Old\n", "Shelf", nil),
    ("Shelf", "\nBooks\n---\n", "Shelf", nil), ("Shelf", "<!-- x -->\n### Books\n", "Shelf", nil),
    ("Shelf", "#\n\n## Books\n", "Shelf", nil),
    ("2026-11-06", "## Rain\n", "2026-11-06", "2026-11-06"),
    ("2026-11-06-call-k7x2", "<b>x</b>\n\n## Call\n", "Call", "2026-11-06"),
    ("Über uns", "text\n", "Über uns", nil), ("Überuns", "text\n", "Überuns", nil),
    ("2026-11-06", "Friday\n", "2026-11-06", "2026-11-06"),
    ("2026-11-06 Call", "Friday\n", "2026-11-06 Call", "2026-11-06"),
    ("2026-11-06-call-k7x2", "Friday\n", "Friday", "2026-11-06"),
    ("20261106", "Friday\n", "Friday", "2026-11-06"),
    ("202611061004", "Friday\n", "Friday", "2026-11-06"),
    ("20261106100400-call", "Friday\n", "Friday", "2026-11-06"),
    ("20261306", "Friday\n", "Friday", nil), ("2026110610", "Friday\n", "Friday", nil),
    ("12345678", "Friday\n", "Friday", nil), ("東京", "text\n", "text", nil),
    ("straße", "\n", "straße", nil),
  ])
  func names(_ name: String, _ text: String, _ title: String, _ day: String?) {
    let capture = Self.capture(text, at: "\(name).md")
    #expect(capture.title == title)
    #expect(capture.titleIsFirstLine(of: capture.bodyText) == text.hasPrefix(title))
    #expect(capture.isCalledAsItsFile == (title == name))
    #expect(FieldTime(fileName: capture.path.name)?.day.description == day)
  }

  @Test(arguments: [
    ("---\na: \"[[Sarah]]\"\n---\n", ["Sarah@[[Sarah]]"]),
    ("---\na: see [[x#h|y]], ![[z]]\n---\n[[b]]", ["x@[[x#h|y]]", "z@![[z]]", "b@[[b]]"]),
    ("---\na: [\"[[x]]\", '[[y]]', 3]\nb:\n- \"[[z]]\"\n---\n", ["x@[[x]]", "y@[[y]]", "z@[[z]]"]),
    ("---\na: '[[it''s]]'\n---\n", ["it's@'[[it''s]]'"]),
    ("---\na: \"\\u005B[x]]\"\n---\n[[y]]", ["y@[[y]]"]),
    ("---\na: [[x]]\nb: {c: '[[d]]'}\nd: '[x](y.md)'\n# [[e]]\n---\n", []),
    ("---\n{a: '[[x]]'}\n---\n", ["x@[[x]]"]),
    (
      "---\na: ['[[x]]', # c\n 'y [[z]]']\n---\n",
      ["x@a: ['[[x]]', # c\n 'y [[z]]']\n", "z@a: ['[[x]]', # c\n 'y [[z]]']\n"]
    ),
    ("+++\na = '[[x]]'\nb = ['[[y]]', 1]\n+++\n", ["x@[[x]]", "y@[[y]]"]),
  ])
  func links(_ text: String, _ links: [String]) {
    let capture = Self.capture(text)
    let found = capture.links(in: capture.markup).map { link in
      let written = String(decoding: capture.document.bytes[link.range], as: UTF8.self)
      return "\(link.target)@\(written)"
    }
    #expect(found == links)
  }

  @Test(arguments: [
    ("---\ntags: [a, b c]\n---\n#d and #A\n", ["a", "b c", "d"]),
    ("---\ntags: a, b c\n---\n", ["a", "b c"]),
    ("---\ntags: a b\n---\n", ["a", "b"]),
    ("---\ntags: '#a'\n---\n", ["a"]),
    ("---\nkeywords:\n- x\n- 2026\n---\n", ["x", "2026"]),
    ("---\ntags:\nkeywords: [k]\n---\n", ["k"]),
    ("#123 #fff `#code` #x/y\n", ["x/y"]),
  ])
  func tags(_ text: String, _ tags: [String]) {
    #expect(Self.capture(text).tags == tags)
  }

  @Test(
    "Renaming a tag changes only the tag, in the front matter and in the body",
    arguments: [
      ("---\ntags: [a, \"old\" , old/x] # c\n---\n", "---\ntags: [a, \"new\" , new/x] # c\n---\n"),
      (
        "---\ntags:\n  - '#OLD'  # c\n  - older\n---\n",
        "---\ntags:\n  - '#new'  # c\n  - older\n---\n"
      ),
      ("---\ntags: [old, new, x]\n---\n", "---\ntags: [new, x]\n---\n"),
      ("---\ntags: [a, old, Old, A, '#old']\n---\n", "---\ntags: [a, new, A]\n---\n"),
      ("---\ntags:\n- old # 1\n- old # 2\n---\n", "---\ntags:\n- new # 1\n---\n"),
      ("---\ntags: '#old  #b #OLD'\n---\n", "---\ntags: '#new  #b'\n---\n"),
      ("---\ntags: old, b c,new\n---\n", "---\ntags: b c,new\n---\n"),
      ("---\ntags: a,  old, b c\n---\n", "---\ntags: a,  new, b c\n---\n"),
      ("---\nkeywords: 'x  old'\n---\n", "---\nkeywords: 'x  new'\n---\n"),
      ("---\ntags: old\n---\n", "---\ntags: new\n---\n"),
      ("+++\ntags = ['old', \"b\"] # c\n+++\n", "+++\ntags = ['new', \"b\"] # c\n+++\n"),
      (
        "#old.\r\n#Old/x #older `#old` [a](#old)\r\n", "#new.\r\n#new/x #older `#old` [a](#old)\r\n"
      ),
      (
        "# On #old\n\n```\n#old\n```\n\n    #old\n<!-- #old -->\n",
        "# On #new\n\n```\n#old\n```\n\n    #old\n<!-- #old -->\n"
      ),
      (
        "---\nrefs: '#old'\n---\nold [[old]] a#old\n", "---\nrefs: '#old'\n---\nold [[old]] a#old\n"
      ),
    ])
  func renamesTags(_ text: String, _ renamed: String) throws {
    let document = try Self.capture(text).renamingTag(TagRename(from: "old", to: "new"))
    #expect(String(decoding: document.bytes, as: UTF8.self) == renamed)
  }

  @Test(arguments: [
    ("old", "a/b", "old/x", "a/b/x"), ("old", "old/x", "old", "old/x"), ("a/b", "c", "a", nil),
    ("a/b", "c", "A/B/d/e", "c/d/e"), ("a/b", "c", "a/bc", nil), ("été", "x", "ETE", "x"),
  ])
  func renamesNestedTags(_ old: String, _ new: String, _ name: String, _ renamed: String?) {
    #expect(TagRename(from: old, to: new)(name) == renamed)
  }

  @Test(
    "A name that a tag in the body cannot have is refused there", arguments: ["a.b", "2027", "fff"])
  func refusesTags(_ name: String) throws {
    let rename = TagRename(from: "old", to: name)
    let error = #expect(throws: Diagnostic.self) {
      try Self.capture("x #old\n").renamingTag(rename)
    }
    #expect(error?.code == "tag-invalid" && error?.location?.column == 4)
    let field = try Self.capture("---\ntags: [old]\n---\n").renamingTag(rename)
    #expect(
      Capture(path: .root, document: field, modified: Instant(seconds: 0)).fieldTags == [name])
  }

  @Test(arguments: [
    ("0", Score.undecided), ("3", .great), ("great", .great), ("Okay", .okay), ("'2'", .okay),
    ("bad", .bad), ("4", nil), ("2.5", nil), ("fine", nil), ("", nil),
  ])
  func score(_ written: String, _ score: Score?) {
    #expect(Self.capture("---\nscore: \(written)\n---\n").score == score)
  }

  @Test(arguments: [
    ("---\ncreated: 2026-11-20\ndate: 2020-01-01\n---\n", "x.md", "2026-11-20"),
    ("---\ndate: 2020-01-01\n---\n", "2026-11-21-x.md", "2020-01-01"),
    ("", "2026-11-21-x.md", "2026-11-21"),
    ("", "2026-11-211.md", "2026-01-01T00:00:00Z"),
    ("---\ncreated: someday\n---\n", "x.md", "2026-01-01T00:00:00Z"),
  ])
  func created(_ text: String, _ name: String, _ created: String) {
    #expect(Self.capture(text, at: name).created.description == created)
  }

  @Test
  func keysOfOtherToolsAreUnderstood() {
    let capture = Self.capture("---\nlastmod: 2026-02-03\nalias: One, Two\n---\n")
    #expect(capture.updated.description == "2026-02-03")
    #expect(capture.aliases == ["One", "Two"])
    #expect(capture.collection == NotePath("work/acme"))
  }

  @Test(
    arguments: [
      ("---\nmeaning: It is so.\nmeaning_by: NAME 000000\n---\n", nil),
      ("---\nmeaning: It is so.\n---\n", nil),
      (
        "---\nmeaning: M\nmeaning_by: \(MachineMark(maker: "cairn 0.83", value: "M").text)\n---\n",
        "cairn 0.83"
      ),
      (
        "---\nmeaning: N\nmeaning_by: \(MachineMark(maker: "cairn 0.83", value: "M").text)\n---\n",
        nil
      ),
    ] as [(String, String?)])
  func theMakerOfAValueIsKnownWhileItIsUnchanged(_ text: String, _ maker: String?) {
    #expect(Self.capture(text).maker(of: "meaning") == maker)
  }

  @Test
  func aChangeByHandTakesTheMarkAway() throws {
    let document = Document(Array("---\ntype: idea\ntype_by: cairn 0.9 123456\nx: 1\n---\n".utf8))
    let edited = try document.applying([.set("type", .text("fact"))])
    #expect(String(decoding: edited.bytes, as: UTF8.self) == "---\ntype: fact\nx: 1\n---\n")
    #expect(try document.applying([.set("type", .text("idea"))]).bytes == document.bytes)
  }

  @Test(
    arguments: [
      // A list keeps its form and its quotes even if all its elements are replaced.
      (
        "tags:\n  - a   # first\n  # note\n",
        [.remove("tags", [.text("a")]), .add("tags", [.text("b")])],
        "tags:\n  - b\n  # note\n"
      ),
      (
        "tags:\n- a\n- b\n",
        [.remove("tags", [.text("a")]), .remove("tags", [.text("b")]), .add("tags", [.text("c")])],
        "tags:\n- c\n"
      ),
      (
        "tags: ['a']\n", [.remove("tags", [.text("a")]), .add("tags", [.text("b")])],
        "tags: ['b']\n"
      ),
      (
        "tags:\n- a\n- b\n", [.remove("tags", [.text("a")]), .add("tags", [.text("a")])],
        "tags:\n- b\n- a\n"
      ),
      (
        "tags: a\n", [.remove("tags", [.text("a")]), .add("tags", [.text("b")])], "tags: [b]\n"
      ),
      ("tags:\n- a\n", [.remove("tags", [.text("a")])], "tags: []\n"),
      // Times and scores stay in quotes.
      ("due: '2026-11-21T10:04'\n", [.set("due", .literal("2026-12-01"))], "due: '2026-12-01'\n"),
      (
        "created: \"2026-11-21T10:04:05Z\"\n", [.set("created", .literal("2026-12-01"))],
        "created: \"2026-12-01\"\n"
      ),
      ("due: 2026-11-21T10:04\n", [.set("due", .literal("2026-12-01"))], "due: 2026-12-01\n"),
      ("due: \"soon\"\n", [.set("due", .literal("2026-12-01"))], "due: 2026-12-01\n"),
      ("score: \"1\" # c\n", [.set("score", .literal("3"))], "score: \"3\" # c\n"),
      ("score: great\n", [.set("score", .literal("2"))], "score: 2\n"),
      ("year: '1999'\n", [.set("year", .literal("2001"))], "year: 2001\n"),
    ] as [(String, [FieldChange], String)])
  func aChangeKeepsTheFormOfAValue(
    _ before: String, _ changes: [FieldChange], _ after: String
  ) throws {
    let document = Document(Array("---\n\(before)---\n".utf8))
    #expect(
      String(decoding: try document.applying(changes).bytes, as: UTF8.self)
        == "---\n\(after)---\n")
  }

  @Test
  func newFieldsStandInOurOrder() throws {
    var document = Document(Array("---\ntitle: T\nown: 1\n---\n".utf8))
    document = try document.applying([
      .set("tags", .list([.text("a")])), .set("score", .literal("3")), .set("mine", .text("x")),
      .set("meaning", .text("M")),
    ])
    #expect(
      String(decoding: document.bytes, as: UTF8.self)
        == "---\ntitle: T\nscore: 3\nmeaning: M\ntags: [a]\nown: 1\nmine: x\n---\n")
  }
}

struct FieldTimeTests {
  @Test(
    arguments: [
      ("2026-11-21", "2026-11-21"), ("2026/11/21", "2026-11-21"), ("2026-1-2", "2026-01-02"),
      ("2026-11-21T10:04:05+01:00", "2026-11-21T10:04:05+01:00"),
      ("2026-11-21 10:04", "2026-11-21T10:04:00"),
      ("2015-07-24 01:00:00 -0400", "2015-07-24T01:00:00-04:00"),
      ("2026-11-21T10:04:05.250Z", "2026-11-21T10:04:05.25Z"),
      ("2026-02-30", nil), ("2026-11-21T25:00", nil), ("2026-11-21x", nil), ("21.11.2026", nil),
      ("2026-11", nil), ("", nil),
    ] as [(String, String?)])
  func reads(_ text: String, _ time: String?) {
    #expect(FieldTime(text)?.description == time)
  }

  @Test
  func readsMilliseconds() {
    #expect(FieldTime(.integer(1_623_921_360_121))?.description == "2021-06-17T09:16:00.121Z")
    #expect(FieldTime(.integer(2026)) == nil)
  }
}

struct TypedValueTests {
  static let schema = Schema(fields: [
    .init(name: "budget", kind: .number), .init(name: "day", kind: .date),
    .init(name: "size", kind: .choice, choices: ["small", "large"]),
    .init(name: "code", kind: .text),
  ])

  /// What `KEY=TEXT` becomes: beside a value that is there, and by the schema.
  @Test(
    arguments: [
      ("any", "3", nil, .literal("3")), ("any", "x", nil, .literal("x")),
      ("any", "3", .string("x"), .text("3")),
      ("any", "a,b", .list([]), .list([.literal("a"), .literal("b")])),
      ("any", "a,b", nil, .literal("a,b")), ("any", "", .string("x"), .empty),
      ("title", "2026", nil, .text("2026")), ("due", "2026-11-21", nil, .literal("2026-11-21")),
      ("due", "soon", nil, .text("soon")), ("tags", "a, b", nil, .list([.text("a"), .text("b")])),
      ("score", "great", nil, .literal("3")), ("budget", "40", nil, .literal("40")),
      ("score", "3", .string("Great"), .text("Great")),
      ("code", "012", nil, .text("012")), ("size", "small", nil, .text("small")),
    ] as [(String, String, FieldValue?, NewValue)])
  func becomes(_ key: String, _ text: String, _ existing: FieldValue?, _ value: NewValue) throws {
    #expect(
      try TypedValue(text).value(for: key, existing: existing, schema: Self.schema) == value)
  }

  @Test(arguments: [
    ("score", "superb", "score-unknown"), ("budget", "much", "schema-breach"),
    ("day", "soon", "schema-breach"), ("size", "huge", "schema-breach"),
  ])
  func refuses(_ key: String, _ text: String, _ code: String) {
    #expect { try TypedValue(text).value(for: key, existing: nil, schema: Self.schema) } throws: {
      ($0 as? Diagnostic)?.code == code
    }
  }

  @Test(
    arguments: [
      ("any", ["x, y", "3"], nil, .list([.text("x, y"), .text("3")])), ("any", [], nil, .list([])),
      ("any", ["x"], .string("z"), .list([.text("x")])),
      ("any", ["4"], .list([.integer(3)]), .list([.literal("4")])),
    ] as [(String, [String], FieldValue?, NewValue)])
  func staysAList(
    _ key: String, _ list: [String], _ existing: FieldValue?, _ value: NewValue
  ) throws {
    let typed = TypedValue(list.joined(separator: ", "), list: list)
    #expect(try typed.value(for: key, existing: existing, schema: Self.schema) == value)
  }

  @Test(arguments: [
    ("title", "field-single"), ("score", "field-single"), ("size", "field-single"),
    ("code", "schema-breach"),
  ])
  func refusesAList(_ key: String, _ code: String) {
    #expect {
      try TypedValue("x", list: ["x"]).value(for: key, existing: nil, schema: Self.schema)
    } throws: {
      ($0 as? Diagnostic)?.code == code
    }
  }

  @Test
  func textStaysText() throws {
    let value = TypedValue("3", isText: true)
    #expect(try value.value(for: "score", existing: nil, schema: nil) == .text("3"))
  }
}

struct SchemaTests {
  @Test
  func readsAPage() {
    let page = CollectionPage(
      Document(
        Array(
          """
          ---
          name: Books
          icon: 📚
          type: entry
          fields:
            - name: author
              required: true
            - name: year
              kind: number
            - pages
            - kind: text
            - name: x
              kind: colour
          ---
          """.utf8)))
    #expect(page.name == "Books")
    #expect(page.defaultType == "entry")
    #expect(page.schema?.fields.map(\.name) == ["author", "year", "pages"])
    #expect(page.schema?.field("author")?.isRequired == true)
    #expect(page.diagnostics.map(\.code) == ["schema-malformed", "schema-malformed"])
    #expect(page.diagnostics.allSatisfy { $0.location?.line == 5 })
  }

  @Test
  func namesEachBreach() {
    let schema = Schema(fields: [
      .init(name: "author", kind: .text, isRequired: true), .init(name: "year", kind: .number),
      .init(name: "seen", kind: .boolean), .init(name: "with", kind: .list),
    ])
    let capture = CaptureTests.capture("---\nyear: long ago\nseen: yes\nwith: Ann\n---\n")
    let breaches = schema.breaches(by: capture)
    #expect(
      breaches.map(\.code) == ["schema-required"] + Array(repeating: "schema-breach", count: 3))
    #expect(breaches.compactMap(\.location?.line) == [2, 3, 4])
  }
}

struct TagChangesTests {
  @Test(arguments: [
    ("tags: [a, b]\n", ["c", "A"], ["b"], "tags: [a, c]\n"),
    ("tags: a, b\n", ["c"], ["a"], "tags: b, c\n"),
    ("tags: a b\n", ["c"], [], "tags: a b c\n"),
    ("tags: '#a  #b #c'\n", ["d"], ["b"], "tags: '#a  #c d'\n"),
    ("tags: '#a x,#b'\n", [], ["b"], "tags: [\"#a x\"]\n"),
    ("tags: '#a #b'\n", ["c d"], [], "tags: '#a, #b, c d'\n"),
    ("tags: a\n", ["c"], [], "tags: [a, c]\n"),
    ("keywords:\n  - a\n", ["c"], [], "keywords:\n  - a\n  - c\n"),
    ("x: 1\n", ["c"], [], "x: 1\ntags: [c]\n"),
    ("tags: [2026, a]\n", [], ["2026"], "tags: [a]\n"),
    ("tags: [Café]\n", [], ["cafe"], "tags: []\n"),
    ("tags: a, b\n", [], ["z"], "tags: a, b\n"),
    ("tags:\nkeywords: [a]\n", ["c"], [], "tags:\nkeywords: [a, c]\n"),
  ])
  func keepTheForm(_ before: String, _ added: [String], _ removed: [String], _ after: String) throws
  {
    let capture = CaptureTests.capture("---\n\(before)---\n")
    let edited = try capture.document.applying(
      capture.tagChanges(adding: added, removing: removed))
    #expect(String(decoding: edited.bytes, as: UTF8.self) == "---\n\(after)---\n")
  }
}

struct CaptureIDTests {
  @Test
  func isTenCharactersThatNoReaderTakesForANumber() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<1_000 {
      let id = CaptureID(using: &generator)
      #expect(CaptureID(id.text) == id)
      #expect(try Document([]).setting("id", to: .text(id.text)).bytes.contains(0x22) == false)
    }
  }

  @Test(arguments: [
    "", "k7x2", "k7x2m9q4abc", "17x2m9q4ab", "k7x2m9q4aI", "k7x2m9q4al", "K7X2M9Q4AB",
  ])
  func isNothingElse(_ text: String) {
    #expect(CaptureID(text) == nil)
  }
}
