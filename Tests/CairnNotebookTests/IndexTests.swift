import CairnCapture
import CairnIndex
import CairnQuery
import CairnText
import Dispatch
import Glibc
import Synchronization
import SystemPackage
import Testing

@testable import CairnNotebook

/// The index against the slow way: reading every file and asking each capture.
@Suite struct IndexTests {
  /// Notes with something of everything that the index keeps.
  static let files: [(path: String, text: String)] = [
    (
      "work/acme/2026-11-01-invoice.md",
      """
      ---
      id: k7x2m9q4ab
      type: action
      score: 3
      meaning: Acme must be paid before the month ends.
      status: open
      due: 2026-11-20
      tags: [finance, work/acme]
      created: 2026-11-21T10:04:05+01:00
      budget: 40
      priority: high
      person: "[[Sarah]]"
      ---
      # Pay the Acme invoice

      They called **twice** about a [big](https://example.org/deals) *deal*. [[Sarah]] has the
      number.
      - [ ] call back
      """
    ),
    (
      "work/report.md",
      """
      ---
      id: k7y0000000
      type: Action
      status: done
      due: 2026-11-10
      created: 2026-10-25
      budget: 9.5
      priority: low
      meta: {genre: satire, pages: 120}
      meta.genre: comedy
      ---
      # Quarterly report

      The deal was big. A party, an artist. <b>raw</b> &amp; more
      """
    ),
    (
      "sarah.md",
      "---\nid: people-0001\ntype: person\naliases: [Sal, Tía]\n---\nCalls on mondays. #friend\n"
    ),
    (
      "books/_collection.md",
      "---\nname: Books\nicon: 📚\nfields:\n  - rating: [low, mid, top]\n---\n"
    ),
    (
      "books/雪国.md",
      "---\ntype: entry\ntitle: 雪国\nrating: top\nauthor: 川端\n---\n国境の長いトンネルを抜けると雪国であった。\n"
    ),
    (
      "books/emma.md",
      "---\ntype: entry\nscore: bad\nrating: low\nauthor: Jane Austen\n---\nEmma's straße 🎉 art\n"
    ),
    (
      "books/odd.md",
      "---\nType: Idea\ntype: [a, b]\nSCORE: 2\nDue: 2026-11-21\nstatus: ''\n---\n#Books/Novels here\n"
    ),
    ("types.md", "---\ntype: [note, action]\nstatus: '[[open]]'\ndue: 2020-01-01\n---\n"),
    ("bad.md", "---\ntype: [unclosed\n---\nbody of the broken one\n"),
    ("empty.md", ""),
    ("toml.md", "+++\ntitle = \"Tom\"\n+++\nTOML body big deal\n"),
    (
      "long.md",
      "---\nnote: \(String(repeating: "long words ", count: 30))\nurl: http://x.example/\(String(repeating: "a", count: 90))\n---\nbig\ndeal split by a line\n"
    ),
    (
      "dup.md",
      "---\nauthor: one\nauthor: two\ncreated: 2026-11-21 09:00\nupdated: 2026-11-20\n---\ne\u{301}tude, don't\n"
    ),
    ("soon.md", "---\ntype: action\nstatus:\ndue: 2026-11-23\n---\nno status\n"),
    ("waiting.md", "---\ntype: action\nstatus: waiting\n---\na status of one's own\n"),
    ("listed.md", "---\ntype: action\nstatus: [maybe]\n---\na list\n"),
    (
      "deep/a/b/c.md",
      "---\nstatus: cancelled\ntype: action\ndue: 2026-11-01T08:00:00Z\n---\n[x](../../../sarah.md) big-deal deal big\n"
    ),
  ]

  static let queries = [
    "~arts", "~bgis OR ~dael", "~invocie", "title:~quartrely", "tag:~wrok OR alias:~sall",
    "~straße",
    "meaning:~mnoth", "body:~dael", "author:~austne", "~mondya -~dael", "~nubmer", "priority:~hihg",
    "", "art", "\"art\"", "*art*", "big deal", "\"big deal\"", "big-deal", "deal -big",
    "big OR mondays",
    "NOT deal", "*国*", "雪国", "京", "境の長", "straße", "STRASSE", "tia", "étude", "etud", "don't",
    "*n't*", "*.*", "/b.g/", "/(?i)ACME/", "/trans|deal/", "/number\\./", "🎉", "raw", "example",
    "title:invoice", "title:=\"Quarterly report\"", "title:*port*", "title:/^Q/", "meaning:month",
    "meaning:*ont*", "meaning:/month|x/", "body:deal", "body:*ea*", "body:/deal\\b/",
    "path:work/**",
    "path:*.md", "path:acme", "id:k7", "id:k7x2m9q4ab", "id:people", "id:people-0001",
    "type:action",
    "type:Action", "type:a", "type:idea", "status:open", "status:done", "-status:open",
    "status:=open", "status:*pe*", "status:/^o/", "status:waiting is:open",
    "tag:work", "tag:work/acme",
    "tag:friend", "tag:books", "tag:*nov*", "alias:tia", "alias:sal", "in:work", "in:books", "in:/",
    "score:great", "score:0", "score:1..", "score:undecided", "score:..2", "created:2026-11",
    "created:today", "created:..2026-10", "created:-7d..", "updated:2026-11-20", "updated:today",
    "due:overdue", "due:..+7d", "due:2026-11-20", "due:2026-11", "budget:40", "budget:10..",
    "budget:..10", "priority:high", "rating:low..mid", "rating:top", "author:jane", "author:two",
    "author:one", "meta.genre:satire", "meta.genre:comedy", "meta.pages:100..", "has:meta.pages",
    "note:long", "note:=x", "has:note", "url:http", "url:*aaa*", "has:meaning", "no:tags",
    "has:tags",
    "has:title", "has:body", "no:body", "has:link", "has:linked-by", "has:status", "no:status",
    "has:score", "has:due", "has:updated", "has:alias", "has:collection", "has:author", "is:orphan",
    "is:untyped", "is:inbox", "is:open", "is:done", "is:cancelled", "is:overdue", "is:task",
    "is:malformed", "link:sarah", "linked-by:k7x2m9q4ab", "link:nobody", "\"type\":idea",
    "\"due\":2026-11",
    "\"score\":2", "(art OR deal) type:action -status:done", "big deal OR *rt*",
    "NOT (is:open OR /x/)",
    "-note:long", "unclosed", "tom", "content:text", "content:image", "content:url,video",
    "has:content", "NOT content:text deal", "novelty:>0.5", "novelty:0.2..0.8 big", "has:novelty",
    "no:novelty", "NOT novelty:>0.5", "C++", "title:C++", "-C++ deal", "\"big.deal\"", "c+ OR n't",
    "acme.de", ".net",
  ]

  static let orders = [
    "", "sort:title", "sort:-score,created", "sort:due", "sort:-budget", "sort:path", "sort:author",
    "sort:rating", "sort:type,title", "sort:tag", "sort:alias", "sort:id", "sort:status", "sort:in",
    "sort:meaning", "sort:-updated", "sort:meta.pages", "sort:body", "sort:note", "sort:-created",
    "sort:content,path",
  ]

  /// A notebook with an index below its own folder.
  static func notebook(_ disk: DiskNotebook) throws -> Notebook {
    try Notebook(
      root: disk.base.appending("root"), stateBase: disk.base.appending("state"),
      cacheBase: disk.base.appending("cache"), settings: { _ in Settings() },
      clock: TestNotebook.clock)
  }

  /// What cannot be written as one word.
  static let conditions: [Condition] = [
    .text(Term(.inside, "& m")), .not(.text(Term(.inside, "& m"))),
    .text(Term(.inside, "l deal b")),
    .text(Term(.inside, ".")), .test(.body, .matches(Term(.inside, "l wa"))),
    .test(.title, .matches(Term(.inside, "y r"))), .text(Term(.phrase, "&")),
    .or([.text(Term(.inside, "g d")), .text(Term(.wordStart, "art"))]),
  ]

  /// The paths that a catalog finds, and those that reading everything finds.
  static func compare(
    _ query: Query, _ catalog: Catalog, _ library: Library, order: Query.DefaultOrder = .newest,
    _ location: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let text = query.description
    let wanted = query.select(
      from: library.captures, in: library.context(TestNotebook.clock), order: order)
    let context = catalog.context(TestNotebook.clock)
    let found = try catalog.select(query, in: context, order: order)
    #expect(
      found.entries.map { catalog.snapshot.path($0) } == wanted.captures.map(\.path), "\(text)",
      sourceLocation: location)
    #expect(found.total == wanted.captures.count)
    #expect(found.spellings == wanted.spellings, "\(text)", sourceLocation: location)
    let limit = 1 + text.utf8.count % 5
    let first = try catalog.select(query, in: context, order: order, limit: limit)
    #expect(
      first.entries.map { catalog.snapshot.path($0) } == wanted.captures.prefix(limit).map(\.path),
      "\(text), the first", sourceLocation: location)
  }

  /// Everything asked of a notebook in the state that it has.
  static func compareAll(_ notebook: Notebook) throws {
    let library = notebook.load()
    let catalog = notebook.catalog()
    #expect(catalog.count == library.captures.count)
    for query in try queries.map({ try Query($0) }) + conditions.map({ Query($0) }) {
      try compare(query, catalog, library)
      try compare(query, catalog, library, order: .relevance)
    }
    for order in orders { try compare(try Query(order), catalog, library) }
    #expect(catalog.fieldNames.map(\.folded).sorted() == library.fieldNames.map(\.folded).sorted())
    #expect(catalog.collections.map(\.path) == library.collections.map(\.path))
    #expect(catalog.collections.map(\.total) == library.collections.map(\.total))
    for capture in library.captures {
      let row = catalog.entry(at: capture.path).flatMap { catalog.row($0) }
      let wanted = CaptureRow(capture)
      #expect(row?.title == wanted.title && row?.tags == wanted.tags && row?.type == wanted.type)
      #expect(row?.id == wanted.id && row?.score == wanted.score, "\(capture.path)")
      #expect(
        row?.created.localDay(TestNotebook.clock) == wanted.created.localDay(TestNotebook.clock))
    }
  }

  @Test func answersLikeTheSlowWay() throws {
    let disk = try DiskNotebook(Self.files)
    let notebook = try Self.notebook(disk)
    try Self.compareAll(notebook)
    // Now from the file that the first one left.
    #expect(notebook.catalog().snapshot.layers.count == 1)
    try Self.compareAll(notebook)
    try Self.compareAll(try disk.notebook())
  }

  @Test func countsAnActionWithoutAStatusAsOpen() throws {
    let disk = try DiskNotebook(Self.files)
    let notebook = try Self.notebook(disk)
    let values = ["open 3", "cancelled 1", "done 1", "maybe 1", "waiting 1"]
    let count = { try notebook.catalog().usedValues(of: .status).map { "\($0.text) \($0.count)" } }
    #expect(try count() == values)
    // The same if the capture was read after the index was written.
    disk.write(Array("late.md".utf8), Array("---\ntype: action\nstatus: ''\n---\n".utf8))
    #expect(try count() == ["open 4"] + values.dropFirst())
    #expect(notebook.catalog().unknownValues(in: try Query("status:open")).isEmpty)
  }

  @Test func findsTypesInListsAndLinks() throws {
    let disk = try DiskNotebook([
      ("list.md", "---\ntype: [Cities, Places]\n---\n"),
      ("link.md", "---\ntype: \"[[Cities]]\"\nstatus: \"[[Later|at last]]\"\n---\n"),
      ("links.md", "---\ntype:\n  - \"[[Cities]]\"\n---\n"),
      ("nested.md", "---\ntype: [[Cities]]\n---\n"),
      ("word.md", "---\ntype: Cities, Places\n---\n"),
      ("key.md", "---\nType: Towns\nStatus: gone\n---\n"),
    ])
    let notebook = try Self.notebook(disk)
    let rows: [(query: String, paths: String, unknown: String)] = [
      ("type:cities", "link.md links.md list.md nested.md", ""), ("type:places", "list.md", ""),
      ("type:\"[[Cities]]\"", "link.md links.md", ""),
      ("type:cit*", "link.md links.md list.md nested.md word.md", ""),
      ("type:citis", "", "citis Cities"), ("status:later", "link.md", ""),
      // A field whose key has other letters is not the type.
      ("type:towns", "", "towns"), ("status:gone", "", "gone"),
    ]
    func check(_ notebook: Notebook) throws {
      let (catalog, library) = (notebook.catalog(), notebook.load())
      for row in rows {
        let query = try Query(row.query)
        try Self.compare(query, catalog, library)
        let found = try catalog.select(query, in: catalog.context(TestNotebook.clock))
        let paths = found.entries.map { catalog.snapshot.path($0).description }.sorted()
        #expect(paths.joined(separator: " ") == row.paths, "\(row.query)")
        guard found.total == 0 else { continue }
        let unknown = catalog.unknownValues(in: query).flatMap { [$0.name, $0.nearest] }
        #expect(unknown.compactMap(\.self).joined(separator: " ") == row.unknown, "\(row.query)")
      }
    }
    try check(notebook)
    // The same if the captures were read after the index was written.
    for file in ["list", "link", "links", "nested", "word", "key"] {
      let text = try #require(try disk.text("\(file).md"))
      disk.write(Array("\(file).md".utf8), Array("\(text)More.\n".utf8))
    }
    try check(notebook)
  }

  @Test func answersLikeTheSlowWayWhileFilesChange() throws {
    let disk = try DiskNotebook(Self.files)
    let notebook = try Self.notebook(disk)
    _ = notebook.catalog()
    disk.write(
      Array("work/report.md".utf8), Array("---\ntype: idea\nnew: 1\n---\nbig party deal #x\n".utf8))
    disk.write(Array("fresh/one.md".utf8), Array("A new deal, art.\n".utf8))
    unlinkFile(disk, "books/emma.md")
    try Self.compareAll(notebook)
    for number in 0..<30 {
      disk.write(
        Array("many/\(number).md".utf8),
        Array("---\nbudget: \(number)\n---\nbig deal \(number)\n".utf8))
    }
    try Self.compareAll(notebook)
    #expect(notebook.catalog().snapshot.layers.count == 2)
    disk.write(Array("many/3.md".utf8), Array("nothing\n".utf8))
    unlinkFile(disk, "many/4.md")
    unlinkFile(disk, "sarah.md")
    try Self.compareAll(notebook)
  }

  @Test func answersSeveralThreadsAtOnce() throws {
    let disk = try DiskNotebook(Self.files)
    let notebook = try Self.notebook(disk)
    _ = notebook.catalog()
    // From the file, with nothing of it checked or read yet.
    let segment = try #require(notebook.catalog().snapshot.layers.first?.segment)
    let answers = Mutex<Set<[String]>>([])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      let found = (try? Self.everyValue(of: segment)) ?? ["damaged"]
      answers.withLock { _ = $0.insert(found) }
    }
    #expect(try answers.withLock { $0 } == [Self.everyValue(of: segment)])
  }

  /// The values of all fields, tags and titles of a segment's documents.
  private static func everyValue(of segment: Segment) throws -> [String] {
    var found: [String] = []
    let columns = try [segment.tags(), segment.titles(), segment.aliases()].compactMap(\.self)
    for document in 0..<segment.count {
      for column in columns { found += try column.values(of: document).map(column.text) }
      for (name, column) in try segment.fieldNames().sorted(by: { $0.name < $1.name }) {
        found += try column.values(of: document).map { "\(name) \($0)" }
      }
    }
    return found
  }

  private func unlinkFile(_ disk: DiskNotebook, _ path: String) {
    #expect(unlink(disk.absolute(path)) == 0)
  }
}
