/// The help of a command, in sections.
///
/// The help text of the argument parser (`OVERVIEW: …`, `USAGE: …`, `OPTIONS:` …) is split into
/// sections. The sections are sorted in the order in which people read them: what the command does,
/// how to call it, examples, the arguments and options, and finally the options that all commands
/// have.
public struct HelpPage: Hashable, Sendable {
  /// A heading and the lines below it.
  public struct Section: Hashable, Sendable {
    /// The heading in capital letters; empty for the description at the top.
    public let heading: String
    /// The lines, indented as in the parser's help text.
    public internal(set) var lines: [String]
  }

  /// An option, an argument or a command, with its description.
  public struct Entry: Hashable, Sendable {
    /// The text to type: `-n, --limit <limit>`.
    public let label: String
    /// The description, on one line.
    public let text: String
  }

  /// The sections in the order in which they are shown.
  public private(set) var sections: [Section]
  /// Whether the page lists commands.
  public let hasCommands: Bool

  /// The maximum width of lines that are easy to read, in columns.
  public static let widest = 100
  /// The heading of the options that all commands have.
  public static let common = "GLOBAL OPTIONS"

  /// The text at the start of the argument parser's help text.
  public static let start = "OVERVIEW: "

  /// Creates a page from the argument parser's help text.
  ///
  /// - Parameters:
  ///   - text: The help text of a command.
  ///   - program: The help text of the program. Its options are the options that all commands have.
  public init(_ text: String, program: String) {
    var found = Self.sections(of: text)
    let last = found[found.count - 1].lines.lastIndex { $0.hasPrefix("  See '") }
    hasCommands = last != nil
    if let last { found[found.count - 1].lines.remove(at: last) }
    for index in found.indices { found[index].trimBlankLines() }
    if let own = found.firstIndex(where: { $0.heading == "OPTIONS" }) {
      let common = Self.sections(of: program).first { $0.heading == "OPTIONS" }
      let moved = found[own].removeEntries(named: Set(common?.entries.map(\.label) ?? []))
      found.append(Section(heading: Self.common, lines: moved))
    }
    let order = ["", "USAGE", "EXAMPLES", "ARGUMENTS", "OPTIONS"]
    let rank = { (section: Section) in
      section.heading == Self.common
        ? order.count + 1 : order.firstIndex(of: section.heading) ?? order.count
    }
    sections = (0...order.count + 1).flatMap { place in found.filter { rank($0) == place } }
      .filter { !$0.lines.isEmpty }
  }

  private static func sections(of text: String) -> [Section] {
    let text = text.hasPrefix(start) ? text.dropFirst(start.count) : text[...]
    var found = [Section(heading: "", lines: [])]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let (heading, first) = heading(line) {
        found.append(Section(heading: heading, lines: first.map { ["  \($0)"] } ?? []))
      } else {
        found[found.count - 1].lines.append(String(line))
      }
    }
    return found
  }

  /// Returns the lines of the section with this heading; an empty array if there is no such
  /// section.
  public func lines(below heading: String) -> [String] {
    sections.first { $0.heading == heading }?.lines ?? []
  }

  /// Returns the entries of the section with this heading; an empty array if there is no such
  /// section.
  public func entries(below heading: String) -> [Entry] {
    sections.first { $0.heading == heading }?.entries ?? []
  }

  /// The words that call the command, without the name of the program.
  public var path: [String] {
    let usage = lines(below: "USAGE").first ?? ""
    return usage.split(separator: " ").dropFirst().prefix { !"[<".contains($0.prefix(1)) }
      .map(String.init)
  }

  /// Returns the page as text. `styled` converts each heading to the text to show, for example in
  /// bold. If the page lists commands, the text ends with a hint on how to read more about a
  /// command.
  public func text(heading styled: (String) -> String = { $0 }) -> String {
    var blocks = sections.map { section in
      let heading = section.heading.isEmpty ? [] : [styled(section.heading)]
      return (heading + section.lines).joined(separator: "\n")
    }
    if hasCommands {
      let words = (["cairn", "help"] + path + ["<command>"]).joined(separator: " ")
      blocks.append("Run `\(words)` for more about a command.")
      if path.isEmpty {
        let topics = HelpTopic.all.map(\.name).dropFirst().joined(separator: ", ")
        blocks[blocks.count - 1] += "\nTopics: \(topics). Run `cairn help query` to read one."
      }
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }
}

extension HelpPage {
  /// Returns the page of a group of commands (this page) with the arguments, options and usage of
  /// the group's default command added. The default command runs if the user names no other
  /// command of the group.
  ///
  /// - Parameters:
  ///   - page: The page of the default command.
  ///   - name: The name of the default command.
  public func including(_ page: HelpPage, named name: String) -> HelpPage {
    let own = page.sections.filter { ["ARGUMENTS", "OPTIONS"].contains($0.heading) }
    guard !own.isEmpty else { return self }
    var result = self
    let end = sections.firstIndex { $0.heading == Self.common } ?? sections.endIndex
    result.sections.insert(contentsOf: own, at: end)
    if let usage = sections.firstIndex(where: { $0.heading == "USAGE" }) {
      let words = page.lines(below: "USAGE").first?.split(separator: " ") ?? []
      let line = "  " + words.filter { $0 != name }.joined(separator: " ")
      result.sections[usage].lines.insert(line, at: 0)
    }
    return result
  }
}

extension HelpPage.Section {
  /// The entries of a list of options, arguments or commands.
  public var entries: [HelpPage.Entry] {
    var entries: [(label: String, text: [String])] = []
    for line in lines {
      let text = line.drop { $0 == " " }
      if line.count - text.count == 2 {
        let end = Self.endOfLabel(text)
        let rest = text[end...].drop { $0 == " " }
        entries.append((String(text[..<end]), rest.isEmpty ? [] : [String(rest)]))
      } else if !entries.isEmpty {
        entries[entries.count - 1].text.append(String(text))
      }
    }
    return entries.map { .init(label: $0.label, text: $0.text.joined(separator: " ")) }
  }

  /// Returns the index at which the label of an entry ends. The label ends before two spaces, or
  /// before a single space if the label fills its whole column.
  private static func endOfLabel(_ text: Substring) -> Substring.Index {
    if let gap = text.firstRange(of: "  ") { return gap.lowerBound }
    let width = 23
    guard text.count > width + 1 else { return text.endIndex }
    let end = text.index(text.startIndex, offsetBy: width)
    let isGap = text[end] == " " && text[text.index(after: end)].isUppercase
    return isGap ? end : text.endIndex
  }

  /// Removes the entries with these labels, and returns the lines of the removed entries.
  fileprivate mutating func removeEntries(named labels: Set<String>) -> [String] {
    var (kept, removed): ([String], [String]) = ([], [])
    var isNamed = false
    for line in lines {
      if let entry = Self(heading: "", lines: [line]).entries.first {
        isNamed = labels.contains(entry.label)
      }
      if isNamed { removed.append(line) } else { kept.append(line) }
    }
    lines = kept
    return removed
  }

  fileprivate mutating func trimBlankLines() {
    lines = Array(lines.drop(while: \.isEmpty))
    while lines.last?.isEmpty == true { lines.removeLast() }
  }
}

// MARK: - Reading

extension HelpPage {
  /// Returns the heading on a line, and the text after the heading if there is any; nil if the line
  /// is not a heading.
  private static func heading(_ line: Substring) -> (String, Substring?)? {
    let usage = "USAGE: "
    if line.hasPrefix(usage) {
      return ("USAGE", Substring(shortened(usage: String(line.dropFirst(usage.count)))))
    }
    let name = line.hasSuffix(":") ? line.dropLast() : line
    guard !name.isEmpty, name.allSatisfy({ $0.isASCII && $0.isUppercase || $0 == " " }),
      name.first != " "
    else { return nil }
    if name == "SUBCOMMANDS" { return ("COMMANDS", nil) }
    let noise = " SUBCOMMANDS"
    return (String(name.hasSuffix(noise) ? name.dropLast(noise.count) : name), nil)
  }

  /// Returns a usage line in which a single `[<options>]` after the command stands for all options
  /// that are not required.
  public static func shortened(usage: String) -> String {
    var words: [Substring] = []
    var isOptional = false
    var hasOptions = false
    for word in usage.split(separator: " ") {
      if word.hasPrefix("[-") { isOptional = true }
      hasOptions = hasOptions || isOptional || word == "[<options>]"
      if !isOptional, word != "[<options>]" { words.append(word) }
      if isOptional, word.hasSuffix("]") { isOptional = false }
    }
    let end = words.firstIndex { $0.hasPrefix("<") || $0.hasPrefix("[") || $0.hasPrefix("-") }
    if hasOptions { words.insert("[<options>]", at: end ?? words.endIndex) }
    return words.joined(separator: " ").replacing("<subcommand>", with: "<command>")
  }
}
