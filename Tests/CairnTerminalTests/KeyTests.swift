import CairnTerminal
import Testing

/// A reader and a line whose calls can stand in an expectation.
private final class Keyboard {
  private var reader = KeyReader()
  var line = LineEditor("one two")
  var isWaiting: Bool { reader.isWaiting }
  func read(_ bytes: [UInt8]) -> [Key] { reader.read(bytes) }
  func flush() -> [Key] { reader.flush() }
  func type(_ key: Key) -> Bool { line.handle(key) }
}

/// Which keys the bytes of a terminal are.
@Suite("Keys") struct KeyTests {
  static let rows: [(String, [Key])] = [
    ("ab", [.character("a"), .character("b")]), ("é紙", [.character("é"), .character("紙")]),
    ("\r\n", [.enter, .enter]), ("\t\u{1B}[Z", [.tab, .backTab]),
    ("\u{7F}\u{8}", [.backspace, .backspace]),
    ("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
    ("\u{1B}[1~\u{1B}[H\u{1B}[4~\u{1B}OF", [.home, .home, .end, .end]),
    ("\u{1B}[3~\u{1B}[5~\u{1B}[6~", [.delete, .pageUp, .pageDown]),
    ("\u{1B}[1;5A", [.up]), ("\u{1B}OP\u{1B}[11~", [.help, .help]),
    ("\u{3}\u{4}", [.control("c"), .control("d")]),
    ("\u{1B}\u{1B}[A", [.escape, .up]),
    // Mouse reports, Alt with a letter, and a broken character mean nothing.
    ("\u{1B}[<0;1;1M\u{1B}xa", [.character("a")]), ("\u{1B}[24~", []), ("\0", []),
    (
      "\u{1B}[200~a\r\u{3}\u{1B}[201~\r",
      [.character("a"), .character(" "), .character(" "), .enter]
    ),
  ]

  @Test(arguments: rows) func whole(_ text: String, _ keys: [Key]) {
    let reader = Keyboard()
    #expect(reader.read(Array(text.utf8)) == keys)
    #expect(!reader.isWaiting)
  }

  @Test("The same keys come of single bytes", arguments: rows)
  func pieces(_ text: String, _ keys: [Key]) {
    let reader = Keyboard()
    #expect(text.utf8.flatMap { reader.read([$0]) } == keys)
  }

  @Test func loneEscape() {
    let reader = Keyboard()
    #expect(reader.read([0x1B]) == [] && reader.isWaiting)
    #expect(reader.flush() == [.escape] && !reader.isWaiting)
    // The beginning of a character that never ends is dropped.
    #expect(reader.read([0xE7]) == [] && reader.flush() == [])
    #expect(reader.read([0xFF, 0x61, 0x61, 0x61, 0x61]).last == .character("a"))
  }

  @Test("Editing a line")
  func line() {
    let keys = Keyboard()
    for key in [Key.control("w"), .character("e"), .character("\u{301}"), .left, .character("x")] {
      #expect(keys.type(key))
    }
    #expect(keys.line.text == "one xé" && keys.line.before == "one x")
    let rows: [(Key, String)] = [
      (.home, "|one xé"), (.delete, "|ne xé"), (.end, "ne xé|"), (.backspace, "ne x|"),
      (.control("a"), "|ne x"), (.right, "n|e x"), (.control("k"), "n|"), (.control("u"), "|"),
      (.backspace, "|"), (.left, "|"), (.delete, "|"), (.right, "|"),
    ]
    for (key, text) in rows {
      #expect(keys.type(key))
      #expect("\(keys.line.before)|\(keys.line.after)" == text)
    }
    #expect(!keys.type(.enter) && !keys.type(.control("d")))
    for _ in 0..<3000 { _ = keys.type(.character("x")) }
    #expect(keys.line.text.utf8.count == 2000 && keys.line.droppedBytes == 1000)
    #expect(keys.type(.control("k")) && keys.type(.home) && keys.line.droppedBytes == 1000)
    #expect(keys.type(.character("紙")) && keys.line.droppedBytes == 1003)
    #expect(keys.type(.delete) && keys.line.droppedBytes == 0)
  }
}
