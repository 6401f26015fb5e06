import CairnDocument
import CairnText
import Foundation
import Testing

/// TOML, JSON and YAML in braces under the law of edits, and fields in maps in every format.
struct FormatTests {
  enum Edit: Sendable {
    case set(String, NewValue)
    case unset(String)
    case add(String, String)
    case remove(String, String)
  }

  /// Makes an edit of the field that a name such as `a.b` stands for.
  static func apply(_ edit: Edit, to document: Document) throws -> Document {
    switch edit {
    case .set(let name, let value):
      try document.setting(
        at: document.path(to: name), to: value, after: ["score", "id"], isFirst: name == "id")
    case .unset(let name): try document.unsetting(at: document.path(to: name))
    case .add(let name, let text): try document.adding([.text(text)], at: document.path(to: name))
    case .remove(let name, let text):
      try document.removing([.text(text)], at: document.path(to: name))
    }
  }

  static let toml: [(String, Edit, String)] = [
    ("a = \"x\" # why\n", .set("a", .text("y")), "a = \"y\" # why\n"),
    ("a = 'x'\n", .set("a", .text("y")), "a = 'y'\n"),
    ("a = 'x'\n", .set("a", .text("it's")), "a = \"it's\"\n"),
    ("a = \"x\"\n", .set("a", .text("say \"hi\"\n\u{1}")), "a = \"say \\\"hi\\\"\\n\\u0001\"\n"),
    ("a = \"\"\"\nx\n\"\"\"\n", .set("a", .text("y\nz\n")), "a = \"\"\"\ny\nz\n\"\"\"\n"),
    ("a=1_000\n", .set("a", .literal("2_000")), "a=2_000\n"),
    ("a = 1\n", .set("a", .literal("007")), "a = 7\n"),
    ("a = 1\n", .set("a", .literal(".5")), "a = 0.5\n"),
    ("a = 1\n", .set("a", .literal(".inf")), "a = inf\n"),
    ("a = 1\n", .set("a", .literal("2026-11-21")), "a = 2026-11-21\n"),
    ("a = 1\n", .set("a", .literal("2026-11-21 10:04:05")), "a = 2026-11-21 10:04:05\n"),
    ("a = 1\n", .set("a", .literal("True")), "a = true\n"),
    // Times stay times, and get the seconds that TOML requires.
    ("a = 07:32:00 # c\n", .set("a", .text("08:00:00")), "a = 08:00:00 # c\n"),
    ("a = 07:32:00\n", .set("a", .text("08:00")), "a = 08:00:00\n"),
    ("a = 07:32:00\n", .set("a", .text("08:00:00.5")), "a = 08:00:00.5\n"),
    ("a = 07:32:00\n", .set("a", .text("25:00")), "a = \"25:00\"\n"),
    ("a = 07:32:00\n", .set("a", .text("noon")), "a = \"noon\"\n"),
    ("a = '07:32:00'\n", .set("a", .text("08:00:00")), "a = '08:00:00'\n"),
    (
      "a = 2024-05-06T07:08:09\n", .set("a", .literal("2025-01-01T10:00")),
      "a = 2025-01-01T10:00:00\n"
    ),
    (
      "a = 2024-05-06 07:08:09Z\n", .set("a", .literal("2025-01-01 10:00Z")),
      "a = 2025-01-01 10:00:00Z\n"
    ),
    (
      "a = 2024-05-06T07:08:09\n", .set("a", .literal("2025-01-01T99:00")),
      "a = \"2025-01-01T99:00\"\n"
    ),
    // A key in a table contains a dot.
    ("[p.'d.k']\nx = 1\n", .set("p.d.k.x", .literal("2")), "[p.'d.k']\nx = 2\n"),
    ("[p.'d.k']\nx = 1\n", .set("p.d.k.y", .literal("2")), "[p.'d.k']\nx = 1\ny = 2\n"),
    ("['d.k'.p]\nx = 1\n", .unset("d.k.p.x"), "['d.k'.p]\n"),
    ("[p]\n'd.k' = 1\n", .set("p.d.k", .literal("2")), "[p]\n'd.k' = 2\n"),
    ("a = 1\n", .set("a", .empty), "a = \"\"\n"),
    ("a = 1\r\n", .set("b", .text("x")), "a = 1\r\nb = \"x\"\r\n"),
    ("a = 1\n", .set("my key", .text("x")), "a = 1\n\"my key\" = \"x\"\n"),
    // A new field goes before the first table.
    ("a = 1\n\n[t]\nb = 2\n", .set("c", .text("x")), "a = 1\nc = \"x\"\n\n[t]\nb = 2\n"),
    ("[t]\nb = 2\n", .set("c", .text("x")), "c = \"x\"\n[t]\nb = 2\n"),
    ("# c\nscore = 1\nz = 1\n", .set("tags", .text("x")), "# c\nscore = 1\ntags = \"x\"\nz = 1\n"),
    ("# c\nz = 1\n", .set("id", .text("x")), "# c\nid = \"x\"\nz = 1\n"),
    // Tables, dotted keys and inline tables.
    ("[p] # c\nw = 1\n", .set("p.w", .literal("3")), "[p] # c\nw = 3\n"),
    ("[p]\n  w = 1\n\n[q]\n", .set("p.n", .literal("3")), "[p]\n  w = 1\n  n = 3\n\n[q]\n"),
    ("[p]\n[q]\n", .set("p.n", .literal("3")), "[p]\nn = 3\n[q]\n"),
    ("p.w = 1\nz = 2\n", .set("p.n", .literal("3")), "p.w = 1\np.n = 3\nz = 2\n"),
    ("p = {w = 1}\n", .set("p.n", .literal("3")), "p = {w = 1, n = 3}\n"),
    ("p = {}\n", .set("p.n", .literal("3")), "p = {n = 3}\n"),
    ("a = 1\n", .set("p.n", .literal("3")), "a = 1\np.n = 3\n"),
    ("[p.q]\nx = 1\n", .set("p.n", .literal("3")), "p.n = 3\n[p.q]\nx = 1\n"),
    ("[x]\n[x.y.z]\n", .set("x.y.n", .literal("3")), "[x]\ny.n = 3\n[x.y.z]\n"),
    ("[p]\na.b = 1\n", .set("p.a.c", .literal("3")), "[p]\na.b = 1\na.c = 3\n"),
    ("[p]\nw = 1\nv = 2\n", .unset("p.w"), "[p]\nv = 2\n"),
    ("p.w = 1\nz = 2\n", .unset("p.w"), "z = 2\n"),
    ("a = 1\n[p]\nw = 1\n[p.q]\nv = 1\n[z]\n", .unset("p"), "a = 1\n[z]\n"),
    ("a = 1\n[[p]]\nw = 1\n[[p]]\nw = 2\n", .unset("p"), "a = 1\n"),
    // Arrays.
    ("a = [\"x\", \"y\"]\n", .add("a", "z"), "a = [\"x\", \"y\", \"z\"]\n"),
    ("a = ['x']\n", .add("a", "z"), "a = ['x', 'z']\n"),
    (
      "a = [\n  \"x\", # c\n  \"y\",\n]\n", .add("a", "z"),
      "a = [\n  \"x\", # c\n  \"y\",\n  \"z\",\n]\n"
    ),
    ("a = [\n  \"x\",\n  \"y\"\n]\n", .remove("a", "x"), "a = [\n  \"y\"\n]\n"),
    ("a = \"x\"\n", .add("a", "z"), "a = [\"x\", \"z\"]\n"),
    ("a = []\n", .add("a", "z"), "a = [\"z\"]\n"),
    ("b = 1\n", .add("a", "z"), "b = 1\na = [\"z\"]\n"),
    ("[t]\ntags = ['x', 'y']\n", .remove("t.tags", "x"), "[t]\ntags = ['y']\n"),
  ]

  @Test(arguments: toml)
  func editsTOML(_ before: String, _ edit: Edit, _ after: String) throws {
    try Self.check("+++\n\(before)+++\nbody\n", edit, "+++\n\(after)+++\nbody\n")
  }

  static let json: [(String, Edit, String)] = [
    ("{\"a\": \"x\"}", .set("a", .text("say \"é\"\n")), "{\"a\": \"say \\\"é\\\"\\n\"}"),
    ("{\"a\":1,\"b\":2}", .set("a", .literal("007")), "{\"a\":7,\"b\":2}"),
    ("{\"a\": 1}", .set("a", .literal("1.50")), "{\"a\": 1.50}"),
    ("{\"a\": 1}", .set("a", .literal("2026-11-21")), "{\"a\": \"2026-11-21\"}"),
    ("{\"a\": 1}", .set("a", .empty), "{\"a\": null}"),
    ("{\"a\":1,\"b\":2}", .set("c", .text("x")), "{\"a\":1,\"b\":2,\"c\":\"x\"}"),
    ("{\"score\": 1, \"b\": 2}", .set("c", .text("x")), "{\"score\": 1, \"c\": \"x\", \"b\": 2}"),
    ("{\"a\": 1}", .set("id", .text("x")), "{\"id\": \"x\", \"a\": 1}"),
    ("{\n  \"a\": 1\n}", .set("c", .text("x")), "{\n  \"a\": 1,\n  \"c\": \"x\"\n}"),
    (
      "{\n  \"a\" : 1,\n  \"b\" : 2\n}", .set("c", .literal("true")),
      "{\n  \"a\" : 1,\n  \"b\" : 2,\n  \"c\" : true\n}"
    ),
    ("{\"a\": 1, \"b\": 2, \"c\": 3}", .unset("b"), "{\"a\": 1, \"c\": 3}"),
    ("{\"a\": 1, \"b\": 2}", .unset("a"), "{\"b\": 2}"),
    ("{\"p\": {\"w\": 1}}", .set("p.w", .literal("3")), "{\"p\": {\"w\": 3}}"),
    ("{\"p\": {}}", .set("p.w", .literal("3")), "{\"p\": {\"w\": 3}}"),
    ("{}", .set("a", .literal("3")), "{\"a\": 3}"),
    ("{\"p\": null}", .set("p.w", .literal("3")), "{\"p\": {\"w\": 3}}"),
    ("{\"a\": 1}", .set("p.q.w", .literal("3")), "{\"a\": 1, \"p\": {\"q\": {\"w\": 3}}}"),
    ("{\"p\": {\"w\": 1}, \"z\": 1}", .unset("p.w"), "{\"p\": {}, \"z\": 1}"),
    ("{\"a\": [\"x\",\"y\"]}", .add("a", "z"), "{\"a\": [\"x\",\"y\",\"z\"]}"),
    ("{\"a\": [\n  \"x\"\n]}", .remove("a", "x"), "{\"a\": [\n  \n]}"),
    ("{\"a\": \"x\"}", .add("a", "z"), "{\"a\": [\"x\", \"z\"]}"),
  ]

  @Test(arguments: json)
  func editsJSON(_ before: String, _ edit: Edit, _ after: String) throws {
    try Self.check("\(before)\nbody\n", edit, "\(after)\nbody\n")
    try Self.check(";;;\n\(before)\n;;;\nbody\n", edit, ";;;\n\(after)\n;;;\nbody\n")
  }

  static let flow: [(String, Edit, String)] = [
    ("{a: x, b: 1}", .set("a", .text("q")), "{a: q, b: 1}"),
    ("{a: 'x', b: 1}", .set("a", .text("q, z")), "{a: 'q, z', b: 1}"),
    ("{a: , b: 1}", .set("a", .text("q")), "{a: q , b: 1}"),
    ("{a, b: 1}", .set("a", .text("q")), "{a: q, b: 1}"),
    ("{a: x}", .set("b", .literal("2026-11-21")), "{a: x, b: 2026-11-21}"),
    ("{\"a\": \"x\"}", .set("b", .text("q")), "{\"a\": \"x\", \"b\": \"q\"}"),
    ("{\"a\":\"x\",\"b\":1}", .set("c", .text("q")), "{\"a\":\"x\",\"b\":1,\"c\":\"q\"}"),
    ("{a: x}", .set("b", .text("no")), "{a: x, b: \"no\"}"),
    ("{a: x, b: 1, c: 2}", .unset("b"), "{a: x, c: 2}"),
    ("{a: [x, w]}", .add("a", "z"), "{a: [x, w, z]}"),
    ("{a: {b: 1}}", .set("a.c", .literal("2")), "{a: {b: 1, c: 2}}"),
    ("{a: x,\n b: 1}", .set("c", .text("q")), "{a: x,\n b: 1,\n c: q}"),
    // In braces, a colon may be on the line below its key.
    ("{ \"a\"\n  :x }", .set("a", .text("q")), "{ \"a\"\n  :q }"),
    ("{a\n: x}", .set("a", .text("q")), "{a\n: q}"),
    ("{\"a\"\n: \"x\"}", .set("b", .text("q")), "{\"a\"\n: \"x\", \"b\": \"q\"}"),
    ("{a: 1, a: 2, b: 3}", .set("b", .literal("4")), "{a: 1, a: 2, b: 4}"),
  ]

  @Test(arguments: flow)
  func editsYAMLInBraces(_ before: String, _ edit: Edit, _ after: String) throws {
    try Self.check("---\n\(before)\n---\nbody\n", edit, "---\n\(after)\n---\nbody\n")
  }

  static let nested: [(String, Edit, String)] = [
    ("p:\n  w: 1 # c\n  v: 2\n", .set("p.w", .literal("3")), "p:\n  w: 3 # c\n  v: 2\n"),
    ("p: # c\n    w: 'x'\nz: 1\n", .set("p.w", .text("q")), "p: # c\n    w: 'q'\nz: 1\n"),
    ("p:\n  w: 1\nz: 1\n", .set("p.m", .literal("3")), "p:\n  w: 1\n  m: 3\nz: 1\n"),
    ("p:\n  q:\n    w: 1\n", .set("p.q.w", .literal("3")), "p:\n  q:\n    w: 3\n"),
    ("p:\n  q:\n    w: 1\n", .set("p.q.m", .text("a: b")), "p:\n  q:\n    w: 1\n    m: \"a: b\"\n"),
    ("p: {w: 1}\n", .set("p.w", .literal("3")), "p: {w: 3}\n"),
    ("p: {w: 1}\n", .set("p.m", .text("x, y")), "p: {w: 1, m: \"x, y\"}\n"),
    ("p:\n", .set("p.m", .literal("3")), "p: {m: 3}\n"),
    ("z: 1\n", .set("p.m", .literal("3")), "z: 1\np: {m: 3}\n"),
    ("p.m: 1\n", .set("p.m", .literal("3")), "p.m: 3\n"),
    ("p:\n  d.k:\n    x: 1\n", .set("p.d.k.x", .literal("3")), "p:\n  d.k:\n    x: 3\n"),
    ("p:\n  w: 1\n  v: 2\n", .unset("p.w"), "p:\n  v: 2\n"),
    ("p:\n  w: 1\nz: 1\n", .unset("p.w"), "p: {}\nz: 1\n"),
    ("p:\n  t:\n  - a\n  - b\n", .add("p.t", "c"), "p:\n  t:\n  - a\n  - b\n  - c\n"),
    ("p:\n  t: [a, b]\n", .remove("p.t", "a"), "p:\n  t: [b]\n"),
    (
      "p:\n  d: |\n    x\n    y\n  w: 1\n", .set("p.d", .text("z\n")), "p:\n  d: |\n    z\n  w: 1\n"
    ),
    ("a.b: {c: 1}\n", .set("a.b.c", .literal("2")), "a.b: {c: 2}\n"),
  ]

  @Test(arguments: nested)
  func editsMapsInYAML(_ before: String, _ edit: Edit, _ after: String) throws {
    try Self.check("---\n\(before)---\nbody\n", edit, "---\n\(after)---\nbody\n")
  }

  private static func check(_ before: String, _ edit: Edit, _ after: String) throws {
    let document = Document(Array(before.utf8))
    let edited = try apply(edit, to: document)
    #expect(String(decoding: edited.bytes, as: UTF8.self) == after)
    #expect(try apply(edit, to: edited).bytes == edited.bytes, "the edit is not idempotent")
  }

  /// Front matter goes with its last field if it is as Cairn would write it, and only then.
  @Test(arguments: [
    ("+++\na = 1\n+++\nx", "x"), ("+++\na = 1\n# c\n+++\nx", "+++\n# c\n+++\nx"),
    ("{\"a\": 1}\nx", "x"), (";;;\n{\"a\": 1}\n;;;\nx", "x"), ("---\n{a: 1}\n---\nx", "x"),
  ])
  func lastFieldTakesFrontMatterAlong(_ before: String, _ after: String) throws {
    let edited = try Document(Array(before.utf8)).unsetting("a")
    #expect(String(decoding: edited.bytes, as: UTF8.self) == after)
  }

  /// What cannot be edited is refused with a place.
  @Test(arguments: [
    ("+++\na = 1\na = 2\n+++\n", "front-matter-malformed", 3, 1),
    ("+++\na = x\n+++\n", "front-matter-malformed", 2, 5),
    ("+++\na = \"x\n+++\n", "front-matter-malformed", 2, 5),
    ("+++\n[a]\n[a]\n+++\n", "front-matter-malformed", 3, 2),
    ("+++\n<<<<<<< a\nx = 1\n=======\nx = 2\n>>>>>>> b\n+++\n", "conflict-markers", 2, 1),
    ("{\"a\": 1,}\n", "front-matter-malformed", 1, 9),
    ("{\"a\": tru}\n", "front-matter-malformed", 1, 7),
    ("{\"private\": true\nx\n", "front-matter-malformed", 2, 1),
    ("{\"a\": \"x\n", "front-matter-malformed", 1, 9),
    ("{\n  \"a\": [1\n", "front-matter-malformed", 3, 1),
    ("{'private': true}\nx\n", "front-matter-malformed", 1, 2),
    ("{ 'a': '\nx\n", "front-matter-malformed", 1, 3),
    ("{“a”: 1}\nx\n", "front-matter-malformed", 1, 2),
    ("{\"a\": 1} x\n", "front-matter-malformed", 1, 10),
    ("{} x\n", "front-matter-malformed", 1, 4),
    ("+++\na = 1\n", "front-matter-unclosed", 1, 1),
    (";;;\n\"a\": 1\n", "front-matter-unclosed", 1, 1),
    ("---\n{a: 1, # c\n b: 2}\n---\n", "front-matter-layout", 2, 1),
    ("---\n{ \"b\" # c\n :1 }\n---\n", "front-matter-layout", 2, 1),
    ("---\n{b: 1\n c: [2}\n---\n", "front-matter-malformed", 3, 3),
    ("---\n{b: 1,\n c: {d: 1, d: 2}}\n---\n", "front-matter-malformed", 3, 6),
    ("---\n{a: 1, a: 2}\n---\n", "duplicate-key", 2, 8),
    ("+++\nz = 1\n[a]\n+++\n", "table", 3, 2),
    ("+++\n[a.b]\n[c]\n[a.d]\n+++\n", "table", 2, 2),
  ])
  func refuses(_ text: String, _ code: String, _ line: Int, _ column: Int) throws {
    let document = Document(Array(text.utf8))
    #expect(document.bytes == Array(text.utf8))
    let error = #expect(throws: Diagnostic.self) { try document.setting("a", to: .text("x")) }
    #expect(error?.code == code)
    #expect(error?.location == SourceLocation(line: line, column: column))
  }

  @Test(arguments: [
    ("+++\na = 1\n+++\n", "a.b"), ("---\na: x\n---\n", "a.b"), ("{\"a\": [1]}\n", "a.b"),
    ("+++\n[[a]]\n+++\n", "a.b"), ("---\na: &x\n  b: 1\n---\n", "a.b"),
  ])
  func refusesWhatIsNoMap(_ text: String, _ name: String) {
    let document = Document(Array(text.utf8))
    let error = #expect(throws: Diagnostic.self) {
      try document.setting(at: document.path(to: name), to: .text("x"))
    }
    #expect(error?.code == "not-a-map")
  }

  /// Front matter that is malformed stays searchable.
  @Test(arguments: ["+++\nsecret = whale\n+++\nx", "{\"secret\": whale}\nx"])
  func malformedIsSearched(_ text: String) throws {
    let document = Document(Array(text.utf8))
    let unread = try #require(document.unread)
    #expect(String(decoding: document.bytes[unread], as: UTF8.self).contains("whale"))
    #expect(document.diagnostics.map(\.code) == ["front-matter-malformed"])
  }
}

/// TOML and JSON against Python's own readers, and edits of generated documents.
struct FormatLawTests {
  /// Statements, values and pieces of them, which put together at random are often valid.
  static let tomlPieces: [String] = [
    "a = 1", "b = \"x\"", "a.b = 1", "a.c.d = 'y'", "[a]", "[a.b]", "[[a]]", "[[c]]", "[c.d]",
    "c = {x = 1, y.z = 2}", "c = [1, 'a', [2.5]]", "d = 2026-11-21", "e = 2026-11-21T10:04:05Z",
    "f = 2026-11-21 10:04:05.5+01:00", "g = 07:32:00", "h = 1e3", "i = 0x1F", "j = 1_000",
    "k = 01", "l = +5", "m = inf", "n = [\n 1, # c\n 2,\n]", "o = \"\"\"\nx\\\n  y\"\"\"\"\"",
    "p = '''a'b'''", "\"q r\" = true", "s = \"\\u00e9\\t\"", "t = {}", "u = []", "# c", "",
    "v = {a = 1,}", "w = \"\\x\"", "x = 1.", "y = -0", "z = 2026-02-30", "a.b.c = 2", "[ a . 'b' ]",
    "  a2 = 1  # c", "b = 1 c = 2", "= 1", "a2 = 1979-05-27t00:32:00-07:00", "x2 = 1__0", "x3 = _1",
    "x4 = 1e", "x5 = .5", "x6 = 0b102", "x7 = +0x1", "x8 = 24:00:00", "x9 = 2026-1-1", "y1 = nan",
    "y2 = \"\"\"a\"b\"\"\"", "y3 = \"a\u{7F}\"", "y4 = 'a\tb'", "y5 = 9223372036854775807",
    "y6 = 0o17", "y7 = [[1], {a = 'b'}]", "y8 = {a.b = 1, a.b.c = 2}", "y9 = {a = 1, a = 2}",
    "[a.b.c]", "[[a.b]]", "[]", "[a", "é = 1", "3.14 = 'pi'", "\"\" = 1", "'k' = 2",
    "z1 = \"\\ud800\"", "z2 = 1979-05-27T07:32:00.999999", "z3 = -1_2.3_4e+5_6", "z4 = 1._2",
    "z5 = tRue", "z6 = \"\"\"\"\"\"", "z7 = ''''''", "z8 = [1,,2]", "z9 = 2026-11-21T10:04Z",
  ]

  private static func tomlText(_ generator: inout SplitMix) -> String {
    (0..<Int.random(in: 1...5, using: &generator)).map { _ in
      (tomlPieces.randomElement(using: &generator) ?? "") + "\n"
    }.joined()
  }

  @Test(
    .enabled(if: OtherReaders.readTOML, "no python3 with tomllib"), arguments: [1, 2] as [UInt64])
  func tomlIsReadAsPythonDoes(_ seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    let texts =
      Self.tomlPieces.map { $0 + "\n" }
      + (0..<4_000).map { _ in Self.tomlText(&generator) }
    let valid = try Self.compare(texts, by: .toml) { "+++\n\($0)+++\n" }
    #expect(valid > 800)
  }

  private static let jsonPieces: [String] = [
    "{", "}", "[", "]", ",", ", ", ":", ": ", "\"a\"", "\"b\": 1", "\"c\": [1, 2.5]", "\"d\": {}",
    "\"é\\u00e9\\ud83d\\ude00\"", "true", "null", "-0", "1e3", "01", "1.", "\n", "\t", "\"\\x\"",
    "\"e\": {\"f\": \"\\n\"}", "12345678901234567890", "'a'", "tru", "\"g\": false", "-",
  ]

  @Test(.enabled(if: OtherReaders.readTOML, "no python3"), arguments: [1, 2] as [UInt64])
  func jsonIsReadAsPythonDoes(_ seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    let texts = (0..<6_000).map { _ in
      let inner = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
        Self.jsonPieces.randomElement(using: &generator) ?? ""
      }
      return "{" + inner.joined(separator: Bool.random(using: &generator) ? "," : "") + "}"
    }.filter { text in
      // A key that occurs twice is no error for Python.
      ["\"b\"", "\"c\"", "\"d\"", "\"e\"", "\"g\"", "\"a\""].allSatisfy {
        text.components(separatedBy: $0).count <= 2
      }
    }
    let valid = try Self.compare(texts, by: .json) { ";;;\n\($0)\n;;;\n" }
    #expect(valid > 200)
  }

  /// Compares values and refusals with those of a reader. Returns the number of valid texts.
  private static func compare(
    _ texts: [String], by reader: OtherReaders.Reader, _ wrapped: (String) -> String
  ) throws -> Int {
    let theirs = try OtherReaders.values(texts.map { Array($0.utf8) }, by: reader)
    try #require(theirs.count == texts.count)
    var valid = 0
    for (text, other) in zip(texts, theirs) {
      let document = Document(Array(wrapped(text).utf8))
      let isValid = document.editRefusal == nil
      #expect(isValid == (other is NSDictionary), "\(text) \(document.editRefusal?.message ?? "")")
      guard isValid, let other else { continue }
      valid += 1
      let ours = OtherReaders.json(.map(document.fields.map { .init($0.key, $0.value) }))
      #expect(ours.isEqual(other), "\(text): \(ours) \(other)")
    }
    return valid
  }

  /// Documents in the three formats, each field of which can be changed and changed back.
  private static func document(_ generator: inout SplitMix) -> String {
    let toml = [
      "\"x y\"", "'it'", "3", "1.5", "true", "2026-11-21", "[1, 2]", "[\"a\", 'b']", "{ u = 1 }",
      "[\n  \"a\", # c\n  \"b\"\n]", "\"\"\"\nlong\ntext\"\"\"",
    ]
    let json = [
      "\"x y\"", "3", "1.5", "true", "null", "[1,2]", "[\"a\", \"b\"]", "{\"u\": 1}", "{}", "[]",
    ]
    let flow = ["x y", "'it'", "3", "2026-11-21", "[a, b]", "{u: 1}", "\"q\"", "~"]
    let count = Int.random(in: 1...5, using: &generator)
    func values(_ all: [String]) -> [String] {
      (0..<count).map { _ in all.randomElement(using: &generator) ?? "" }
    }
    switch Int.random(in: 0..<3, using: &generator) {
    case 0:
      var lines = values(toml).enumerated().map { "k\($0) = \($1)\n" }
      if Bool.random(using: &generator) { lines.insert("# note\n", at: 0) }
      if Bool.random(using: &generator) {
        lines.append("\n[t] # c\n" + values(toml).enumerated().map { "i\($0)=\($1)\n" }.joined())
      }
      return "+++\n\(lines.joined())+++\nbody\n"
    case 1:
      let separator = [",", ", ", ",\n  "].randomElement(using: &generator) ?? ","
      let members = values(json).enumerated().map { "\"k\($0)\": \($1)" }
      return "{\(members.joined(separator: separator))}\nbody\n"
    default:
      let entries = values(flow).enumerated().map { "k\($0): \($1)" }
      return "---\n{\(entries.joined(separator: ", "))}\n---\nbody\n"
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func editsCanBeTakenBack(_ seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    for _ in 0..<2_500 {
      let text = Self.document(&generator)
      let document = Document(Array(text.utf8))
      try #require(document.editRefusal == nil, "\(text)")
      let added = try document.setting("new", to: .text("x"), after: ["k0"])
      #expect(try added.unsetting("new").bytes == document.bytes, "\(text)")
      let nested = try document.setting(at: ["m", "n"], to: .literal("1"))
      #expect(nested[path: ["m", "n"]] == .integer(1), "\(text)")
      for field in document.fields {
        guard let value = Self.taken(field.value) else { continue }
        let edited = try document.setting(field.key, to: .literal("77"))
        #expect(edited[field.key] == .integer(77))
        #expect(
          edited.fields.filter { $0.key != field.key }.map(\.value)
            == document.fields.filter { $0.key != field.key }.map(\.value))
        let back = try edited.setting(field.key, to: value)
        #expect(back[field.key] == field.value, "\(text)")
        let gone = try document.unsetting(field.key)
        #expect(gone[field.key] == nil)
      }
    }
  }

  /// Every beginning of a document is kept, and a field that is added to it can be removed without
  /// a trace.
  @Test(arguments: [5, 6] as [UInt64])
  func everyBeginningIsKept(_ seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    var edited = 0
    for _ in 0..<200 {
      let bytes = Array(Self.document(&generator).utf8)
      for end in bytes.indices {
        let start = Array(bytes[..<end])
        let document = Document(start)
        #expect(document.bytes == start && document.body.upperBound == end)
        guard !document.fields.isEmpty,
          let added = try? document.setting("new", to: .text("x"), after: ["k0"])
        else { continue }
        #expect(try added.unsetting("new").bytes == start)
        edited += 1
      }
    }
    #expect(edited > 500)
  }

  /// The value as an edit takes it; nil for maps, and for lists of other things than text.
  private static func taken(_ value: FieldValue) -> NewValue? {
    switch value {
    case .string(let text): .text(text)
    case .integer(let number): .literal("\(number)")
    case .boolean(let flag): .literal("\(flag)")
    case .date(let date): .literal(date.description)
    default: nil
    }
  }
}
