import ArgumentParser
import CairnFiles
import CairnNotebook
import CairnScreens
import CairnSession
import CairnText
import CairnWork

struct InitCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    name: "init",
    abstract: "Create a notebook.",
    discussion: """
      A notebook is a folder that contains a folder `.cairn/`. The folder `.cairn/` lets commands \
      find the notebook from any of the notebook's subfolders. Any other folder of Markdown files \
      also works: `cairn -N FOLDER list`.

      EXAMPLES
        cairn init ~/notes
        cairn init                          use the current folder
        cairn init ~/notes --git            keep it in git, and merge field by field
      """)

  @Argument(
    help: "The folder of the notebook; created if it does not exist.", completion: .directory)
  var folder: String?

  @Flag(help: "Set up git to merge captures field by field; create a repository if there is none.")
  var git = false

  @OptionGroup var preview: DryRunOption

  @OptionGroup var options: CommonOptions

  /// The common options, with `notebook` set to the folder to set up: the argument if there is one,
  /// else the notebook named in the options, else the working folder.
  var common: CommonOptions {
    var common = options
    common.notebook = folder ?? options.notebook ?? "."
    return common
  }

  /// Creates the folder that the argument names, and any missing parent folders.
  func prepare(_ surroundings: Surroundings) throws {
    guard let folder else { return }
    try NotebookRoot.createFolder(
      folder, from: surroundings.workingFolder, preview.mode)
  }

  func run(_ session: Session) async throws {
    let root = session.notebook.store.root
    let mode = preview.mode
    let report = try session.work.createNotebook(mode)
    if report.changed.isEmpty {
      session.say(TerminalText.escaped("\(root) is already a notebook."))
    }
    for sentence in session.work.obsidianNotes { session.say(TerminalText.escaped(sentence)) }
    guard git, mode == .write else { return session.show(report, mode, verb: "Created") }
    if !common.json { session.show(report, mode, verb: "Created") }
    if try await session.work.makeRepository() {
      session.say(TerminalText.escaped("Created a git repository in \(root)"))
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
