import CairnCapture
import CairnFiles
import CairnIndex
import CairnQuery
import CairnText
import Glibc
import SystemPackage
import Testing

@testable import CairnNotebook

/// What the index says of links, against the graph of all captures, in notebooks of odd names.
@Suite struct LinkIndexTests {
  @Test(arguments: Sample(Array(1...8 as ClosedRange<UInt64>), 5).chosen)
  func answersLikeTheGraph(seed: UInt64) throws {
    var random = OddNotebook(seed: seed)
    let disk = try DiskNotebook(random.files(40))
    let notebook = try IndexTests.notebook(disk)
    try Self.compare(notebook, "seed \(seed), read")
    try Self.compare(notebook, "seed \(seed), from the file")
    #expect(notebook.catalog().snapshot.changed.isEmpty)
    for file in random.files(4) { disk.write(Array(file.path.utf8), Array(file.text.utf8)) }
    try Self.compare(notebook, "seed \(seed), a few changes")
    #expect(!notebook.catalog().snapshot.changed.isEmpty)
    for file in random.files(20) { disk.write(Array(file.path.utf8), Array(file.text.utf8)) }
    try Self.compare(notebook, "seed \(seed), two segments")
    #expect(notebook.catalog().snapshot.layers.count == 2)
    for file in random.files(2) { disk.write(Array(file.path.utf8), Array(file.text.utf8)) }
    for path in notebook.load().captures.prefix(2).map(\.path.description) {
      unlink(disk.absolute(path))
    }
    try Self.compare(notebook, "seed \(seed), two segments and changes")
    try Self.compare(try disk.notebook(), "seed \(seed), no cache")
  }

  /// Links of one kind each, with the captures that have no link from another one.
  static let rows: [(files: [(path: String, text: String)], orphans: [String])] = [
    // The same stem in two folders: the one in the same folder is meant, else the first.
    ([("a/x.md", "[[x]]"), ("b/x.md", ""), ("b/y.md", "[[X]]")], ["a/x.md", "b/y.md"]),
    ([("a/x.md", ""), ("b/x.md", ""), ("y.md", "[[x]]")], ["b/x.md", "y.md"]),
    // Paths that are the same but for case: as written.
    ([("A/x.md", ""), ("a/X.md", ""), ("y.md", "[[a/X.md]]")], ["A/x.md", "y.md"]),
    // A path before a title, an id before a stem.
    ([("x.md", ""), ("t.md", "# x.md"), ("y.md", "[[x.md]]")], ["t.md", "y.md"]),
    ([("a/k.md", ""), ("t.md", "---\nid: k\n---\n"), ("y.md", "[[k]]")], ["a/k.md", "y.md"]),
    // With and without an ending; the ending of another kind is another file.
    ([("x.md", ""), ("y.md", "[[X.MD]]")], ["y.md"]),
    ([("x.md", ""), ("y.md", "[[x.markdown]] [a](x.markdown)")], ["x.md", "y.md"]),
    ([("a/x.md", ""), ("y.md", "[[X.md]]")], ["y.md"]),
    ([("a/x.md", ""), ("b/x.md", ""), ("b/y.md", "[[x.md]]")], ["a/x.md", "b/y.md"]),
    // A file's name before a title, also with its ending.
    ([("a/x.md", ""), ("t.md", "# x"), ("y.md", "[[x]] [[x.md]]")], ["t.md", "y.md"]),
    ([("x.md.md", ""), ("y.md", "[a](x.md)")], ["y.md"]),
    ([("x.md", ""), ("x.markdown", ""), ("y.md", "[a](x)")], ["x.markdown", "y.md"]),
    ([("x.mdx", ""), ("y.mdx", "[[x]]")], ["y.mdx"]),
    ([("x.mdx", ""), ("x.markdown", ""), ("y.md", "[a](x) [[x.mdx]]")], ["y.md"]),
    // A path in another spelling is still one; with a title of that spelling too.
    ([("a/x.md", ""), ("t.md", "# ./a//x.md"), ("y.md", "[[./a//x.md]]")], ["t.md", "y.md"]),
    ([("a/x.md", ""), ("y.md", "[[./a/x]]")], ["a/x.md", "y.md"]),
    // Names that fold to nothing are nobody's.
    ([("x.md", "---\naliases: [\"\\u00ad\"]\n---\n"), ("y.md", "[[\u{AD}]]")], ["x.md", "y.md"]),
    // A briefing links to what it lists, which is nothing to anybody.
    (
      [
        ("x.md", ""), ("b/d.md", "---\ntype: Briefing\n---\n[x](../x.md) [[y]]"), ("y.md", "[[z]]"),
        ("z.md", ""),
      ],
      ["b/d.md", "x.md", "y.md"]
    ),
    // A title that consists of a link is not a name for that link, only for others: the link leads
    // to the next capture with the title, to one with the alias, or nowhere.
    ([("x1.md", "[[Sarah]]\n\n[[x2]]"), ("x2.md", "[[nobody]]")], ["x1.md"]),
    ([("x1.md", "# [[Sarah]]"), ("x2.md", "# Sarah")], ["x1.md"]),
    (
      [("x1.md", "- [[sarah]]"), ("b/x2.md", "# Sarah"), ("c/x3.md", "# Sarah")],
      ["c/x3.md", "x1.md"]
    ),
    ([("x1.md", "[[Sarah]]"), ("x2.md", "---\naliases: [Sarah]\n---\n")], ["x1.md"]),
    ([("x1.md", "---\naliases: [Sarah]\n---\n"), ("x2.md", "[[Sarah]]")], ["x2.md"]),
    ([("x1.md", "[[Sarah]]"), ("x2.md", "x [[sarah]]")], ["x2.md"]),
    // A page of a collection is no capture, and a link in one none.
    ([("a/_collection.md", "[[x]]"), ("a/x.md", "[[_collection]]")], ["a/x.md"]),
  ]

  @Test(arguments: rows.indices) func knowsOrphans(row: Int) throws {
    let row = Self.rows[row]
    let disk = try DiskNotebook(row.files)
    let notebook = try IndexTests.notebook(disk)
    for _ in 0..<2 {
      let catalog = notebook.catalog()
      let links = catalog.context(TestNotebook.clock).links
      let orphans = catalog.snapshot.entries.map { catalog.snapshot.path($0) }
        .filter { links.isOrphan($0) }
      #expect(orphans.map(\.description).sorted() == row.orphans)
    }
    try Self.compare(notebook, "\(row.files)")
  }

  /// A flipped byte changes no answer.
  @Test func answersLikeTheGraphWhenDamaged() throws {
    var random = OddNotebook(seed: 7)
    let disk = try DiskNotebook(random.files(12))
    let notebook = try IndexTests.notebook(disk)
    _ = notebook.catalog()
    let folder = try #require(notebook.cache)
    let file = try #require(try folder.mapCached("captures"))
    let bytes = Array(file.bytes)
    for place in stride(from: 1100, to: bytes.count, by: 2999) {
      var damaged = bytes
      damaged[place] ^= 16
      let draft = try folder.draftCached("captures")
      draft.append(damaged)
      _ = try draft.keep()
      try Self.compare(notebook, "byte \(place)")
    }
  }

  /// Everything that is asked of links, both ways.
  static func compare(_ notebook: Notebook, _ what: String) throws {
    let library = notebook.load(attachments: true)
    let graph = LinkGraph(library)
    let bare = LinkGraph(notebook.load())
    let catalog = notebook.catalog(listsAttachments: true)
    let facts = catalog.context(TestNotebook.clock).links
    let titles = library.captures.flatMap { [$0.path.description, $0.title] }
    for name in Set(titles + OddNotebook.odd + OddNotebook.stems).sorted() {
      #expect(
        facts.captures(linkingTo: name) == bare.captures(linkingTo: name), "to \(name), \(what)")
      #expect(
        facts.captures(linkedBy: name) == bare.captures(linkedBy: name), "by \(name), \(what)")
    }
    let counts = try catalog.linkCounts(leavingOut: [])
    let destinations = catalog.destinations()
    for capture in library.captures {
      let sources = Set(bare.links(to: capture.path).map(\.source)).subtracting([capture.path])
      let count = catalog.entry(at: capture.path).map { counts[$0] ?? 0 }
      #expect(count == sources.count, "links to \(capture.path), \(what)")
      #expect(
        facts.isOrphan(capture.path) == bare.isOrphan(capture.path),
        "\(capture.path) an orphan, \(what)")
      #expect(
        catalog.links(from: capture) == graph.links(from: capture.path),
        "from \(capture.path), \(what)")
      // Pages, digests and sites follow a link to the same file.
      for edge in graph.links(from: capture.path) where edge.resolution != .dead {
        #expect(
          destinations.destination(of: edge.link, in: capture) == edge.resolution.path, "\(what)")
      }
    }
    for path in library.captures.map(\.path) + library.attachments + [note("no/file.md")] {
      let found = catalog.links(to: path)
      #expect(found.edges == graph.links(to: path), "to \(path), \(what)")
      #expect(found.sources.map(\.path) == Set(found.edges.map(\.source)).sorted())
    }
  }
}

/// Makes notes whose names and links are as alike as names can be.
struct OddNotebook {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15
  }

  private static let folders = ["", "", "work", "Work", "work/acme", "b", "é"]
  static let stems = ["a", "A", "á", "b", "x.md", "Sarah Kent", "雪国", "k7x2m9q4ab", "it’s"]
  private static let endings = [".md", ".md", ".md", ".markdown", ".MD", ".md.md"]
  private static let others = ["a", "img.png", "a.pdf", "b"]
  /// Names that are some other name in other letters, or nobody's.
  static let odd = [
    "nobody", "NOBODY", "./a.md", "work//a.md", "work/", ".", "../a", "/a.md", "\u{AD}", "a.md",
    "Straße", "STRASSE", "x", "work/acme", "a.markdown", "_collection", "_collection.md",
    "", "it's", "sarah kent",
  ]

  private mutating func number(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  private mutating func one(of texts: [String]) -> String { texts[number(below: texts.count)] }

  /// Files, some at the same path as others.
  mutating func files(_ count: Int) -> [(path: String, text: String)] {
    (0..<count).map { _ in
      if number(below: 12) == 0 {
        return (joined(one(of: Self.folders), one(of: Self.others)), "nothing")
      }
      if number(below: 12) == 0 { return (joined(one(of: Self.folders), "_collection.md"), link()) }
      return (path(), text())
    }
  }

  private func joined(_ folder: String, _ name: String) -> String {
    folder.isEmpty ? name : folder + "/" + name
  }

  private mutating func path() -> String {
    joined(one(of: Self.folders), one(of: Self.stems) + one(of: Self.endings))
  }

  private mutating func name() -> String {
    switch number(below: 5) {
    case 0: return one(of: Self.odd)
    case 1: return path()
    case 2: return one(of: Self.others)
    case 3: return joined(one(of: Self.folders), one(of: Self.stems))
    default: return one(of: Self.stems)
    }
  }

  private mutating func text() -> String {
    var text = "---\n"
    if number(below: 3) == 0 { text += "id: \"\(name())\"\n" }
    if number(below: 3) == 0 { text += "title: \"\(name())\"\n" }
    if number(below: 3) == 0 { text += "aliases: [\"\(name())\", \"\(name())\"]\n" }
    if number(below: 3) == 0 { text += "person: \"[[\(name())]]\"\n" }
    text += "---\n"
    if number(below: 3) == 0 { text += "# \(name())\n\n" }
    for _ in 0..<number(below: 3) { text += "Some \(link()) here.\n" }
    return text
  }

  private mutating func link() -> String {
    let name = number(below: 8) == 0 ? name().uppercased() : name()
    switch number(below: 12) {
    case 0: return "![[\(name)]]"
    case 1: return "[[\(name)#part|shown]]"
    case 2: return "[[#part]]"
    case 3: return "[text](<\(name)>)"
    case 4: return "[text](</\(name)>)"
    case 5: return "[text](<../\(name)> \"title\")"
    case 6: return "![image](<./\(name)>)"
    case 7: return "[text][ref]\n\n[ref]: <\(name)>\n\n"
    case 8: return "[text](https://example.org/\(number(below: 3)).md)"
    default: return "[[\(name)]]"
    }
  }
}
