import ArgumentParser
import CairnConsole
import CairnNotebook
import CairnSession
import CairnWork

/// The options of every command.
struct CommonOptions: ParsableArguments, SessionOptions {
  enum ColorMode: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
  }

  @Option(
    name: [.customShort("N", allowingJoined: true), .long],
    help: .init(
      "Use the notebook in this folder (default: the notebook that contains the current folder; "
        + "otherwise the notebook in your setting `notebook`).",
      valueName: "folder"), completion: .directory)
  var notebook: String?

  @Flag(help: "Print a JSON document (docs/json.md).")
  var json = false

  @Option(help: "When to use color.")
  var color: ColorMode = .auto

  @Option(
    help: .init(
      "Seconds to wait for another cairn process that is writing (default: 10).",
      valueName: "seconds"))
  var lockTimeout: Int?

  @Flag(help: "Do not send long output to a pager.")
  var noPager = false

  @Flag(help: "Never ask questions; fail if an answer is needed.")
  var noInput = false

  @Flag(name: .shortAndLong, help: "Print fewer messages.")
  var quiet = false

  @Flag(help: "Print more messages, such as problems with the index.")
  var verbose = false

  /// The names of the option that chooses the notebook.
  static let notebookNames = ["-N", "--notebook"]

  func validate() throws {
    if let lockTimeout, lockTimeout < 0 {
      throw ValidationError("--lock-timeout must be 0 seconds or more")
    }
  }
}

/// The `--dry-run` option, for commands that write but never ask a question.
struct DryRunOption: ParsableArguments {
  @Flag(help: "Show what would change, without changing anything.")
  var dryRun = false

  /// The mode for the command: whether to write the changes or only show them.
  var mode: Mode { dryRun ? .dryRun : .write }
}

/// The argument that names one capture.
struct CaptureArgument: ParsableArguments {
  @Argument(help: .init("The capture: an id, a path or a title.", valueName: "capture"))
  var capture: String
}

extension ArgumentHelp {
  /// The help of the option that sorts captures.
  static let sortFields = ArgumentHelp(
    "Sort by these fields, such as -score,created (a minus sign reverses the order).",
    valueName: "fields")
}

extension NameSpecification {
  /// The names of the option that limits the length of a list: `-n 5`, `-n5`, `--limit 5`.
  static let limit: NameSpecification = [.customShort("n", allowingJoined: true), .long]
}

/// The options of commands that write.
struct WriteOptions: ParsableArguments, AnswerOptions {
  @Flag(name: .long, help: "Show what would change, without changing anything.")
  var dryRun = false

  @Flag(name: [.customShort("y"), .long], help: "Answer yes to all questions.")
  var yes = false
}

/// The options of commands that change the captures that match a query. Contains no other groups of
/// options, because nested groups make the start of a command slow.
struct ChangeOptions: ParsableArguments, AnswerOptions {
  @Flag(
    name: [.customShort("i"), .long],
    help: "Pick from the captures that the query matches (without a query: from all captures).")
  var interactive = false

  @Flag(help: "Show what would change, without changing anything.")
  var dryRun = false

  @Flag(name: [.customShort("y"), .long], help: "Answer yes to all questions.")
  var yes = false
}

/// The `--create` option of commands that set types.
struct NewTypeOption: ParsableArguments {
  @Flag(help: "Use the type even if it is new to the notebook.")
  var create = false
}

/// The `--strict` option: the exit code is 3 if a capture is saved without a type.
struct StrictOption: ParsableArguments {
  @Flag(help: "Exit with code 3 if a capture is saved without a type (setting `add.strict`).")
  var strict = false
}

/// The arguments that select captures: the words of a query, and a file of paths.
struct QueryArguments: ParsableArguments {
  @Argument(
    help: .init(
      "The query that selects captures: words, field:value, … (docs/query.md).", valueName: "query")
  )
  var words: [String] = []

  @Option(
    help: .init(
      "Select the captures whose paths are in this file, with a NUL after each path; `-` reads "
        + "standard input.",
      valueName: "file"), completion: .file())
  var pathsFrom: String?

  /// Whether the command line has neither a query nor a file of paths.
  var isEmpty: Bool { words.isEmpty && pathsFrom == nil }

  /// Returns the request to select these captures. If `words` is not nil, it replaces the words of
  /// the query.
  ///
  /// Throws a ``Failure`` if the file with paths cannot be read.
  func request(words: [String]? = nil, _ surroundings: Surroundings) throws -> SelectRequest {
    SelectRequest(
      words ?? self.words,
      paths: try pathsFrom.map { name in
        let bytes = name == "-" ? try Console.readAll() : try surroundings.bytes(ofFile: name)
        return bytes.split(separator: 0).map { Array($0) }
      })
  }
}

/// The options that determine how a command lists captures.
struct ListOptions: ParsableArguments {
  @Flag(help: "Print one JSON object per line.")
  var jsonl = false

  @Flag(help: "Print the paths of captures.")
  var paths = false

  @Flag(name: .customShort("0"), help: "Print the paths of captures, with a NUL after each path.")
  var nul = false

  @Flag(help: "Print the ids of captures.")
  var ids = false

  @Option(
    help: .init("Print captures with a template, such as '{{title}}'.", valueName: "template"))
  var print: String?

  @Option(name: .limit, help: "Show at most this many captures.")
  var limit: Int?

  @Option(name: .shortAndLong, parsing: .unconditional, help: .sortFields)
  var sort: String?

  @Flag(
    name: .shortAndLong,
    help: "Narrow the list while you type, and show the captures that you pick.")
  var interactive = false

  @Flag(help: "Show how Cairn reads the query, and how many captures each part matches.")
  var explain = false
}
