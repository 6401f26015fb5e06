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
        "12  A long titl…  b.md",
        " 3",
      ])
  }

  @Test("An optional column goes where there is no room")
  func leavingOut() {
    #expect(table.lines(rows, width: 13) == [" 1  東京物語", "12  A long t…", " 3"])
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
}
