import CairnCapture
import Testing

@Suite("Merging captures without git")
struct CaptureMergeTests {
  /// Three versions of a text, one line for each letter, and what becomes of them.
  struct Row: CustomTestStringConvertible {
    let base, ours, theirs, merged: String
    var conflicts = 0
    var testDescription: String { "\(base) \(ours) \(theirs)" }
  }

  static let rows: [Row] = [
    Row(base: "abcde", ours: "Abcde", theirs: "abcdE", merged: "AbcdE"),
    Row(base: "abcde", ours: "acde", theirs: "abcdxe", merged: "acdxe"),
    Row(base: "abcde", ours: "abXde", theirs: "abXde", merged: "abXde"),
    Row(base: "abcde", ours: "abXde", theirs: "abYde", merged: "abXde", conflicts: 1),
    Row(base: "abcde", ours: "XbcdY", theirs: "ZbcdeW", merged: "XbcdY", conflicts: 2),
    Row(base: "abcde", ours: "", theirs: "abcde", merged: ""),
    Row(base: "abcde", ours: "", theirs: "abcdE", merged: "", conflicts: 1),
    Row(base: "abcde", ours: "abcdex", theirs: "yabcde", merged: "yabcdex"),
    Row(base: "", ours: "x", theirs: "y", merged: "x", conflicts: 1),
    Row(base: "aaaa", ours: "aaa", theirs: "baaaa", merged: "baaa"),
  ]

  @Test(arguments: rows)
  func lines(row: Row) {
    let bytes = { (text: String) in Array(text.map { "\($0)\n" }.joined().utf8) }
    let merge = CaptureMerge(
      base: bytes(row.base), ours: bytes(row.ours), theirs: bytes(row.theirs))
    #expect(merge.bytes == bytes(row.merged))
    #expect(merge.hunks == row.conflicts)
  }

  @Test func fieldsOfOneAndTextOfTheOther() {
    let merge = CaptureMerge(
      base: Array("---\na: 1\nb: 1\n---\nx\n".utf8),
      ours: Array("---\na: 2\nb: 1\n---\ny\n".utf8),
      theirs: Array("---\na: 3\nb: 3\n---\nx\n".utf8))
    #expect(String(decoding: merge.bytes, as: UTF8.self) == "---\na: 2\nb: 3\n---\ny\n")
    #expect(merge.fields == ["a"] && merge.hunks == 0)
  }

  /// Edits of different lines are all there, in whatever order.
  @Test func changesApartAreAllKept() {
    var seed = 0x5EED as UInt64
    func next(_ count: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((seed >> 33) % UInt64(count))
    }
    for _ in 0..<300 {
      let base = (0..<12).map { "line \($0)" }
      var (ours, theirs, both) = (base, base, base)
      for index in base.indices where index % 2 == 0 {
        let new = next(2) == 0 ? "new \(index)" : "line \(index)\nand \(index)"
        switch next(3) {
        case 0: (ours[index], both[index]) = (new, new)
        case 1: (theirs[index], both[index]) = (new, new)
        default: break
        }
      }
      let bytes = { (lines: [String]) in Array((lines.joined(separator: "\n") + "\n").utf8) }
      let merge = CaptureMerge(base: bytes(base), ours: bytes(ours), theirs: bytes(theirs))
      #expect(merge.bytes == bytes(both) && !merge.hasConflicts)
    }
  }
}
