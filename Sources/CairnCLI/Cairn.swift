import ArgumentParser
import CairnArguments
import CairnConsole
import CairnSession
import CairnShell

/// The root command of the program. Its subcommands are grouped as in the help.
struct Cairn: AsyncParsableCommand {
  static let version = "0.1.0"

  static var configuration: CommandConfiguration {
    var configuration = whole
    if isPartOfAnother { configuration._superCommandName = "" }
    if !takesShortHelp { configuration.helpNames = .long }
    return configuration
  }

  /// Whether to tell the argument parser that `cairn` is part of another program. The parser then
  /// does not search for `--generate-completion-script`. The search takes as long as the rest of
  /// the parsing.
  @TaskLocal static var isPartOfAnother = false

  /// Whether `-h` shows help. The argument parser finds an `-h` in any word with one dash and an
  /// `h`, such as `-half`.
  @TaskLocal private static var takesShortHelp = true

  /// Returns the command that these arguments call. Throws the errors of the argument parser.
  static func command(in arguments: [String]) throws -> any ParsableCommand {
    let asksForHelp = arguments.prefix { $0 != "--" }.contains("-h")
    return try $isPartOfAnother.withValue(true) {
      try $takesShortHelp.withValue(asksForHelp) {
        try LongCommandLine(arguments, shared: CommonOptions.notebookNames).parse(as: Self.self)
      }
    }
  }

  private static let whole = CommandConfiguration(
    commandName: "cairn",
    abstract: "Keep notes as plain Markdown files, and find them instantly.",
    usage: "cairn [<options>] [<command>]",
    discussion: """
      A notebook is a folder of Markdown files. Each file is a capture: a note with fields in its \
      front matter, such as a type, tags or a due date. Any folder works: `cairn -N FOLDER list`.

      Without a command, `cairn` shows what matters today.
      """,
    version: version,
    subcommands: [],
    groupedSubcommands: [
      CommandGroup(
        name: "Capture",
        subcommands: [
          InitCommand.self, AddCommand.self, TodayCommand.self, DailyCommand.self,
          AppendCommand.self, PrependCommand.self, SplitCommand.self, ClarifyCommand.self,
          ClassifyCommand.self, ReadCommand.self, LookupCommand.self, DraftsCommand.self,
          ImportCommand.self,
        ]),
      CommandGroup(
        name: "Find",
        subcommands: [
          ListCommand.self, SearchCommand.self, PickCommand.self, RecentCommand.self,
          ShowCommand.self,
          OpenCommand.self, RandomCommand.self, LinksCommand.self, BacklinksCommand.self,
          RelatedCommand.self, CirclesCommand.self, AskCommand.self,
          DiscoverCommand.self, TagsCommand.self, StatsCommand.self, ViewCommand.self,
          BriefCommand.self, ActionsCommand.self,
        ]),
      CommandGroup(
        name: "Change",
        subcommands: [
          EditCommand.self, SetCommand.self, UnsetCommand.self, TypeCommand.self,
          MeaningCommand.self, TagCommand.self, ImageCommand.self, MoveCommand.self,
          RenameCommand.self, LinkCommand.self, RemoveCommand.self, TrashCommand.self,
          UndoCommand.self, RedoCommand.self, LogCommand.self, CollectionCommand.self,
        ]),
      CommandGroup(
        name: "Get done",
        subcommands: [
          DoneCommand.self, DeferCommand.self, CancelCommand.self, ReopenCommand.self,
        ]),
      CommandGroup(
        name: "Git",
        subcommands: [
          SyncCommand.self, HistoryCommand.self, ConflictsCommand.self, ResolveCommand.self,
          GitCommand.self,
        ]),
      CommandGroup(
        name: "Publish",
        subcommands: [
          DigestCommand.self, SiteCommand.self, ExportCommand.self, TemplateCommand.self,
        ]),
      CommandGroup(
        name: "Serve", subcommands: [ServeCommand.self, LSPCommand.self, MCPCommand.self]),
      CommandGroup(
        name: "Maintain",
        subcommands: [
          DoctorCommand.self, AdoptCommand.self, IndexCommand.self, EmbedCommand.self,
          ConfigCommand.self,
          CompletionsCommand.self, DaemonCommand.self,
        ]),
    ])

  @OptionGroup var common: CommonOptions

  mutating func run() async throws {
    var overview = OverviewCommand()
    overview.common = common
    try await overview.run()
  }
}

/// The entry point for the executable.
public enum CommandLineTool {
  /// Runs the command of this process, and ends the process with its exit code.
  public static func main() -> Never {
    Console.holdStandardStreams()
    Console.ignoreBrokenPipes()
    ResidentProcess.answerForThisProcess()
    MainThread.run {
      do {
        try await runCommand()
      } catch {
        await UsageFailure.end(with: error)
      }
      Cairn.exit()
    }
  }

  private static func runCommand() async throws {
    try RawArguments.check()
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == ShellRequest.command {
      return await CompletionAnswer.write(Array(arguments.dropFirst()), .ofThisProcess())
    }
    var command = try Cairn.command(in: arguments)
    if var asynchronous = command as? any AsyncParsableCommand {
      try await asynchronous.run()
    } else {
      try command.run()
    }
  }
}
