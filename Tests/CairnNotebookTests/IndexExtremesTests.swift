import CairnCapture
import CairnFiles
import CairnIndex
import CairnQuery
import CairnText
import Glibc
import SystemPackage
import Testing

@testable import CairnNotebook

/// Notebooks that nobody has, until somebody has one.
@Suite(.timeLimit(.minutes(15))) struct IndexExtremesTests {
  /// Asks a notebook twice, with an index made now and with the one that was kept.
  private func compare(
    _ disk: DiskNotebook, root: FilePath? = nil, _ queries: [String],
    _ location: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let notebook = try Notebook(
      root: root ?? disk.base.appending("root"), stateBase: disk.base.appending("state"),
      cacheBase: disk.base.appending("cache"), settings: { _ in Settings() },
      clock: TestNotebook.clock)
    let queries = try queries.map { try Query($0) }
    let wanted = IndexedAnswers(notebook.load(), queries, prefixes: ["k7"], name: "none such")
    for _ in 0..<2 {
      let found = try IndexedAnswers(
        notebook.catalog(), queries, prefixes: ["k7"], name: "none such")
      #expect(
        found == wanted, "\(wanted.difference(found).prefix(2000))", sourceLocation: location)
    }
  }

  @Test func nothingAtAll() throws {
    let disk = try DiskNotebook()
    try compare(disk, ["", "x", "*x*", "/x/", "sort:title", "NOT x", "in:/", "has:due"])
    disk.write(Array("readme.txt".utf8), [])
    mkdir(disk.absolute("empty"), 0o755)
    try compare(disk, ["", "x"])
  }

  @Test func onlyAPage() throws {
    try compare(try DiskNotebook([("_collection.md", "# Page\nword\n")]), ["", "word"])
  }

  @Test func onlyFilesThatCannotBeRead() throws {
    let disk = try DiskNotebook([("a.md", "word\n"), ("b/c.md", "word\n")])
    // Reading fails for whoever may read everything, too: they lead in circles or to nowhere.
    for name in ["loop.md", "b/loop.md"] { symlink("loop.md", disk.absolute(name)) }
    unlink(disk.absolute("a.md"))
    unlink(disk.absolute("b/c.md"))
    mkfifo(disk.absolute("pipe.md"), 0o644)
    try compare(disk, ["", "word"])
  }

  @Test func oddNames() throws {
    let disk = try DiskNotebook()
    let long = String(repeating: "n", count: 252) + ".md"
    let deep = (0..<120).map { "d\($0)" }.joined(separator: "/") + "/note.md"
    for path in [
      long, deep, "new\nline.md", "tab\t.md", " lead.md", "a\\b.md", "'q\".md", "ü/é.md",
      "u\u{308}/e\u{301}.md", "-rf.md", "[x](y).md", "🎉.md", "%41.md", "a:b.md",
    ] {
      disk.write(Array(path.utf8), Array("---\nid: k7x2m9q4ab\n---\nword of \(path)\n".utf8))
    }
    disk.write(Array("bad-".utf8) + [0xFF, 0xFE] + Array(".md".utf8), Array("word\n".utf8))
    disk.write([0xC3, 0x2F] + Array("x.md".utf8), Array("word\n".utf8))
    try compare(disk, ["", "word", "path:*n*", "in:ü", "sort:path", "sort:in", "title:nnn"])
  }

  @Test(arguments: [
    " ", "a b", "ü", "new\nline", "%s", "*", "-x", "~", String(repeating: "r", count: 255),
  ])
  func oddRoots(_ name: String) throws {
    let disk = try DiskNotebook()
    let root = disk.base.appending("root").appending(name)
    disk.write(Array("\(name)/a.md".utf8), Array("word\n".utf8))
    try compare(disk, root: root, ["", "word"])
  }

  @Test func thousandsOfFields() throws {
    let fields = (0..<20_000).map { "field\($0): v\($0 % 7)\n" }.joined()
    let disk = try DiskNotebook([
      ("many.md", "---\n\(fields)---\nword\n"), ("few.md", "---\nfield7: v0\n---\n"),
    ])
    try compare(disk, ["field7:v0", "field19999:v0", "has:field5", "sort:field7", "v3"])
  }

  @Test func keysWithDotsAndListsOfMaps() throws {
    let disk = try DiskNotebook([
      (
        "a.md",
        "+++\n[extra.'dotted.key']\nx = 1\n[[menus]]\nname = 'main'\n[[menus]]\nweight = 7\n+++\n"
      ),
      ("b.md", "---\na.b: {c: 1}\na: {b: {c: 2}, d: 3}\n---\n"),
      ("c.md", "---\na:\n- b.c: 1\n- {b: {c: [4, 5]}}\n---\n"),
    ])
    let queries = [
      "extra.dotted.key.x:1", "menus.name:main", "menus.weight:7", "menus.weight>6", "a.b.c:1",
      "a.b.c:2", "a.b.c:4", "a.d:3", "has:a.b.c", "-menus.name:main", "extra.dotted.x:1",
    ]
    try compare(disk, queries)
  }

  @Test func aFieldWrittenInManyWays() throws {
    let names = (0..<512).map { number in
      String(
        "abcdefghi".enumerated().map { number >> $0 & 1 == 1 ? $1.uppercased().first ?? $1 : $1 })
    }
    let text = names.map { "\($0): x\($0)\n" }.joined()
    try compare(
      try DiskNotebook([("a.md", "---\n\(text)---\n"), ("b.md", "---\nABC: 1\n---\n")]),
      ["abcdefghi:xabc", "has:ABCDEFGHI", "sort:abcdefghi"])
  }

  @Test func manyTags() throws {
    let listed = (0..<7_000).map { "t\($0)" }.joined(separator: ", ")
    let inline = (0..<2_000).map { "#i\($0)/x" }.joined(separator: " ")
    let disk = try DiskNotebook([
      ("many.md", "---\ntags: [\(listed)]\n---\n\(inline)\n"), ("one.md", "#t5\n"),
    ])
    try compare(disk, ["tag:t5", "tag:i1999", "has:tags", "sort:tag", "-tag:t6999"])
  }

  @Test(arguments: [300, 70_000, 200_000])
  func aWordWithoutEnd(_ count: Int) throws {
    let word = String(repeating: "abcdefghij", count: count / 10)
    let disk = try DiskNotebook([
      ("a.md", "\(word) deal\n"), ("b.md", "\(word)k deal\n"),
      ("c.md", "---\nlong: \(word)\n---\n"),
    ])
    try compare(
      disk, ["abcdefghija", "*jabc*", "\"\(word)\"", "*jk*", "long:abc", "sort:title", "deal"])
  }

  @Test func manyWordsOfOneLetter() throws {
    let text = String(repeating: "a b ", count: 40_000)
    try compare(
      try DiskNotebook([("a.md", text), ("b.md", "b a\n")]), ["\"a b a\"", "*a*", "a b", "/^b/"])
  }

  @Test func bytesOfEveryKind() throws {
    let disk = try DiskNotebook()
    for size in [1, 64, 1000, 5000] {
      var chance = SplitMix(seed: UInt64(size))
      for number in 0..<10 {
        let bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &chance) }
        disk.write(Array("\(size)-\(number).md".utf8), bytes)
        disk.write(
          Array("f\(size)-\(number).md".utf8), Array("---\n".utf8) + bytes + Array("\n---\n".utf8))
      }
    }
    disk.write(Array("nul.md".utf8), [0, 0, 65, 0])
    try compare(disk, ["", "a", "*a*", "*é*", "sort:title", "is:malformed", "has:title"])
  }

  /// Times that no calendar has.
  @Test func oddTimes() throws {
    let disk = try DiskNotebook(
      ["0001-01-01", "9999-12-31", "0000-00-00", "2026-02-30", "9999-12-31T23:59:60Z", "-1"]
        .enumerated().map {
          ("\($0).md", "---\ncreated: \($1)\ndue: \($1)\nupdated: \($1)\nany: \($1)\n---\n")
        })
    for (number, seconds) in [-3_000_000_000, 0, 9_000_000_000, 15_000_000_000].enumerated() {
      let path = "m\(number).md"
      disk.write(Array(path.utf8), Array("x\n".utf8))
      let times = [timespec](repeating: timespec(tv_sec: seconds, tv_nsec: 1), count: 2)
      utimensat(AT_FDCWD, disk.absolute(path), times, 0)
    }
    try compare(
      disk,
      [
        "", "created:..2000", "created:9999", "due:overdue", "updated:2026..", "any:..2000",
        "sort:created", "sort:-updated", "sort:due", "sort:any", "updated:..1970",
      ])
  }
}
