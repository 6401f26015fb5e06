import CairnDocument
import CairnFixtures
import CairnText
import Testing

/// Front matter that would take a time that grows with the square of its length.
struct ScaleTests {
  static let rows: [(name: String, text: @Sendable (Int) -> String)] = [
    ("a key many times", { String(repeating: "k: 1\n", count: $0) }),
    ("a key many times, which a parser reads", { String(repeating: "k: !t 1\n", count: $0) }),
    ("many keys", { (0..<$0).map { "k\($0): 1\n" }.joined() }),
    ("many keys, which a parser reads", { (0..<$0).map { "k\($0): !t 1\n" }.joined() }),
    (
      "many keys that look the same",
      { (0..<$0).map { "k\($0)é: 1\nk\($0)e\u{301}: 1\n" }.joined() }
    ),
    (
      "anchors beside asterisks",
      {
        "a: [\((0..<$0).map { "&a\($0) x" }.joined(separator: ","))]\nb: '\($0 * 7)"
          + String(repeating: "* ", count: $0) + "'\n"
      }
    ),
    ("comments in a list", { "a:\n" + (0..<$0).map { "  - x\($0) # c\n  # d\n" }.joined() }),
    ("a list in brackets", { "a: [\n" + (0..<$0).map { "  x\($0), # c\n" }.joined() + "]\n" }),
  ]

  /// Four times as much takes less than ten times as long: reading, asking for each field, setting
  /// and unsetting.
  @Test(arguments: rows.indices)
  func takesAsLongAsItIs(_ row: Int) {
    let text = Self.rows[row].text
    let slowest = (0..<3).contains { _ in Self.time(text(1_000)) * 10 > Self.time(text(4_000)) }
    #expect(slowest, "\(Self.rows[row].name)")
  }

  private static func time(_ text: String) -> Duration {
    let bytes = Array("---\n\(text)---\nbody\n".utf8)
    return ThreadTime.measure {
      let document = Document(bytes)
      for field in document.fields { _ = document[field.key] ?? document["\(field.key)_by"] }
      _ = try? document.setting("a", to: .text("x"))
      _ = try? document.setting("z", to: .text("x"))
      _ = try? document.adding([.text("y")], at: ["a"])
      _ = try? document.unsetting("a")
    }
  }
}
