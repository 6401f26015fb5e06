import CairnCapture
import CairnFiles
import CairnIndex
import CairnInsight
import CairnText
import Testing

@testable import CairnNotebook

/// What the index says that captures teach, against counting them one by one.
@Suite struct LessonTests {
  /// A type in a front matter, and whether a person chose it.
  private static let types: [(lines: String, kind: CaptureKind?)] = [
    ("type: action\n", .action), ("type: idea\n", .idea), ("type: fact\n", .fact),
    ("type: person\n", .person), ("type: entry\n", nil), ("mood: fine\n", nil),
    ("type: idea\ntype_by: \(mark("idea"))\n", nil),
    // The mark is of another value: somebody chose this one in an editor.
    ("type: fact\ntype_by: \(mark("idea"))\n", .fact), ("type_by: unsure\n", nil),
    ("Type: action\n", nil),
  ]
  private static let words = ["tyre", "front", "left", "milk", "Émile", "雪国", "call", "the", "9"]

  private static func mark(_ type: String) -> String {
    MachineMark(maker: "cairn 0.9", value: type).text
  }

  /// Types change in an editor, captures are added and come and go: the counts are those of the
  /// captures that are there, in the first index, in changes on top of it, and anew.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func counts(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let disk = try DiskNotebook()
    var captures: [String: (text: String, type: Int)] = [:]
    func write(_ name: String) {
      guard let capture = captures[name] else { return }
      let text = "---\n\(Self.types[capture.type].lines)---\n\(capture.text)\n"
      disk.write(Array(name.utf8), Array(text.utf8))
    }
    for number in 0..<60 {
      let text = (0..<4).map { _ in Self.words.randomElement(using: &random) ?? "" }
      captures["f\(number % 3)/\(number).md"] = (
        text.joined(separator: " "), Int.random(in: Self.types.indices, using: &random)
      )
    }
    captures.keys.sorted().forEach(write)
    let notebook = try IndexTests.notebook(disk)
    for round in 0..<6 {
      _ = notebook.catalog(isFresh: round == 5, keepsAll: true)
      try compare(notebook, captures.values.map { $0 }, "seed \(seed), round \(round)")
      for name in captures.keys.sorted().shuffled(using: &random).prefix(5) {
        captures[name]?.type = Int.random(in: Self.types.indices, using: &random)
        write(name)
      }
      captures["new\(round).md"] = ("tyre \(round)", round % 4)
      write("new\(round).md")
    }
  }

  private func compare(
    _ notebook: Notebook, _ captures: [(text: String, type: Int)], _ comment: Comment
  ) throws {
    let readers = IndexCache(notebook.cache).lessons()
    try #require(!readers.isEmpty)
    var wanted: [UInt32: KindCounts] = [:]
    var total = KindCounts.zero
    for capture in captures {
      guard let kind = Self.types[capture.type].kind else { continue }
      total &+= KindCounts(one: kind)
      for word in TaughtWords.hashes(of: capture.text) {
        wanted[word, default: .zero] &+= KindCounts(one: kind)
      }
    }
    #expect(readers.reduce(.zero) { $0 &+ $1.captures } == total, comment)
    for word in Self.words.flatMap({ TaughtWords.hashes(of: $0) }) + [1, 7, .max] {
      let found = try readers.reduce(.zero) { $0 &+ (try $1.counts(of: word)) } as KindCounts
      #expect(found == wanted[word] ?? .zero, comment)
    }
  }

  /// A notebook of other types files in ways of its own; one of ours, and a small one, do not.
  @Test(arguments: [
    ("type: meeting\n", 40, true), ("", 40, true), ("type: meeting\n", 10, false),
    ("type: idea\n", 40, false), ("type_by: unsure\n", 40, false),
  ])
  func foreign(lines: String, count: Int, isForeign: Bool) throws {
    let disk = try DiskNotebook((0..<count).map { ("\($0).md", "---\n\(lines)---\nx\n") })
    let notebook = try IndexTests.notebook(disk)
    #expect(!notebook.habits.isForeign)
    _ = notebook.catalog()
    #expect(notebook.habits.isForeign == isForeign)
  }

  /// An index that is damaged, or of another notebook, teaches nothing.
  @Test func damage() throws {
    let disk = try DiskNotebook([("a.md", "---\ntype: fact\n---\ntyre\n")])
    let notebook = try IndexTests.notebook(disk)
    #expect(IndexCache(notebook.cache).lessons().isEmpty)
    _ = notebook.catalog()
    #expect(IndexCache(notebook.cache).lessons().count == 1)
    let folder = try #require(notebook.cache)
    let file = try #require(try folder.mapCached("captures"))
    let bytes = Array(file.bytes)
    for place in stride(from: 0, to: bytes.count, by: 97) {
      var damaged = bytes
      damaged[place] ^= 0x40
      let draft = try folder.draftCached("captures")
      draft.append(damaged)
      _ = try draft.keep()
      for reader in IndexCache(notebook.cache).lessons() {
        let found = try? reader.counts(of: TaughtWords.hashes(of: "tyre")[0])
        #expect(found == nil || found == KindCounts(one: .fact), "byte \(place)")
      }
    }
  }
}
