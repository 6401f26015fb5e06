package import CairnConsole
import CairnFiles
import CairnHost
import CairnTerminal
import CairnText
package import CairnWork

extension RequestContext {
  /// Creates a context that shows nothing and asks nothing.
  ///
  /// - Parameters:
  ///   - words: The words that the journal records as the command.
  ///   - patience: The maximum time to wait for the lock, in seconds; nil for the default.
  package init(_ surroundings: Surroundings, words: [String] = [], patience: Int? = nil) {
    var caller = Caller()
    caller.words = words
    caller.folder = surroundings.workingFolder
    caller.patience = patience.map { .seconds($0) }
    self.init(clock: surroundings.clock, caller: caller, folders: surroundings.folders)
    findGit = { surroundings.program("git") }
    temporaryFolder = surroundings.temporaryFolder
    environmentSettings = surroundings.settings
    secrets = { Self.secrets(among: surroundings.variables) }
    if let host = ResidentProcess.host { resident = { host.index(of: $0) } }
  }

  /// Creates the context for requests of this process. Remarks are written to the console.
  package init(_ surroundings: Surroundings, _ console: Console, _ options: some SessionOptions) {
    self.init(
      surroundings, words: ["cairn"] + surroundings.arguments, patience: options.lockTimeout)
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
    gitMayAsk =
      surroundings.inputIsTerminal && surroundings.errorIsTerminal && !options.noInput
    idSeed = surroundings.idSeed
    canAsk = gitMayAsk && !options.json
    cancellation = Interruption.cancellation
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
      let media = meter("Reading", "files")
      progress = { progress in
        switch progress {
        case .reading(let done, let total): reading.show(done, total)
        case .importing(let done, let total): importing.show(done, total)
        case .parsing(let done, let total):
          parsing.show(done / 1_000_000, total / 1_000_000)
        case .making(let done, let total): making.show(done, total)
        case .meanings(let done, let total): meanings.show(done, total)
        case .vectors(let done, let total): vectors.show(done, total)
        case .media(let name, let seconds, let length):
          media.show(seconds, of: TerminalText.line(name), length)
        case .ended:
          let meters = [reading, importing, parsing, making, meanings, vectors, media]
          for meter in meters { meter.clear() }
        }
      }
    }
  }
}

extension NotebookRoot {
  /// Finds the root of the notebook that `--notebook` or `CAIRN_NOTEBOOK` names. If neither is set,
  /// searches for a notebook. If captures are to be added, refuses the home folder unless it is a
  /// notebook.
  package init(
    _ options: some SessionOptions, _ surroundings: Surroundings, addsCaptures: Bool = false
  ) throws(Refusal) {
    try self.init(
      named: options.notebook ?? surroundings.variable("CAIRN_NOTEBOOK"),
      from: surroundings.workingFolder, home: surroundings.home, addsCaptures: addsCaptures,
      userSettings: { SettingsFiles(surroundings).user })
  }
}

extension SettingsFiles {
  package init(_ surroundings: Surroundings) {
    self.init(config: surroundings.folders.config, environment: surroundings.settings)
  }
}

extension Remark {
  fileprivate func say(on console: Console, isQuiet: Bool, isVerbose: Bool) {
    switch self {
    case .note(let text): if !isQuiet { console.say(console.wrapped(TerminalText.line(text))) }
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
