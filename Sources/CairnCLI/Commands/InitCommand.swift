import ArgumentParser
import CairnFiles
import CairnNotebook
import CairnText
import CairnWork

struct InitCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Make a folder a notebook.",
    discussion: """
      A notebook is a folder with a `.cairn/` in it, so that commands find it from every folder \
      below. Any folder of Markdown can be read without that: `cairn -N FOLDER list`.

      EXAMPLES
        cairn init ~/notes
        cairn init                          the folder you are in
        cairn init ~/notes --git            under version control, notes merged field by field
      """)

  @Argument(help: "The folder; it is made if it is not there.", completion: .directory)
  var folder: String?

  @Flag(help: "Also make it a git repository, where it lies in none, that merges field by field.")
  var git = false

  @Flag(help: "Change nothing, say what would be done.")
  var dryRun = false

  @OptionGroup var options: CommonOptions

  /// The options, with the named folder as the notebook.
  var common: CommonOptions {
    var common = options
    common.notebook = folder ?? options.notebook ?? "."
    return common
  }

  /// Creates the named folder and its parents.
  func prepare(_ surroundings: Surroundings) throws {
    guard let folder else { return }
    try NotebookRoot.createFolder(
      folder, from: surroundings.workingFolder, dryRun ? .dryRun : .write)
  }

  func run(_ session: Session) async throws {
    let root = session.notebook.store.root
    let mode: Mode = dryRun ? .dryRun : .write
    let report = try session.work.createNotebook(mode)
    if report.changed.isEmpty {
      session.say(TerminalText.escaped("\(root) is a notebook already."))
    }
    guard git, !dryRun else { return session.show(report, mode, verb: "Made") }
    if !common.json { session.show(report, mode, verb: "Made") }
    if try await session.work.makeRepository() {
      session.say(TerminalText.escaped("Made a git repository in \(root)"))
    }
    var setup = try await session.work.setUpGit(
      calling: session.surroundings.programCommand, .write)
    if common.json {
      setup.report.changed = report.changed + setup.report.changed
      setup.report.operation = setup.report.operation ?? report.operation
    }
    session.show(setup, mode)
  }
}
