import ArgumentParser
import CairnArguments
import Testing

@testable import CairnCLI

/// What holds of the help of every command.
@Suite("The help of every command") struct HelpTests {
  struct Command: CustomTestStringConvertible, Sendable {
    let name: String
    let help: HelpPage
    var testDescription: String { name }
  }

  /// All commands, wrapped for a terminal of 80 columns.
  static let commands = ManualPages.groups.joined().joined().map { words, type in
    Command(name: words.joined(separator: " "), help: Cairn.page(of: type, columns: 80))
  }

  /// The first words of abstracts: verbs in the imperative.
  static let verbs: Set<Substring> = [
    "Add", "Answer", "Change", "Choose", "Classify", "Commit", "Copy", "Create", "Delete",
    "Detect", "Find", "Import", "Keep", "List", "Look", "Mark", "Merge", "Move", "Open", "Pick",
    "Print",
    "Read", "Redo",
    "Remove", "Reopen", "Resolve", "Restore", "Revoke", "Run", "Save", "Search", "Serve", "Set",
    "Show", "Split", "Start",
    "Stop", "Undo", "Update", "Write",
  ]

  /// An abstract tells what to do, and fits into a line of the list of commands.
  @Test(arguments: commands) func abstract(of command: Command) throws {
    let abstract = try #require(command.help.lines(below: "").first)
    #expect(Self.verbs.contains(abstract.prefix { $0 != " " && $0 != "," }), "\(abstract)")
    #expect(abstract.count <= 80 - 26 && abstract.hasSuffix("."), "\(abstract)")
  }

  @Test(arguments: commands) func documentsEveryOption(of command: Command) {
    #expect(Self.undocumented(in: command.help) == [])
  }

  /// Returns the arguments, options and commands without a description that ends like a sentence.
  private static func undocumented(in help: HelpPage) -> [String] {
    help.sections.filter { !["EXAMPLES", "USAGE", ""].contains($0.heading) }.flatMap(\.entries)
      .filter { ![".", ")", "…"].contains($0.text.suffix(1)) }.map(\.label)
  }

  @Test func findsUndocumentedOptions() {
    struct Careless: ParsableCommand {
      @Option(help: "Show at most this many.") var limit: Int?
      @Option var depth: Int?
      @Flag(name: .shortAndLong) var force = false
    }
    #expect(
      Self.undocumented(in: HelpPage(Careless.helpMessage(columns: 80), program: ""))
        == ["--depth <depth>", "-f, --force"])
  }

  @Test(arguments: commands) func fitsEightyColumns(_ command: Command) {
    for line in command.help.text().split(separator: "\n") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test(arguments: commands) func hasExamples(_ command: Command) {
    let examples = command.help.lines(below: "EXAMPLES")
    #expect(command.help.hasCommands || examples.contains { $0.contains(command.name) })
  }

  /// The same option is described by the same words.
  @Test func describesAnOptionOnce() {
    let same = [
      "-y, --yes", "-s, --sort <fields>", "--paths-from <file>",
      "--provider <provider>", "--no-provider", "--strict",
    ]
    for label in same {
      let texts = Self.commands.flatMap { command in
        ["ARGUMENTS", "OPTIONS"].flatMap(command.help.entries).filter { $0.label == label }
      }
      #expect(Set(texts.map(\.text)).count <= 1, "\(label)")
    }
  }
}
