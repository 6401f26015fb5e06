import ArgumentParser
import CairnArguments
import CairnSession

/// The manual pages: `cairn(1)`, and one for each command.
enum ManualPages {
  /// Returns all manual pages or, if `named` is not nil, only the page with that name. Each page is
  /// returned with its name, such as `cairn-list`.
  static func pages(named: String? = nil) -> [(name: String, text: String)] {
    let program = ManualPage.Program(
      Cairn.page(of: Cairn.self), version: Cairn.version,
      exitCodes: ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) }, variables: variables)
    let names = groups.joined().map { "cairn-\($0[0].words[1])" }
    let first = { ("cairn", ManualPage(of: program, pages: names).text) }
    return (named == nil || named == "cairn" ? [first()] : [])
      + groups.flatMap { group in
        group.compactMap { command -> (String, String)? in
          let name = "cairn-\(command[0].words[1])"
          if let named, name != named { return nil }
          let related = group.map { "cairn-\($0[0].words[1])" }.filter { $0 != name }
          let helps = command.map { ($0.words.joined(separator: " "), Cairn.page(of: $0.type)) }
          return (name, ManualPage(helps, of: program, related: related).text)
        }
      }
  }

  /// The groups of commands in the help of the program. Each innermost array contains a command,
  /// followed by all of its subcommands.
  static var groups: [[[(words: [String], type: any ParsableCommand.Type)]]] {
    Cairn.configuration.groupedSubcommands.map { $0.subcommands.map { commands($0) } }
  }

  /// Returns a command and all commands below it, each with the words to type.
  private static func commands(
    _ type: any ParsableCommand.Type, below path: [String] = ["cairn"]
  ) -> [(words: [String], type: any ParsableCommand.Type)] {
    let words = path + [type.configuration.commandName ?? ""]
    return [(words, type)]
      + type.configuration.subcommands.flatMap { commands($0, below: words) }
  }

  private static let variables = [
    ("CAIRN_NOTEBOOK", "The notebook to use, unless you pass --notebook."),
    (
      "CAIRN_EDITOR, VISUAL, EDITOR",
      "Your editor; Cairn uses the first of these variables that is set."
    ),
    ("CAIRN_PAGER, PAGER", "The pager for long output; if empty, Cairn uses no pager."),
    ("NO_COLOR", "If this variable is set and not empty, Cairn uses no color."),
    (
      "FORCE_HYPERLINK",
      "If 0, Cairn never prints clickable links; if 1, Cairn prints them on any terminal."
    ),
    (
      "TERM",
      "If `dumb` or not set, Cairn shows no colors and no progress, and draws charts in ASCII."
    ),
    ("LC_ALL, LC_CTYPE, LANG", "The locale; charts are in ASCII unless its encoding is UTF-8."),
    ("TMPDIR", "The folder for temporary files (default: /tmp)."),
    ("TZ", "Your time zone, which determines when a day begins."),
    ("XDG_CONFIG_HOME", "The folder for your settings (default: ~/.config)."),
    ("XDG_STATE_HOME", "The folder for the journal, trash and drafts (default: ~/.local/state)."),
    ("XDG_CACHE_HOME", "The folder for the index (default: ~/.cache)."),
  ]
}
