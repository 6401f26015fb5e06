import CairnDocument
import Testing
import Yams

/// What is written is read back as what was meant, by YAML 1.1 and YAML 1.2.
struct SpellingTests {
  /// How a text is written as a new field's value.
  @Test(arguments: [
    ("plain words", "plain words"), ("it's", "it's"), ("a#b", "a#b"), ("a:b", "a:b"), ("-x", "-x"),
    ("1.2.3", "1.2.3"), ("555-1234", "555-1234"), ("3 apples", "3 apples"), ("v1", "v1"),
    ("日本語", "日本語"), ("🌲", "🌲"), ("a, b", "a, b"), ("[[link]]", "\"[[link]]\""),
    ("", "\"\""), (" x", "\" x\""), ("x ", "\"x \""), ("no", "\"no\""), ("Yes", "\"Yes\""),
    ("y", "\"y\""), ("null", "\"null\""), ("~", "\"~\""), ("true", "\"true\""), ("3", "\"3\""),
    ("012", "\"012\""), ("1e3", "\"1e3\""), ("1_000", "\"1_000\""), ("0x1F", "\"0x1F\""),
    ("12:30", "\"12:30\""), ("12:30:45", "\"12:30:45\""), ("1.5", "\"1.5\""), (".5", "\".5\""),
    ("2026-11-21", "\"2026-11-21\""), ("2026-13-45", "\"2026-13-45\""),
    ("2026-11-21 10:04:05", "\"2026-11-21 10:04:05\""), (".inf", "\".inf\""),
    ("a: b", "\"a: b\""), ("a:", "\"a:\""), ("a #b", "\"a #b\""), ("#a", "\"#a\""),
    ("- a", "\"- a\""), ("@a", "\"@a\""), ("`a`", "\"`a`\""), ("%a", "\"%a\""), ("*a", "\"*a\""),
    ("&a", "\"&a\""), ("!a", "\"!a\""), ("|", "\"|\""), ("{{ a }}", "\"{{ a }}\""),
    ("say \"x\"", "say \"x\""), ("\"x\"", "'\"x\"'"), ("a: \"b\"", "'a: \"b\"'"),
    ("tab\there", "\"tab\\there\""), ("two\nlines", "\"two\\nlines\""), ("\u{85}", "\"\\x85\""),
    ("\u{2028}", "\"\\u2028\""), ("\u{FEFF}", "\"\\uFEFF\""), ("nul\0", "\"nul\\x00\""),
    ("=", "\"=\""), ("<<", "\"<<\""), ("---", "\"---\""), ("C:\\dir", "C:\\dir"),
  ])
  func writes(_ text: String, _ written: String) throws {
    let document = try Document([]).setting("k", to: .text(text))
    #expect(
      String(decoding: document.bytes, as: UTF8.self) == "---\nk: \(written)\n---\n")
    #expect(document["k"] == .string(text))
  }

  /// Every short text of the characters that matter is read back by another parser too.
  @Test
  func isReadBackByAnotherParser() throws {
    let pieces = [
      "a", "1", "0", "-", ":", "#", " ", ".", "e", "'", "\"", ",", "[", "{", "_", "~", "?", "&",
      "\t",
    ]
    for first in pieces {
      for second in pieces {
        for third in pieces {
          let text = first + second + third
          let scalar = try Document([]).setting("k", to: .text(text))
          guard let list = try? scalar.setting("l", to: .list([.text(text), .text("z")])) else {
            Issue.record("no list of \(text.debugDescription)")
            continue
          }
          let yaml = String(decoding: list.bytes, as: UTF8.self).dropFirst(4).dropLast(4)
          let node = try #require(try? Yams.compose(yaml: String(yaml)), "\(yaml)")
          #expect(node["k"]?.scalar?.string == text)
          #expect(node["k"]?.tag == Tag(.str), "\(text.debugDescription)")
          #expect(node["l"]?.sequence?.first?.scalar?.string == text)
        }
      }
    }
  }
}
