import CairnConsole
import CairnFiles
import CairnTerminal
import CairnText
import CairnWork

extension RequestContext {
  /// Creates the context for requests of this process. Remarks are written to the console.
  init(_ surroundings: Surroundings, _ console: Console, _ options: CommonOptions) {
    var caller = Caller()
    if let seconds = options.lockTimeout { caller.patience = .seconds(seconds) }
    caller.words = ["cairn"] + surroundings.arguments
    caller.folder = surroundings.workingFolder
    caller.terminal = surroundings.terminalSession
    // Use cases run on the console's thread.
    nonisolated(unsafe) let console = console
    let (isQuiet, isVerbose) = (options.quiet, options.verbose)
    caller.tell = { notice in
      if case .wrote = notice { console.hasChanged = true }
      let sentences = notice.sentences(surroundings.clock)
      switch notice {
      case .waiting, .recovering: if !isQuiet { sentences.forEach(console.remark) }
      default: for sentence in sentences { console.say(.warning, sentence) }
      }
    }
    self.init(clock: surroundings.clock, caller: caller, folders: surroundings.folders)
    findGit = { surroundings.program("git") }
    gitMayAsk =
      surroundings.inputIsTerminal && surroundings.errorIsTerminal && !options.noInput
    temporaryFolder = surroundings.temporaryFolder
    idSeed = surroundings.variable("CAIRN_ID_SEED").flatMap { UInt64($0) }
    canAsk = gitMayAsk && !options.json
    environmentSettings = surroundings.settings
    cancellation = Interruption.cancellation
    secrets = { Self.secrets(among: surroundings.variables) }
    tell = { $0.say(on: console, isQuiet: isQuiet, isVerbose: isVerbose) }
    if surroundings.errorIsTerminal, !surroundings.terminalIsDumb, !isQuiet,
      surroundings.transcript == nil
    {
      let meter = { (work: String, things: String) in
        ProgressMeter(
          work, things, width: surroundings.columns, write: { Console.showProgress($0) })
      }
      let reading = meter("Reading the notebook", "files")
      let importing = meter("Reading the export", "files")
      let parsing = meter("Reading the notes", "MB")
      let making = meter("Writing the output", "steps")
      let meanings = meter("Writing meanings", "captures")
      let vectors = meter("Making vectors", "captures")
      progress = { progress in
        switch progress {
        case .reading(let done, let total): reading.show(done, total)
        case .importing(let done, let total): importing.show(done, total)
        case .parsing(let done, let total):
          parsing.show(done / 1_000_000, total / 1_000_000)
        case .making(let done, let total): making.show(done, total)
        case .meanings(let done, let total): meanings.show(done, total)
        case .vectors(let done, let total): vectors.show(done, total)
        case .ended:
          for meter in [reading, importing, parsing, making, meanings, vectors] { meter.clear() }
        }
      }
    }
  }
}

extension NotebookRoot {
  /// Finds the root of the notebook that `--notebook` or `CAIRN_NOTEBOOK` names. If neither is set,
  /// searches for a notebook. If captures are to be added, refuses the home folder unless it is a
  /// notebook.
  init(
    _ options: CommonOptions, _ surroundings: Surroundings, addsCaptures: Bool = false
  ) throws(Refusal) {
    try self.init(
      named: options.notebook ?? surroundings.variable("CAIRN_NOTEBOOK"),
      from: surroundings.workingFolder, home: surroundings.home, addsCaptures: addsCaptures,
      userSettings: { SettingsFiles(surroundings).user })
  }
}

extension SettingsFiles {
  init(_ surroundings: Surroundings) {
    self.init(config: surroundings.folders.config, environment: surroundings.settings)
  }
}

extension Remark {
  fileprivate func say(on console: Console, isQuiet: Bool, isVerbose: Bool) {
    switch self {
    case .note(let text): if !isQuiet { console.say(TerminalText.line(text)) }
    case .hint(let text): if !isQuiet { console.say(.hint, TerminalText.line(text)) }
    case .warning(let diagnostic): console.say(diagnostic, isShort: true)
    case .draft(let draft):
      Interruption.say(draft.map { TerminalText.escaped($0.sentence()) })
    case .index(let text): if isVerbose { console.remark(text) }
    case .unreadable(let problems):
      for problem in problems { console.say(.warning, "\(problem)") }
      if !isQuiet {
        console.say(
          .hint,
          "captures that cannot be read are missing from the output, but they were not deleted")
      }
    }
  }
}
