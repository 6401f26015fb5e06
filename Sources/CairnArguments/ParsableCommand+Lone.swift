import ArgumentParser

extension ParsableCommand {
  /// Returns the command that these arguments call. Nil if the command has subcommands, if an
  /// argument is invalid, or if the arguments do not begin with the command's name. One option of
  /// `shared`, with its value, can stand before the name.
  ///
  /// The arguments are parsed as if the command were the whole program. Parsing from the root
  /// command takes twice as long: the parser then also reads the root command's own options, and
  /// reads the command's arguments twice.
  ///
  /// - Parameter shared: The names of the options that all commands have.
  static func loneCommand(_ arguments: [String], shared: [String]) -> (any ParsableCommand)? {
    let hasOption = arguments.count > 2 && shared.contains(arguments[0])
    let place = hasOption ? 2 : 0
    guard arguments.indices.contains(place), case let name = arguments[place],
      !name.hasPrefix("-"), !hasOption || !arguments.dropFirst().contains(where: shared.contains)
    else { return nil }
    for command in configuration.subcommands {
      let configuration = command.configuration
      guard configuration.commandName == name || configuration.aliases.contains(name) else {
        continue
      }
      guard configuration.subcommands.isEmpty else { return nil }
      return try? command.parse(Array(arguments[..<place] + arguments[(place + 1)...]))
    }
    return nil
  }
}
