import CairnDocument
import CairnText
import Testing

/// The law of edits: only the bytes of the field's value change.
struct EditingTests {
  enum Edit: Sendable {
    case set(String, NewValue)
    case unset(String)
    case add(String, String)
    case remove(String, String)

    /// The field that is edited.
    var key: String {
      switch self {
      case .set(let key, _), .unset(let key), .add(let key, _), .remove(let key, _): key
      }
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let before: String
    let edit: Edit
    let after: String
    var testDescription: String { "\(edit) in \(before.debugDescription)" }

    init(_ before: String, _ edit: Edit, _ after: String) {
      self.before = before
      self.edit = edit
      self.after = after
    }
  }

  static func apply(_ edit: Edit, to document: Document) throws -> Document {
    switch edit {
    case .set(let key, let value):
      try document.setting(key, to: value, after: ["score", "type", "id"])
    case .unset(let key): try document.unsetting(key)
    case .add(let key, let text): try document.adding([.text(text)], at: [key])
    case .remove(let key, let text): try document.removing([.text(text)], at: [key])
    }
  }

  /// Rows show the front matter between its fences; `¶` stands for CR.
  static func check(_ row: Row, _ opening: String, _ closing: String) throws {
    let wrap = { (text: String) in
      Array((opening + text + closing).replacing("¶", with: "\r").utf8)
    }
    let edited = try apply(row.edit, to: Document(wrap(row.before)))
    #expect(
      String(decoding: edited.bytes, as: UTF8.self)
        == String(decoding: wrap(row.after), as: UTF8.self))
    YamsOracle.expectAgreement(wrap(row.before))
    YamsOracle.expectAgreement(Array(edited.bytes[edited.frontMatter.content]))
  }

  @Test(arguments: [
    // Scalars keep their quotes, their comment and the blanks before it.
    Row("a: x\n", .set("a", .text("w")), "a: w\n"),
    Row("a:   x  # why\nb: 1\n", .set("a", .text("w")), "a:   w  # why\nb: 1\n"),
    Row("a: 'x'\n", .set("a", .text("it's")), "a: 'it''s'\n"),
    Row("a: \"x\" # c\n", .set("a", .text("q\"q")), "a: \"q\\\"q\" # c\n"),
    Row("a: 'x'\n", .set("a", .text("two\nlines")), "a: \"two\\nlines\"\n"),
    Row("a: 'x'\n", .set("a", .literal("3")), "a: 3\n"),
    Row("a: 3\n", .set("a", .text("3")), "a: \"3\"\n"),
    Row("a: x\n", .set("a", .text("no")), "a: \"no\"\n"),
    Row("a: x\n", .set("a", .text("Part 1: x")), "a: \"Part 1: x\"\n"),
    Row("a: x\n", .set("a", .text("say \"hi\": no")), "a: 'say \"hi\": no'\n"),
    Row("a: x\n", .set("a", .text("x")), "a: x\n"),
    Row("a: 'x'\n", .set("a", .text("x")), "a: 'x'\n"),
    Row("a: x\n", .set("a", .empty), "a:\n"),
    Row("a: x # c\n", .set("a", .empty), "a: # c\n"),
    // A number is spelled as it was typed.
    Row("a: x\n", .set("a", .literal("012")), "a: 012\n"),
    Row("a: x\n", .set("a", .literal("1e3")), "a: 1e3\n"),
    Row("a: x\n", .set("a", .literal("+5")), "a: +5\n"),
    Row("a: x\n", .set("a", .literal("0x1F")), "a: 0x1F\n"),
    Row("a: x\n", .set("a", .literal("1_000")), "a: 1_000\n"),
    Row("a: x\n", .set("a", .literal(".5")), "a: .5\n"),
    Row("a: x\n", .set("a", .literal("1.50")), "a: 1.50\n"),
    Row("a: [1]\n", .set("a", .list([.literal("1"), .literal("007")])), "a: [1, 007]\n"),
    Row("a: x\n", .set("a", .literal("2026-11-21")), "a: 2026-11-21\n"),
    // Empty values.
    Row("a:\nb: 1\n", .set("a", .text("x")), "a: x\nb: 1\n"),
    Row("a: \nb: 1\n", .set("a", .text("x")), "a: x\nb: 1\n"),
    Row("a:  # c\n", .set("a", .text("x")), "a: x  # c\n"),
    Row("a: ~\n", .set("a", .text("x")), "a: x\n"),
    // Values on several lines become one line.
    Row("a: one\n  two\nb: 1\n", .set("a", .text("x")), "a: x\nb: 1\n"),
    Row("a: \"one\n  two\" # c\n", .set("a", .text("x")), "a: \"x\" # c\n"),
    Row("a:\n  b: 1\n\n# c\nd: 2\n", .set("a", .text("x")), "a: x\n\n# c\nd: 2\n"),
    Row("a:\n  - x\n  - y\nb: 1\n", .set("a", .text("x")), "a: x\nb: 1\n"),
    Row("a:\n- x\nb: 1\n", .set("a", .literal("3")), "a: 3\nb: 1\n"),
    Row("a: &q x\nb: 1\n", .set("a", .text("w")), "a: w\nb: 1\n"),
    // Block scalars keep their form.
    Row(
      "a: |\n    old\n    text\nb: 1\n", .set("a", .text("new\n\nline\n")),
      "a: |\n    new\n\n    line\nb: 1\n"),
    Row("a: | # c\n  old\n", .set("a", .text("new")), "a: |- # c\n  new\n"),
    Row("a: >\n  old\n  text\nb: 1\n", .set("a", .text("new")), "a: >-\n  new\nb: 1\n"),
    Row("a: |\n  old\n", .set("a", .text(" indented")), "a: \" indented\"\n"),
    Row("a: |+\n  old\n\n\nb: 1\n", .set("a", .text("x\n")), "a: |\n  x\nb: 1\n"),
    Row("a: |\n  old\n", .set("a", .text(" \u{301}x")), "a: \" \u{301}x\"\n"),
    Row("a: > # c\nb: 1\n", .set("a", .text("new")), "a: >- # c\n  new\nb: 1\n"),
    Row("a: |\n", .set("a", .literal("3")), "a: 3\n"),
    Row("a: | # c\n", .set("a", .empty), "a: # c\n"),
    // A nested one keeps its blank lines, and lines in it that look like comments.
    Row(
      "a:\n  - b: |+\n      x\n\n", .set("z", .text("x")), "a:\n  - b: |+\n      x\n\nz: x\n"),
    Row("a:\n- >+\n  x\n\n# c\n", .set("z", .text("x")), "a:\n- >+\n  x\n\nz: x\n# c\n"),
    Row(
      "a:\n  b: | # c\n    x\n    # y\n\n", .set("z", .text("x")),
      "a:\n  b: | # c\n    x\n    # y\nz: x\n\n"),
    Row(
      "a:\n  - |+\n    x\n\n  # c\nb: 1\n", .add("a", "w"),
      "a:\n  - |+\n    x\n\n  - w\n  # c\nb: 1\n"),
    // What stands below a field that goes does not become part of the text above.
    Row(
      "t: |\n  x\na:\n  - y\n\n  # c\n\nb: 1\n", .unset("a"), "t: |\n  x\n# c\n\nb: 1\n"),
    Row("t: >+\n  x\n\na: 1\n\nb: 1\n", .unset("a"), "t: >+\n  x\n\nb: 1\n"),
    Row("t: |+\n  x\na: 1\n\n", .unset("a"), "t: |+\n  x\n"),
    // A list in brackets on the line below.
    Row("a:\n  [x, y] # c\nb: 1\n", .add("a", "z"), "a:\n  [x, y, z] # c\nb: 1\n"),
    Row("a: # c\n  [x,\n   y]\n", .remove("a", "x"), "a: # c\n  [y]\n"),
    Row("a:\n  [x]\n", .set("a", .text("w")), "a: w\n"),
    Row("a:\n  []\n", .add("a", "z"), "a:\n  [z]\n"),
    // Fields beside one with a key that is not plain.
    Row("? a\n: b\n[c]: d\ne: 1\n", .set("e", .literal("2")), "? a\n: b\n[c]: d\ne: 2\n"),
    Row(
      "e: 1\n? [a, b]\n: - |+\n    x\n\n", .set("z", .text("x")),
      "e: 1\n? [a, b]\n: - |+\n    x\n\nz: x\n"),
    Row("a:\n|\n  old\nb: 1\n", .set("a", .text("new")), "a: new\nb: 1\n"),
    // What only some readers read stays, and its neighbours can be edited.
    Row("a: {: x}\nb: 1\n", .set("b", .literal("2")), "a: {: x}\nb: 2\n"),
    Row(": n\nb: 1\n", .set("b", .literal("2")), ": n\nb: 2\n"),
    Row("a: |\n  \tx\nb: [1\n]\n", .set("c", .text("x")), "a: |\n  \tx\nb: [1\n]\nc: x\n"),
    Row(
      "z: 1\na: >-\n\u{85}x y\nb: 1\n", .set("b", .literal("2")), "z: 1\na: >-\n\u{85}x y\nb: 2\n"),
    Row("a: one\n\u{2028}two\nb: 1\n", .unset("b"), "a: one\n\u{2028}two\n"),
    // Keys are told apart by their bytes; one that is not there stands for what looks the same.
    Row(
      "\u{E9}: 1\ne\u{301}: 2\n", .set("e\u{301}", .literal("3")), "\u{E9}: 1\ne\u{301}: 3\n"),
    Row("\u{E9}: 1\ne\u{301}: 2\n", .set("\u{E9}", .literal("3")), "\u{E9}: 3\ne\u{301}: 2\n"),
    Row("\u{E9}: 1\ne\u{301}: 2\n", .unset("\u{E9}"), "e\u{301}: 2\n"),
    Row("e\u{301}: 2\n", .set("\u{E9}", .literal("3")), "e\u{301}: 3\n"),
    // Signs of anchors in text are no anchors.
    Row(
      "a: |\n  B&B *c\nb: '*B'\n", .set("a", .text("x\n")), "a: |\n  x\nb: '*B'\n"),
    // New fields: behind the nearest predecessor, else last, with the file's indentation.
    Row("id: x\ntitle: t\n", .set("score", .literal("3")), "id: x\nscore: 3\ntitle: t\n"),
    Row("type: x\ntitle: t\n", .set("z", .literal("3")), "type: x\nz: 3\ntitle: t\n"),
    Row("title: t\n\n# end\n", .set("z", .text("x")), "title: t\nz: x\n\n# end\n"),
    Row("", .set("z", .text("x")), "z: x\n"),
    Row("# c\n", .set("z", .text("x")), "# c\nz: x\n"),
    Row("  a: 1\n  b: 2\n", .set("z", .text("x")), "  a: 1\n  b: 2\n  z: x\n"),
    Row("a: 1\n", .set("my: key", .text("x")), "a: 1\n\"my: key\": x\n"),
    Row("a: 1\n", .set("no", .text("x")), "a: 1\n\"no\": x\n"),
    // Unsetting takes the lines of the field and no other.
    Row("a: 1\nb: 2 # c\nd: 3\n", .unset("b"), "a: 1\nd: 3\n"),
    Row("a:\n  - x\n\n# c\nb: 1\n", .unset("a"), "\n# c\nb: 1\n"),
    Row("a: 1\n", .unset("b"), "a: 1\n"),
    // Lists.
    Row("a: [x, y]\n", .add("a", "z"), "a: [x, y, z]\n"),
    Row("a: [ x ] # c\n", .add("a", "z"), "a: [ x, z ] # c\n"),
    Row("a: [\"x\",\"y\"]\n", .add("a", "z"), "a: [\"x\",\"y\",\"z\"]\n"),
    Row("a: [\n  x,\n  y,\n]\n", .add("a", "z"), "a: [\n  x,\n  y,\n  z,\n]\n"),
    Row("a: []\n", .add("a", "a, b"), "a: [\"a, b\"]\n"),
    Row("a: [x, y]\n", .add("a", "x"), "a: [x, y]\n"),
    Row("a:\n  - x # one\nb: 1\n", .add("a", "z"), "a:\n  - x # one\n  - z\nb: 1\n"),
    Row("a:\n-   'x'\n# c\n", .add("a", "z"), "a:\n-   'x'\n-   'z'\n# c\n"),
    Row("a:\n  - b: 1\n    c: 2\n", .add("a", "z"), "a:\n  - b: 1\n    c: 2\n  - z\n"),
    Row("a:\n", .add("a", "z"), "a: [z]\n"),
    Row("b: 1\n", .add("a", "z"), "b: 1\na: [z]\n"),
    Row("a: x\n", .add("a", "z"), "a: [x, z]\n"),
    Row("a: x, y # c\n", .add("a", "z"), "a: [\"x, y\", z] # c\n"),
    Row("a: [x, y, z]\n", .remove("a", "y"), "a: [x, z]\n"),
    Row("a: [x, y, z]\n", .remove("a", "x"), "a: [y, z]\n"),
    Row("a: [x, y, x]\n", .remove("a", "x"), "a: [y]\n"),
    Row("a: [x] # c\n", .remove("a", "x"), "a: [] # c\n"),
    Row("a:\n  - x\n  - y # c\n  - z\n", .remove("a", "y"), "a:\n  - x\n  - z\n"),
    Row("a:\n  - x\nb: 1\n", .remove("a", "x"), "a: []\nb: 1\n"),
    Row("a: [x]\n", .remove("a", "y"), "a: [x]\n"),
    Row("a: x\n", .remove("a", "x"), "a:\n"),
    Row("a: [x, 'y']\n", .set("a", .list([.text("y"), .text("w")])), "a: ['y', w]\n"),
    Row("a:\n- x\n- 'y'\n", .set("a", .list([.text("y"), .text("w")])), "a:\n- 'y'\n- w\n"),
    Row("a: x\n", .set("a", .list([.text("w"), .text("no")])), "a: [w, \"no\"]\n"),
    Row("a:\n- x\n", .set("a", .list([])), "a: []\n"),
    // Line endings, tabs, odd but legal things stay.
    Row("a: 1¶\nb: 2¶\n", .set("c", .text("x")), "a: 1¶\nb: 2¶\nc: x¶\n"),
    Row("a: 1¶\nb:¶\n- x¶\n", .add("b", "w"), "a: 1¶\nb:¶\n- x¶\n- w¶\n"),
    Row("a:\tx\nb: 1\n", .set("b", .literal("2")), "a:\tx\nb: 2\n"),
    Row("a: {{ t }}\nb: 1\n", .set("b", .literal("2")), "a: {{ t }}\nb: 2\n"),
    Row("a: [1\n]\nb: 1\n", .set("b", .literal("2")), "a: [1\n]\nb: 2\n"),
    Row("a : 1\n", .set("a", .literal("2")), "a : 2\n"),
    Row("'a': 1\n", .set("a", .literal("2")), "'a': 2\n"),
  ])
  func edits(_ row: Row) throws {
    try Self.check(row, "---\n", "---\nbody: 1\n---\n")
    try Self.check(row, "\u{FEFF}--- \n", "...")
  }

  @Test(arguments: [
    Row("", .set("z", .text("x")), "---\nz: x\n---\n"),
    Row("# T\n", .set("z", .text("x")), "---\nz: x\n---\n# T\n"),
    Row("\u{FEFF}# T¶\n", .set("z", .text("x")), "\u{FEFF}---¶\nz: x¶\n---¶\n# T¶\n"),
    Row("# T\n", .unset("z"), "# T\n"),
  ])
  func givesAFrontMatter(_ row: Row) throws {
    try Self.check(row, "", "")
  }

  /// Comments within a field: what stays keeps its own, what goes takes its own along.
  @Test(arguments: [
    Row("a:\n  # why\n  x\nb: 1\n", .set("a", .text("w")), "a: w\n  # why\nb: 1\n"),
    Row("a: # who\n  x\n", .set("a", .text("w")), "a: w # who\n"),
    Row("a: # who\n  # why\n  x # c\n", .set("a", .text("w")), "a: w # who\n  # why\n   # c\n"),
    Row("a:\n  # why\n  x\n", .set("a", .empty), "a:\n  # why\n"),
    Row("a: # who\n  b: 1\n", .set("a", .text("w")), "a: w # who\n"),
    Row("a: | # c\n  old\n", .set("a", .text(" w")), "a: \" w\" # c\n"),
    Row("a: # who\n- x # one\n# two\n- y\n", .set("a", .text("w")), "a: w # who\n# two\n"),
    Row("a: # who\n  - x\n", .set("a", .list([])), "a: [] # who\n"),
    Row("a: # who\n  x\n", .add("a", "w"), "a: [x, w] # who\n"),
    Row(
      "a: # who\n  - x # one\n  # two\n  - y # three\n  - z\n  # four\nb: 1\n", .remove("a", "y"),
      "a: # who\n  - x # one\n  # two\n  - z\n  # four\nb: 1\n"),
    Row(
      "a:\n  - x # one\n  # two\n  - y # three\n",
      .set("a", .list([.text("y"), .text("w")])), "a:\n  # two\n  - y # three\n  - w\n"),
    Row(
      "a:\n  - x # one\n  # two\n  - y # three\n",
      .set("a", .list([.text("y"), .text("x"), .text("w")])),
      "a:\n  # two\n  - y # three\n  - x # one\n  - w\n"),
    Row(
      "a: [ # who\n  x, # one\n  # two\n  y # three\n]\n", .add("a", "z"),
      "a: [ # who\n  x, # one\n  # two\n  y, # three\n  z\n]\n"),
    Row(
      "a: [\n  x, # one\n  y, # two\n]\n", .add("a", "z"),
      "a: [\n  x, # one\n  y, # two\n  z,\n]\n"),
    Row(
      "a: [ # who\n  x, # one\n  # two\n  y # three\n]\n", .remove("a", "x"),
      "a: [ # who\n  # two\n  y # three\n]\n"),
    Row(
      "a: [ # who\n  x, # one\n  # two\n  y # three\n] # end\n", .remove("a", "y"),
      "a: [ # who\n  x, # one\n  # two\n] # end\n"),
    Row("a: [x, # one\n  y] # end\n", .remove("a", "x"), "a: [\n  y] # end\n"),
    Row("a: [x, # one\n  y] # end\n", .add("a", "z"), "a: [x, # one\n  y, z] # end\n"),
    Row(
      "a: [x, y, # one\n  z]\n", .set("a", .list([.text("x"), .text("z"), .text("w")])),
      "a: [x, # one\n  z, w]\n"),
    // `?` in brackets means something else to parsers of YAML 1.1.
    Row("a: [x]\n", .add("a", "why?"), "a: [x, \"why?\"]\n"),
    Row("a: [x]\n", .add("a", "http://x?y"), "a: [x, \"http://x?y\"]\n"),
    Row("a: why?\n", .add("a", "x"), "a: [\"why?\", x]\n"),
    Row("a:\n- x\n", .add("a", "why?"), "a:\n- x\n- why?\n"),
  ])
  func keepsComments(_ row: Row) throws {
    try Self.check(row, "---\n", "---\nbody: 1\n---\n")
  }

  /// Setting a field in a file without front matter, and unsetting it, gives the first bytes.
  @Test(arguments: [
    "", "# T\n", "\n# T\n", "text", "\u{FEFF}# T\r\n", "a\r\nb\r\n", "a\nb\r\nc\n", "\r\n",
    "\u{FEFF}",
    "***\n---\n", "a: b\n---\n",
    "--- \n---\nx", "---\n...\n", "---\n\n---\nx", "---\n# c\n---\nx",
  ])
  func unsettingRestores(_ text: String) throws {
    let document = Document(Array(text.utf8))
    let edited = try document.setting("z", to: .text("x"))
    #expect(edited.bytes != document.bytes)
    #expect(try edited.unsetting("z").bytes == document.bytes)
    let twice = try edited.setting("y", to: .literal("1"))
    #expect(try twice.unsetting("z").unsetting("y").bytes == document.bytes)
    #expect(try twice.unsetting("y").unsetting("z").bytes == document.bytes)
  }

  /// Front matter stays where something else is in it, or where without it the body would be read
  /// as one.
  @Test(arguments: [
    ("---\n---\nx", "---\n---\nx"), ("---\na: 1\n# c\n---\n", "---\n# c\n---\n"),
    ("--- \na: 1\n---\nx", "--- \n---\nx"), ("---\na: 1\n...\nx", "---\n...\nx"),
    ("---\na: 1\n---\n---\nb: 1\n---\n", "---\n---\n---\nb: 1\n---\n"),
    ("---\na: 1\n---\n<!-- x -->\n", "---\n---\n<!-- x -->\n"),
  ])
  func unsettingLeavesOther(_ before: String, _ after: String) throws {
    let edited = try Document(Array(before.utf8)).unsetting("a")
    #expect(String(decoding: edited.bytes, as: UTF8.self) == after)
  }

  @Test(arguments: [
    ("---\na: 1\na: 2\n---\n", "duplicate-key"),
    ("---\na: &x 1\nb: *x\n---\n", "anchor-in-use"),
    ("---\n? a\n: b\n---\n", "complex-key"),
    ("---\na: 1\n", "front-matter-unclosed"),
    ("+++\na: 1\n+++\n", "front-matter-malformed"), ("+++\n[a]\n+++\n", "table"),
    ("{\"a\": 1, \"a\": 2}\n", "duplicate-key"),
  ])
  func refuses(_ text: String, _ code: String) {
    #expect { try Document(Array(text.utf8)).setting("a", to: .text("x")) } throws: { error in
      (error as? Diagnostic)?.code == code
    }
  }
}
