import CairnCapture
import CairnDocument
import CairnText
import Glibc
import Testing

@Suite("Merging front matters")
struct FrontMatterMergeTests {
  /// Three versions of the lines between the fences, what becomes of them, and which fields are in
  /// conflict.
  struct Row: CustomTestStringConvertible {
    let name: String
    let base, ours, theirs, merged: [String]
    var conflicts: [String] = []
    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(
      name: "each side another field",
      base: ["title: A", "score: 1"], ours: ["title: B", "score: 1"],
      theirs: ["title: A", "score: 2"], merged: ["title: B", "score: 2"]),
    Row(
      name: "tags as text",
      base: ["tags: a, b"], ours: ["tags: a, b, c d"], theirs: ["tags: b, e"],
      merged: ["tags: b, c d, e"]),
    Row(
      name: "tags as text without commas",
      base: ["tags: a b"], ours: ["tags: '#a b c'"], theirs: ["tags: a B d"],
      merged: ["tags: '#a b c d'"]),
    Row(
      name: "tags as text and as a list",
      base: ["keywords: a b"], ours: ["keywords: a"], theirs: ["keywords: [a, b, c]"],
      merged: ["keywords: [a, c]"]),
    Row(
      name: "text that is not tags",
      base: ["mood: a, b"], ours: ["mood: a, b, c"], theirs: ["mood: b"],
      merged: ["mood: a, b, c", "# CONFLICT mood: b"], conflicts: ["mood"]),
    Row(
      name: "neighbours, with their comments and quotes",
      base: ["title: A", "# how good", "score: 1 # of 3"],
      ours: ["title: 'A'", "# how good", "score: 1 # of 3"],
      theirs: ["title: A", "# how good it is", "score: 2 # of 3"],
      merged: ["title: 'A'", "# how good it is", "score: 2 # of 3"]),
    Row(
      name: "both the same",
      base: ["score: 1"], ours: ["score: 2"], theirs: ["score: 2"], merged: ["score: 2"]),
    Row(
      name: "the same in other words",
      base: ["title: A"], ours: ["title: B"], theirs: ["title: \"B\""], merged: ["title: B"]),
    Row(
      name: "one side wrote it otherwise, the other changed it",
      base: ["title: A"], ours: ["title: \"A\""], theirs: ["title: B"], merged: ["title: B"]),
    Row(
      name: "both, each otherwise",
      base: ["title: A", "score: 1"], ours: ["title: A", "score: 3"],
      theirs: ["title: A", "score: 2"], merged: ["title: A", "score: 3", "# CONFLICT score: 2"],
      conflicts: ["score"]),
    Row(
      name: "both added, each otherwise",
      base: ["title: A"], ours: ["title: A", "score: 3"], theirs: ["title: A", "score: 2"],
      merged: ["title: A", "score: 3", "# CONFLICT score: 2"], conflicts: ["score"]),
    Row(
      name: "ours removed it, theirs changed it",
      base: ["a: 1", "b: 2", "c: 3"], ours: ["a: 1", "c: 3"], theirs: ["a: 1", "b: 9", "c: 3"],
      merged: ["a: 1", "# CONFLICT b: 9", "c: 3"], conflicts: ["b"]),
    Row(
      name: "theirs removed it, ours changed it",
      base: ["a: 1", "b: 2"], ours: ["a: 1", "b: 9"], theirs: ["a: 1"],
      merged: ["a: 1", "b: 9", "# CONFLICT b:"], conflicts: ["b"]),
    Row(
      name: "one side removed it",
      base: ["a: 1", "b: 2", "c: 3"], ours: ["a: 1", "b: 2", "c: 4"], theirs: ["a: 1", "c: 3"],
      merged: ["a: 1", "c: 4"]),
    Row(
      name: "a comment above a field that goes stays where it is new",
      base: ["a: 1", "b: 2"], ours: ["a: 1", "# think again", "b: 2"], theirs: ["a: 1"],
      merged: ["a: 1", "# think again"]),
    Row(
      name: "a new field stands where theirs has it",
      base: ["a: 1", "c: 3"], ours: ["a: 2", "c: 3"], theirs: ["a: 1", "# new", "b: 2", "c: 3"],
      merged: ["a: 2", "# new", "b: 2", "c: 3"]),
    Row(
      name: "a list as a set that keeps its order",
      base: ["tags: [a, b, c]"], ours: ["tags: [a, c, d]"], theirs: ["tags: [x, a, b, c]"],
      merged: ["tags: [a, c, d, x]"]),
    Row(
      name: "a list in the form of ours",
      base: ["tags:", "  - a", "  - b"], ours: ["tags:", "  - a", "  - b", "  - c"],
      theirs: ["tags: [b, d]"], merged: ["tags:", "  - b", "  - c", "  - d"]),
    Row(
      name: "two new lists",
      base: ["a: 1"], ours: ["a: 1", "tags: [x]"], theirs: ["a: 1", "tags: [z, x]"],
      merged: ["a: 1", "tags: [x, z]"]),
    Row(
      name: "an id never changes",
      base: ["id: k7x2m9q4ab", "score: 1"], ours: ["id: k7x2m9q4ab", "score: 2"],
      theirs: ["id: zzzzzzzzzz", "score: 1"], merged: ["id: k7x2m9q4ab", "score: 2"]),
    Row(
      name: "an id that ours changed is what it was",
      base: ["id: k7x2m9q4ab"], ours: ["id: zzzzzzzzzz"], theirs: ["id: k7x2m9q4ab"],
      merged: ["id: k7x2m9q4ab"]),
    Row(
      name: "an id that ours removed comes back",
      base: ["id: k7x2m9q4ab", "a: 1"], ours: ["a: 1"], theirs: ["id: yyyyyyyyyy", "a: 1"],
      merged: ["id: k7x2m9q4ab", "a: 1"]),
    Row(
      name: "a person's meaning goes before a machine's",
      base: ["title: A"],
      ours: ["title: A", "meaning: It is.", "meaning_by: \(mark("It is."))"],
      theirs: ["title: A", "meaning: It was."], merged: ["title: A", "meaning: It was."]),
    Row(
      name: "a machine's type yields, and its mark with it",
      base: ["title: A"], ours: ["title: A", "type: fact"],
      theirs: ["title: A", "type: idea", "type_by: \(mark("idea"))"],
      merged: ["title: A", "type: fact"]),
    Row(
      name: "a mark that a person's edit outdated protects nothing",
      base: ["type: idea", "type_by: \(mark("idea"))"],
      ours: ["type: fact", "type_by: \(mark("idea"))"],
      theirs: ["type: action", "type_by: \(mark("action"))"],
      merged: ["type: fact", "type_by: \(mark("idea"))"]),
    Row(
      name: "of two machines ours",
      base: ["title: A"], ours: ["title: A", "type: fact", "type_by: \(mark("fact"))"],
      theirs: ["title: A", "type: idea", "type_by: \(mark("idea"))"],
      merged: ["title: A", "type: fact", "type_by: \(mark("fact"))"]),
    Row(
      name: "of a machine that found no value and one that found one, the value",
      base: ["title: A"], ours: ["title: A", "meaning_by: \(mark("the text"))"],
      theirs: ["title: A", "meaning: It is.", "meaning_by: \(mark("It is."))"],
      merged: ["title: A", "meaning: It is.", "meaning_by: \(mark("It is."))"]),
    Row(
      name: "a value that a machine found stays where another found none",
      base: ["title: A"], ours: ["title: A", "meaning: It is.", "meaning_by: \(mark("It is."))"],
      theirs: ["title: A", "meaning_by: \(mark("the text"))"],
      merged: ["title: A", "meaning: It is.", "meaning_by: \(mark("It is."))"]),
    Row(
      name: "two briefings of a day have the id of the first",
      base: [],
      ours: ["id: k7x2m9q4ab", "type: briefing", "created: 2026-11-21T07:00:00+01:00"],
      theirs: ["id: zzzzzzzzzz", "type: briefing", "created: 2026-11-21T06:30:00+01:00"],
      merged: ["id: zzzzzzzzzz", "type: briefing", "created: 2026-11-21T06:30:00+01:00"]),
    Row(
      name: "two captures at one path",
      base: [], ours: ["id: k7x2m9q4ab"], theirs: ["id: zzzzzzzzzz"],
      merged: ["id: k7x2m9q4ab", "# CONFLICT id: zzzzzzzzzz"], conflicts: ["id"]),
    Row(
      name: "the later time of two",
      base: ["updated: 2026-11-01"], ours: ["updated: 2026-11-21T10:00:00+01:00"],
      theirs: ["updated: 2026-11-21T09:30:00Z"], merged: ["updated: 2026-11-21T09:30:00Z"]),
    Row(
      name: "the earlier time at which an action was done",
      base: ["status: open"],
      ours: ["status: done", "completed: 2026-11-21T10:00:00+01:00"],
      theirs: ["status: done", "completed: 2026-11-21T08:59:59Z"],
      merged: ["status: done", "completed: 2026-11-21T08:59:59Z"]),
    Row(
      name: "text of several lines in conflict",
      base: ["note: a", "b: 1"], ours: ["note: b", "b: 1"],
      theirs: ["note: |", "  one", "", "  - two", "b: 1"],
      merged: [
        "note: b", "# CONFLICT note: |", "# CONFLICT   one", "# CONFLICT ", "# CONFLICT   - two",
        "b: 1",
      ], conflicts: ["note"]),
    Row(
      name: "two lists of maps in conflict",
      base: ["x: []"], ours: ["x:", "- a: 1"], theirs: ["x:", "- a: 2", "- b: 3"],
      merged: ["x:", "- a: 1", "# CONFLICT x:", "# CONFLICT - a: 2", "# CONFLICT - b: 3"],
      conflicts: ["x"]),
  ]

  private static func mark(_ value: String) -> String {
    MachineMark(maker: "cairn 0.83", value: value).text
  }

  fileprivate static func file(_ lines: [String], _ end: String = "\n") -> Document {
    Document(Array((["---"] + lines + ["---"]).map { $0 + end }.joined().utf8))
  }

  @Test("is done field by field", arguments: rows, ["\n", "\r\n"])
  func merges(row: Row, end: String) throws {
    let merge = try #require(
      FrontMatterMerge(
        base: Self.file(row.base, end), ours: Self.file(row.ours, end),
        theirs: Self.file(row.theirs, end)))
    let expected = Self.file(row.merged, end).bytes
    #expect(
      String(decoding: merge.bytes, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
    #expect(merge.conflicts == row.conflicts)
  }

  @Test("writes their lines with the line breaks of ours")
  func lineBreaks() throws {
    let merge = try #require(
      FrontMatterMerge(
        base: Self.file(["a: 1", "b: 1"]), ours: Self.file(["a: 2", "b: 1"], "\r\n"),
        theirs: Self.file(["a: 1", "b: 2", "c: 3"])))
    #expect(merge.bytes == Self.file(["a: 2", "b: 2", "c: 3"], "\r\n").bytes)
  }

  @Test("keeps a comment that both wrote once, however its line ends")
  func mixedLineEndings() throws {
    let base = Document(Array("---\r\na: 1\r\n---\r\n".utf8))
    let ours = Document(Array("---\r\n# when\na: 1\r\n# end\n---\r\n".utf8))
    let same = try #require(FrontMatterMerge(base: base, ours: ours, theirs: ours))
    #expect(same.bytes == ours.bytes)
    let theirs = Document(Array("---\r\n# when\r\na: 2\r\n# end\r\n# new\r\n---\r\n".utf8))
    let both = try #require(FrontMatterMerge(base: base, ours: ours, theirs: theirs))
    #expect(
      String(decoding: both.bytes, as: UTF8.self)
        == "---\r\n# when\na: 2\r\n# end\n# new\r\n---\r\n")
  }

  @Test("takes a front matter that one side put there")
  func newFrontMatter() throws {
    let body = Document(Array("Text\n".utf8))
    let theirs = Document(Array("---\nid: k7x2m9q4ab\n---\nText\n".utf8))
    let merge = try #require(FrontMatterMerge(base: body, ours: body, theirs: theirs))
    #expect(merge.file(with: Array("Text\n".utf8)) == theirs.bytes)
  }

  @Test(
    "leaves to others what cannot be told apart",
    arguments: ["a: 1\na: 2", "a: [", "<<<<<<< ours\na: 1"])
  func refuses(lines: String) {
    let plain = Self.file(["a: 1"])
    let odd = Self.file([lines])
    #expect(FrontMatterMerge(base: plain, ours: odd, theirs: plain) == nil)
    #expect(FrontMatterMerge(base: plain, ours: plain, theirs: odd) == nil)
  }

  // MARK: - Settling

  @Test("A conflict that was written is found and settled to either side", arguments: rows)
  func settles(row: Row) throws {
    let (ours, theirs) = (Self.file(row.ours), Self.file(row.theirs))
    let merge = try #require(
      FrontMatterMerge(base: Self.file(row.base), ours: ours, theirs: theirs))
    let conflicts = Conflicts(merge.bytes)
    #expect(conflicts.fields.map(\.key) == row.conflicts)
    for key in row.conflicts {
      let kept = Document(try conflicts.settled(nil, [key: .ours]))
      #expect(kept[key] == ours[key])
      let taken = Document(try conflicts.settled(nil, [key: .theirs]))
      #expect(taken[key] == theirs[key])
    }
    for side in [Conflicts.Side.ours, .theirs] {
      #expect(Conflicts(try conflicts.settled(side)).isEmpty)
    }
    #expect(try conflicts.settled(.both) == merge.bytes)
  }

  @Test("TOML is merged field by field, and a conflict in it is settled to either side")
  func toml() throws {
    func file(_ lines: String) -> Document { Document(Array("+++\n\(lines)\n+++\n".utf8)) }
    let base = file(
      "title = \"A\"\nscore = 1 # of 3\ntags = [\"a\"]\nold = 1\n[params]\nweight = 1")
    let ours = file(
      "title = \"B\"\nscore = 2 # of 3\ntags = [\"a\", \"b\"]\n[params]\nweight = 1")
    let theirs = file(
      "title = \"A\"\nscore = 3\ntags = [\"a\", \"c\"]\nold = 1\ndraft = true\n[params]\nweight = 2"
    )
    let merge = try #require(FrontMatterMerge(base: base, ours: ours, theirs: theirs))
    #expect(
      String(decoding: merge.bytes, as: UTF8.self)
        == "+++\ntitle = \"B\"\nscore = 2 # of 3\n# CONFLICT score = 3\ntags = [\"a\", \"b\", \"c\"]\n"
        + "draft = true\n[params]\nweight = 2\n+++\n")
    #expect(merge.conflicts == ["score"])
    let conflicts = Conflicts(merge.bytes)
    #expect(conflicts.fields.map(\.key) == ["score"])
    #expect(Document(try conflicts.settled(nil, ["score": .ours]))["score"] == .integer(2))
    #expect(Document(try conflicts.settled(nil, ["score": .theirs]))["score"] == .integer(3))
  }

  /// The base, our version and their version, and what becomes of them; nil if there is no merge.
  static let inLines: [(String, String, String, String?)] = [
    (
      #"{"title": "A", "score": 1}"#, #"{"title": "B",  "score": 1}"#,
      #"{"title": "A", "score": 2, "draft": true}"#,
      #"{"title": "B",  "score": 2,  "draft": true}"#
    ),
    (
      #"{"tags": ["a", "b"], "old": 1}"#, #"{"tags": ["a", "b", "c"], "old": 1}"#,
      #"{"tags": ["b", "d"]}"#, #"{"tags": ["b", "c", "d"]}"#
    ),
    (
      #"{"tags": "a, b"}"#, #"{"tags": "a, b, c"}"#, #"{"tags": "b, d"}"#,
      #"{"tags": "b, c, d"}"#
    ),
    (#"{"score": 1}"#, #"{"score": 2}"#, #"{"score": 3}"#, nil),
    (#"{"id": "a"}"#, #"{"id": "b"}"#, #"{"id": "a", "x": 1}"#, nil),
    (#"{"a": {"b": 1}}"#, #"{"a": {"b": 1}}"#, #"{"a": {"b": 2}}"#, nil),
  ]

  @Test("JSON and YAML in braces are merged value by value", arguments: inLines)
  func values(_ row: (base: String, ours: String, theirs: String, merged: String?)) throws {
    for fence in ["", "---\n"] {
      let documents = [row.base, row.ours, row.theirs].map {
        Document(Array("\(fence)\($0)\n\(fence)Text\n".utf8))
      }
      let merge = FrontMatterMerge(base: documents[0], ours: documents[1], theirs: documents[2])
      let body = Array(documents[1].bytes[documents[1].body])
      let file = merge?.file(with: body).map { String(decoding: $0, as: UTF8.self) }
      #expect(file == row.merged.map { "\(fence)\($0)\n\(fence)Text\n" })
      #expect(merge?.conflicts ?? [] == [])
    }
  }

  @Test("Marks of git in a text are found and settled")
  func hunks() throws {
    let text = """
      a
      <<<<<<< ours
      b
      ||||||| base
      x
      =======
      c
      >>>>>>> theirs
      =======
      <<<<<<< open
      d

      """
    let conflicts = Conflicts(Array(text.utf8))
    #expect(conflicts.hunks.map(\.line) == [2])
    let settled = try Conflicts.Side.allCases.map { side in
      String(decoding: try conflicts.settled(side), as: UTF8.self)
    }
    #expect(
      settled == ["b", "c", "b\nc"].map { "a\n\($0)\n=======\n<<<<<<< open\nd\n" })
    let hunk = Array(text.utf8)[conflicts.hunks[0].range]
    let chosen = try conflicts.settled(nil, hunks: [Array(hunk): .both])
    #expect(String(decoding: chosen, as: UTF8.self) == settled[2])
    // The longer marks that git writes into a file that was moved apart.
    let longer = text.replacing("<<<<<<< ours", with: "<<<<<<<< ours")
      .replacing("||||||| base", with: "|||||||| base").replacing("=======\nc", with: "========\nc")
      .replacing(">>>>>>> theirs", with: ">>>>>>>> theirs")
    #expect(
      String(decoding: try Conflicts(Array(longer.utf8)).settled(.both), as: UTF8.self)
        == settled[2])
  }

  @Test(
    "Both versions of lines in the front matter never repeat a field",
    arguments: [
      ("tags: [a, b]\n", "tags: [b, c]\n", "tags: [a, b, c]\n"),
      ("tags:\n  - a\n", "tags:\n  - b\n", "tags:\n  - a\n  - b\n"),
      ("tags: [a]\nx: 1\n", "x: 1\ntags: [a]\ny: 2\n", "tags: [a]\nx: 1\ny: 2\n"),
      ("x: 1\n", "y: 2\n", "x: 1\ny: 2\n"), ("score: 2\n", "score: 3\n", nil),
      ("tags: [a]\n", "tags: b\n", nil), ("a: [{b: 1}]\n", "a: [{b: 2}]\n", nil),
    ] as [(String, String, String?)])
  func bothInFrontMatter(_ ours: String, _ theirs: String, _ joined: String?) throws {
    let hunk = "<<<<<<< ours\n\(ours)=======\n\(theirs)>>>>>>> theirs\n"
    let conflicts = Conflicts(Array("---\ntitle: T\n\(hunk)---\nx: 1\n\(hunk)".utf8))
    guard let joined else {
      let error = #expect(throws: Diagnostic.self) { try conflicts.settled(.both) }
      #expect(error?.code == "conflict-one-value")
      return
    }
    #expect(
      String(decoding: try conflicts.settled(.both), as: UTF8.self)
        == "---\ntitle: T\n\(joined)---\nx: 1\n\(ours)\(theirs)")
  }

  // MARK: - Cost

  /// Three versions with `count` fields or elements, in which each side changed every tenth and added
  /// as many.
  enum Large: CaseIterable {
    case flowList, blockList, fields, conflicts

    func version(_ side: Int, _ count: Int) -> Document {
      let kept = (0..<count).filter { side == 0 || $0 % 10 != side }.map { "t\($0)" }
      let elements = kept + (side == 0 ? [] : (0..<count / 10).map { "s\(side)-\($0)" })
      let lines =
        switch self {
        case .flowList: ["tags: [\(elements.joined(separator: ", "))]"]
        case .blockList: ["tags:"] + elements.map { "  - \($0)" }
        case .fields: elements.map { "\($0): 1" }
        case .conflicts: (0..<count).map { "t\($0): \(side)" }
        }
      return FrontMatterMergeTests.file(lines)
    }
  }

  @Test("Merging and settling cost time in proportion to the size", arguments: Large.allCases)
  func cost(of large: Large) throws {
    let seconds = try [1000, 4000].map { count in
      let versions = (0..<3).map { large.version($0, count) }
      return try (0..<3).map { _ in
        try processorSeconds {
          let merge = try #require(
            FrontMatterMerge(base: versions[0], ours: versions[1], theirs: versions[2]))
          let settled = try Conflicts(merge.bytes).settled(.theirs)
          #expect(Conflicts(settled).isEmpty)
        }
      }.min() ?? 0
    }
    // Four times the size: 4 where it is linear, 16 where it is the square.
    #expect(seconds[1] < 9 * seconds[0], "\(seconds)")
  }

  /// What this thread's processor time is that `body` takes.
  private func processorSeconds(_ body: () throws -> Void) rethrows -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    try body()
    return now() - start
  }
}
