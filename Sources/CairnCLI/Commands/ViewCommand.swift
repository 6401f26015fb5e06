import ArgumentParser
import CairnConsole
import CairnNotebook
import CairnScreens
import CairnSession
import CairnText
import CairnWire
import CairnWork

struct ViewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    name: "view",
    abstract: "Save queries under names, to use them as @name.",
    discussion: """
      Views are stored in the notebook's `.cairn/views.yml`, one per line. With --user, they are \
      stored in your own file and work in every notebook.

      EXAMPLES
        cairn view                              list views
        cairn view save open type:action status:open --sort due
        cairn list @open in:work
      """,
    subcommands: [List.self, Save.self, Show.self, Remove.self], defaultSubcommand: List.self,
    aliases: ["views"])
}

extension ViewCommand {
  struct List: NotebookCommand {
    static let configuration = CommandConfiguration(
      name: "list",
      abstract: "List views.",
      discussion: """
        EXAMPLES
          cairn view list
          cairn view list --json
        """,
      aliases: ["ls"])

    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let views = session.work.views.all
      let none = "There are no views; run `cairn view save NAME QUERY` to save one."
      try session.show(.views(views), none: views.isEmpty ? none : nil) { session.show(views) }
    }
  }

  struct Show: NotebookCommand {
    static let configuration = CommandConfiguration(
      name: "show",
      abstract: "Print the query of a view.",
      discussion: """
        EXAMPLES
          cairn view show open
        """)

    @Argument(help: "The view's name.")
    var name: String

    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let view = try session.work.view(named: name)
      session.show(.views([view])) { session.console.line(TerminalText.escaped(view.query)) }
    }
  }

  struct Save: WritingCommand {
    static let configuration = CommandConfiguration(
      name: "save",
      abstract: "Save a query under a name.",
      discussion: """
        A view with the same name is replaced.

        EXAMPLES
          cairn view save open type:action status:open --sort due
          cairn view save soon '@open due:..+7d'
          cairn view save --user fresh created:-7d..
        """)

    @Argument(help: "The view's name: letters, digits, `_`, `-` and `.`.")
    var name: String

    @Argument(help: .init("The query to save (docs/query.md).", valueName: "query"))
    var words: [String] = []

    @Option(name: .shortAndLong, parsing: .unconditional, help: .sortFields)
    var sort: String?

    @Flag(help: "Save the query as your own view, for every notebook.")
    var user = false

    @OptionGroup var preview: DryRunOption
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let changed = try session.work.saveView(
        name, words, sort: sort, isUser: user, preview.mode)
      try session.finish(changed, isUser: user, preview.mode)
    }
  }

  struct Remove: WritingCommand {
    static let configuration = CommandConfiguration(
      name: "rm",
      abstract: "Remove a view.",
      discussion: """
        EXAMPLES
          cairn view rm open
          cairn view rm --user fresh
        """,
      aliases: ["remove"])

    @Argument(help: "The view's name.")
    var name: String

    @Flag(help: "Remove your own view instead of the notebook's view.")
    var user = false

    @OptionGroup var preview: DryRunOption
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let changed = try session.work.removeView(name, isUser: user, preview.mode)
      try session.finish(changed, isUser: user, preview.mode)
    }
  }
}
