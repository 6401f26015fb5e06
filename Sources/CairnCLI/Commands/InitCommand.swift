import ArgumentParser
import CairnFiles
import CairnNotebook
import CairnText
import CairnWork
import SystemPackage

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

  /// The options, with the folder that was named as the notebook.
  var common: CommonOptions {
    var common = options
    common.notebook = folder ?? options.notebook ?? "."
    return common
  }

  /// Makes the folder that was named, and those above it.
  func prepare(_ surroundings: Surroundings) throws {
    guard let folder else { return }
    let path = surroundings.workingFolder.pushing(FilePath(folder))
    if !dryRun { return try path.makeFolders() }
    guard
      (try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .directory]).close())
        != nil
    else {
      throw Failure(
        "folder-missing", "the folder `\(folder)` is not there; without --dry-run it is made")
    }
  }

  func run(_ session: Session) async throws {
    let notebook = session.notebook
    var report = ChangeReport()
    if Notebook.isMarked(notebook.store.root) {
      session.say(TerminalText.escaped("\(notebook.store.root) is a notebook already."))
    } else {
      report.changed = [.init(id: nil, path: Notebook.settingsPath, after: Self.settings)]
      if !dryRun {
        try notebook.state.transaction(at: session.clock.now) { transaction in
          try transaction.create(
            Notebook.settingsPath, Self.settings, makingFolders: true, isLast: true)
          report.operation = transaction.operation
        }
      }
    }
    // From now on there is an index, so that captures teach from the first one on.
    if !dryRun { session.work.learn() }
    let mode: Mode = dryRun ? .dryRun : .write
    guard git, !dryRun else { return session.show(report, mode, verb: "Made") }
    if !common.json { session.show(report, mode, verb: "Made") }
    if try await session.work.makeRepository() {
      session.say(TerminalText.escaped("Made a git repository in \(notebook.store.root)"))
    }
    var setup = try await session.work.setUpGit(
      calling: session.surroundings.programCommand, .write)
    if common.json {
      setup.report.changed = report.changed + setup.report.changed
      setup.report.operation = setup.report.operation ?? report.operation
    }
    session.show(setup, mode)
  }

  private static let settings = Array(
    """
    # Settings of this notebook. `cairn config` lists every key with its value and where it comes from.

    """.utf8)
}
