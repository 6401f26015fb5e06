import CairnText
import Testing

/// What is shown of a line: no more than fits, whatever the line holds.
@Suite struct ExcerptTests {
  @Test(arguments: ["a", "é", "紙", "😀", "a😀é", "\u{FFFD}x"], [0, 1, 59, 60, 61, 62, 200])
  func cutsLongLines(unit: String, count: Int) {
    let side = String(repeating: unit, count: count)
    let bytes = Array("first\n\(side)HERE\(side)\nlast".utf8)
    let start = 6 + side.utf8.count
    let excerpt = Diagnostic(.error, "x", "m", at: start..<start + 4, in: bytes).excerpt
    let scalars = side.unicodeScalars
    let isCut = scalars.count > 60
    let before = (isCut ? "…" : "") + String(String.UnicodeScalarView(scalars.suffix(60)))
    let rest = "HERE\(side)".unicodeScalars
    let after = String(String.UnicodeScalarView(rest.prefix(60))) + (rest.count > 60 ? "…" : "")
    #expect(excerpt?.line == before + after)
    #expect(excerpt?.caret == before.unicodeScalars.count)
    #expect(excerpt?.length == 4)
  }

  @Test(arguments: [0, 1, 2, 3, 300])
  func bytesThatAreNoText(count: Int) {
    let bytes = [UInt8](repeating: 0xF0, count: count) + Array("X".utf8)
    let excerpt = Diagnostic(.error, "x", "m", at: count..<count + 1, in: bytes).excerpt
    #expect(excerpt?.caret == min(count, 60) + (count > 60 ? 1 : 0))
    #expect(excerpt?.line.hasSuffix("X") == true)
  }

  @Test(.timeLimit(.minutes(15)))
  func manyInOneLongLine() {
    let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 15)
    for start in 0..<200 {
      let excerpt = Diagnostic(.error, "x", "m", at: start..<bytes.count, in: bytes).excerpt
      #expect(excerpt?.length == 60)
    }
  }
}

@Suite struct SourceLocatorTests {
  @Test("Places found one after the other are those found alone")
  func agrees() {
    let texts: [[UInt8]] = [
      Array("a\nbé\r\n日本\rc\n\nd".utf8), [0xE6, 0x0A, 0x97, 0xA5, 0xFF, 0x0D, 0x0A, 0xC3], [],
    ]
    for text in texts {
      for step in 1...3 {
        var locator = SourceLocator(text)
        for offset in stride(from: 0, through: text.count + 1, by: step) {
          #expect(locator.location(of: offset) == SourceLocation(offset: offset, in: text))
        }
        #expect(locator.location(of: 1) == SourceLocation(offset: 1, in: text))
      }
    }
  }
}
