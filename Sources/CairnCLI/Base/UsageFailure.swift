import ArgumentParser
import CairnConsole
import CairnShell
import CairnTerminal
import CairnText

/// Handles the errors that the argument parser throws: requests for help or the version, and errors
/// in the command line.
enum UsageFailure {
  /// Shows the help, the version or the error that the argument parser threw, and ends the process
  /// with the matching exit code.
  static func end(with error: any Error) async -> Never {
    // A command that throws an exit code has already reported its error.
    if error is ExitCode { Cairn.exit(withError: error) }
    let surroundings = Surroundings.ofThisProcess()
    let words = surroundings.arguments.prefix { $0 != "--" }
    let console = Console(colorMode(Array(words)), surroundings)
    let width = width(surroundings)
    let text = Cairn.fullMessage(for: error, columns: width)
    // Do not ask the parser for the exit code of help, because the parser would lay out the help a
    // second time.
    let code = text.hasPrefix(HelpPage.start) ? .success : Cairn.exitCode(for: error)
    var failure = error as? Failure
    if failure == nil, code == .success {
      let path = helpPath(Array(words))
      let topic = HelpTopic.all.first { [$0.name] == path }
      failure = topic == nil ? unknownTopic(path) : nil
      if failure == nil { await showHelp(topic?.text ?? text, error, console, surroundings) }
    }
    if failure == nil, code == .validationFailure { failure = Failure(usage: error, words.first) }
    var shown = failure ?? Failure(error)
    shown.addHint(rescueText(error, surroundings))
    Cairn.exit(withError: shown.report(console, json: words.contains("--json")))
  }

  /// Returns the width for help in columns: the width of the terminal, but at least 40 and at most
  /// `HelpPage.widest`. The parser cannot lay out help in fewer than 40 columns.
  private static func width(_ surroundings: Surroundings) -> Int {
    min(max(surroundings.columns, 40), HelpPage.widest)
  }

  private static func showHelp(
    _ text: String, _ error: any Error, _ console: Console, _ surroundings: Surroundings
  ) async -> Never {
    guard text.hasPrefix(HelpPage.start) else { Cairn.exit(withError: error) }
    let width = width(surroundings)
    let page = withDefaultCommand(
      HelpPage(text, program: Cairn.helpMessage(columns: width)), columns: width)
    await Pager.show(
      page.text { console.styled($0, .bold) }, console, surroundings,
      mayPage: !surroundings.arguments.contains("--no-pager"))
    Cairn.exit()
  }

  /// Returns the page of a group of commands with the options of its default command; returns any
  /// other page unchanged.
  private static func withDefaultCommand(_ page: HelpPage, columns: Int) -> HelpPage {
    guard page.hasCommands else { return page }
    var group: (any ParsableCommand.Type)? = Cairn.self
    for word in page.path { group = group?.subcommand(word) }
    guard let usual = group?.configuration.defaultSubcommand,
      let name = usual.configuration.commandName
    else { return page }
    return page.including(ManualPages.help(of: usual, columns: columns), named: name)
  }

  /// Returns the value of `--color` in a command line, even if the command line is invalid.
  private static func colorMode(_ words: [String]) -> CommonOptions.ColorMode {
    let parts = words.flatMap { $0.split(separator: "=") }
    let place = parts.firstIndex(of: "--color").map { $0 + 1 } ?? parts.count
    return parts.dropFirst(place).first.flatMap { .init(rawValue: String($0)) } ?? .auto
  }

  /// Saves the text, typed or piped, that an invalid command line was meant to add. Returns a
  /// sentence that tells the user where the text is; nil if there is no such text.
  private static func rescueText(_ error: any Error, _ surroundings: Surroundings) -> String? {
    let typed = error is Failure ? nil : TextToRescue.typed(surroundings.arguments)
    // `add` reads no input if text is typed. A word that looks like an option is perhaps not text.
    let isText = typed.map { !$0.text.isEmpty && !$0.text.hasPrefix("-") } ?? false
    if !isText, !surroundings.inputIsTerminal, isMeantToAdd(surroundings.arguments),
      let place = TextToRescue.save(
        TextToRescue.fromInput(), notes: typed?.notes ?? [:], surroundings)
    {
      return place
    }
    return typed.flatMap { TextToRescue.save(Array($0.text.utf8), notes: $0.notes, surroundings) }
  }

  /// Returns whether the command is `add`, `append` or `prepend`, or an unknown word. An unknown
  /// word may be a misspelled `add`.
  private static func isMeantToAdd(_ arguments: [String]) -> Bool {
    do {
      let command = try LongCommandLine(arguments).parse(as: Cairn.self)
      return command is AddCommand || command is any InsertCommand
    } catch {
      return [[], ["add"], ["append"], ["prepend"]].contains(
        UsageError.path(in: Cairn.fullMessage(for: error, columns: 80)))
    }
  }

  /// Returns the names in `cairn help NAME…`; an empty array for any other command.
  private static func helpPath(_ words: [String]) -> [String] {
    guard words.first == "help" else { return [] }
    let valued = ["-N", "--notebook", "--color", "--lock-timeout"]
    return zip(words.dropFirst(), words).filter { word, previous in
      !word.hasPrefix("-") && !valued.contains(previous)
    }.map(\.0)
  }

  /// Returns the failure for `cairn help` with an unknown command, for which the argument parser
  /// would show the help of the program; nil if all commands in `path` are known.
  private static func unknownTopic(_ path: [String]) -> Failure? {
    var group: any ParsableCommand.Type = Cairn.self
    for (place, word) in path.enumerated() {
      guard let command = group.subcommand(word) else {
        return .unknownCommand(word, in: group, path.prefix(place).map(\.self))
      }
      group = command
    }
    return nil
  }
}

extension ParsableCommand {
  /// The command's name and its aliases.
  static var names: [String] {
    [configuration.commandName].compactMap(\.self) + configuration.aliases
  }

  /// Returns the subcommand with this name or alias; nil if there is none.
  static func subcommand(_ name: String) -> (any ParsableCommand.Type)? {
    configuration.subcommands.first { $0.names.contains(name) }
  }

  /// Returns the name of the subcommand that is most similar to a misspelled name; nil if no name
  /// is similar.
  static func subcommandName(nearest name: String) -> String? {
    Nearest.name(
      to: name, among: configuration.subcommands.flatMap { $0.names }.filter { $0.count > 1 })
  }

  /// Returns the command that a command line names; nil if a word is unknown.
  fileprivate static func command(at path: some Collection<String>) -> (any ParsableCommand.Type)? {
    path.first.map { subcommand($0)?.command(at: path.dropFirst()) } ?? self
  }
}

extension Failure {
  /// Creates a failure from an error of the argument parser. `first` is the first word of the
  /// command line.
  fileprivate init(usage error: any Error, _ first: String?) {
    let found = UsageError(Cairn.message(for: error), page: Cairn.fullMessage(for: error))
    if let failure = Self.unknownCommand(found, first) {
      self = failure
      return
    }
    self.init("usage", found.message, status: .usage)
    var hints = found.hints
    let command = Cairn.command(at: found.path)
    if found.message.hasPrefix("unknown option"), hints.first?.hasPrefix("did you mean") != true,
      command == AddCommand.self || command is any InsertCommand.Type
    {
      hints.insert("to add text that begins with `-`, put `--` before the text", at: 0)
    }
    hint = hints.joined(separator: "\n")
  }

  mutating func addHint(_ more: String?) {
    let hints = [hint, more].compactMap(\.self)
    hint = hints.isEmpty ? nil : hints.joined(separator: "\n")
  }
}

// MARK: - Unknown commands

extension Failure {
  /// Returns the failure for an unknown command; nil if `error` has another cause. The argument
  /// parser reports an unknown command as an unexpected argument or, if options follow, as an
  /// unknown option.
  private static func unknownCommand(_ error: UsageError, _ first: String?) -> Failure? {
    var path = error.path
    if path.isEmpty, let first, !first.hasPrefix("-"), first != "help",
      Cairn.subcommand(first) == nil
    {
      return unknownCommand(first, in: Cairn.self, [])
    }
    guard let name = error.unexpected, var group = Cairn.command(at: path) else { return nil }
    if !path.isEmpty, !CommandLine.arguments.contains(where: group.names.contains) {
      // The error is about the default command of a group, which takes no arguments.
      path.removeLast()
      group = Cairn.command(at: path) ?? group
    }
    if group.configuration.subcommands.isEmpty { return nil }
    return unknownCommand(name, in: group, path)
  }

  fileprivate static func unknownCommand(
    _ name: String, in group: any ParsableCommand.Type, _ path: [String]
  ) -> Failure {
    let prefix = path.map { "\($0) " }.joined()
    var failure = Failure("command-unknown", "unknown command `\(prefix)\(name)`", status: .usage)
    let help = ["cairn", "help"] + path
    let familiar = path.isEmpty ? FamiliarName.hints : [:]
    failure.hint =
      familiar[name]
      ?? group.subcommandName(nearest: name).map { "did you mean `\(prefix)\($0)`?" }
      ?? Nearest.name(to: name, among: familiar.keys).flatMap { familiar[$0] }
      ?? (group == ImageCommand.self
        ? "to list the pictures of a capture, run `cairn image list \(name)`" : nil)
      ?? "run `\(help.joined(separator: " "))` to see all commands"
    return failure
  }
}
