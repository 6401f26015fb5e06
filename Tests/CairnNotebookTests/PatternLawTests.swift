import CairnCapture
import CairnMarkup
import CairnText
import Testing

@testable import CairnNotebook
@testable import CairnQuery

/// Regular expressions against the slow way: all texts of all captures, each asked for all matches.
@Suite struct PatternLawTests {
  /// Files in which what is read, what is shown and what is searched part.
  static let files: [(path: String, bytes: [UInt8])] =
    IndexTests.files.map { ($0.path, Array($0.text.utf8)) } + [
      ("crlf.md", Array("---\r\ntitle: Two lines\r\n---\r\none deal\r\ntwo 2026-11x\r\n".utf8)),
      ("bom.md", [0xEF, 0xBB, 0xBF] + Array("---\nnote: 12-3x\n---\nparseHeader **bo**ld\n".utf8)),
      ("bom-only.md", [0xEF, 0xBB, 0xBF] + Array("deal\n".utf8)),
      ("invalid.md", Array("be".utf8) + [0xFF, 0xC3] + Array("al d\u{E9}al\n".utf8)),
      ("invalid-field.md", Array("---\nnote: a".utf8) + [0xFE] + Array("1-2\n---\nx\n".utf8)),
      ("nul.md", Array("de".utf8) + [0] + Array("al\u{2028}next\u{85}\n".utf8)),
      ("entity.md", Array("de&#97;l &amp; 1&#45;2x <b>d</b>eal\\!\n\n<p>20-1x</p>\n".utf8)),
      ("links.md", Array("[d](a%20b.md 'T') [[de|al]] <http://x.example/1-2x>\n".utf8)),
      ("joined.md", Array("de*a*l `co\nde`  \n  next\n> quo\nted 2026-\n11x\n".utf8)),
      ("tags.md", Array("---\ntags: [Foo, foo, FOO/bar]\n---\n#foo #Été #x2026-1\n".utf8)),
      ("digits.md", Array("---\nnote: ['٢٠٢٦-١x', 2026-01-02, 1e3, 0x1F]\n---\n２０-1x ſ K\n".utf8)),
      ("quoted.md", Array("---\nnote: \"a\\u0031-2x\\nb\"\nlong: >\n  de\n  al\n---\n".utf8)),
      ("deep/folder/12-34x.md", Array("# *Head*Line\n\n| a | b |\n|---|---|\n| 1-2x | d |\n".utf8)),
    ]

  private static let pieces = [
    "deal", "de", "al", "x", "[0-9]", "[0-9]{2,4}", "\\d+", "-", ".", ".*", "\\n", "\\R", "\\s+",
    "^",
    "$", "\\A", "\\z", "\\Z", "\\b", "\\B", "(?=e)", "(?!a)", "(?<=e)", "(?<!d)", "\\p{L}+",
    "\\p{Lu}",
    "\\P{L}", "[^a-z]", "[a-z]+[A-Z]", "é", "\\x{FFFD}", "(a|e)", "x?", "(?s:.)", "(?:a.|l)+",
    "\\w",
    "\\W", "\\h", "\\X", "\\x00", "(.)\\1", "\\K", " ", "&", "",
  ]

  /// Every text of a capture that a search looks through, made with nothing of the query's own.
  private static func texts(_ capture: Capture) -> [String] {
    [capture.title] + [capture.meaning].compactMap(\.self) + capture.tags + capture.aliases
      + capture.ownTexts + [body(capture)]
  }

  private static func body(_ capture: Capture) -> String {
    let body = capture.bodyText
    return ([String(decoding: body.plainText, as: UTF8.self)] + capture.unseenTexts(in: body))
      .joined(separator: "\n")
  }

  @Test(arguments: Array(UInt64(1)...8)) func allWaysAgree(_ seed: UInt64) throws {
    let disk = try DiskNotebook()
    for file in Self.files { disk.write(Array(file.path.utf8), file.bytes) }
    let notebook = try IndexTests.notebook(disk)
    let library = notebook.load()
    let catalog = notebook.catalog()
    #expect(library.captures.count == Self.files.count - 1, "all but the page of a collection")
    var chance = SplitMix(seed: seed)
    for _ in 0..<20 {
      let pattern = (0..<Int.random(in: 1...4, using: &chance))
        .map { _ in Self.pieces.randomElement(using: &chance) ?? "" }.joined()
      let term = Term(.regex(ignoresCase: Bool.random(using: &chance)), pattern)
      guard case .pattern(let compiled) = Needle(term) else {
        Issue.record("/\(pattern)/ does not compile")
        continue
      }
      func holds(_ text: String) throws -> Bool {
        try !compiled.matches(in: Array(text.utf8)).isEmpty
      }
      let found = try library.captures.filter { try Self.texts($0).contains(where: holds) }
      let inBody = try library.captures.filter { try holds(Self.body($0)) }
      for (condition, wanted) in [
        (Condition.text(term), found), (.test(.body, .matches(term)), inBody),
      ] {
        let query = Query(condition, sort: [SortKey(.path)])
        let linear = query.select(
          from: library.captures, in: library.context(TestNotebook.clock))
        #expect(
          Set(linear.captures.map(\.path)) == Set(wanted.map(\.path)), "\(query), seed \(seed)")
        try IndexTests.compare(query, catalog, library)
        try IndexTests.compare(Query(.not(condition)), catalog, library)
      }
    }
  }
}
