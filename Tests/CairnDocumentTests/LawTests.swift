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
    let key = edit.key
    #expect(after.bytes[after.body].elementsEqual(before.bytes[before.body]))
    let others = { (document: Document) in
      document.fields.filter { $0.key != key }.map { field in
        field.range.map { Array(document.bytes[$0]) } ?? []
      }
    }
    #expect(others(after) == others(before), "\(edit) in \(before.bytes)")
    #expect(try EditingTests.apply(edit, to: after).bytes == after.bytes)
  }

  /// Of the comments in a list none is lost but those behind elements that go.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func keepComments(_ seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    for _ in 0..<500 {
      let words = Array("abcde").map(String.init).shuffled(using: &generator)
      let items = words.prefix(Int.random(in: 1...4, using: &generator))
      let isBlock = Bool.random(using: &generator)
      let (text, own) = Self.commentedList(Array(items), isBlock: isBlock, using: &generator)
      let document = Document(Array("---\nz: 1\n\(text)y: 2\n---\n".utf8))
      #expect(document["k"] == .list(items.map(FieldValue.string)), "\(text)")
      let word = words.randomElement(using: &generator) ?? "a"
      let wanted = Array(
        words.filter { items.contains($0) ? $0 != word : $0 == word }.sorted {
          (items.firstIndex(of: $0) ?? 9) < (items.firstIndex(of: $1) ?? 9)
        })
      let edits: [(EditingTests.Edit, gone: [String])] = [
        (.add("k", word), []), (.remove("k", word), [word]),
        (.set("k", .list(wanted.map(NewValue.text))), [word]),
      ]
      for (edit, gone) in edits {
        guard let edited = try? EditingTests.apply(edit, to: document) else {
          Issue.record("\(edit) is refused in \(text)")
          continue
        }
        try Self.checkOnlyFieldChanged(document, edited, edit)
        let left = Self.comments(edited)
        let lost = Self.comments(document).subtracting(left)
        #expect(lost.isSubset(of: gone.compactMap { own[$0] }), "\(edit) in \(text)")
        // What went takes its comment along, if that stood beside it alone.
        #expect(
          gone.allSatisfy { own[$0].map { !left.contains($0) } ?? true }, "\(edit) in \(text)")
      }
    }
  }

  /// A field `k` with a list, an element on each line, and the comment behind each element.
  private static func commentedList(
    _ items: [String], isBlock: Bool, using generator: inout SplitMix
  ) -> (String, own: [String: String]) {
    var count = 0
    var own: [String: String] = [:]
    func comment(_ before: String) -> String {
      guard Bool.random(using: &generator) else { return "" }
      count += 1
      return "\(before)#c\(count)"
    }
    var text = "k:" + (isBlock ? "" : " [") + comment(" ") + "\n"
    for (index, item) in items.enumerated() {
      let between = comment("  ")
      if !between.isEmpty { text += between + "\n" }
      let isLast = index == items.count - 1
      let comma = isLast && Bool.random(using: &generator) ? "" : ","
      let behind = comment(" ")
      if !behind.isEmpty { own[item] = String(behind.dropFirst()) }
      text += isBlock ? "  - \(item)\(behind)\n" : "  \(item)\(comma)\(behind)\n"
    }
    return (text + (isBlock ? "" : "]" + comment(" ") + "\n"), own)
  }

  private static func comments(_ document: Document) -> Set<String> {
    let text = String(decoding: document.bytes, as: UTF8.self)
    return Set(text.split { $0 == " " || $0 == "\n" }.map(String.init).filter { $0.hasPrefix("#") })
  }
}
