import CairnText
import Testing

@testable import CairnLSP

/// Positions in texts with characters of all widths, and the edits that turn one text into another.
struct TextPositionsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    let needle: String
    let utf16: (line: Int, character: Int)
    let utf8: (line: Int, character: Int)
    var testDescription: String { "\(text.debugDescription) at \(needle)" }

    init(_ text: String, _ needle: String, _ utf16: (Int, Int), _ utf8: (Int, Int)) {
      (self.text, self.needle) = (text, needle)
      (self.utf16, self.utf8) = ((utf16.0, utf16.1), (utf8.0, utf8.1))
    }
  }

  @Test(arguments: [
    Row("abc", "c", (0, 2), (0, 2)),
    Row("a😀b", "b", (0, 3), (0, 5)),
    Row("买东西x", "x", (0, 3), (0, 9)),
    Row("e\u{301}x", "x", (0, 2), (0, 3)),
    Row("שלום [[x", "[[", (0, 5), (0, 9)),
    Row("a\r\nb😀c", "c", (1, 3), (1, 5)),
    Row("a\rb\nc", "c", (2, 0), (2, 0)),
    Row("👨‍👩‍👧x", "x", (0, 8), (0, 18)),
  ])
  func `A place has one position in each encoding`(_ row: Row) throws {
    let bytes = Array(row.text.utf8)
    let offset = try #require(
      row.text.utf8.indices.first { row.text[$0...].utf8.starts(with: row.needle.utf8) }.map {
        row.text.utf8.distance(from: row.text.startIndex, to: $0)
      })
    for (encoding, place) in [(PositionEncoding.utf16, row.utf16), (.utf8, row.utf8)] {
      let positions = TextPositions(bytes, encoding)
      let position = Position(line: place.line, character: place.character)
      #expect(positions.position(of: offset) == position)
      #expect(positions.offset(of: position) == offset)
    }
  }

  @Test func `Positions outside the text are moved to the nearest place`() {
    let positions = TextPositions(Array("a😀\r\nb".utf8), .utf16)
    #expect(positions.offset(of: Position(line: 0, character: 2)) == 1)
    #expect(positions.offset(of: Position(line: 0, character: 99)) == 5)
    #expect(positions.offset(of: Position(line: 9, character: 0)) == 8)
    #expect(positions.offset(of: Position(line: -1, character: -1)) == 0)
    for encoding in [PositionEncoding.utf8, .utf16] {
      let positions = TextPositions(Array("a\nb😀\nc".utf8), encoding)
      #expect(positions.offset(of: Position(line: 1, character: .max)) == 7)
      #expect(positions.offset(of: Position(line: .max, character: .min)) == 9)
      #expect(positions.offset(of: Position(line: .min, character: .max)) == 0)
    }
  }

  @Test(arguments: [
    ("a\nb\nc\n", "a\nx\nc\n"), ("", "new"), ("old", ""), ("a\r\nb\r\n", "a\r\nc\r\n"),
    ("é\n", "è\n"), ("[[A]] x\n[[A]]\n", "[[Bb]] x\n[[Bb]]\n"), ("same", "same"),
    ("a\nb", "b"), ("x\n", "x\ny\n"), ("a😀c\n", "a😁c\n"),
  ])
  func `Edits turn one text into the other`(_ before: String, _ after: String) {
    var bytes = Array(before.utf8)
    let hunks = TextEdits.hunks(from: bytes, to: Array(after.utf8))
    for (range, replacement) in hunks.reversed() { bytes.replaceSubrange(range, with: replacement) }
    #expect(String(decoding: bytes, as: UTF8.self) == after)
    #expect(hunks.isEmpty == (before == after))
    for (range, _) in hunks {
      #expect(!Array(before.utf8)[range].contains(0x0D) || before.contains("\r\n"))
    }
  }
}
