import ArgumentParser
import CairnScreens
import CairnSession
import CairnWire
import CairnWork

struct ImportCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    name: "import",
    abstract: "Import notes from another tool.",
    discussion: """
      Cairn reads the export of another tool and adds a capture for each note, with its times, tags \
      and pictures. The sources are \
      \(Workspace.importSources.map(\.name).joined(separator: ", ")). If you leave out the source, \
      Cairn detects it.

      You can run the command again: Cairn adds new notes, and updates notes that changed in the other \
      tool but not in your notebook. Before Cairn updates captures or skips items, it asks. `cairn \
      undo` undoes the whole import. docs/import.md describes each source.

      EXAMPLES
        cairn import takeout.zip --dry-run
        cairn import ~/Takeout/Keep
        cairn import obsidian ~/vault --collection vault
        cairn import notes.enex --collection evernote
        cairn import jrnl journal.txt --collection journal
        cairn import csv films.csv --map title=Film --map created=Seen --yes
      """)

  @Argument(
    help: .init(
      "The source and the path of the export, or only the path.", valueName: "path"),
    completion: .file())
  var words: [String]

  @Option(help: .init("The folder for the captures (default: the inbox).", valueName: "path"))
  var collection: String?

  @Option(
    help: .init(
      "Fill a field from a column of a table: title=Name fills the title from the column Name; "
        + "repeatable.",
      valueName: "field=column"))
  var map: [String] = []

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  var addsCaptures: Bool { true }

  /// Checks the number of words. `validate()` cannot do this. It would count the value of an
  /// unknown option as a word, and its error would hide the parser's message about that option.
  func prepare(_ surroundings: Surroundings) throws {
    guard (1...2).contains(words.count) else {
      var failure = Failure("usage", "pass a source and a path, or only a path", status: .usage)
      failure.hint = "run `cairn help import` to see all options"
      throw failure
    }
  }

  func run(_ session: Session) async throws {
    var request = ImportRequest(words.count == 2 ? words[0] : nil, path: words[words.count - 1])
    (request.collection, request.mapping) = (collection, map)
    let plan = try session.work.plan(request)
    if !plan.onlyAdds { try session.confirm(plan.question, write) }
    let result = try session.work.apply(plan, write.mode)
    session.show(.imported(result)) { session.show(result, write.mode) }
    if result.isIncomplete { throw ExitStatus.failure.end }
  }
}
