import SystemPackage
import Testing

/// Wordings that readers had to read twice. Each page uses the words at the right instead.
@Suite struct WordingTests {
  static let rows: [(String, String)] = [
    (
      "\\b(that|which|it|this|what|who) (is|are) no (?!longer)[a-z]+",
      "not a …, or: there is no …"
    ),
    ("\\bof which\\b|\\bsuch as are\\b|\\bwhose it is\\b", "two sentences"),
    ("\\bso many(-th)?\\b", "that many, or the number"),
    ("\\b(is|are) wanted\\b|\\bwants (a|an|to|the)\\b", "is required, must be"),
    ("\\bput in\\b|\\bhand(s|ed)? on\\b", "add, publish"),
    ("\\b(take|takes|took|taken) back\\b", "undo, reverse"),
    ("\\b(bring|brings|brought) back\\b", "restore"),
    ("\\bfor ever\\b", "permanently, no limit"),
    ("\\bleft alone\\b|\\bas asked\\b", "unchanged, skipped"),
    ("\\bthe other side\\b", "the other copy, the remote"),
    ("\\bwhere nothing is said\\b|\\bwhere (it|there) (is|are) (not?|none|set|given)\\b", "if …"),
    ("\\bthat there is not\\b", "unknown, not found"),
    ("\\bis (told|said) of\\b|\\bare told of\\b", "is detected, is reported"),
  ]

  @Test(arguments: DocumentationLinkTests.pages.filter { !$0.hasPrefix("Sources/") })
  func pages(page: String) throws {
    let prose = Self.prose(of: try Repository.read(Repository.root.appending(page)))
    for (pattern, better) in Self.rows {
      let expression = try Regex(pattern).ignoresCase()
      for (number, line) in prose {
        guard let match = line.firstMatch(of: expression) else { continue }
        Issue.record("\(page):\(number): \"\(line[match.range])\"; better: \(better)")
      }
    }
  }

  @Test(
    "The patterns match the wordings of the first version",
    arguments: [
      "a file that is no list", "the place of which one is said", "waits so many seconds",
      "a number is wanted", "Put in a thought", "undo takes back what was done",
      "which brings back the file", "it is kept for ever", "is left alone, as asked for already",
      "what the other side did", "the default where it is not set", "a view that there is not",
      "it is told of texts in English", "one of the names is wanted",
    ])
  func examples(text: String) throws {
    let matches = try Self.rows.contains {
      try text.firstMatch(of: Regex($0.0).ignoresCase()) != nil
    }
    #expect(matches)
  }

  /// The lines of a page with their numbers, from 1, without code and without generated tables.
  private static func prose(of text: String) -> [(Int, String)] {
    var isInBlock = false
    var isGenerated = false
    var lines: [(Int, String)] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.hasPrefix("```") { isInBlock.toggle() }
      if line.hasPrefix("<!-- names") || line.hasPrefix("<!-- functions") { isGenerated = true }
      if line.hasPrefix("<!-- end of") { isGenerated = false }
      guard !isInBlock, !isGenerated, !line.hasPrefix("    ") else { continue }
      let prose = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .map { $0.offset % 2 == 0 ? String($0.element) : "…" }.joined()
      lines.append((index + 1, prose))
    }
    return lines
  }

  /// Files of which the strings are data: words of texts, not texts for people.
  private static let data = ["/CairnInsight/", "/CairnQuery/Likeness/"]

  @Test("String literals in the program")
  func literals() throws {
    let expressions = try Self.rows.map { (try Regex($0.0).ignoresCase(), $0.1) }
    for file in try Repository.files(below: Repository.root.appending("Sources"), ".swift")
    where !Self.data.contains(where: file.string.contains) {
      for literal in SwiftLiterals.literals(in: try Repository.read(file)) {
        for (expression, better) in expressions {
          guard let match = literal.text.firstMatch(of: expression) else { continue }
          Issue.record(
            "\(file):\(literal.line): \"\(literal.text[match.range])\"; better: \(better)")
        }
      }
    }
  }

  @Test func readsLiterals() {
    let source = ##"""
      // "a comment"
      let a = "one \(two("three")) four"; let b = "five \" six"
      let c = """
        seven \
        eight
        """
      let d = #"nine"#
      """##
    #expect(
      SwiftLiterals.literals(in: source).map(\.text)
        == ["one  four", #"five \" six"#, "seven eight", "nine"])
  }
}

/// The string literals of Swift source.
enum SwiftLiterals {
  /// Returns the texts of all literals, without interpolations, and the lines that they begin on.
  static func literals(in source: String) -> [(line: Int, text: String)] {
    var found: [(line: Int, text: String)] = []
    var block: (line: Int, text: String)?
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let text = line.drop { $0 == " " }
      if let (start, begun) = block {
        if text.hasPrefix("\"\"\"") {
          found.append((start, begun))
          block = nil
        } else {
          let isContinued = text.hasSuffix("\\")
          block = (start, begun + (isContinued ? String(text.dropLast()) : text + "\n"))
        }
      } else if line.hasSuffix("\"\"\"") {
        block = (number + 1, "")
      } else if !text.hasPrefix("//") {
        found += literals(inLine: text).map { (number + 1, $0) }
      }
    }
    return found.map { ($0.line, $0.text.hasSuffix("\n") ? String($0.text.dropLast()) : $0.text) }
  }

  /// Returns the texts of the literals on a line.
  private static func literals(inLine line: Substring) -> [String] {
    var found: [String] = []
    var current: String?
    // The depth of parentheses in an interpolation; strings in it are left out.
    var depth = 0
    var isEscaped = false
    for character in line {
      if depth > 0 {
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
      } else if let text = current {
        if isEscaped, character == "(" {
          current = String(text.dropLast())
          depth = 1
          isEscaped = false
        } else if character == "\"", !isEscaped {
          found.append(text)
          current = nil
        } else {
          current = text + String(character)
          isEscaped = character == "\\" && !isEscaped
        }
      } else if character == "\"" {
        current = ""
      }
    }
    return found
  }
}
