import CairnDocument
import CairnText
import Testing

/// What is read from a front matter, and what is refused: one row for each kind of trouble.
struct ReadingTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let fields: [FieldValue.Entry]
    let body: String
    /// The code of the reason why nothing here can be edited, or nil where it can.
    let refusal: String?
    var testDescription: String { name }

    init(
      _ name: String, _ text: String, _ fields: [(String, FieldValue)], body: String,
      refusal: String? = nil
    ) {
      self.name = name
      self.text = text
      self.fields = fields.map { .init($0.0, $0.1) }
      self.body = body
      self.refusal = refusal
    }
  }

  /// Lines of aliases, of which the last stands for 10⁹ words.
  static let wideAliases = (1...9).reduce("a0: &a0 [x]\n") { text, number in
    let all = [String](repeating: "*a\(number - 1)", count: 10).joined(separator: ", ")
    return text + "a\(number): &a\(number) [\(all)]\n"
  }

  static let day = CalendarDate(year: 2026, month: 11, day: 21)

  @Test(arguments: [
    Row("no front matter", "# Title\n", [], body: "# Title\n"),
    Row("empty file", "", [], body: ""),
    Row("a rule in the body", "text\n---\nmore\n", [], body: "text\n---\nmore\n"),
    Row("empty front matter", "---\n---\nbody", [], body: "body"),
    Row("only a comment", "---\n# nothing yet\n---\n", [], body: ""),
    Row(
      "scalars", "---\na: text\nb: 3\nc: 2.5\nd: true\ne:\nf: ~\ng: 2026-11-21\n---\nbody\n",
      [
        ("a", .string("text")), ("b", .integer(3)), ("c", .float(2.5)), ("d", .boolean(true)),
        ("e", .null), ("f", .null), ("g", .date(day!)),
      ], body: "body\n"),
    Row(
      "words that YAML 1.1 reads otherwise", "---\na: no\nb: 12:30\nc: 0o17\nd: 012\ne: 1e3\n---\n",
      [
        ("a", .string("no")), ("b", .string("12:30")), ("c", .integer(15)), ("d", .integer(12)),
        ("e", .float(1000)),
      ], body: ""),
    Row(
      "quotes", "---\na: 'it''s'\nb: \"tab\\tand \\u00e9\"\nc: '3'\n---\n",
      [("a", .string("it's")), ("b", .string("tab\tand é")), ("c", .string("3"))], body: ""),
    Row(
      "flow list", "---\na: [x, 'y z', 3]\nb: []\n---\n",
      [("a", .list([.string("x"), .string("y z"), .integer(3)])), ("b", .list([]))], body: ""),
    Row(
      "flow list on several lines", "---\na: [\n  x, # first\n  y\n]\nb: 1\n---\n",
      [("a", .list([.string("x"), .string("y")])), ("b", .integer(1))], body: ""),
    Row(
      "block lists", "---\na:\n  - x\n  - y\nb:\n- 1\n- 'two'\n---\n",
      [
        ("a", .list([.string("x"), .string("y")])), ("b", .list([.integer(1), .string("two")])),
      ], body: ""),
    Row(
      "block scalars", "---\na: |\n  one\n\n  two: 2\n  # kept\nb: >-\n  one\n  two\nc: 1\n---\n",
      [
        ("a", .string("one\n\ntwo: 2\n# kept\n")), ("b", .string("one two")), ("c", .integer(1)),
      ], body: ""),
    Row(
      "signs of YAML in a block of text",
      "---\na: |\n  **Conferences:** & * * * * * * * * *\nb: {c: 1}\n---\n",
      [
        ("a", .string("**Conferences:** & * * * * * * * * *\n")),
        ("b", .map([.init("c", .integer(1))])),
      ], body: ""),
    Row(
      "the same in a map",
      "---\na:\n  b: |\n    ? **Conferences:** & * * * * * * * * *\n  c: 'x & *y:' # & *z:\n---\n",
      [
        (
          "a",
          .map([
            .init("b", .string("? **Conferences:** & * * * * * * * * *\n")),
            .init("c", .string("x & *y:")),
          ])
        )
      ], body: ""),
    Row(
      "a block of text that begins with a tab", "---\na: |\n  \tx\n  y\nb:\n  c: 1\n---\n",
      [("a", .string("\tx\ny\n")), ("b", .map([.init("c", .integer(1))]))], body: ""),
    Row(
      "a block of text whose header is on the next line", "---\na:\n|\n  x\nb: 1\n---\n",
      [("a", .string("x\n")), ("b", .integer(1))], body: ""),
    Row(
      "blank lines that a nested block of text keeps",
      "---\na:\n  - b: |+\n      x\n\nc:\n- - >+ # c\n    y\n\n\n---\n",
      [
        ("a", .list([.map([.init("b", .string("x\n\n"))])])),
        ("c", .list([.list([.string("y\n\n\n")])])),
      ], body: ""),
    Row(
      "lines of a nested block of text that look like comments",
      "---\na:\n  b: |\n    x\n    # kept\nc:\n- |\n  # kept\n---\n",
      [
        ("a", .map([.init("b", .string("x\n# kept\n"))])), ("c", .list([.string("# kept\n")])),
      ], body: ""),
    Row(
      "a nested block of text that begins with a tab",
      "---\na:\n  - b: |+ # c\n\n      \tx\n      y\nc: &c |\n  \tx\n---\n",
      [
        ("a", .list([.map([.init("b", .string("\n\tx\ny\n"))])])), ("c", .string("\tx\n")),
      ], body: ""),
    Row(
      "colons that only YAML 1.2 allows, nested",
      "---\na:\n  - [:x, \"y:z\"]\n  - {: x, \"y\"::z's}\nb: &b [:x]\nc: [a, # c\n  :x y]\n---\n",
      [
        (
          "a",
          .list([
            .list([.string(":x"), .string("y:z")]),
            .map([.init("null", .string("x")), .init("y", .string(":z's"))]),
          ])
        ), ("b", .list([.string(":x")])), ("c", .list([.string("a"), .string(":x y")])),
      ], body: ""),
    Row(
      "a list in brackets below its key", "---\na: # c\n  [x,\n  y]\nb:\n  {x: 1}\n---\n",
      [
        ("a", .list([.string("x"), .string("y")])), ("b", .map([.init("x", .integer(1))])),
      ], body: ""),
    Row(
      "keys that are not plain", "---\n? a\n: b\n[c, d]: [:e]\n? - f\n:\n- g\nh: 1\n---\n",
      [
        ("a", .string("b")), ("[c, d]", .list([.string(":e")])), ("[f]", .list([.string("g")])),
        ("h", .integer(1)),
      ], body: ""),
    Row(
      "text behind line breaks of YAML 1.1",
      "---\na: |\n\u{2028}two\nb: one\n\u{85}two\n  three\nc: 1\n---\n",
      [
        ("a", .string("|\n\u{2028}two")), ("b", .string("one\n\u{85}two\n  three")),
        ("c", .integer(1)),
      ], body: ""),
    Row(
      "line breaks of YAML 1.1 in a text of several lines",
      "---\na: x: y\u{2028}z\n  w\nb: 1\n---\n", [("b", .integer(1))], body: "",
      refusal: "front-matter-malformed"),
    Row(
      "colons that only YAML 1.2 allows",
      "---\na: [:x, y]\nb: {x: :x}\nc: {: x}\nd:\n  - e: 1\n---\n",
      [
        ("a", .list([.string(":x"), .string("y")])), ("b", .map([.init("x", .string(":x"))])),
        ("c", .map([.init("null", .string("x"))])),
        ("d", .list([.map([.init("e", .integer(1))])])),
      ], body: ""),
    Row(
      "an empty key", "---\na: 1\n: n\nb: {c: 2}\n---\n",
      [("a", .integer(1)), ("null", .string("n")), ("b", .map([.init("c", .integer(2))]))],
      body: ""),
    Row(
      "keys that look the same", "---\n\u{E9}: 1\ne\u{301}: 2\n---\n",
      [("\u{E9}", .integer(1)), ("e\u{301}", .integer(2))], body: ""),
    Row(
      "plain and quoted text on several lines", "---\na: one\n  two\nb: \"one\n  two\"\n---\n",
      [("a", .string("one two")), ("b", .string("one two"))], body: ""),
    Row(
      "nested map", "---\na:\n  b: 1\n  c: {d: x}\n---\n",
      [
        (
          "a",
          .map([.init("b", .integer(1)), .init("c", .map([.init("d", .string("x"))]))])
        )
      ], body: ""),
    Row(
      "anchor and alias", "---\na: &x [1]\nb: *x\n---\n",
      [("a", .list([.integer(1)])), ("b", .list([.integer(1)]))], body: ""),
    Row(
      "tags",
      "---\na: ! 12\nb: !!str 12\nc: !!int '12'\nd: !!float 12\ne: !!null x\nf: !!bool yes\n"
        + "g: !!timestamp '2026-11-21'\nh: !x 12\ni: !x '12'\nj: !!int x\nk: ! [1]\n---\n",
      [
        ("a", .string("12")), ("b", .string("12")), ("c", .integer(12)), ("d", .float(12)),
        ("e", .null), ("f", .string("yes")), ("g", .date(day!)), ("h", .integer(12)),
        ("i", .string("12")), ("j", .string("x")), ("k", .list([.integer(1)])),
      ], body: ""),
    Row(
      "more than is read", "---\n\(String(repeating: "key: 1\n", count: 600_000))---\nx", [],
      body: "x", refusal: "front-matter-malformed"),
    Row(
      "an alias as a key, which stands for a million words", "---\n\(wideAliases)? *a9\n: 1\n---\n",
      [], body: "", refusal: "front-matter-malformed"),
    Row(
      "the same, as a value", "---\n\(wideAliases)b: *a9\n---\n",
      [("a0", .list([.string("x")]))] + (1...9).map { ("a\($0)", .null) } + [("b", .null)],
      body: "",
      refusal: "front-matter-malformed"),
    Row(
      "lists as keys of maps as keys, without end",
      "---\n\(String(repeating: "{", count: 300))\(String(repeating: "[x],", count: 9000))"
        + "\(String(repeating: "}: 1", count: 300))\n---\n", [], body: "",
      refusal: "front-matter-malformed"),
    Row(
      "comments and blank lines", "---\n# top\na: 1 # one\n\n# mid\nb: x#y\n---\n",
      [("a", .integer(1)), ("b", .string("x#y"))], body: ""),
    Row(
      "key with blanks, quoted key, colon in a word",
      "---\nmy key: 1\n\"q: k\": 2\nurl: http://x\n---\n",
      [("my key", .integer(1)), ("q: k", .integer(2)), ("url", .string("http://x"))], body: ""),
    Row("CRLF", "---\r\na: 1\r\n---\r\nbody\r\n", [("a", .integer(1))], body: "body\r\n"),
    Row(
      "mixed endings", "---\r\na: 1\nb: 2\r\n---\nx", [("a", .integer(1)), ("b", .integer(2))],
      body: "x"),
    Row("byte order mark", "\u{FEFF}---\na: 1\n---\nx", [("a", .integer(1))], body: "x"),
    Row("closed by dots", "---\na: 1\n...\nx", [("a", .integer(1))], body: "x"),
    Row("blanks behind the fences", "--- \t\na: 1\n---  \nx", [("a", .integer(1))], body: "x"),
    Row("no newline at the end", "---\na: 1\n---", [("a", .integer(1))], body: ""),
    Row(
      "one line of JSON between fences", "---\n{\"a\": 1, \"b\": [\"x\"]}\n---\n",
      [("a", .integer(1)), ("b", .list([.string("x")]))], body: ""),
    Row(
      "templating as a flow map", "---\na: {{ x }}\nb: 1\n---\n",
      [("a", .map([.init("{x: null}", .null)])), ("b", .integer(1))], body: ""),
    Row(
      "templating that is no YAML", "---\na: {% x %}\nb: 1\n---\n",
      [("a", .null), ("b", .integer(1))], body: "",
      refusal: "front-matter-malformed"),
    Row(
      "a key twice", "---\na: 1\na: 2\n---\n", [("a", .integer(1)), ("a", .integer(2))], body: ""),
    Row(
      "a tab indents", "---\na:\n\tb: 1\nc: 2\n---\n", [("a", .null), ("c", .integer(2))],
      body: "", refusal: "front-matter-malformed"),
    Row(
      "a colon in a value", "---\ntitle: Part 1: the start\nb: 2\n---\n", [("b", .integer(2))],
      body: "", refusal: "front-matter-malformed"),
    Row(
      "an open quote", "---\na: \"x\nb: 2\n---\n", [("b", .integer(2))], body: "",
      refusal: "front-matter-malformed"),
    Row(
      "conflict markers", "---\n<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> b\n---\n",
      [("a", .integer(1)), ("a", .integer(2))], body: "", refusal: "conflict-markers"),
    Row(
      "conflict markers around the front matter", "<<<<<<< HEAD\n---\na: 1\n", [],
      body: "<<<<<<< HEAD\n---\na: 1\n", refusal: "conflict-markers"),
    Row(
      "text between fences", "---\njust text\n---\n", [], body: "",
      refusal: "front-matter-malformed"),
    Row(
      "a list between fences", "---\n- a\n- b\n---\n", [], body: "",
      refusal: "front-matter-malformed"),
    Row("never closed", "---\na: 1\n", [], body: "---\na: 1\n", refusal: "front-matter-unclosed"),
    Row(
      "NUL", "---\na: x\0y\n---\n", [("a", .string("x\0y"))], body: "", refusal: "control-character"
    ),
    Row(
      "lone CR", "---\ra: 1\r---\rx", [("a", .integer(1))], body: "x",
      refusal: "lone-carriage-return"),
    Row("TOML", "+++\na = 1\n+++\nx", [("a", .integer(1))], body: "x"),
    Row("malformed TOML", "+++\na: 1\n+++\nx", [], body: "x", refusal: "front-matter-malformed"),
    Row("JSON", "{\n  \"a\": \"}\"\n}\nx", [("a", .string("}"))], body: "x"),
    Row("malformed JSON", "{\"a\": x}\ny", [], body: "y", refusal: "front-matter-malformed"),
    Row(
      "unclosed JSON", "{\"a\": 1\ny", [], body: "{\"a\": 1\ny", refusal: "front-matter-malformed"),
    Row("JSON in single quotes", "{'a': 1}\ny", [], body: "y", refusal: "front-matter-malformed"),
    Row("text after JSON", "{\"a\": 1} z\ny", [], body: "y", refusal: "front-matter-malformed"),
    Row("an empty object", "{}\ny", [], body: "y"),
    Row("another brace", "{a: 1}\ny", [], body: "{a: 1}\ny"),
    Row("a brace and nothing else", "{", [], body: "{"),
    Row(
      "unclosed TOML", "+++\na = 1\n", [], body: "+++\na = 1\n", refusal: "front-matter-unclosed"),
    Row("JSON between semicolons", ";;;\n{}\n;;;\nx", [], body: "x"),
    Row("JSON without braces", ";;;\n\"a\": 1\n;;;\nx", [("a", .integer(1))], body: "x"),
    Row(
      "a late fence", "\n---\na: 1\n---\n", [], body: "\n---\na: 1\n---\n",
      refusal: "front-matter-foreign"),
    Row(
      "a long fence", "-----\na: 1\n-----\n", [], body: "-----\na: 1\n-----\n",
      refusal: "front-matter-foreign"),
    Row(
      "a fence with a language", "---json\n{}\n---\n", [], body: "---json\n{}\n---\n",
      refusal: "front-matter-foreign"),
    Row(
      "properties", "type:: idea\n\ntext", [], body: "type:: idea\n\ntext",
      refusal: "front-matter-foreign"),
  ])
  func reads(_ row: Row) {
    let document = Document(Array(row.text.utf8))
    #expect(document.bytes == Array(row.text.utf8))
    #expect(document.fields.map { .init($0.key, $0.value) } == row.fields)
    #expect(String(decoding: document.bytes[document.body], as: UTF8.self) == row.body)
    #expect(document.editRefusal?.code == row.refusal)
    if document.frontMatter.kind == .yaml {
      YamsOracle.expectAgreement(Array(document.bytes[document.frontMatter.content]))
    }
  }

  @Test
  func readsBytesThatAreNotUTF8() throws {
    let bytes = Array("---\na: x".utf8) + [0xFF] + Array("\nb: 1\n---\n".utf8) + [0xFE, 0x00]
    let document = Document(bytes)
    #expect(document["b"] == .integer(1))
    #expect(try document.setting("b", to: .literal("2")).bytes.count == bytes.count)
  }

  @Test
  func readsMegabyteLines() throws {
    let long = String(repeating: "x", count: 1 << 20)
    let document = Document(Array("---\na: \(long)\nb: [\(long)]\n---\n\(long)".utf8))
    #expect(document["a"] == .string(long))
    #expect(try document.setting("c", to: .text("y"))["a"] == .string(long))
  }

  @Test(arguments: ["[", "{a: ", "- ", "? ", "&a ", "!t "])
  func survivesDeepNesting(_ opener: String) {
    let deep = String(repeating: opener, count: 100_000)
    let document = Document(Array("---\na: 1\nb: \(deep)\n---\nbody".utf8))
    #expect(document.editRefusal != nil)
  }

  @Test
  func survivesAliasesThatMultiply() {
    var text = "---\na0: &a0 [x, x]\n"
    for level in 1..<30 { text += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
    let document = Document(Array((text + "---\n").utf8))
    let message = "the aliases in the front matter expand to too many values"
    #expect(document.editRefusal?.message == message)
  }

  /// Fields that are below the limit one by one, and far above it together.
  @Test
  func limitsAliasesOfAllFields() {
    let lists = zip("bcde", "abcd").map { name, inner in
      "&\(name) [" + [String](repeating: "*\(inner)", count: 10).joined(separator: ", ") + "]"
    }
    let value = "[&a [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], \(lists.joined(separator: ", "))]"
    let text = (0..<60).map { "k\($0): \(value)\n" }.joined()
    let document = Document(Array("---\n\(text)---\n".utf8))
    #expect(document.fields.count == 60)
    #expect(document.fields.filter { $0.value != .null }.map(\.key) == (0..<8).map { "k\($0)" })
  }

  @Test
  func saysEachTroubleOnce() {
    let conflict = Document(Array("---\n<<<<<<< HEAD\na: 1\n=======\nb: 2\n>>>>>>> c\n---\n".utf8))
    #expect(conflict.diagnostics.map(\.code) == ["conflict-markers"])
    #expect(conflict["b"] == .integer(2))
  }

  @Test
  func pointsAtTheTrouble() throws {
    let document = Document(Array("---\ntitle: a\nnote: Part 1: x\n---\n".utf8))
    let diagnostic = try #require(document.diagnostics.first).at(try #require(NotePath("a/b.md")))
    #expect(
      diagnostic.rendered() == """
        a/b.md:3:13: error: the front matter is not valid YAML: a value cannot contain a colon \
        followed by a space; quote the value
          3 | note: Part 1: x
            |             ^
        """)
  }
}
