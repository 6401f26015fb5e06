import ArgumentParser
import CairnDigest
import CairnNotebook
import CairnTemplates
import CairnTerminal
import CairnText
import CairnWire
import CairnWork
import SystemPackage

struct TemplateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "template",
    abstract: "See, copy and check templates of digests, briefings and new captures.",
    discussion: """
      Yours lie in the notebook's `.cairn/templates/`, or with --user in your own folder, and stand \
      in for those that come with Cairn, file by file (docs/templates.md).

      EXAMPLES
        cairn template                          list them
        cairn template new weekly               copy one, to change it
        cairn template check                    look for mistakes in yours
      """,
    subcommands: [List.self, Show.self, New.self, Check.self], defaultSubcommand: List.self,
    aliases: ["templates"])
}

extension TemplateCommand {
  struct List: NotebookCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the templates, whose they are, and what they stand in for.",
      discussion: """
        EXAMPLES
          cairn template list
          cairn template list --json
        """,
      aliases: ["ls"])

    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let library = session.work.templates
      session.show(.templates(library)) {
        let rows = library.entries.map { entry in
          let others = entry.origins.dropFirst().map(\.rawValue).joined(separator: ", ")
          let whose = entry.origins[0].rawValue + (others.isEmpty ? "" : " over \(others)")
          return [entry.name, "\(entry.kind)", whose, library.summary(of: entry) ?? ""]
        }
        session.showTable(
          [.init("name"), .init("for"), .init("whose"), .init("description", shrinksTo: 20)],
          rows, [.bold])
      }
    }
  }

  struct Show: NotebookCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Print a template's files.",
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
      session.show(.files(of: entry, in: library)) {
        let files = entry.files.compactMap { path in library.file(path).map { (path, $0) } }
        for (index, (path, file)) in files.enumerated() {
          if files.count > 1 {
            let heading = TerminalText.escaped("==> \(path) (\(file.origin.rawValue))")
            session.console.line((index > 0 ? "\n" : "") + session.console.styled(heading, .bold))
          }
          session.console.write(TerminalText.escaped(file.source.text, keepingLines: true).utf8)
        }
      }
    }
  }
}

extension TemplateCommand {
  struct New: NotebookCommand {
    static let configuration = CommandConfiguration(
      commandName: "new",
      abstract: "Copy a template, to change it.",
      discussion: """
        Without --from, the one of this name is copied, and the copy stands in for it; where there \
        is none, the default of digests.

        EXAMPLES
          cairn template new weekly
          cairn template new review --from monthly
          cairn template new capture/walk --from capture/note --user
        """)

    @Argument(help: "What it shall be called.")
    var name: String

    @Option(help: ArgumentHelp("The template to copy.", valueName: "name"))
    var from: String?

    @Flag(help: "Your own, for every notebook.")
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
}

extension TemplateCommand {
  struct Check: NotebookCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Find names in templates that stand for nothing, and what is malformed.",
      discussion: """
        Without a name, all templates are checked that do not come with Cairn, and whether there \
        are those that pages of collections and settings name. The exit code is 2 where something \
        was found.

        EXAMPLES
          cairn template check
          cairn template check weekly
          cairn template check line.mustache
        """)

    @Argument(help: "A template's name, or a file of one.")
    var name: String?

    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let problems = try session.work.templateProblems(name)
      session.show(.problems(problems)) {
        for problem in problems {
          session.console.line(TerminalText.escaped(problem, source: "cairn"))
        }
        if problems.isEmpty { session.say("Nothing is wrong.") }
      }
      if !problems.isEmpty { throw ExitStatus.failure.code }
    }
  }
}
