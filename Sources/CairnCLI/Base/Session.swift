import ArgumentParser
import CairnCapture
import CairnFiles
import CairnNotebook
import CairnQuery
import CairnText
import SystemPackage

/// One run of a command: the notebook it is about, and the person it talks to.
final class Session {
  /// What the process found around it.
  let surroundings: Surroundings
  /// Where data and words go.
  let console: Console
  /// The notebook.
  let notebook: Notebook
  /// The options of every command.
  let options: CommonOptions
  /// Where new ids come from.
  var chance: Chance
  /// Whether this run changed the notebook.
  var hasWritten = false
  /// The saved queries that can be named.
  private(set) lazy var views = loadViews()
  /// The catalogs that were opened, and how many notes of each were shown.
  private var catalogs: [(catalog: Catalog, shown: Int)] = []

  init(_ options: CommonOptions, _ surroundings: Surroundings, _ console: Console) throws {
    self.surroundings = surroundings
    self.console = console
    self.options = options
    let root = try NotebookLocator(surroundings, options).root()
    chance = Chance(seed: surroundings.variable("CAIRN_ID_SEED"))
    notebook = try Notebook(
      root: root, stateBase: surroundings.stateFolder, cacheBase: surroundings.cacheFolder,
      settings: { SettingsFiles.settings(of: $0, surroundings) }, clock: surroundings.clock,
      caller: Caller(surroundings, console, options))
    console.isHeld = Pager.isWanted(options, surroundings, notebook.settings)
    notebook.state.recoverIfPossible()
    for diagnostic in notebook.settings.diagnostics { warn(diagnostic) }
  }

  /// The user's clock.
  var clock: LocalClock { surroundings.clock }

  /// Says something for people, unless they want less.
  func say(_ text: String) {
    if !options.quiet { console.say(text) }
  }

  /// Says that something is not as it should be.
  func warn(_ diagnostic: Diagnostic) { console.warn(diagnostic) }

  /// Reads the whole notebook, and says what of it could not be read.
  func load(attachments: Bool = false) -> Library {
    let library = notebook.load(attachments: attachments)
    warn(library.problems)
    return library
  }

  /// Brings the index up to date, and says what could not be read.
  func catalog(
    attachments: Bool = false, isFresh: Bool = false, keepsAll: Bool = false
  ) -> Catalog {
    let catalog = metering { progress in
      notebook.catalog(
        listsAttachments: attachments, isFresh: isFresh, keepsAll: keepsAll, progress: progress)
    }
    warn(catalog.problems)
    catalogs.append((catalog, 0))
    showNotes()
    return catalog
  }

  /// Shows what is newly known to be wrong with the index, where that is asked for: some damage is
  /// found only where it is read.
  func showNotes() {
    guard options.verbose else { return }
    for (index, (catalog, shown)) in catalogs.enumerated() {
      for note in catalog.notes[shown...] { console.say("cairn: \(TerminalText.escaped(note))") }
      catalogs[index].shown = catalog.notes.count
    }
  }

  /// Shows people how far `body` has come with reading all files.
  func metering<Result>(_ body: (IndexProgress?) -> Result) -> Result {
    let meter = IndexMeter(width: surroundings.columns)
    defer { meter.clear() }
    let show: IndexProgress = { meter.show($0, $1) }
    return body(showsProgress ? show : nil)
  }

  /// Shows people how far `body` has come with writing a digest.
  func meteringDigest<Failure: Error>(
    _ body: (((Int, Int) -> Void)?) throws(Failure) -> Void
  ) throws(Failure) {
    let meter = IndexMeter("Making the digest", "steps", width: surroundings.columns)
    defer { meter.clear() }
    let show: (Int, Int) -> Void = { meter.show($0, $1) }
    try body(showsProgress ? show : nil)
  }

  /// Whether there is somebody to show progress to, and a line to draw it on.
  var showsProgress: Bool {
    surroundings.errorIsTerminal && !surroundings.terminalIsDumb && !options.quiet
  }

  private func warn(_ problems: [FileError]) {
    for problem in problems {
      console.say(
        "cairn: \(console.errorStyled("warning:", .yellow)) \(TerminalText.escaped("\(problem)"))")
    }
    if !problems.isEmpty { say("cairn: what lies there is missing below, not gone") }
  }
}

// MARK: - Asking

extension Session {
  /// Whether there is somebody to ask, and questions are allowed.
  var canAsk: Bool {
    surroundings.inputIsTerminal && surroundings.errorIsTerminal && !options.noInput
      && !options.json
  }

  /// Asks whether to go on; yes where `--yes` says so. The question says what would be done, and ends
  /// with its sign.
  ///
  /// Throws a ``Failure`` with the status `usage` where nobody can be asked.
  func confirm(_ question: String, _ write: WriteOptions) throws {
    if write.yes { return }
    guard canAsk else {
      throw Failure(
        "confirmation-wanted",
        "nothing was done; say --yes to \(question.prefix(1).lowercased())"
          + question.dropFirst().dropLast(), status: .usage)
    }
    let answer = console.ask("\(question) [y/N] ")?.lowercased() ?? ""
    guard answer == "y" || answer == "yes" else {
      say("Nothing was done.")
      throw ExitStatus.failure.code
    }
  }
}

// MARK: - The notebook

/// Finds out which notebook a command is about.
struct NotebookLocator {
  let surroundings: Surroundings
  let options: CommonOptions

  init(_ surroundings: Surroundings, _ options: CommonOptions) {
    self.surroundings = surroundings
    self.options = options
  }

  /// The folder named by `--notebook`, else by `CAIRN_NOTEBOOK`, else the nearest one upward that
  /// is a notebook, else the one in the user's settings, else the folder the command was typed in.
  func root() throws -> FilePath {
    if options.notebook?.isEmpty == true {
      throw Failure(
        "notebook-invalid", "--notebook wants a folder, and got nothing", status: .usage)
    }
    if let named = options.notebook ?? surroundings.variable("CAIRN_NOTEBOOK") {
      return absolute(FilePath(named))
    }
    var folder = surroundings.workingFolder
    while true {
      if Notebook.isMarked(folder) { return folder }
      guard folder.removeLastComponent() else { break }
    }
    if let chosen = SettingsFiles.user(surroundings)["notebook"]?.text {
      return absolute(
        FilePath(chosen.hasPrefix("~/") ? String(chosen.dropFirst(2)) : chosen),
        from: chosen.hasPrefix("~/") ? surroundings.home : nil)
    }
    return surroundings.workingFolder
  }

  private func absolute(_ path: FilePath, from folder: FilePath? = nil) -> FilePath {
    (folder ?? surroundings.workingFolder).pushing(path).lexicallyNormalized()
  }
}

extension Settings.Origin {
  /// Where a person finds what is set there.
  func place(_ surroundings: Surroundings) -> String {
    switch self {
    case .environment: "the environment"
    case .notebook: Notebook.settingsPath.description
    case .user: surroundings.configFolder.appending("config.yml").string
    case .default: "the defaults"
    }
  }
}

/// Reads the files that settings come from.
enum SettingsFiles {
  /// The settings that hold in a notebook.
  static func settings(of store: Store, _ surroundings: Surroundings) -> Settings {
    var settings = Settings()
    for name in ["CAIRN_EDITOR", "VISUAL", "EDITOR"] {
      if let editor = surroundings.variable(name) {
        settings.add("editor", editor, as: .environment)
      }
    }
    for name in ["CAIRN_PAGER", "PAGER"] {
      if let pager = surroundings.variables[name] { settings.add("pager", pager, as: .environment) }
    }
    if let file = try? store.readText(Notebook.settingsPath) {
      settings.add(file.bytes, as: .notebook, path: Notebook.settingsPath.description)
    }
    addUser(to: &settings, surroundings)
    return settings
  }

  /// The bytes of a file of the user's own; nil where there is none.
  static func userFile(_ name: String, _ surroundings: Surroundings) -> [UInt8]? {
    guard let store = try? Store(root: surroundings.configFolder), let path = NotePath(name) else {
      return nil
    }
    return try? store.readText(path).bytes
  }

  /// The user's own settings.
  static func user(_ surroundings: Surroundings) -> Settings {
    var settings = Settings()
    addUser(to: &settings, surroundings)
    return settings
  }

  private static func addUser(to settings: inout Settings, _ surroundings: Surroundings) {
    guard let bytes = userFile("config.yml", surroundings) else { return }
    settings.add(
      bytes, as: .user, path: surroundings.configFolder.appending("config.yml").string)
  }
}
