package import ArgumentParser
import CairnText

extension UsageError {
  /// Creates an error from an error of the argument parser.
  ///
  /// - Parameters:
  ///   - root: The program.
  ///   - arguments: The arguments after the program's name.
  package init(_ error: any Error, of root: any ParsableCommand.Type, _ arguments: [String]) {
    let words = arguments.prefix { $0 != "--" }
    let message = Self.naming(wholeOptionIn: words, root.message(for: error))
    let found = UsageError(message, page: root.fullMessage(for: error))
    self = found.unknownCommand(of: root, arguments) ?? found
    let start = "missing value for `"
    guard self.message.hasPrefix(start) else { return }
    let option = self.message.dropFirst(start.count).prefix { !" `".contains($0) }
    if words.drop(while: { $0 != option }).dropFirst().first?.hasPrefix("-") == true {
      hints.insert("to pass a value that begins with `-`, write `\(option)=VALUE`", at: 0)
    }
  }

  /// Returns the parser's message with the word that the user typed. The parser reads `-half` as
  /// `-h`, `-a`, `-l` and `-f`, and names only the first of these that is unknown.
  private static func naming(
    wholeOptionIn words: ArraySlice<String>, _ message: String
  ) -> String {
    guard message.hasPrefix("Unknown option '-"), message.count == 19, message.hasSuffix("'"),
      let letter = message.dropLast().last, !words.contains("-\(letter)"),
      let word = words.first(where: { word in
        word.hasPrefix("-") && !word.hasPrefix("--") && word.contains(letter)
          && (letter == "N" || !word.hasPrefix("-N"))
      })
    else { return message }
    return "Unknown option '\(word)'"
  }

  /// Creates the error for `help` with an unknown command; nil if all commands in `path` are known.
  /// For an unknown command, the argument parser itself would only show the help of the program.
  package init?(unknownIn path: [String], of root: any ParsableCommand.Type) {
    var group = root
    for (place, word) in path.enumerated() {
      guard let command = group.subcommand(word) else {
        self.init(unknown: word, in: group, path.prefix(place).map(\.self))
        return
      }
      group = command
    }
    return nil
  }

  /// Returns the error for an unknown command; nil if this error has another cause. The argument
  /// parser reports an unknown command as an unexpected argument or, if options follow, as an
  /// unknown option.
  private func unknownCommand(
    of root: any ParsableCommand.Type, _ arguments: [String]
  ) -> UsageError? {
    var path = path
    if path.isEmpty, let first = arguments.first, !first.hasPrefix("-"), first != "help",
      root.subcommand(first) == nil
    {
      return UsageError(unknown: first, in: root, [])
    }
    guard let name = unexpected, var group = root.command(at: path) else { return nil }
    if !path.isEmpty, !arguments.contains(where: group.names.contains) {
      // The error is about the default command of a group. That command takes no arguments.
      path.removeLast()
      group = root.command(at: path) ?? group
    }
    if group.configuration.subcommands.isEmpty { return nil }
    return UsageError(unknown: name, in: group, path)
  }

  /// Creates the error for an unknown command in a group of commands.
  private init(unknown name: String, in group: any ParsableCommand.Type, _ path: [String]) {
    let prefix = path.map { "\($0) " }.joined()
    let help = ["cairn", "help"] + path
    let familiar = path.isEmpty ? FamiliarName.hints : [:]
    let hint: String
    if let familiar = familiar[name] {
      hint = familiar
    } else if let nearest = group.subcommandName(nearest: name) {
      hint = "did you mean `\(prefix)\(nearest)`?"
    } else if let nearest = Nearest.name(to: name, among: familiar.keys),
      let familiar = familiar[nearest]
    {
      hint = familiar
    } else if group.names.contains("image") {
      hint = "to list the pictures of a capture, run `cairn image list \(name.quotedForShell)`"
    } else {
      hint = "run `\(help.joined(separator: " "))` to see all commands"
    }
    self.init("command-unknown", "unknown command `\(prefix)\(name)`", [hint], path)
  }
}
