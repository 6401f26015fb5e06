import ArgumentParser
import CairnJSON
import CairnShell

extension CommandOutline {
  /// The program, as its definitions for the argument parser describe it.
  static var program: CommandOutline {
    let commands = outlines(of: Cairn.self)
    let help = CommandOutline(
      names: ["help"], summary: "Show help.",
      subcommands: commands.map { CommandOutline(names: $0.names, summary: $0.summary) })
    return CommandOutline(names: ["cairn"], subcommands: commands + [help]) {
      arguments(inHelp: CommonOptions._dumpHelp()) + [
        Argument(names: ["--version"], takesValue: false)
      ]
    }
  }

  /// Returns the commands below a command that its help shows.
  private static func outlines(of command: any ParsableCommand.Type) -> [CommandOutline] {
    command.configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { command in
      let configuration = command.configuration
      return CommandOutline(
        names: [configuration.commandName ?? ""] + configuration.aliases,
        summary: configuration.abstract, subcommands: outlines(of: command)
      ) { arguments(inHelp: command._dumpHelp()) }
    }
  }

  /// Returns the visible arguments in the parser's help as JSON.
  private static func arguments(inHelp text: String) -> [Argument] {
    let help = JSONValue(reading: Array(text.utf8))
    let all = help?["command"]?["arguments"]?.elements ?? []
    return all.filter { $0["shouldDisplay"] != false }.map { Argument($0) }
  }
}

extension CommandOutline.Argument {
  /// Creates an argument from its description in the parser's help as JSON.
  fileprivate init(_ json: JSONValue) {
    let names = (json["names"]?.elements ?? []).map { name in
      (name["kind"]?.text == "long" ? "--" : "-") + (name["name"]?.text ?? "")
    }
    let kind = json["completionKind"]
    let list = json["allValues"]?.elements ?? kind?["list"]?["values"]?.elements ?? []
    self.init(
      names: names, valueName: json["valueName"]?.text ?? "",
      takesValue: json["kind"]?.text != "flag", isRepeating: json["isRepeating"] == true,
      summary: json["abstract"]?.text ?? "", values: list.compactMap(\.text),
      path: kind?["file"] != nil ? .files : kind?["directory"] != nil ? .folders : nil)
  }
}
