import CairnFixtures
import CairnText
import Testing

/// What terminals of several sizes show: no line is too wide, the home screen is not too long, and
/// the columns are aligned. The screens themselves are in `screens.transcript`.
@Suite struct ScreenTests {
  private static let words = [
    "call", "the", "chimney", "sweep", "about", "extraordinarily", "été", "東京物語", "紙すきの里",
    "기생충", "👩‍👩‍👧‍👦", "🇯🇵", "❤️", "👍🏽", "خط", "رسالة", "שָׁלוֹם", "ไทย", "мастер",
  ]

  /// Notes with titles drawn at random, half of them due around the day of the sandbox.
  private static func notes() -> [(path: String, lines: [String])] {
    var chance = SplitMix(seed: 17)
    return (0..<60).map { number in
      let title = (0...Int.random(in: 0...14, using: &chance)).map { _ in
        words[Int.random(in: 0..<words.count, using: &chance)]
      }
      let day = 10 + number % 20
      let due = number % 2 == 0 ? ["due: 2026-11-\(day)T09:30:00+01:00"] : []
      let front = ["id: \(String(number, radix: 8))k7x2m9q4abc".prefix(14)].map(String.init)
      return (
        "drawn/\(number).md",
        ["---"] + front + due
          + ["type: action", "tags: [紙, paper, خط]", "created: 2026-11-\(day)", "---"]
          + [
            "# " + title.joined(separator: " "), "", "paper " + title.joined(separator: " paper "),
          ]
      )
    }
  }

  /// Returns what a command shows on a terminal of this size, as lines.
  private func screen(
    _ command: String, _ columns: Int, _ rows: Int, _ sandbox: inout Sandbox
  ) async throws -> [String] {
    let run = "stty cols \(columns) rows \(rows); cairn \(command) --no-pager"
    let outcome = try await sandbox.run(
      "script -qec '\(run)' /dev/null < /dev/null | tr -d '\\r'")
    return String(decoding: outcome.standardOutput, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("Screens fit terminals of several sizes", .timeLimit(.minutes(10)))
  func fit() async throws {
    var sandbox = try await Sandbox()
    try await sandbox.set(up: .notebook)
    for (path, lines) in Self.notes() { try await sandbox.write(lines, to: path) }
    let commands = ["", "list", "search paper", "actions in:drawn", "brief", "discover", "circles"]
    for (columns, rows) in [(80, 24), (140, 40), (60, 18), (33, 24)] {
      // Sentences and headings of fixed length need more than 33 cells.
      for command in columns < 60 ? ["list", "search paper"] : commands {
        let lines = try await screen(command, columns, rows, &sandbox)
        #expect(lines.count > 4, "\(command): \(lines)")
        for line in lines {
          #expect(CellWidth.of(line) <= columns, "\(command) at \(columns): \(line)")
          #expect(!line.unicodeScalars.contains { $0.value < 0x20 }, "\(command): \(line)")
        }
        if command.isEmpty { #expect(lines.count <= rows, "\(columns)x\(rows): \(lines)") }
        if command == "list" {
          let dates = lines.compactMap { line in
            line.firstRange(of: "  2026-").map { CellWidth.of(line[..<$0.lowerBound]) }
          }
          #expect(Set(dates).count <= 1, "\(columns): \(lines)")
          #expect(columns < 60 || dates.count > 100)
        }
      }
    }
    try await sandbox.remove()
  }
}
