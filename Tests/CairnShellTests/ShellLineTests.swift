import Testing

@testable import CairnShell

/// Command lines as shells read them.
@Suite("Shell lines") struct ShellLineTests {
  /// A line, the shells that read it so, its finished words, and its last word without quotes.
  static let rows: [(line: String, shells: [Shell], words: [String], last: String)] = [
    ("", Shell.allCases, [], ""),
    ("cairn", Shell.allCases, [], "cairn"),
    ("cairn ", Shell.allCases, ["cairn"], ""),
    ("cairn  list\ttype:ac", Shell.allCases, ["cairn", "list"], "type:ac"),
    (#"cairn "a b" 'c d' e\ f"#, Shell.allCases, ["cairn", "a b", "c d"], "e f"),
    (#"cairn "Buy mi"#, Shell.allCases, ["cairn"], "Buy mi"),
    (#"cairn 'Buy mi"#, Shell.allCases, ["cairn"], "Buy mi"),
    (#"cairn tag:"big d"#, Shell.allCases, ["cairn"], "tag:big d"),
    (#"cairn "" x"#, Shell.allCases, ["cairn", ""], "x"),
    (#"cairn "\"q\" \$5 \n"#, Shell.allCases, ["cairn"], #""q" $5 \n"#),
    (#"cairn 'it\'s"#, [.fish], ["cairn"], "it's"),
    (#"cairn 'it\'s"#, [.bash, .zsh], ["cairn"], #"it\s"#),
    (#"cairn 'it'\''s"#, Shell.allCases, ["cairn"], "it's"),
    ("cairn ~/notes ~", Shell.allCases, ["cairn", "/home/s/notes"], "/home/s"),
    ("cairn a~ '~/x' ", Shell.allCases, ["cairn", "a~", "~/x"], ""),
    (
      "cairn $NOTES/a \"$NOTES\" '$NOTES' $none", Shell.allCases,
      ["cairn", "/n/a", "/n", "$NOTES"], ""
    ),
    ("cairn $(touch x) `touch y`", Shell.allCases, ["cairn", "$(touch", "x)", "`touch"], "y`"),
    ("cairn über 東京 \\", Shell.allCases, ["cairn", "über", "東京"], "\\"),
  ]

  @Test(arguments: rows)
  func words(_ line: String, _ shells: [Shell], _ words: [String], _ last: String) {
    for shell in shells {
      let read = ShellLine(line, in: shell) { ["HOME": "/home/s", "NOTES": "/n"][$0] }
      #expect(read.words == words, "\(shell)")
      #expect(read.last == last, "\(shell)")
    }
  }

  @Test(
    "Words after the command, behind assignments and other programs",
    arguments: [
      ("cairn list x ", ["list", "x"]), ("TZ=UTC cairn list ", ["list"]),
      ("/usr/bin/cairn list ", ["list"]), ("c list ", ["list"]), ("A=b c list ", ["list"]),
      ("sudo cairn list ", ["list"]), ("cn list cairn ", ["list", "cairn"]),
    ])
  func arguments(_ line: String, _ words: [String]) {
    #expect(ShellLine(line, in: .bash).arguments(of: ["cairn", "cn"]) == words)
  }

  /// A line, the end that Bash replaces, the word to insert, and the text that Bash inserts.
  static let insertions: [(line: String, region: String, word: String, inserted: String?)] = [
    ("cairn ty", "ty", "type:", "type:"),
    ("cairn type:ac", "ac", "type:action", "action"),
    ("cairn type:", "", "type:action", "action"),
    ("cairn Buy", "Buy", "Buy milk", #"Buy\ milk"#),
    (#"cairn Buy\ m"#, #"Buy\ m"#, "Buy milk", #"Buy\ milk"#),
    (#"cairn "Buy m"#, "Buy m", "Buy $5 `x` \"y\" \\", #"Buy \$5 \`x\` \"y\" \\"#),
    ("cairn \"wow", "wow", "wow!", #"wow"\!""#),
    ("cairn 'it", "it", "it's $5", #"it'\''s $5"#),
    ("cairn a", "a", "a$(touch x)`y`;|&<>'\"!#*", ##"a\$\(touch\ x\)\`y\`\;\|\&\<\>\'\"\!\#\*"##),
    ("cairn ", "", "~root", #"\~root"#),
    ("cairn --sort=-sc", "-sc", "--sort=-score", "-score"),
    // The typed beginning differs, or only the shell can expand it.
    ("cairn TYPE:ac", "ac", "type:action", nil),
    ("cairn $x", "$x", "xylophone", nil),
    ("cairn a", "b", "ab", nil),
  ]

  @Test(arguments: insertions)
  func insertion(_ line: String, _ region: String, _ word: String, _ inserted: String?) {
    let line = ShellLine(line, in: .bash)
    #expect(line.insertion(of: word, replacing: region) == inserted)
  }

  @Test("Bash shows descriptions only of several words that begin differently")
  func answers() throws {
    func answer(_ region: String, _ kind: String, _ candidates: [Candidate]) throws -> String {
      let request = try #require(
        ShellRequest(["bash", "cairn \(region)", region, kind]) { _ in nil })
      return request.answer(.words(candidates))
    }
    let two = [Candidate("x10e", "Buy (milk)"), Candidate("x1", "")]
    #expect(try answer("x", "9", two) == "words\nx10e  (Buy (milk))\nx1")
    #expect(try answer("x", "37", two) == "words\nx10e\nx1")
    #expect(try answer("x", "9", [Candidate("x10e", "Milk")]) == "words\nx10e ")
    #expect(try answer("x", "9", [Candidate("x:", "Milk", isFinished: false)]) == "words\nx:")
    // A shell that ignores case would insert a part of the description.
    let alike = [Candidate("a_b", "one"), Candidate("A-B", "one two")]
    #expect(try answer("", "9", alike) == "words\na_b\nA-B")
    // What is not one line, or controls the terminal, is never offered.
    let hostile = ["a\nb", "a\u{1B}[2J", "a\u{9B}2J", "a\u{202E}b"].map { Candidate($0) }
    #expect(try answer("a", "9", hostile) == "words")
    let quoted = try #require(ShellRequest(["bash", "cairn \"a", "a", "9"]) { _ in nil })
    #expect(quoted.answer(.words([Candidate("a \"b\"")])) == #"words\#na \"b\"""#)
    #expect(quoted.answer(.files) == "files")
    // zsh compares what begins as typed, and lists other spellings.
    let zsh = try #require(ShellRequest(["zsh", "cairn tag:b"]) { _ in nil })
    #expect(zsh.answer(.words([Candidate("TAG:bo", "x")])) == "words\nTAG:bo\t \tTAG:bo  (x)")
    #expect(zsh.answer(.words([Candidate("tag:\"b")])) == "spelled\ntag:\"b\t \ttag:\"b")
    #expect(ShellRequest(["tcsh", "cairn "]) { _ in nil } == nil)
    #expect(ShellRequest(["bash", "cairn "]) { _ in nil } == nil)
  }
}
