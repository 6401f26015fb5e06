import Foundation
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
    ("\\b(is|are) all there is\\b", "only"),
    ("\\bput (a|an|the|your|some) \\w+ in(?=[.,;:]|$)", "add"),
    ("\\bwaits? for it\\b|\\bnot known\\b(?! to)", "has no type yet, unknown"),
    ("\\bsay(s|ing)? --|\\bto say what\\b", "pass an option"),
    ("\\band no other [a-z]+[.,;]", "leave every other … unchanged"),
    ("\\bso long for\\b", "seconds to …"),
    (
      "(^|[.:;] )What (is|was|are|were|has|had)\\b[^?.]* (is|are|was|were|stands?)\\b",
      "a subject that is a noun"
    ),
    ("\\b(follows?|stays?) none\\b", "has no …"),
    ("\\bgives? (it|them) up\\b|\\bha(s|ve) begun\\b", "cancel, is in progress"),
    ("\\blook(s|ed|ing)? after\\b", "maintain"),
    ("^For one thread|\\bwhat is theirs\\b|\\bon the side of nothing\\b", "plain words"),
    ("\\b(text that|what) was kept\\b", "draft, capture"),
    ("\\b(takes?|taken) away\\b", "remove"),
  ]

  /// The rows as expressions. One expression for all of them finds the few texts that need more.
  private struct Expressions {
    let each: [(NSRegularExpression, String)]
    let any: NSRegularExpression

    init() throws {
      each = try rows.map { (try Self.expression($0.0), $0.1) }
      any = try Self.expression(rows.map { "(?:\($0.0))" }.joined(separator: "|"))
    }

    private static func expression(_ pattern: String) throws -> NSRegularExpression {
      try NSRegularExpression(pattern: pattern, options: .caseInsensitive)
    }

    /// Returns the bad wordings in a text, each with a better one.
    func complaints(about text: String) -> [String] {
      let range = NSRange(text.startIndex..., in: text)
      guard any.firstMatch(in: text, range: range) != nil else { return [] }
      return each.compactMap { expression, better in
        expression.firstMatch(in: text, range: range).flatMap { Range($0.range, in: text) }
          .map { "\"\(text[$0])\"; better: \(better)" }
      }
    }
  }

  @Test(arguments: DocumentationLinkTests.pages)
  func pages(page: String) throws {
    let expressions = try Expressions()
    for (number, paragraph) in Self.paragraphs(
      of: try Repository.read(Repository.root.appending(page)))
    {
      for complaint in expressions.complaints(about: paragraph) {
        Issue.record("\(page):\(number): \(complaint)")
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
      "The files are all there is", "Put a thought in.",
      "Say what captures are that wait for it.", "Change fields, and no other byte.",
      "Wait so long for another command that writes here",
      "What is not understood is an error, never ignored.", "1 as asked for already.",
      "It is no action, and stays none",
      "What a capture is, is told of texts in English of up to 400 characters.",
      "`lots` does not fit the field: a number is wanted",
      "nothing was done; say --yes to say what is meant by 8 captures",
      "one of birthday, christmas, … is wanted", "the branch `main` follows none at origin",
      "a merge has begun here and not ended (`git merge --abort` gives it up)",
      "PUT IN", "HAND ON", "LOOK AFTER", "For one thread.",
      "Whether several stand before what is theirs.", "errs on the side of nothing",
      "List text that was kept.", "takes away the file", "the name is not known",
    ])
  func examples(text: String) throws {
    #expect(try Expressions().complaints(about: text) != [])
  }

  @Test("Paragraphs are read across lines, without code")
  func readsParagraphs() throws {
    let text = """
      # A heading
      A number
      is wanted `say --yes` here.

      - one
      - two

      ```sh
      say --yes
      ```
      """
    let paragraphs = Self.paragraphs(of: text)
    #expect(paragraphs.map(\.0) == [1, 2, 5, 6])
    #expect(
      paragraphs.map(\.1) == ["# A heading", "A number is wanted … here.", "- one", "- two"])
  }

  /// The paragraphs, headings, list items and table rows of a page, each on one line and with the
  /// number of its first line, from 1. Code and generated tables are left out.
  private static func paragraphs(of text: String) -> [(Int, String)] {
    var found: [(Int, String)] = []
    var last = 0
    for (number, line) in prose(of: text) {
      let isNew =
        ["#", "|", "- ", "* ", ">"].contains(where: line.hasPrefix)
        || line.first?.isNumber == true
      if let before = found.last, !isNew, last == number - 1, !before.1.hasPrefix("#") {
        found[found.count - 1].1 += " " + line.drop { $0 == " " }
      } else {
        found.append((number, line))
      }
      last = number
    }
    return found
  }

  /// The lines of a page with their numbers, from 1, without code, blank lines and generated
  /// tables.
  private static func prose(of text: String) -> [(Int, String)] {
    var isInBlock = false
    var isGenerated = false
    var lines: [(Int, String)] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.hasPrefix("```") { isInBlock.toggle() }
      if line.hasPrefix("<!-- names") || line.hasPrefix("<!-- functions") { isGenerated = true }
      if line.hasPrefix("<!-- end of") { isGenerated = false }
      guard !isInBlock, !isGenerated, !line.isEmpty, !line.hasPrefix("    "),
        !line.hasPrefix("```")
      else { continue }
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
    let expressions = try Expressions()
    for file in try Repository.files(below: Repository.root.appending("Sources"), ".swift")
    where !Self.data.contains(where: file.string.contains) {
      for literal in SwiftLiterals.literals(in: try Repository.read(file)) {
        for complaint in expressions.complaints(about: literal.text) {
          Issue.record("\(file):\(literal.line): \(complaint)")
        }
      }
    }
  }

  @Test("Doc comments", arguments: ["Sources", "Benchmarks", "Fuzz", "Training"])
  func comments(folder: String) throws {
    let expressions = try Expressions()
    for file in try Repository.files(below: Repository.root.appending(folder), ".swift") {
      var comment = ""
      for line in try Repository.read(file).split(separator: "\n") {
        let text = line.drop { $0 == " " }
        if text.hasPrefix("///") {
          comment += (comment.isEmpty ? "" : " ") + text.dropFirst(3).drop { $0 == " " }
        } else if !comment.isEmpty {
          for complaint in expressions.complaints(about: comment) {
            Issue.record("\(file): \(complaint) in: \(comment)")
          }
          comment = ""
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
      let e = "a number is "
        + "wanted"
      """##
    #expect(
      SwiftLiterals.literals(in: source).map(\.text)
        == ["three", "one  four", #"five \" six"#, "seven eight", "nine", "a number is wanted"])
  }
}

/// The string literals of Swift source.
enum SwiftLiterals {
  /// Returns the texts of all literals, without interpolations, and the lines that they begin on.
  /// Literals inside of interpolations are separate texts.
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
        var texts = literals(inLine: text)
        // A literal that a line adds to the literal before it.
        if text.hasPrefix("+ \""), let last = found.indices.last, let first = texts.first {
          found[last].text += first
          texts.removeFirst()
        }
        found += texts.map { (number + 1, $0) }
      }
    }
    return found.map { ($0.line, $0.text.hasSuffix("\n") ? String($0.text.dropLast()) : $0.text) }
  }

  /// Returns the texts of the literals on a line.
  private static func literals(inLine line: Substring) -> [String] {
    var found: [String] = []
    var current: String?
    // The depth of parentheses in an interpolation, and its code.
    var depth = 0
    var code = ""
    var isEscaped = false
    for character in line {
      if depth > 0 {
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        code.append(character)
        if depth == 0 {
          found += literals(inLine: code[...])
          code = ""
        }
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
