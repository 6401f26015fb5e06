import ArgumentParser

/// The manual page, generated from the help of every command (man(7)).
struct ManualPage {
  var text: String {
    var lines = [
      ".TH CAIRN 1 \"\" \"cairn \(Cairn.version)\"", ".SH NAME",
      "cairn \\- \(Self.quoted(Cairn.configuration.abstract))", ".SH SYNOPSIS",
      ".B cairn", ".RI [ command \" [\" query \"] [\" options ]]", ".SH DESCRIPTION",
      Self.quoted(Cairn.configuration.discussion), ".SH COMMANDS",
    ]
    for command in Self.commands(of: Cairn.self) {
      lines += [".SS \(Self.quoted(command.name))", ".nf", Self.quoted(command.help), ".fi"]
    }
    lines.append(".SH EXIT STATUS")
    for status in ExitStatus.allCases {
      lines += [".TP", ".B \(status.rawValue)", status.meaning]
    }
    lines.append(".SH ENVIRONMENT")
    for (name, meaning) in Self.variables { lines += [".TP", ".B \(name)", meaning] }
    return lines.joined(separator: "\n")
  }

  /// Returns all commands below one, with their full names and help.
  private static func commands(
    of parent: any ParsableCommand.Type, prefix: String = "cairn"
  ) -> [(name: String, help: String)] {
    let configuration = parent.configuration
    let all = configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands)
    return all.flatMap { command -> [(name: String, help: String)] in
      let name = "\(prefix) \(command.configuration.commandName ?? "")"
      let help = Cairn.helpMessage(for: command, columns: 78)
      return [(name, help)] + commands(of: command, prefix: name)
    }
  }

  private static let variables = [
    ("CAIRN_NOTEBOOK", "the notebook, as --notebook does"),
    ("CAIRN_EDITOR, VISUAL, EDITOR", "the editor; the first one that is set"),
    ("CAIRN_PAGER, PAGER", "the pager; empty for none"),
    ("NO_COLOR", "no colour, if it is set and not empty"),
    ("TMPDIR", "where what a pager or fzf reads lies for a moment, without a name; else /tmp"),
    ("TERM", "not set or dumb: no colour and no progress lines; what is drawn is drawn in ASCII"),
    (
      "LC_ALL, LC_CTYPE, LANG",
      "the first that is set: if its encoding is not UTF-8, what is drawn is drawn in ASCII"
    ),
    ("FORCE_HYPERLINK", "0: no clickable links; 1: those, whatever the terminal"),
    (
      "XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME",
      "where settings; journal, trash and drafts; and caches are"
    ),
    ("TZ", "the zone that days are told in"),
  ]

  /// Returns text escaped so that man(7) interprets nothing in it as a request or an escape.
  private static func quoted(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&\($0)" : String($0) }
      .joined(separator: "\n")
  }
}
