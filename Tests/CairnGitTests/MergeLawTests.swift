import CairnCapture
import CairnDocument
import CairnGit
import CairnText
import Glibc
import SystemPackage
import Testing

@Suite("Generated histories, merged")
struct MergeLawTests {
  /// What a version says: the values of some fields, tags, and the lines of a body.
  struct Version: Equatable {
    var fields: [String: String]
    var tags: [String]
    var body: [String]

    static let keys = ["title", "score", "status", "due", "meaning", "type", "place", "author"]

    init(_ chance: inout SplitMix) {
      fields = [:]
      for key in Self.keys where Bool.random(using: &chance) {
        fields[key] = "\(key) \(Int.random(in: 0..<4, using: &chance))"
      }
      tags = (0..<Int.random(in: 0..<4, using: &chance)).map { "t\($0)" }
      body = (0..<12).map { "Line \($0)." }
    }

    /// Some edits, of few fields and few lines.
    mutating func edit(_ chance: inout SplitMix) {
      for _ in 0..<Int.random(in: 0..<4, using: &chance) {
        let key = Self.keys.randomElement(using: &chance) ?? ""
        fields[key] =
          Int.random(in: 0..<4, using: &chance) == 0
          ? nil : "\(key) \(Int.random(in: 0..<9, using: &chance))"
      }
      if Int.random(in: 0..<3, using: &chance) == 0 {
        tags.append("n\(Int.random(in: 0..<5, using: &chance))")
      }
      if !tags.isEmpty, Int.random(in: 0..<4, using: &chance) == 0 {
        tags.remove(at: Int.random(in: 0..<tags.count, using: &chance))
      }
      if Int.random(in: 0..<3, using: &chance) == 0 {
        body[Int.random(in: 0..<body.count, using: &chance)] +=
          " More \(Int.random(in: 0..<9, using: &chance))."
      }
    }

    var bytes: [UInt8] {
      let lines = Self.keys.compactMap { key in fields[key].map { "\(key): \($0)" } }
      let list = tags.isEmpty ? [] : ["tags: [\(tags.joined(separator: ", "))]"]
      return Array(
        (["---", "id: k7x2m9q4ab"] + lines + list + ["---"] + body).map { $0 + "\n" }
          .joined().utf8)
    }
  }

  private static let git = Git("/usr/bin/git", in: "/tmp", temporaryFolder: "/tmp")

  /// How many histories there are: of a thousand, `make test` has the first.
  private static let count = getenv("CAIRN_SOAK") == nil ? 100 : 1000

  @Test("Nothing is merged wrongly, and far fewer than git alone are in conflict")
  func histories() async throws {
    var chance = SplitMix(seed: 20_261_121)
    var (ours, plain) = (0, 0)
    for _ in 0..<Self.count {
      let base = Version(&chance)
      var (left, right) = (base, base)
      left.edit(&chance)
      right.edit(&chance)
      let merge = try await CaptureMerge(
        base: base.bytes, ours: left.bytes, theirs: right.bytes,
        by: { try await Self.git.mergeLines(base: $0, ours: $1, theirs: $2) })
      check(merge, base, left, right)
      if merge.hasConflicts { ours += 1 }
      let lines = try await Self.git.mergeLines(
        base: base.bytes, ours: left.bytes, theirs: right.bytes)
      if lines.conflicts > 0 { plain += 1 }
    }
    #expect(ours * 2 < plain, "\(ours) in conflict, \(plain) by git alone")
    print("\(Self.count) histories: \(ours) in conflict; by git alone \(plain)")
  }

  /// What one side alone changed has that side's value; what neither did is as it was.
  private func check(_ merge: CaptureMerge, _ base: Version, _ left: Version, _ right: Version) {
    let document = Document(merge.bytes)
    let note = Comment(rawValue: String(decoding: merge.bytes, as: UTF8.self))
    #expect(document["id"] == .string("k7x2m9q4ab"), note)
    for key in Version.keys {
      let (old, mine, other) = (base.fields[key], left.fields[key], right.fields[key])
      let value = document[key]?.text
      if mine == other || other == old {
        #expect(value == mine, note)
      } else if mine == old {
        #expect(value == other, note)
      } else {
        #expect(value == mine && merge.fields.contains(key), note)
      }
    }
    var tags: [FieldValue] = []
    if case .list(let all)? = document["tags"] { tags = all }
    let known = Set(base.tags + left.tags + right.tags)
    for tag in known {
      let (old, mine, other) = (
        base.tags.contains(tag), left.tags.contains(tag), right.tags.contains(tag)
      )
      // Where both sides still have the field, a tag is there as in a merge of sets.
      guard !left.tags.isEmpty, !right.tags.isEmpty else { continue }
      let wanted = mine == other ? mine : mine == old ? other : mine
      #expect(tags.contains(.string(tag)) == wanted, note)
    }
  }

  @Test("Two captures at one path are not merged into one")
  func twoCaptures() async throws {
    func file(_ id: String, _ title: String, score: Int = 1) -> [UInt8] {
      Array("---\nid: \(id)\ntitle: \(title)\nscore: \(score)\n---\nText\n".utf8)
    }
    let (old, new) = (file("k7x2m9q4ab", "Old"), file("zzzzzzzzzz", "New"))
    let rows = [
      (old, new, file("k7x2m9q4ab", "Old", score: 3)),
      (old, file("k7x2m9q4ab", "Old", score: 3), new),
      ([], new, old),
    ]
    for (base, ours, theirs) in rows {
      let merge = try await CaptureMerge(
        base: base, ours: ours, theirs: theirs,
        by: { try await Self.git.mergeLines(base: $0, ours: $1, theirs: $2) })
      #expect(merge.bytes == ours && merge.hasConflicts)
    }
    // A person who gives a capture another id gets the old one back.
    let merge = try await CaptureMerge(
      base: old, ours: file("zzzzzzzzzz", "Old"), theirs: file("k7x2m9q4ab", "Old", score: 3),
      by: { try await Self.git.mergeLines(base: $0, ours: $1, theirs: $2) })
    #expect(merge.bytes == file("k7x2m9q4ab", "Old", score: 3) && !merge.hasConflicts)
  }

  // MARK: - Briefings

  /// A briefing: what a machine wrote at a minute of the day, and the lines of a person around it.
  struct Briefing: Equatable {
    var id: String
    var created: Int
    var minute: Int?
    var text: String
    var before: [String] = []
    var after: [String] = []

    init(_ chance: inout SplitMix) {
      created = Int.random(in: 0..<30, using: &chance)
      id = "k7x2m9q4\(Int.random(in: 10..<99, using: &chance))"
      (minute, text) = (created, "Text \(created)")
    }

    /// What happens to it on a machine.
    mutating func edit(_ name: String, _ chance: inout SplitMix) {
      if Bool.random(using: &chance) {
        let now = Int.random(in: 30..<60, using: &chance)
        (minute, text) = (Int.random(in: 0..<9, using: &chance) == 0 ? nil : now, "Text \(now)")
      }
      for number in 0..<Int.random(in: 0..<3, using: &chance) {
        let line = "Line \(number) of \(name)"
        if Bool.random(using: &chance) {
          before.insert(line, at: Int.random(in: 0...before.count, using: &chance))
        } else {
          after.insert(line, at: Int.random(in: 0...after.count, using: &chance))
        }
      }
    }

    var written: [String] {
      let time = minute.map { " 2026-11-21T06:\($0 < 10 ? "0" : "")\($0):00+01:00" } ?? ""
      return ["<!-- brief\(time) -->", text, "<!-- /brief -->"]
    }

    var bytes: [UInt8] {
      let time = "2026-11-21T06:\(created < 10 ? "0" : "")\(created):00+01:00"
      let fields = ["id: \(id)", "type: briefing", "title: Briefing", "created: \(time)"]
      return Array(
        (["---"] + fields + ["---"] + before + written + after).map { $0 + "\n" }.joined().utf8)
    }
  }

  @Test("Of a briefing that two machines made the later text stays, and all lines of persons")
  func briefings() async throws {
    var chance = SplitMix(seed: 20_261_122)
    for number in 0..<Self.count / 2 {
      var base: Briefing? = number % 2 == 0 ? Briefing(&chance) : nil
      base?.edit("before", &chance)
      var (left, right) = (base ?? Briefing(&chance), base ?? Briefing(&chance))
      left.edit("left", &chance)
      right.edit("right", &chance)
      let merge = try await CaptureMerge(
        base: base?.bytes ?? [], ours: left.bytes, theirs: right.bytes,
        by: { try await Self.git.mergeLines(base: $0, ours: $1, theirs: $2) })
      let text = String(decoding: merge.bytes, as: UTF8.self)
      let lines = text.split(separator: "\n").map(String.init)
      let note = Comment(rawValue: text)
      #expect(!merge.hasConflicts && Conflicts(merge.bytes).isEmpty, note)
      let isTheirs =
        left.written == base?.written
        || right.written != base?.written
          && (right.minute.map { ($0, left.minute ?? -1) }.map { $0 > $1 } ?? false)
      let written = (isTheirs ? right : left).written
      #expect(lines.filter { $0.hasPrefix("<!--") } == [written[0], written[2]], note)
      #expect(lines.contains(written[1]), note)
      for line in left.before + left.after + right.before + right.after {
        #expect(lines.count { $0 == line } == 1, note)
      }
      let first = (left.created, left.id) <= (right.created, right.id) ? left : right
      #expect(lines.filter { $0.hasPrefix("id: ") } == ["id: \(first.id)"], note)
    }
  }
}
