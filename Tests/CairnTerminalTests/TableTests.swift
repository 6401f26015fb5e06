import CairnFixtures
import CairnTerminal
import CairnText
import Testing

@Suite("Tables for a terminal")
struct TableTests {
  private let table = Table(columns: [
    Table.Column("No", alignment: .right), Table.Column("Title", shrinksTo: 6),
    Table.Column("Path", shrinksTo: 4, isOptional: true),
  ])
  private let rows = [
    ["1", "東京物語", "films/tokyo.md"], ["12", "A long title, it seems", "b.md"], ["3", "", ""],
  ]

  @Test("Columns are as wide as their widest cell, and end without blanks")
  func natural() {
    #expect(
      table.lines(rows) == [
        " 1  東京物語                films/tokyo.md",
        "12  A long title, it seems  b.md",
        " 3",
      ])
  }

  @Test("The widest columns give way first")
  func shrinking() {
    #expect(
      table.lines(rows, width: 30) == [
        " 1  東京物語      films/tokyo…",
        "12  A long…       b.md",
        " 3",
      ])
  }

  @Test("Without a limit nothing is cut, and one long cell does not widen the others")
  func unlimited() {
    let long = String(repeating: "word ", count: 40) + "end"
    #expect(
      table.lines([["1", long, "a.md"], ["2", "b", "b.md"]]) == [
        "1  \(long)  a.md",
        "2  b\(String(repeating: " ", count: 61))b.md",
      ])
  }

  @Test("Right-to-left cells are isolated on a terminal, cut or not")
  func isolation() {
    let rows = [["1", "خط عربي", "a.md"], ["2", "שלום עולם וברכה", "שלום"], ["3", "Latin", "x"]]
    #expect(
      table.lines(rows, width: 20) == [
        "1  \u{2068}خط عربي\u{2069}      a.md",
        "2  \u{2068}שלום עולם…\u{2069}   \u{2068}שלום\u{2069}", "3  Latin        x",
      ])
    #expect(!table.lines(rows).joined().contains("\u{2068}"))
  }

  @Test("An optional column goes where there is no room")
  func leavingOut() {
    #expect(table.lines(rows, width: 13) == [" 1  東京物語", "12  A long…", " 3"])
    #expect(table.lines(rows, width: 3) == [" 1  東京…", "12  A lon…", " 3"])
  }

  @Test("Titles head the columns that are shown")
  func titles() {
    #expect(
      table.lines([["1", "a", ""]], hasTitles: true) == ["No  Title  Path", " 1  a"])
    #expect(table.lines([], hasTitles: true) == ["No  Title  Path"])
    #expect(table.lines([]).isEmpty)
  }

  @Test("Style is added to what is cut already, and takes no room")
  func style() {
    let lines = table.lines([["1", "abcdefgh", "x"]], width: 12, hasTitles: true) { cell in
      cell.row == nil ? "<\(cell.text)>" : cell.column == 1 ? "*\(cell.text)*" : cell.text
    }
    #expect(lines == ["<No>  <Title>", " 1  *abcdefgh*"])
  }

  @Test("Nothing in a cell steers the terminal")
  func hostile() {
    let hostile = ["\u{1B}[2J", "a\nb\u{202E}", "\u{9B}31m"]
    let lines = table.lines([hostile, ["1"]], width: 60)
    #expect(lines == ["␛[2J  a b\\u{202e}  \\u{9b}31m", "   1"])
    #expect(!lines.joined().unicodeScalars.contains(where: TerminalText.steers))
  }

  @Test("No line is wider than asked, down to what the columns allow", arguments: 12...60)
  func widths(width: Int) {
    let lines = table.lines(rows + [["7", "👨‍👩‍👧👍🏽 e\u{301}", "ไทย/한글.md"]], width: width)
    for line in lines { #expect(TerminalText.width(of: line) <= width) }
  }

  /// Rows as a list of captures has them, drawn at random.
  private static func generated(_ chance: inout SplitMix) -> [[String]] {
    let words = [
      "a", "of", "cairn", "chimney", "workshop", "extraordinarily", "été", "e\u{301}te\u{301}",
      "Straße",
      "東京物語", "紙すきの里", "기생충", "👩‍👩‍👧‍👦", "🇯🇵", "❤️", "👍🏽", "1️⃣", "خط", "رسالة", "שָׁלוֹם", "ไทย", "…",
      "https://example.org/a/very/long/address/without/a/space/in/it",
    ]
    return (0..<12).map { number in
      let title = (0...Int.random(in: 0...12, using: &chance)).map { _ in
        words[Int.random(in: 0..<words.count, using: &chance)]
      }
      return ["id\(number)", title.joined(separator: " "), "2026-11-21", "#tag #other"]
    }
  }

  @Test("Columns align, titles get half of the width, and no word is cut", arguments: 0..<200)
  func capturesAlign(seed: Int) {
    var chance = SplitMix(seed: UInt64(seed))
    let width = Int.random(in: 30...140, using: &chance)
    let rows = Self.generated(&chance)
    let table = Table(columns: [
      .init("id"), .init("title", shrinksTo: width / 2), .init("created", isOptional: true),
      .init("tags", shrinksTo: 8, isOptional: true),
    ])
    var cells: [Int: [String]] = [:]
    let lines = table.lines(rows, width: width) { cell in
      cells[cell.column, default: []].append(cell.text)
      return cell.text
    }
    let dates = lines.compactMap { line in
      line.firstRange(of: "2026-11-21").map { CellWidth.of(line[..<$0.lowerBound]) }
    }
    // On a narrow terminal there is no room for dates.
    let isAligned = Set(dates).count == 1 && dates.count == lines.count
    #expect(isAligned || (dates.isEmpty && width < 45), "seed \(seed)")
    for line in lines { #expect(CellWidth.of(line) <= width, "seed \(seed): \(line)") }
    let widest = rows.map { CellWidth.of($0[1]) }.max() ?? 0
    let room = (cells[1] ?? []).map { CellWidth.of($0) }.max() ?? 0
    for (row, shown) in zip(rows, cells[1] ?? []) where shown != row[1] {
      // A cut title is at least half as wide as its column, which has half of the line.
      #expect(CellWidth.of(shown) * 2 >= min(widest, width / 2) - 2, "seed \(seed): \(shown)")
      #expect(shown.hasSuffix("…") && row[1].hasPrefix(shown.dropLast()), "seed \(seed)")
      let next = row[1].dropFirst(shown.count - 1).first ?? " "
      let word = row[1].split(separator: " ").map { CellWidth.of($0) }.max() ?? 0
      let isBesideWide = [next, shown.dropLast().last ?? " "].contains { CellWidth.of($0) == 2 }
      #expect(next == " " || isBesideWide || word * 2 >= room - 2, "seed \(seed): \(shown)")
    }
  }

  @Test("Excerpts keep every word, and break between words", arguments: 0..<100)
  func excerptsBreak(seed: Int) {
    var chance = SplitMix(seed: UInt64(seed))
    let text = Self.generated(&chance).map { $0[1] }.joined(separator: " ")
    let width = Int.random(in: 20...100, using: &chance)
    let match = text.firstRange(of: "a").map { [$0] } ?? []
    let lines = Excerpt(text, match).lines(width: width, indent: 4, isColored: false)
    #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " }, "seed \(seed)")
    let words = Set(text.split(separator: " "))
    for line in lines {
      #expect(line.hasPrefix("    ") && CellWidth.of(line) <= width, "seed \(seed): \(line)")
      for word in line.split(separator: " ") where !words.contains(word) {
        let hasWide = word.contains { CellWidth.of($0) == 2 }
        let isOfLong = words.contains { $0.contains(word) && $0.count > width - 4 }
        #expect(hasWide || isOfLong, "seed \(seed): \(word)")
      }
    }
  }

  @Test("Excerpts highlight matches, also across a line's end")
  func excerptsHighlight() throws {
    let text = "one two three"
    let match = try #require(text.firstRange(of: "two three"))
    let excerpt = Excerpt(text, [match])
    #expect(
      excerpt.lines(width: 10, indent: 1, isColored: true) == [
        " one \u{1B}[1;33mtwo\u{1B}[0m", " \u{1B}[1;33mthree\u{1B}[0m",
      ])
    #expect(excerpt.lines(width: nil, indent: 2, isColored: false) == ["  one two three"])
    #expect(Excerpt("a\u{1B}[2J").line(isColored: true) == "a␛[2J")
    #expect(
      Excerpt(text, [match], .bold).line(isColored: true)
        == "\u{1B}[1mone \u{1B}[0m\u{1B}[1;33mtwo three\u{1B}[0m")
    #expect(Excerpt("").lines(width: 10, indent: 4, isColored: true).isEmpty)
  }
}
