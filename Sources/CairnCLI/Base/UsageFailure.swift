import ArgumentParser
import CairnText

/// Output of the argument parser: help, the version, or a usage error.
enum UsageFailure {
  /// Ends the process like the parser, but reports an error as JSON if requested.
  static func end(with error: any Error) -> Never {
    let code = Cairn.exitCode(for: error)
    let wantsJSON = CommandLine.arguments.dropFirst().prefix { $0 != "--" }.contains("--json")
    // A command that throws an exit code has already reported its error.
    let isSaid = error is ExitCode
    if var failure = error as? Failure ?? unknownCommand(error) {
      failure.hint = failure.hint ?? rescueText(error)
      let console = Console(.auto, Surroundings.ofThisProcess())
      Cairn.exit(withError: failure.report(console, json: wantsJSON))
    }
    guard code == .validationFailure, !isSaid else { Cairn.exit(withError: error) }
    let hint = rescueText(error)
    let console = Console(isColored: false, errorIsColored: false)
    guard wantsJSON else {
      // The parser's message repeats the arguments unescaped.
      console.say(TerminalText.escaped(Cairn.fullMessage(for: error), keepingLines: true))
      if let hint { console.say(TerminalText.escaped(hint)) }
      Cairn.exit(withError: code)
    }
    var failure = Failure("usage", Cairn.message(for: error), status: .usage)
    failure.hint = hint
    Cairn.exit(withError: failure.report(console, json: true))
  }

  /// Saves text, typed or piped, that a failed command line was meant to add. Returns a sentence that
  /// says where.
  private static func rescueText(_ error: any Error) -> String? {
    let surroundings = Surroundings.ofThisProcess()
    if !surroundings.inputIsTerminal, isMeantToAdd(surroundings.arguments),
      let place = TextToRescue.save(TextToRescue.fromInput(), surroundings)
    {
      return place
    }
    guard Cairn.fullMessage(for: error).contains("Usage: cairn add ") else { return nil }
    let names = [AddCommand.configuration.commandName] + AddCommand.configuration.aliases
    let words = surroundings.arguments.drop { !names.contains($0) }.dropFirst()
      .filter { !$0.hasPrefix("-") }
    return TextToRescue.save(Array(words.joined(separator: " ").utf8), surroundings)
  }

  /// Returns whether the command is `add` or an unknown word that may be a misspelled `add`.
  private static func isMeantToAdd(_ arguments: [String]) -> Bool {
    do {
      return try LongCommandLine(arguments).parse(as: Cairn.self) is AddCommand
    } catch {
      let usage = Cairn.fullMessage(for: error)
      return ["Usage: cairn [", "Usage: cairn add "].contains { usage.contains($0) }
    }
  }

  /// Returns the failure for an unknown command, which the parser reports as an unexpected
  /// argument.
  private static func unknownCommand(_ error: any Error) -> Failure? {
    let marker = "Unexpected argument '"
    let message = Cairn.message(for: error)
    guard message.hasPrefix(marker),
      Cairn.fullMessage(for: error).contains("Usage: cairn [--notebook")
    else { return nil }
    let name = String(message.dropFirst(marker.count).prefix { $0 != "'" })
    let advice = Nearest.name(to: name, among: commandNames).map { "did you mean `\($0)`?" }
    return Failure(
      "command-unknown",
      "there is no command `\(name)`; \(advice ?? "`cairn --help` lists what there is")",
      status: .usage)
  }

  private static var commandNames: [String] {
    Cairn.configuration.groupedSubcommands.flatMap(\.subcommands).flatMap { command in
      [command.configuration.commandName].compactMap(\.self) + command.configuration.aliases
    }
  }
}
