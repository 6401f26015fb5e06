import CairnText

/// A manual page in the man(7) format, created from the help of a command.
public struct ManualPage {
  /// A list of terms with descriptions, such as exit codes.
  public typealias Terms = [(term: String, text: String)]

  /// The lines of the page: man(7) requests and text.
  private var lines: [String] = []

  /// The first line of every page. `make uninstall` uses it to recognize the pages.
  public static let mark = ".\\\" Made by `cairn completions man`."

  /// Creates the beginning of a command's page: name, synopsis and description.
  private init(_ command: String, _ help: HelpPage, version: String) {
    let name = command.replacing(" ", with: "-")
    let description = help.lines(below: "")
    let sentence = description.first ?? ""
    let summary = sentence.prefix(1).lowercased() + sentence.dropFirst().dropLast()
    lines = [
      Self.mark, ".TH \(name.uppercased()) 1 \"\" \"cairn \(version)\" \"Cairn Manual\"",
      ".SH NAME",
      "\(Self.quoted(name)) \\- \(Self.quoted(summary))",
      ".SH SYNOPSIS",
    ]
    lines += help.lines(below: "USAGE").map { Self.synopsis($0, of: command) }
    lines.append(".SH DESCRIPTION")
    add(prose: description)
  }

  /// The page as text.
  public var text: String { lines.joined(separator: "\n") + "\n" }
}

// MARK: - Pages

extension ManualPage {
  /// The parts that the pages of all commands share.
  public struct Program {
    /// The help of the program.
    let help: HelpPage
    let version: String
    /// The exit codes, each with a short description.
    let exitCodes: Terms
    /// The environment variables, each with a short description.
    let variables: Terms

    /// Creates the shared parts from the help of the program.
    public init(_ help: HelpPage, version: String, exitCodes: Terms, variables: Terms) {
      (self.help, self.version) = (help, version)
      (self.exitCodes, self.variables) = (exitCodes, variables)
    }
  }

  /// Creates the page of the whole program, `cairn(1)`.
  ///
  /// - Parameter pages: The names of the pages to refer to.
  public init(of program: Program, pages: [String]) {
    self.init("cairn", program.help, version: program.version)
    add(heading: "COMMANDS")
    add(prose: ["Each command has a page of its own, such as `cairn-list`(1)."])
    let others = ["", "USAGE", "EXAMPLES", HelpPage.common]
    for group in program.help.sections where !others.contains(group.heading) {
      let title = group.heading.prefix(1) + group.heading.dropFirst().lowercased()
      lines.append(".SS \(Self.quoted(title))")
      add(group.entries)
    }
    add(heading: "OPTIONS")
    add(prose: ["These options work with every command."])
    add(program.help.entries(below: HelpPage.common))
    add(heading: "EXIT STATUS")
    add(program.exitCodes)
    add(heading: "ENVIRONMENT")
    add(program.variables)
    add(references: pages)
  }

  /// Creates the page of a command and its subcommands.
  ///
  /// - Parameters:
  ///   - commands: The command and then each subcommand, each with the words to type
  ///     (`cairn collection`) and its help.
  ///   - related: The names of the pages to refer to besides `cairn(1)`.
  public init(
    _ commands: [(words: String, help: HelpPage)], of program: Program, related: [String]
  ) {
    let help = commands[0].help
    self.init(commands[0].words, help, version: program.version)
    if commands.count > 1 { add(heading: "COMMANDS") }
    for (command, help) in commands.dropFirst() {
      lines.append(".SS \(Self.quoted(command))")
      lines += help.lines(below: "USAGE").map { Self.synopsis($0, of: command) } + [".PP"]
      add(prose: help.lines(below: ""))
      add(help.entries(below: "ARGUMENTS") + help.entries(below: "OPTIONS"))
    }
    let arguments = help.entries(below: "ARGUMENTS")
    if !arguments.isEmpty { add(heading: "ARGUMENTS") }
    add(arguments)
    add(heading: "OPTIONS")
    add(help.entries(below: "OPTIONS"))
    if !help.entries(below: "OPTIONS").isEmpty { lines.append(".PP") }
    add(prose: ["See `cairn`(1) for the options that all commands have."])
    add(heading: "EXAMPLES")
    let examples = commands.flatMap { $0.help.lines(below: "EXAMPLES") }.uniqued()
    lines += [".EX"] + examples.map(Self.quoted) + [".EE"]
    add(heading: "EXIT STATUS")
    add(program.exitCodes)
    add(references: ["cairn"] + related)
  }

  private mutating func add(heading: String) { lines.append(".SH \(heading)") }

  /// Adds the lines of paragraphs. Empty lines in `prose` separate the paragraphs.
  private mutating func add(prose: [String]) {
    for (place, paragraph) in prose.split(separator: "").enumerated() {
      if place > 0 { lines.append(".PP") }
      lines += paragraph.map(Self.marked)
    }
  }

  /// Adds a list in which each term is above its description.
  private mutating func add(_ terms: Terms) {
    for (term, text) in terms { lines += [".TP", Self.label(term), Self.marked(text)] }
  }

  private mutating func add(_ entries: [HelpPage.Entry]) {
    add(entries.map { ($0.label, $0.text) })
  }

  private mutating func add(references: [String]) {
    add(heading: "SEE ALSO")
    lines += references.enumerated().map { place, name in
      ".BR \(Self.quoted(name)) (1)" + (place < references.count - 1 ? "," : "")
    }
  }
}

// MARK: - Escapes

extension ManualPage {
  /// Returns text escaped so that man(7) reads no part of it as a request or an escape. Characters
  /// such as `-` are escaped too, so that text copied from the page is the same as the original.
  private static func quoted(_ text: some StringProtocol) -> String {
    protected(text.map(escaped).joined())
  }

  /// Returns a line, escaped if it begins with a period, because man(7) would otherwise read it as
  /// a request.
  private static func protected(_ line: String) -> String {
    line.hasPrefix(".") ? "\\&\(line)" : line
  }

  private static func escaped(_ character: Character) -> String {
    switch character {
    case "\\": "\\e"
    case "-": "\\-"
    case "'": "\\(aq"
    case "`": "\\(ga"
    case "^": "\\(ha"
    case "~": "\\(ti"
    default: String(character)
    }
  }

  /// Returns text with the words between backticks in bold.
  private static func marked(_ text: some StringProtocol) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    guard parts.count % 2 == 1 else { return quoted(text) }
    let marked = parts.enumerated().map { place, part in
      let text = part.map(escaped).joined()
      return place % 2 == 0 ? text : "\\fB\(text)\\fR"
    }
    return protected(marked.joined())
  }

  /// Returns a label with literal words in bold and placeholders in italics.
  private static func label(_ text: some StringProtocol) -> String {
    var result = "\\fB"
    for character in text {
      switch character {
      case "<": result += "\\fI"
      case ">": result += "\\fB"
      case ",": result += "\\fR,\\fB"
      default: result += escaped(character)
      }
    }
    return result + "\\fR"
  }

  /// Returns a synopsis with the command in bold and placeholders in italics.
  private static func synopsis(_ usage: String, of command: String) -> String {
    let usage = usage.drop { $0 == " " }
    guard usage.hasPrefix(command) else { return quoted(usage) }
    var result = "\\fB\(quoted(command))\\fR"
    for character in usage.dropFirst(command.count) {
      switch character {
      case "<": result += "\\fI"
      case ">": result += "\\fR"
      default: result += escaped(character)
      }
    }
    return result
  }
}
