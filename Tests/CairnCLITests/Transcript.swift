/// A session of shell commands with the output each is expected to give: one test in one file.
///
///     # A comment: what the next commands show.
///     @ notebook
///     $ cairn list type:gift --ids | wc -l
///     4
///     $ cairn show nowhere.md
///     ! cairn: there is no nowhere.md in this notebook
///     ? 2
///
/// `Transcripts/README.md` describes the whole format. In memory it is the lines of the file, cut
/// into steps, so that recording rewrites only the lines that are expectations.
struct Transcript: Equatable {
  /// Which lines have a meaning of their own.
  enum Dialect {
    /// A `.transcript` file: comments, directives, stdout and stderr kept apart.
    case transcript
    /// The ```` ```console ```` blocks of a Markdown file: commands, and what a terminal shows.
    case console
  }

  /// A folder to run the commands that follow in.
  enum Setup: Equatable {
    /// A fresh copy of the example notebook.
    case notebook
    /// A folder with nothing in it.
    case empty

    /// The folder that a comment in a Markdown file asks for; nil for any other line.
    init?(comment: String) {
      switch comment {
      case "<!-- in the example notebook -->": self = .notebook
      case "<!-- in an empty folder -->": self = .empty
      default: return nil
      }
    }
  }

  /// A piece of the file.
  enum Part: Equatable {
    /// Lines that are kept and mean nothing: comments, blank lines, prose around blocks.
    case text([String])
    /// A line that begins a fresh folder.
    case setup(Setup, line: String)
    /// A file to write before the commands that follow: its path, its lines, its source.
    case file(path: String, content: [String], source: [String])
    /// A command and what it is expected to print.
    case step(Step)
  }

  /// A command and what it is expected to print.
  struct Step: Equatable {
    /// The line of the file that the first expectation is on, from 1.
    var firstExpectedLine: Int
    /// The lines of the command as they stand in the file, with their `$ ` and `> `.
    var source: [String]
    /// The lines expected, as they stand in the file, without blank ones at the end.
    var expected: [String]

    /// What the shell is given.
    var command: String { source.map { $0.dropFirst(2) }.joined(separator: "\n") }
    /// The line of the file that the command begins on, from 1.
    var line: Int { firstExpectedLine - source.count }
  }

  /// The pieces, in the order of the file.
  var parts: [Part] = []
}

// MARK: - Reading

extension Transcript {
  /// A line that cannot be read.
  struct Malformed: Error, CustomStringConvertible {
    let line: Int
    let message: String
    var description: String { "line \(line): \(message)" }
  }

  /// Reads a file.
  ///
  /// - Throws: ``Malformed`` for an unknown directive, a here-document without an end, and output
  ///   that belongs to no command.
  init(_ text: String, dialect: Dialect = .transcript) throws(Malformed) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    var index = 0
    var isInBlock = dialect == .transcript
    while index < lines.count {
      let line = lines[index]
      if dialect == .console, line.hasPrefix("```") {
        isInBlock = !isInBlock && line == "```console"
        append(line)
        index += 1
      } else if dialect == .console, !isInBlock, let setup = Setup(comment: line) {
        parts.append(.setup(setup, line: line))
        index += 1
      } else if isInBlock, line.hasPrefix("$ ") {
        let end = dialect.endOfStep(in: lines, from: index)
        parts.append(.step(Self.step(lines[index..<end])))
        // Blank lines behind the output part it from what follows; they are no output.
        let blanks = lines[index..<end].reversed().prefix { $0.isEmpty }.count
        for blank in lines[(end - blanks)..<end] { append(blank) }
        index = end
      } else if dialect == .console || line.isEmpty || line == "#" || line.hasPrefix("# ") {
        append(line)
        index += 1
      } else {
        index += try appendDirective(lines[index...])
      }
    }
  }

  private mutating func append(_ line: String) {
    if case .text(let lines)? = parts.last {
      parts[parts.count - 1] = .text(lines + [line])
    } else {
      parts.append(.text([line]))
    }
  }

  private static func step(_ lines: ArraySlice<String>) -> Step {
    let continuation = lines.dropFirst().prefix { $0.hasPrefix("> ") || $0 == ">" }
    let source = [lines[lines.startIndex]] + continuation
    var expected = Array(lines.dropFirst(source.count))
    while expected.last == "" { expected.removeLast() }
    return Step(
      firstExpectedLine: lines.startIndex + source.count + 1, source: source, expected: expected)
  }

  /// Reads the directive at the head of `lines`, and tells how many lines it takes.
  private mutating func appendDirective(_ lines: ArraySlice<String>) throws(Malformed) -> Int {
    let first = lines[lines.startIndex]
    let number = lines.startIndex + 1
    switch first.split(separator: " ").map(String.init) {
    case ["@", "notebook"]: parts.append(.setup(.notebook, line: first))
    case ["@", "empty"]: parts.append(.setup(.empty, line: first))
    case let words where words.count == 4 && words[..<2] == ["@", "file"] && words[3] == "<<END":
      let content = lines.dropFirst().prefix { $0 != "END" }
      let count = content.count + 2
      guard count <= lines.count else {
        throw Malformed(line: number, message: "this here-document has no line END")
      }
      parts.append(
        .file(path: words[2], content: Array(content), source: Array(lines.prefix(count))))
      return count
    default:
      let hint = "want '$ command', '# comment', '@ notebook', '@ empty' or '@ file PATH <<END'"
      throw Malformed(line: number, message: "cannot read '\(first)'; \(hint)")
    }
    return 1
  }
}

extension Transcript.Dialect {
  /// What a line of output begins with that would be read as something else, and is therefore
  /// written with a backslash in front.
  var markers: [String] {
    switch self {
    case .transcript: ["$ ", "> ", "# ", "#\n", "@ ", "! ", "? ", "\\"]
    case .console: []
    }
  }

  /// Where the step that begins at `start` ends.
  fileprivate func endOfStep(in lines: [String], from start: Int) -> Int {
    let rest = lines[(start + 1)...]
    let end = rest.firstIndex { line in
      switch self {
      case .transcript:
        line.hasPrefix("$ ") || line.hasPrefix("@ ") || line.hasPrefix("# ") || line == "#"
      case .console: line.hasPrefix("$ ") || line.hasPrefix("```")
      }
    }
    return end ?? lines.count
  }
}

// MARK: - Writing

extension Transcript: CustomStringConvertible {
  /// The file's text; the same as was read while no expectation was changed.
  var description: String {
    let lines = parts.flatMap { part in
      switch part {
      case .text(let lines): lines
      case .setup(_, let line): [line]
      case .file(_, _, let source): source
      case .step(let step): step.source + step.expected
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
