import ArgumentParser
import CairnConsole
import CairnNotebook
import CairnScreens
import CairnSession
import CairnText
import CairnWire
import CairnWork
import SystemPackage

struct TemplateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    name: "template",
    abstract: "List, copy and check templates.",
    discussion: """
      Templates define digests, briefings and new captures. Your templates are in the notebook's \
      `.cairn/templates/` or, with --user, in your own folder. Each of your files replaces the \
      built-in file of the same name (docs/templates.md).

      EXAMPLES
        cairn template                          list templates
        cairn template new weekly               copy a template so that you can change it
        cairn template check                    find mistakes in your templates
      """,
    subcommands: [List.self, Show.self, New.self, Check.self], defaultSubcommand: List.self,
    aliases: ["templates"])
}

extension TemplateCommand {
  struct List: NotebookCommand {
    static let configuration = CommandConfiguration(
      name: "list",
      abstract: "List templates, and where they come from.",
      discussion: """
        EXAMPLES
          cairn template list
          cairn template list --json
        """,
      aliases: ["ls"])

    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let library = session.work.templates
      session.show(.templates(library)) { session.show(library) }
    }
  }

  struct Show: NotebookCommand {
    static let configuration = CommandConfiguration(
      name: "show",
      abstract: "Print the files of a template.",
      discussion: """
        EXAMPLES
          cairn template show weekly
          cairn template show capture/gift
        """)

    @Argument(help: "The template's name.")
    var name: String

    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let library = session.work.templates
      let entry = try library.known(name)
      session.show(.files(of: entry, in: library)) { session.showFiles(of: entry, in: library) }
    }
  }

  struct New: NotebookCommand {
    static let configuration = CommandConfiguration(
      name: "new",
      abstract: "Copy a template so that you can change it.",
      discussion: """
        Without --from, Cairn copies the template that already has this name, and then uses your \
        copy instead. If no template has this name, Cairn copies the default digest template.

        EXAMPLES
          cairn template new weekly
          cairn template new review --from monthly
          cairn template new capture/walk --from capture/note --user
        """)

    @Argument(help: "The name of the copy.")
    var name: String

    @Option(help: .init("The template to copy.", valueName: "name"))
    var from: String?

    @Flag(help: "Copy the template to your own folder, for every notebook.")
    var user = false

    @OptionGroup var preview: DryRunOption
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let mode = preview.mode
      let (report, folder) = try session.work.copyTemplate(
        TemplateCopyRequest(name, of: from, isUser: user), mode)
      guard user, mode == .write, !common.json else {
        return session.show(report, mode, verb: "Wrote")
      }
      for changed in report.changed {
        let path = folder.pushing(FilePath("\(changed.path)")).string
        session.console.line("Wrote \(TerminalText.escaped(path))")
      }
    }
  }

  struct Check: NotebookCommand {
    static let configuration = CommandConfiguration(
      name: "check",
      abstract: "Find mistakes in templates.",
      discussion: """
        Reports unknown names and invalid syntax. Without a name, the command checks all your \
        templates, and reports collections and settings that name a missing template. If there is \
        a mistake, the exit code is 2.

        EXAMPLES
          cairn template check
          cairn template check weekly
          cairn template check line.mustache
        """)

    @Argument(help: "The template: a name or a file.")
    var name: String?

    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let problems = try session.work.templateProblems(name)
      session.show(.problems(problems)) {
        for problem in problems {
          session.console.line(problem)
        }
        if problems.isEmpty { session.say("No problems found.") }
      }
      if !problems.isEmpty { throw ExitStatus.failure.end }
    }
  }
}
