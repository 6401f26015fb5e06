import CairnCapture
import CairnIndex
import CairnQuery
import CairnText
import Glibc
import Testing

@testable import CairnNotebook

/// What belongs together, from the index, against the formulas written out.
@Suite struct RelatedTests {
  /// A notebook of notes that share words, tags, persons, circles and links by chance.
  private struct Notes {
    private var chance: SplitMix
    /// Common words first; the last ones are in hardly any note.
    private let vocabulary =
      ["the", "a1", "12", "Über", "東京"] + (0..<120).map { "word\($0 / 3)x\($0 % 3)" }

    init(seed: UInt64) { chance = SplitMix(seed: seed) }

    private mutating func words(_ lengths: ClosedRange<Int>) -> String {
      (0..<Int.random(in: lengths, using: &chance)).map { _ in
        let reach = Int.random(in: 1...vocabulary.count, using: &chance)
        return vocabulary[Int.random(in: 0..<reach, using: &chance)]
      }.joined(separator: " ")
    }

    private mutating func isOne(in count: Int) -> Bool {
      Int.random(in: 0..<count, using: &chance) == 0
    }

    mutating func note() -> String {
      var fields = ["x: \(words(0...2))"]
      if isOne(in: 3) { fields.append("title: \(words(1...3))") }
      if isOne(in: 4) { fields.append("meaning: \(words(1...4))") }
      if isOne(in: 3) { fields.append("tags: [t\(Int.random(in: 0..<9, using: &chance)), Ü]") }
      if isOne(in: 4) { fields.append("person: Sarah \(Int.random(in: 0..<4, using: &chance))") }
      if isOne(in: 7) { fields.append("type: briefing") }
      if isOne(in: 6) { fields.append("Circle: \"[[c/Paste|x]]\"") }
      let link =
        isOne(in: 2) ? "[[\(Int.random(in: 0..<70, using: &chance))]]" : "![](\(words(1...1)).png)"
      let heading = isOne(in: 2) ? "# \(words(1...3))\n\n" : ""
      return "---\n\(fields.joined(separator: "\n"))\n---\n\(heading)\(words(0...9)) \(link)\n\n"
        + "\(words(0...60))\n"
    }
  }

  @Test(arguments: UInt64(1)...4)
  func belongsTogetherLikeTheSlowWay(_ seed: UInt64) throws {
    var notes = Notes(seed: seed)
    let disk = try DiskNotebook((0..<70).map { ("\($0).md", notes.note()) })
    let notebook = try IndexTests.notebook(disk)
    try Self.compare(notebook)
    // A second layer, then captures that are in none, and some that are gone.
    for count in [30, 4] {
      for number in 0..<count {
        disk.write(Array("\(number).md".utf8), Array(notes.note().utf8))
      }
      unlink(disk.absolute("\(60 + count % 10).md"))
      try Self.compare(notebook)
    }
  }

  private static func compare(_ notebook: Notebook) throws {
    let slow = SlowLikeness(notebook.load())
    let catalog = notebook.catalog()
    for capture in slow.library.captures {
      let isBriefing = capture.type == "briefing"
      let wanted = (isBriefing ? SlowLikeness(slow.library, wanted: capture.path) : slow)
        .closeness(capture)
      let found = try catalog.related(to: capture, limit: .max)
      let paths = found.captures.map { catalog.snapshot.path($0.entry) }
      #expect(Set(paths) == Set(wanted.keys), "\(capture.path)")
      #expect(found.total == wanted.count)
      for (path, related) in zip(paths, found.captures) {
        #expect(abs(related.closeness - (wanted[path] ?? -1)) < 1e-6, "\(capture.path), \(path)")
        #expect(!related.bonds.isEmpty)
      }
      let order = zip(found.captures, paths)
        .sorted { (-$0.0.closeness, $0.1) < (-$1.0.closeness, $1.1) }.map(\.1)
      #expect(paths == order)
      let few = try catalog.related(to: capture, limit: 3)
      #expect(few.captures.map { catalog.snapshot.path($0.entry) } == Array(paths.prefix(3)))
      #expect(few.total == found.total)
    }
  }

  @Test(arguments: UInt64(5)...6)
  func ordersByNovelty(_ seed: UInt64) throws {
    var notes = Notes(seed: seed)
    let disk = try DiskNotebook((0..<40).map { ("\($0).md", notes.note()) })
    disk.write(Array("empty.md".utf8), Array("the 12\n".utf8))
    let notebook = try IndexTests.notebook(disk)
    _ = notebook.catalog()
    for number in 0..<4 { disk.write(Array("\(number).md".utf8), Array(notes.note().utf8)) }
    let slow = SlowLikeness(notebook.load())
    let catalog = notebook.catalog()
    for (order, sign) in [("sort:novelty", 1.0), ("sort:-novelty", -1)] {
      let found = try catalog.select(try Query(order), in: catalog.context(TestNotebook.clock))
      let paths = found.entries.map { catalog.snapshot.path($0) }
      let novelties = paths.map { slow.novelty($0).map { $0 * sign } ?? .infinity }
      #expect(Set(paths) == Set(slow.library.captures.map(\.path)))
      #expect(zip(novelties, novelties.dropFirst()).allSatisfy { $0 <= $1 + 1e-9 })
      #expect(novelties.contains { $0 > -1 && $0 != 0 && $0 < 1 })
    }
    for capture in slow.library.captures {
      let (found, wanted) = (catalog.novelty(of: capture), slow.novelty(capture.path))
      #expect((found == nil) == (wanted == nil), "\(capture.path)")
      #expect(abs((found ?? 0) - (wanted ?? 0)) < 1e-9, "\(capture.path)")
    }
  }

  @Test func namesOneThingHoweverItIsWritten() throws {
    let texts = ["Sarah", "\"[[people/sarah|her]]\"", "[sárah, Jonas]", "Jonas, SARAH"]
    let disk = try DiskNotebook(
      texts.enumerated().map { ("\($0.offset).md", "---\nperson: \($0.element)\n---\n") })
    let catalog = try IndexTests.notebook(disk).catalog()
    let capture = try #require(catalog.entry(at: note("0.md")).flatMap { catalog.capture($0) })
    let found = try catalog.related(to: capture, limit: 10)
    #expect(found.total == 3)
    for related in found.captures {
      #expect(related.bonds.contains(.person("Sarah", frequency: 4, of: 4)))
    }
  }
}
