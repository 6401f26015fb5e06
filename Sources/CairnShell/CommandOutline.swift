import CairnText

/// The parts of a command, or of a whole program, that completion needs: names, arguments and
/// subcommands.
public struct CommandOutline {
  /// An option, a flag or a positional argument.
  public struct Argument: Hashable, Sendable {
    /// The names with their dashes, such as `--limit` and `-n`; empty for a positional argument.
    public let names: [String]
    /// The name of the value, as shown in the usage.
    public let valueName: String
    /// Whether a value follows; false for flags.
    public let takesValue: Bool
    /// Whether the argument can be passed several times.
    public let isRepeating: Bool
    /// The description of the argument.
    public let summary: String
    /// The only valid values; empty if other values are valid too.
    public let values: [String]
    /// The kind of path to complete; nil if the value is not a path.
    public let path: Completion?

    /// Creates an argument.
    public init(
      names: [String] = [], valueName: String = "", takesValue: Bool = true,
      isRepeating: Bool = false, summary: String = "", values: [String] = [],
      path: Completion? = nil
    ) {
      self.names = names
      self.valueName = valueName
      self.takesValue = takesValue
      self.isRepeating = isRepeating
      self.summary = summary
      self.values = values
      self.path = path
    }
  }

  /// The name and the aliases of the command; the name comes first.
  public let names: [String]
  /// The description of the command.
  public let summary: String
  /// The commands below this one.
  public let subcommands: [CommandOutline]
  private let makeArguments: () -> [Argument]

  /// The arguments, in order. They are computed on each access.
  public var arguments: [Argument] { makeArguments() }

  /// Creates an outline.
  public init(
    names: [String], summary: String = "", subcommands: [CommandOutline] = [],
    arguments: @escaping () -> [Argument] = { [] }
  ) {
    self.names = names
    self.summary = summary
    self.subcommands = subcommands
    makeArguments = arguments
  }
}

extension CommandOutline {
  /// Creates the outline of a program with one or more names. `arguments` returns the arguments of
  /// the program itself. Adds the option `--version`, and the command `help`, which also shows
  /// `topics`.
  public init(
    names: [String], commands: [CommandOutline], topics: [CommandOutline] = [],
    arguments: @escaping () -> [Argument]
  ) {
    let help = CommandOutline(
      names: ["help"], summary: "Show help.",
      subcommands: commands.map { CommandOutline(names: $0.names, summary: $0.summary) }
        + topics)
    let version = Argument(names: ["--version"], takesValue: false, summary: "Show the version.")
    self.init(names: names, subcommands: commands + [help]) { arguments() + [version] }
  }
}

/// The unfinished last word of a command line, and the kind of word that is expected in its place.
public struct LinePlace {
  /// A kind of word that can be expected in the place of the last word.
  public enum Expected {
    /// The name of one of these commands.
    case command([CommandOutline])
    /// The name of one of these options.
    case option([CommandOutline.Argument])
    /// A value of this argument.
    case value(CommandOutline.Argument)
    /// A word about which nothing is known.
    case nothing
  }

  /// The kind of word that is expected in the place of the last word.
  public private(set) var expected = Expected.nothing
  /// The names of the commands on the line, without the name of the program.
  public private(set) var commands: [String] = []
  /// The finished positional arguments.
  public private(set) var positionals: [String] = []
  /// The finished options with their values. The value of a flag is empty.
  public private(set) var options: [(argument: CommandOutline.Argument, value: String)] = []
  /// The first finished word that looks like an option, but is not an option of the command, and the
  /// most similar option, if there is one. Nil if all options are known.
  public private(set) var unknownOption: (name: String, nearest: String?)?
  /// If the last word contains an option and its unfinished value, the part before the value:
  /// `--sort=` in `--sort=cre`. Otherwise empty.
  public private(set) var head = ""
  /// The unfinished value after ``head``; the whole last word if ``head`` is empty.
  public private(set) var text: String

  /// Determines which kind of word is expected at the end of a command line. `words` contains the
  /// finished words, without the name of the program; `last` is the unfinished last word.
  public init(after words: [String], at last: String, in program: CommandOutline) {
    text = last
    var command = program
    var arguments = program.arguments
    var open: CommandOutline.Argument?
    var isTerminated = false
    for word in words {
      if let option = open {
        options.append((option, word))
        open = nil
      } else if word == "--", !isTerminated {
        isTerminated = true
      } else if word.hasPrefix("-"), word.count > 1, !isTerminated {
        open = take(option: word, of: arguments)
      } else if positionals.isEmpty, !isTerminated,
        let inner = command.subcommands.first(where: { $0.names.contains(word) })
      {
        command = inner
        arguments = inner.arguments
        commands.append(inner.names[0])
      } else {
        positionals.append(word)
      }
    }
    if let open {
      expected = .value(open)
    } else if last.hasPrefix("-"), !isTerminated {
      expectOption(arguments)
    } else if positionals.isEmpty, !isTerminated, !command.subcommands.isEmpty {
      expected = .command(command.subcommands)
    } else if let argument = Self.positional(positionals.count, of: arguments) {
      expected = .value(argument)
    }
  }

  /// Returns the value of the last option with this name; nil if there is none.
  public func value(of name: String) -> String? {
    options.last { $0.argument.names.contains(name) }?.value
  }

  /// Records the option or the combined short options in `word`. If the value of an option must be
  /// the next word, returns that option instead of recording it; otherwise returns nil.
  private mutating func take(
    option word: String, of arguments: [CommandOutline.Argument]
  ) -> CommandOutline.Argument? {
    let name = String(word.prefix { $0 != "=" })
    if let option = arguments.first(where: { $0.names.contains(name) }) {
      if option.takesValue, name == word { return option }
      options.append((option, String(word.dropFirst(name.count + 1))))
      return nil
    }
    // A word such as `-qn5` contains flags, and then an option with its value.
    guard !word.hasPrefix("--") else {
      note(unknownOption: name, arguments)
      return nil
    }
    for (offset, letter) in word.enumerated().dropFirst() {
      guard let option = arguments.first(where: { $0.names.contains("-\(letter)") }) else {
        note(unknownOption: name, arguments)
        return nil
      }
      let rest = String(word.dropFirst(offset + 1))
      if option.takesValue, rest.isEmpty { return option }
      options.append((option, option.takesValue ? rest : ""))
      if option.takesValue { return nil }
    }
    return nil
  }

  private mutating func note(unknownOption name: String, _ arguments: [CommandOutline.Argument]) {
    if unknownOption != nil { return }
    let names = arguments.flatMap(\.names)
    unknownOption = (name, name.hasPrefix("--") ? Nearest.name(to: name, among: names) : nil)
  }

  private mutating func expectOption(_ arguments: [CommandOutline.Argument]) {
    if text.hasPrefix("--"), let sign = text.firstIndex(of: "=") {
      let name = String(text[..<sign])
      guard let option = arguments.first(where: { $0.names.contains(name) && $0.takesValue }) else {
        return
      }
      head = name + "="
      text = String(text[text.index(after: sign)...])
      expected = .value(option)
    } else {
      let given = options.map(\.argument)
      expected = .option(
        arguments.filter { !$0.names.isEmpty && ($0.isRepeating || !given.contains($0)) })
    }
  }

  private static func positional(
    _ number: Int, of arguments: [CommandOutline.Argument]
  ) -> CommandOutline.Argument? {
    let all = arguments.filter(\.names.isEmpty)
    if number < all.count, !all.prefix(number).contains(where: \.isRepeating) { return all[number] }
    return all.first(where: \.isRepeating)
  }
}

// MARK: - Completion

extension LinePlace {
  /// The completion of the last word, based only on the outline of the program.
  public var completion: Completion {
    switch expected {
    case .nothing: return .words([])
    case .command(let commands):
      return .words(matching(commands.map { Candidate($0.names[0], $0.summary) }))
    case .option(let arguments):
      return .words(
        arguments.compactMap { argument in
          let names = argument.names.filter { $0.hasPrefix(text) }
          return (names.first { $0.hasPrefix("--") } ?? names.first).map {
            Candidate($0, argument.summary)
          }
        })
    case .value(let argument):
      if let path = argument.path { return path }
      return .words(matching(argument.values.map { Candidate(head + $0) }))
    }
  }

  /// Returns those candidates that continue the unfinished word.
  private func matching(_ candidates: [Candidate]) -> [Candidate] {
    candidates.filter { $0.word.hasPrefix(head + text) }
  }
}
