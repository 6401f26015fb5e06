import CairnText
import Glibc
import Testing

@testable import CairnFiles

@Suite struct IgnoreTests {
  /// A line, a path (a folder where it ends with `/`), and what the line says of it.
  static let rows: [(line: String, path: String, isIgnored: Bool)] = [
    // Blank lines and comments.
    ("", "a", false), ("# a", "# a", false), ("\\#a", "#a", true), ("   ", " ", false),
    // Names at any depth, and anchored ones.
    ("a.md", "a.md", true), ("a.md", "x/y/a.md", true), ("/a.md", "a.md", true),
    ("/a.md", "x/a.md", false), ("x/a.md", "x/a.md", true), ("x/a.md", "y/x/a.md", false),
    ("a.md", "A.md", false),
    // Folders only.
    ("x/", "x/", true), ("x/", "x", false), ("x/", "y/x/", true), ("/x/", "y/x/", false),
    ("x/y/", "x/y/", true), ("x/y/", "z/x/y/", false),
    // Stars and question marks stay within a name.
    ("*.md", "a.md", true), ("*.md", "x/a.md", true), ("x/*.md", "x/a.md", true),
    ("x/*.md", "x/y/a.md", false), ("*", "a", true), ("a*b", "ab", true),
    ("a*b*c", "axbxbxc", true),
    ("a*b", "a", false), ("?", "a", true), ("?", "ab", false), ("?", "é", false),
    ("??", "é", true), ("x?y", "x/y", false), ("*x", "yx", true), ("*x", "xy", false),
    // Two stars cross folders.
    ("**/a", "a", true), ("**/a", "x/y/a", true), ("x/**", "x/a", true), ("x/**", "x/y/a", true),
    ("x/**", "x/", false), ("x/**/a", "x/a", true), ("x/**/a", "x/y/z/a", true),
    ("x/**/a", "y/x/a", false), ("x/**/y/**/z", "x/1/y/2/3/z", true), ("**", "x/y", true),
    ("x**y", "xaby", true), ("/x**y", "xa/by", false), ("x/***/y", "x/1/2/y", true),
    ("/**/*.md", "x/y/a.md", true),
    // Brackets.
    ("[ab].md", "a.md", true), ("[ab].md", "c.md", false), ("[!ab].md", "c.md", true),
    ("[^ab].md", "a.md", false), ("[a-c]", "b", true), ("[a-c]", "d", false), ("[a-]", "-", true),
    ("[]]", "]", true), ("[!]]", "a", true), ("[[:digit:]]", "7", true),
    ("[[:alpha:][:digit:]]", "x", true), ("[[:digit:]]", "x", false), ("[\\]]", "]", true),
    ("[", "[", false), ("[a", "[a", false), ("[[:bad:]]", "a", false), ("x[/]y", "x/y", false),
    ("[c-a]", "b", false),
    // Escapes.
    ("\\!a", "!a", true), ("\\*", "*", true), ("\\*", "a", false), ("a\\", "a", false),
    ("a\\", "a\\", false), ("\\a", "a", true),
    // Spaces at the end, line endings, a byte order mark.
    ("a ", "a", true), ("a ", "a ", false), ("a\\ ", "a ", true), ("a\\  ", "a ", true),
    ("a b", "a b", true), ("a\r", "a", true), ("\u{FEFF}a", "a", true), ("a\t", "a", false),
    // The last line that says something wins.
    ("*.md\n!a.md", "a.md", false), ("!a.md\n*.md", "a.md", true), ("*.md\n!a.md", "b.md", true),
    ("!a", "a", false), ("*\n!*/", "x/", false),
    // Scripts.
    ("日*", "日本", true), ("Привет/", "Привет/", true),
  ]

  @Test("Lines of gitignore(5)", arguments: rows)
  func row(line: String, path: String, isIgnored: Bool) {
    let file = IgnoreFile(Array(line.utf8), in: .root)
    let found = file.match(note(path).components[...], isFolder: path.hasSuffix("/"))
    #expect((found?.isHidden ?? false) == isIgnored)
  }

  @Test("An ignore file is about its own folder, and the nearest one wins")
  func nested() throws {
    let sandbox = try Sandbox()
    for path in ["a.md", "x/a.md", "x/b.md", "x/y/a.md", "z/b.md", "gone/a.md"] {
      sandbox.write(path)
    }
    sandbox.write(".cairnignore", "a.md\n/b.md\ngone/\n")
    sandbox.write("x/.cairnignore", "!/a.md\nb.md\n")
    sandbox.write("gone/.cairnignore", "!a.md\n")
    let scan = try sandbox.store().scan()
    #expect(scan.files.map(\.path.description) == ["x/a.md", "z/b.md"])
    #expect(scan.folders.map(\.description) == ["x", "x/y", "z"])
  }

  @Test("No pattern takes long", .timeLimit(.minutes(15)))
  func hostile() {
    let stars = String(repeating: "a*", count: 60) + "b"
    let folders = String(repeating: "**/a/", count: 60) + "b"
    let name = String(repeating: "a", count: 250)
    let path = String(repeating: "a/", count: 250) + "a"
    for (line, path) in [(stars, name), (folders, path)] {
      let file = IgnoreFile(Array(line.utf8), in: .root)
      #expect(file.match(note(path).components[...], isFolder: false) == nil)
    }
  }

  @Test("Git says the same of the same lines, rows and random ones")
  func oracle() throws {
    guard system("git --version >/dev/null 2>&1") == 0 else { return }
    let seed: UInt64 = 20_261_121
    var random = SplitMix(seed: seed)
    let lines = Self.rows.map(\.line) + (0..<400).map { _ in randomLines(&random) }
    let sandbox = try Sandbox()
    let tree = [
      "a", "b", "ab", "ba", "a b", "x/a", "x/b", "x/ab/a", "x/ab/b", "a.md", "x/y/a.md", "x/y/z/b",
      "bb/a/b", "bb/b/a", "!a", "#a", "[", "a\\",
    ]
    var all: [String] = []
    for (number, line) in lines.enumerated() {
      let files = tree.map { "case\(number)/\($0)" }
      for file in files { sandbox.write(file) }
      sandbox.write("case\(number)/.gitignore", line + "\n")
      sandbox.write("case\(number)/.cairnignore", line + "\n")
      all += files
    }
    sandbox.write(".list", "")
    let list = open(sandbox.absolute(".list".utf8), O_WRONLY | O_TRUNC)
    let bytes = Array(all.joined(separator: "\0").utf8) + [0]
    #expect(write(list, bytes, bytes.count) == bytes.count)
    close(list)
    let git = "GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null git"
    let ran = system(
      """
      cd '\(sandbox.root)' && \(git) init -q . && \
      \(git) check-ignore --no-index -z --stdin < .list > .ignored; test $? -le 1
      """)
    try #require(ran == 0)
    let ignored = try sandbox.store().read(note(".ignored")).bytes
      .split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    let scan = try sandbox.store().scan(including: .allFiles)
    let kept = Set((scan.files.map(\.path) + scan.attachments).map(\.description))
    let gitKept = Set(all).subtracting(ignored)
    for path in kept.symmetricDifference(gitKept).sorted().prefix(10) {
      let number = Int(path.dropFirst(4).prefix { $0 != "/" }) ?? 0
      let verdict = gitKept.contains(path) ? "keeps" : "ignores"
      Issue.record("seed \(seed), lines \(lines[number].debugDescription): git \(verdict) \(path)")
    }
  }

  private func randomLines(_ random: inout SplitMix) -> String {
    let pieces = [
      "a", "b", "x", "*", "**", "?", "/", "/", "/**/", "[ab]", "[!a]", "\\a", ".md", " ", "y",
    ]
    return (0...Int.random(in: 0...2, using: &random)).map { _ in
      let isNegated = Int.random(in: 0..<4, using: &random) == 0
      let count = Int.random(in: 1...5, using: &random)
      let pattern = (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined()
      return (isNegated ? "!" : "") + pattern
    }.joined(separator: "\n")
  }
}
