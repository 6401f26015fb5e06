import ArgumentParser
import CairnShell

extension CommandOutline {
  /// The program, as its definitions for the argument parser describe it.
  static var program: CommandOutline {
    let commands = outlines(of: Cairn.self)
    let help = CommandOutline(
      names: ["help"], summary: "Show help.",
      subcommands: commands.map { CommandOutline(names: $0.names, summary: $0.summary) })
    return CommandOutline(names: ["cairn"], subcommands: commands + [help]) {
      Argument.list(inHelp: CommonOptions._dumpHelp())
        + [Argument(names: ["--version"], takesValue: false, summary: "Show the version.")]
    }
  }

  /// Returns the commands below a command that its help shows.
  private static func outlines(of command: any ParsableCommand.Type) -> [CommandOutline] {
    command.configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { command in
      let configuration = command.configuration
      return CommandOutline(
        names: [configuration.commandName ?? ""] + configuration.aliases,
        summary: configuration.abstract, subcommands: outlines(of: command)
      ) { Argument.list(inHelp: command._dumpHelp()) }
    }
  }
}
