import Testing

@testable import CairnFiles

@Suite struct NameTests {
  @Test(
    "Names in any script are fine",
    arguments: [
      "a", "work", "Привет.md", "日本語.md", "مرحبا.md", "नमस्ते.md", "שלום.md", "Ünï.md", "🎬 Movies",
      "a b", "…", "-", "CON", String(repeating: "x", count: 255), "node_modules2", "a.cairn",
    ])
  func valid(name: String) throws { try FileName.validate(name) }

  @Test("Bytes that are no UTF-8 are a name")
  func invalidUTF8() throws { try FileName.validate([0x66, 0xFF, 0xFE]) }

  @Test(
    "Each rule has its own error",
    arguments: [
      ("", FileNameError.empty),
      (".", .dots(".")),
      ("..", .dots("..")),
      (".hidden", .leadingDot(".hidden")),
      ("...", .leadingDot("...")),
      (".cairn", .reserved(".cairn")),
      ("node_modules", .reserved("node_modules")),
      ("a/b", .slash("a/b")),
      ("/etc", .slash("/etc")),
      ("a\0b", .controlCharacter("a\0b", 0)),
      ("a\nb", .controlCharacter("a\nb", 10)),
      ("a\u{7F}", .controlCharacter("a\u{7F}", 0x7F)),
      ("a\u{85}", .controlCharacter("a\u{85}", 0x85)),
      (
        String(repeating: "é", count: 128), .tooLong(String(repeating: "é", count: 128), bytes: 256)
      ),
    ])
  func invalid(name: String, error: FileNameError) {
    #expect(throws: error) { try FileName.validate(name) }
    #expect(!error.description.contains("\n") || name.contains("\n"))
  }

  @Test(
    "What other systems cannot hold is a warning",
    arguments: [
      ("plain.md", []),
      ("日本語.md", []),
      ("end.", [FileNameWarning.trailingDotOrSpace]),
      ("end ", [.trailingDotOrSpace]),
      (" .md", [.dotOrSpaceBeforeEnding]),
      ("x .MD", [.dotOrSpaceBeforeEnding]),
      ("x..markdown", [.dotOrSpaceBeforeEnding]),
      ("x .txt", []),
      ("~", [.tilde]),
      ("~a", []),
      ("a\u{202E}dm.md", [.invisible("\u{202E}")]),
      ("\u{200F}a", [.invisible("\u{200F}")]),
      ("a\u{2028}", [.invisible("\u{2028}")]),
      ("👩\u{200D}👧.md", []),
      ("why?", [.character("?")]),
      ("a:b|c", [.character(":"), .character("|")]),
      ("con.md", [.deviceName]),
      ("Lpt1", [.deviceName]),
      ("console.md", []),
    ])
  func warnings(name: String, warnings: [FileNameWarning]) {
    #expect(FileName.warnings(Array(name.utf8)) == warnings)
  }

  @Test("Bytes that are no UTF-8 are a warning")
  func warningOfBytes() { #expect(FileName.warnings([0xFF]) == [.notUTF8]) }

  @Test(
    "Slugs keep letters and digits of any script",
    arguments: [
      ("Pay the “Acme” invoice!", "pay-the-acme-invoice"),
      ("東京 2026", "東京-2026"),
      ("Москва — зима", "москва-зима"),
      ("नमस्ते दुनिया", "नमस्ते-दुनिया"),
      ("مرحبا بالعالم", "مرحبا-بالعالم"),
      ("Crème brûlée", "crème-brûlée"),
      ("don't / won’t", "dont-wont"),
      ("../../etc/passwd", "etc-passwd"),
      ("  a  ", "a"),
      ("…", "untitled"),
      ("", "untitled"),
      ("🎬", "untitled"),
      ("a\0b\nc", "a-b-c"),
    ])
  func slug(title: String, slug: String) throws {
    #expect(FileName.slug(title) == slug)
    try FileName.validate(slug)
  }

  @Test("A slug is cut between characters", arguments: 8...30)
  func cutSlug(limit: Int) {
    let slug = FileName.slug("नमस्ते दुनिया 東京 longer words", maxBytes: limit)
    #expect(slug.utf8.count <= limit)
    #expect("नमस्ते-दुनिया-東京-longer-words".hasPrefix(slug))
    #expect(!slug.hasSuffix("-"))
  }
}
