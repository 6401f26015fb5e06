import CairnCapture
import Testing

/// Which addresses a capture may be about, and why not.
struct WebAddressTests {
  @Test(arguments: [
    "https://example.org", "HTTP://example.org:8080/a?b#c", " https://exämple.org/ü ",
    "https://user@example.org/", "https://[::1]/", "mailto:ann@example.org", "doi:10.1000/182",
    "ftp://example.org/x", "urn:isbn:0451450523", "https://例え.jp/",
  ])
  func taken(_ text: String) throws {
    #expect(try WebAddress(text).text == text.trimmingCharacters)
  }

  @Test(arguments: [
    ("", WebAddress.Refusal.empty), (" \n", .empty), ("example.org", .relative),
    ("/a/b", .relative), ("//example.org", .relative), ("?x:y", .relative), (":x", .relative),
    ("javascript:alert(1)", .scheme("javascript")), ("JaVaScript:x", .scheme("javascript")),
    ("data:text/html,x", .scheme("data")), ("file:///etc/passwd", .scheme("file")),
    ("c:x", .scheme("c")), ("https:example.org", .noHost), ("https://", .noHost),
    ("https:///x", .noHost), ("https://:80/", .noHost), ("https://ann@/", .noHost),
    ("https://exa mple.org", .blank), ("java\nscript:x", .blank), ("https://x/\u{1B}[31m", .blank),
    ("https://x/\u{202E}moc", .blank), ("https://x/\u{2028}y", .blank),
    ("https://x\u{A0}y", .blank),
  ])
  func refused(_ text: String, _ refusal: WebAddress.Refusal) {
    #expect(throws: refusal) { try WebAddress(text) }
  }
}

extension String {
  fileprivate var trimmingCharacters: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
