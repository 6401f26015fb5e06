import Testing

@testable import CairnText

@Suite struct NotePathTests {
  @Test("Paths are ordered by their bytes, however much of them is the same")
  func order() {
    let ends = ["", "a", "ab", "b", "é", "\u{1}", "~", "a/b", "a-b", "12345678", "123456789"]
    for length in [0, 1, 7, 8, 9, 15, 16, 17, 40] {
      let start = String(repeating: "x", count: length)
      let paths = ends.compactMap { NotePath(start + $0) }
      for left in paths {
        for right in paths {
          #expect((left < right) == left.bytes.lexicographicallyPrecedes(right.bytes))
        }
      }
    }
  }
}
