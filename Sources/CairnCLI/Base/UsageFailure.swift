import ArgumentParser
import CairnArguments
import CairnConsole
import CairnQuery
import CairnSession
import CairnShell
import CairnText
import Glibc

/// Handles the errors that the argument parser throws: requests for help or the version, and errors
/// in the command line.
enum UsageFailure {
  /// Shows the help, the version or the error that the argument parser threw, and ends the process
  /// with the matching exit code.
  static func end(with error: any Error) async -> Never {
    if let end = error as? CommandEnd { exit(end.exitCode) }
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
      failure = topic == nil ? UsageError(unknownIn: path, of: Cairn.self).map { Failure($0) } : nil
      if failure == nil { await showHelp(topic?.text ?? text, error, console, surroundings) }
    }
    if failure == nil, code == .validationFailure {
      failure = Failure(usageError(error, surroundings.arguments))
    }
    var shown = failure ?? Failure(error)
    shown.addHint(rescueText(error, surroundings))
    exit(shown.report(console, json: words.contains("--json")).exitCode)
  }

  /// Returns the error in a command line. If a command rejects its arguments, for example because a
  /// required one is missing, the parser does not report an unknown option, which may be the cause.
  private static func usageError(_ error: any Error, _ arguments: [String]) -> UsageError {
    let found = UsageError(error, of: Cairn.self, arguments)
    guard found.code == "usage", found.unexpected == nil, !takesText(found.path),
      !found.message.hasPrefix("unknown option")
    else { return found }
    let place = LinePlace(after: arguments, at: "", in: .program)
    // The default subcommand of a group, such as `run` in `cairn serve`, is not on the line.
    guard place.commands == found.path, let unknown = place.unknownOption else { return found }
    let advice = unknown.nearest.map { ". Did you mean '\($0)'?" } ?? ""
    return UsageError(
      "Unknown option '\(unknown.name)'\(advice)",
      page: Cairn.fullMessage(for: error, columns: 80))
  }

  /// Returns whether the command at `path` takes words that may look like options.
  fileprivate static func takesText(_ path: [String]) -> Bool {
    let command = Cairn.command(at: path)
    return command == AddCommand.self || command is any InsertCommand.Type
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
    let page = Cairn.withDefaultCommand(
      HelpPage(text, program: Cairn.helpMessage(columns: width)), columns: width)
    await Pager.show(
      page.text { console.styled($0, .bold) }, console, surroundings,
      mayPage: !surroundings.arguments.contains("--no-pager"))
    Cairn.exit()
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
    return typed.flatMap {
      TextToRescue.save(
        Array($0.text.utf8), notes: $0.notes,
        isDoubtful: $0.text.split(separator: " ").contains { $0.hasPrefix("--") }, surroundings)
    }
  }

  /// Returns whether the command is `add`, `append` or `prepend`, or an unknown word. An unknown
  /// word may be a misspelled `add`.
  private static func isMeantToAdd(_ arguments: [String]) -> Bool {
    do {
      let command = try Cairn.command(in: arguments)
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
}

extension Failure {
  /// Returns the conditions of a query that an option such as `--tag` or `-t` was presumably meant
  /// to be; empty if there are none.
  private static func filters(called option: String) -> String {
    let word = option.drop { $0 == "-" }
    return QueryName.attributes.map(\.name)
      .filter { option.hasPrefix("--") ? $0 == word : $0.hasPrefix(word) }
      .map { "`\($0):VALUE`" }.joined(separator: " or ")
  }

  /// Creates a failure from an error in the command line.
  fileprivate init(_ error: UsageError) {
    self.init(error.code, error.message, status: .usage)
    var hints = error.hints
    let command = Cairn.command(at: error.path)
    if error.message.hasPrefix("unknown option"), hints.first?.hasPrefix("did you mean") != true {
      if UsageFailure.takesText(error.path) {
        hints.insert("to add text that begins with `-`, put `--` before the text", at: 0)
      } else if command is any QueryCommand.Type {
        let name = error.message.drop { $0 != "-" }.prefix { $0 != "`" && $0 != "=" }
        let filters = Self.filters(called: String(name))
        if !filters.isEmpty { hints.insert("to filter, write \(filters)", at: 0) }
      }
    }
    hint = hints.joined(separator: "\n")
  }
}
