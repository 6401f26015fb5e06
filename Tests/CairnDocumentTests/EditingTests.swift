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
    case .add(let key, let text): try document.adding(.text(text), to: key)
    case .remove(let key, let text): try document.removing(.text(text), from: key)
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
    Row("a: x\n", .set("a", .literal("012")), "a: 12\n"),
    Row("a: x\n", .set("a", .literal("1e3")), "a: 1000.0\n"),
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

  @Test(arguments: [
    ("---\na: 1\na: 2\n---\n", "duplicate-key"),
    ("---\na: &x 1\nb: *x\n---\n", "anchor-in-use"),
    ("---\na: 1\n", "front-matter-unclosed"),
    ("+++\na = 1\n+++\n", "front-matter-toml"),
  ])
  func refuses(_ text: String, _ code: String) {
    #expect { try Document(Array(text.utf8)).setting("a", to: .text("x")) } throws: { error in
      (error as? Diagnostic)?.code == code
    }
  }
}
