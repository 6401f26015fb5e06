import ArgumentParser
import CairnArguments
import CairnShell

extension CommandOutline {
  /// The outline of the program, created from its definitions for the argument parser.
  static var program: CommandOutline {
    let topics = HelpTopic.all.map { CommandOutline(names: [$0.name], summary: $0.summary) }
    return CommandOutline(
      names: ["cairn", "cn"], commands: outlines(of: Cairn.self), topics: topics
    ) {
      Argument.list(inHelp: CommonOptions._dumpHelp())
    }
  }

  /// Returns the outlines of the subcommands that are listed in the help of `command`.
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
