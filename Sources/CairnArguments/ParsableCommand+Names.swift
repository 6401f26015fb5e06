package import ArgumentParser
import CairnText

extension ParsableCommand {
  /// The command's name and its aliases.
  package static var names: [String] {
    [configuration.commandName].compactMap(\.self) + configuration.aliases
  }

  /// Returns the subcommand with this name or alias; nil if there is none.
  package static func subcommand(_ name: String) -> (any ParsableCommand.Type)? {
    configuration.subcommands.first { $0.names.contains(name) }
  }

  /// Returns the name of the subcommand that is most similar to a misspelled name; nil if no name
  /// is similar.
  package static func subcommandName(nearest name: String) -> String? {
    Nearest.name(
      to: name, among: configuration.subcommands.flatMap { $0.names }.filter { $0.count > 1 })
  }

  /// Returns the subcommand that the words in `path` lead to; nil if a word is unknown. If `path`
  /// is empty, returns this command.
  package static func command(
    at path: some Collection<String>
  ) -> (any ParsableCommand.Type)? {
    path.first.map { subcommand($0)?.command(at: path.dropFirst()) } ?? self
  }

  /// Returns the help of a command of this program. By default, `columns` is so large that no line
  /// is wrapped.
  package static func page(
    of command: any ParsableCommand.Type, columns: Int = 1 << 16
  ) -> HelpPage {
    HelpPage(
      helpMessage(for: command, columns: columns), program: helpMessage(columns: columns))
  }

  /// Returns the page of a group of commands, with the options of the group's default command
  /// added. Returns any other page unchanged.
  package static func withDefaultCommand(_ page: HelpPage, columns: Int) -> HelpPage {
    guard page.hasCommands,
      let usual = command(at: page.path)?.configuration.defaultSubcommand,
      let name = usual.configuration.commandName
    else { return page }
    return page.including(self.page(of: usual, columns: columns), named: name)
  }
}
