import SystemPackage
import Testing

/// The worst wordings must not come back into texts that people see.
@Suite("Wording") struct WordingTests {
  /// The folders whose string literals are checked. The others follow one by one.
  static let sources = ["Sources/CairnCLI"]
  /// The Markdown files and folders whose text is checked.
  static let documents: [String] = []

  /// Wordings that read as if they were translated, each in lower case. White space at the ends
  /// counts.
  static let wordings = [
    " is no ", " are no such", "as asked for already", "brings back", "bring back",
    "brings it back",
    "gives it up", "hand on", "how it begins", "how that begins", "is meant by", "is not known",
    "is told of", "is wanted", "left alone", "look after", "may be said", "of which", "or how that",
    "put in", "put right", "puts in", "said several times", "say which", "say what", "so many",
    "stands in for", "such as are", "take away", "take back", "takes away", "takes back",
    "the other side", "throw away", "wait for it", "wants ", "what is to be", "where nothing",
    "where there is no", "whom it", "whose it is", "whose they are",
  ]

  /// Returns the wordings in a text. "There is no X" is plain English.
  static func wordings(in text: String) -> [String] {
    let text = " \(text) ".lowercased().replacing("there is no ", with: "there_is_no ")
    return wordings.filter(text.contains)
  }

  @Test func source() throws {
    for folder in Self.sources {
      for file in try Repository.files(below: Repository.root.appending(folder), ".swift") {
        for literal in SwiftLiterals.literals(in: try Repository.read(file)) {
          let found = Self.wordings(in: literal.text)
          #expect(found.isEmpty, "\(file):\(literal.line): \(found): \(literal.text)")
        }
      }
    }
  }

  @Test func documents() throws {
    for name in Self.documents {
      for file in try Repository.files(below: Repository.root.appending(name), ".md") {
        var isCode = false
        let lines = try Repository.read(file).split(
          separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
          if line.hasPrefix("```") { isCode.toggle() }
          if isCode { continue }
          let found = Self.wordings(in: String(line))
          #expect(found.isEmpty, "\(file):\(number + 1): \(found): \(line)")
        }
      }
    }
  }

  static let rows: [(String, [String])] = [
    ("it is no time", [" is no "]), ("There is no draft.", []), ("Put in a thought.", ["put in"]),
    ("--limit wants 0 or more", ["wants "]), ("Show at most so many.", ["so many"]),
    ("Add a capture.", []),
  ]

  @Test(arguments: rows) func finds(_ text: String, _ expected: [String]) {
    #expect(Self.wordings(in: text) == expected)
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
