import CairnDocument
import CairnText
import Testing

/// Laws that hold for every byte sequence, tried on generated front matter.
struct LawTests {
  /// Pieces that, put together at random, come close to YAML more often than random bytes do.
  static let pieces: [String] = [
    "a", "b: ", "c:", "key: value", "- x", "  - y", "\n", "\n", "\n", "\r\n", "\r", "---\n",
    "...\n",
    "# c", " # c", "'", "\"", "[", "]", "{", "}", ", ", ": ", "|", ">-", "|+", "  ", "\t", "&a ",
    "*a", "!t ", "? ", "é", "\u{FEFF}", "\0", "~", "3", "2026-11-21", "<<: ", "\\", "%", "@",
  ]

  static func sample(_ generator: inout SplitMix) -> [UInt8] {
    let count = Int.random(in: 0..<24, using: &generator)
    let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
    var bytes = Array((Bool.random(using: &generator) ? "---\n" : "").utf8) + Array(text.utf8)
    if Bool.random(using: &generator) { bytes += Array("\n---\nbody\n".utf8) }
    if Int.random(in: 0..<8, using: &generator) == 0, !bytes.isEmpty {
      bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
        in: 0...255, using: &generator)
    }
    return bytes
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func holdForGeneratedText(_ seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    for _ in 0..<3_000 {
      let bytes = Self.sample(&generator)
      let document = Document(bytes)
      #expect(document.bytes == bytes)
      for edit in Self.edits {
        guard let edited = try? EditingTests.apply(edit, to: document) else { continue }
        try Self.checkOnlyFieldChanged(document, edited, edit)
      }
    }
  }

  static let edits: [EditingTests.Edit] = [
    .set("key", .text("new: text")), .set("b", .literal("7")), .set("new", .list([.text("x")])),
    .unset("key"), .add("a", "x"), .remove("c", "x"),
  ]

  /// All bytes but those of the field are the same, and the edit is idempotent.
  static func checkOnlyFieldChanged(
    _ before: Document, _ after: Document, _ edit: EditingTests.Edit
  ) throws {
    let key =
      switch edit {
      case .set(let key, _), .unset(let key), .add(let key, _), .remove(let key, _): key
      }
    #expect(after.bytes[after.body].elementsEqual(before.bytes[before.body]))
    let others = { (document: Document) in
      document.fields.filter { $0.key != key }.map { field in
        field.range.map { Array(document.bytes[$0]) } ?? []
      }
    }
    #expect(others(after) == others(before), "\(edit) in \(before.bytes)")
    #expect(try EditingTests.apply(edit, to: after).bytes == after.bytes)
  }
}
