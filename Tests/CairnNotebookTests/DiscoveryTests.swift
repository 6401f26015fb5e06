import CairnCapture
import CairnIndex
import CairnQuery
import CairnText
import Testing

@testable import CairnNotebook

/// What deserves another look, against the rules of docs/related.md asked of each capture.
@Suite struct DiscoveryTests {
  private static func files(seed: UInt64) -> [(path: String, text: String)] {
    var chance = SplitMix(seed: seed)
    func pick(_ choices: [String]) -> String { choices.randomElement(using: &chance) ?? "" }
    return (0..<80).map { number in
      let month = pick(["01", "05", "06", "10", "11", "11", "11"])
      let created = "\(pick(["2021", "2024", "2025", "2026"]))-\(month)-\(pick(["20", "21", "22"]))"
      let lines = [
        "created: \(created)", pick(["", "", "updated: 2026-09-01", "updated: 2020-01-01"]),
        pick(["", "score: 1", "score: great", "score: 2"]),
        pick(["", "type: briefing", "type: action", "type: action\nstatus: done", "type: entry"]),
      ]
      let links = (0..<Int.random(in: 0..<3, using: &chance)).map { _ in
        "[[\(Int.random(in: 0..<20, using: &chance))]]"
      }
      let fields = lines.filter { !$0.isEmpty }.joined(separator: "\n")
      return ("\(number).md", "---\n\(fields)\n---\n\(links.joined(separator: " "))\n")
    }
  }

  @Test(arguments: UInt64(1)...3)
  func findsWhatTheRulesSay(_ seed: UInt64) throws {
    let disk = try DiskNotebook(Self.files(seed: seed))
    let notebook = try IndexTests.notebook(disk)
    _ = notebook.catalog()
    for file in Self.files(seed: seed + 9).prefix(4) {
      disk.write(Array(file.path.utf8), Array(file.text.utf8))
    }
    let library = notebook.load()
    let graph = LinkGraph(library)
    let catalog = notebook.catalog()
    let day = try #require(CalendarDate(year: 2026, month: 11, day: 21))
    let found = try catalog.discoveries(on: day, by: TestNotebook.clock, limit: 1000)
    let byPath = Dictionary(
      found.map { (catalog.snapshot.path($0.entry), $0) }, uniquingKeysWith: { first, _ in first })
    #expect(byPath.count == found.count)
    let briefings = library.captures.filter { $0.type == "briefing" }.map(\.path)
    for capture in library.captures {
      let links = Set(graph.links(to: capture.path).map(\.source))
        .subtracting(briefings + [capture.path]).count
      let made = capture.created.localDay(TestNotebook.clock)
      let isFresh = day.daysSinceEpoch - made.daysSinceEpoch < 30
      let isClosed = capture.type == "briefing" || capture.status == "done"
      let years = (made.month, made.day) == (11, 21) ? 2026 - made.year : nil
      let last = max(
        made.daysSinceEpoch,
        capture.writtenUpdate?.localDay(TestNotebook.clock).daysSinceEpoch ?? .min)
      let score = capture.score?.rawValue ?? 0
      let isWorth = score * 2 + min(links, 6) >= 4 || links > 1
      let isForgotten = day.daysSinceEpoch - last >= 180 && isWorth
      let isWanted = !isFresh && !isClosed && (years != nil || isForgotten || links >= 3)
      let discovery = byPath[capture.path]
      #expect((discovery != nil) == isWanted, "\(capture.path)")
      guard let discovery else { continue }
      #expect(discovery.years == years && discovery.links == links, "\(capture.path)")
      #expect(discovery.unchangedSince?.daysSinceEpoch == (isForgotten ? last : nil))
      #expect(!discovery.reasons.isEmpty)
    }
    let few = try catalog.discoveries(on: day, by: TestNotebook.clock, limit: 7)
    #expect(few.count == min(7, found.count))
    #expect(few.allSatisfy { byPath[catalog.snapshot.path($0.entry)] != nil })
    let again = try notebook.catalog().discoveries(on: day, by: TestNotebook.clock, limit: 7)
    #expect(few.map(\.entry) == again.map(\.entry))
    let next = try catalog.discoveries(
      on: day.adding(days: 1), by: TestNotebook.clock, limit: 7)
    #expect(few.map(\.entry) != next.map(\.entry))
  }
}
