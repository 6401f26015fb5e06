import ArgumentParser
import CairnCapture
import CairnDigest
import CairnDocument
import CairnFiles
import CairnIndex
import CairnNotebook
import CairnProvider
import CairnQuery
import CairnText
import CairnWork

struct MeaningCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "meaning",
    abstract: "Say what captures mean, in one sentence each.",
    discussion: """
      Shows the meaning of a capture, and makes one where there is none: the sentence of its own \
      text that says most of it. A text of one sentence gets none. Of a query, all captures without \
      a meaning get one; a run that is stopped goes on where it was, once it is said again. \
      `meaning_by` beside a meaning says that a machine wrote it. What a person wrote is never \
      replaced. With a provider (docs/providers.md) the sentence is the provider's.

      EXAMPLES
        cairn meaning k7x2
        cairn meaning k7x2 --edit            write it yourself, in the editor
        cairn meaning in:work created:-30d.. --dry-run
        cairn meaning --all --yes
        cairn meaning --again type:idea
        cairn meaning --clear has:meaning_by
      """)

  @OptionGroup var query: QueryArguments

  @Flag(help: "Every capture there is.")
  var all = false

  @Flag(help: "Make those again that a machine wrote.")
  var again = false

  @Flag(help: "Write the meaning of a capture in your editor; it is yours from then on.")
  var edit = false

  @Flag(help: "Take away what machines wrote.")
  var clear = false

  @OptionGroup var providers: ProviderOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  private var mode: Mode { write.dryRun ? .dryRun : .write }

  func validate() throws {
    if [again, edit, clear].count(where: { $0 }) > 1 {
      throw ValidationError("say one of --again, --edit and --clear")
    }
    if edit, query.words.count != 1 { throw ValidationError("--edit wants one capture") }
  }

  func run(_ session: Session) async throws {
    if edit { return try await edit(session) }
    if clear { return try clear(session) }
    var run = MeaningRun(session, try maker(session), again: again, mode)
    if let capture = one(session) {
      Interruption.watch()
      await run.make(of: capture)
      Interruption.unwatch()
      if let code = Interruption.code { throw ExitCode(code) }
      try run.write()
      return try show(run, session)
    }
    let chosen = try choose(session, among: again ? Self.replaceable : Self.missing)
    guard !chosen.entries.isEmpty else { return try show(run, session) }
    try session.confirm(question("Say what is meant by", chosen, session), write)
    try await run.make(of: chosen)
    try showAll(run, of: chosen.entries.count, idWidth: chosen.catalog.idWidth, session)
  }

  private func maker(_ session: Session) throws -> MeaningMaker {
    MeaningMaker(provider: try session.providers(providers).provider(for: .meaning))
  }

  /// The captures that want a meaning, and those whose meaning a machine may have written.
  private static let missing = "no:meaning"
  private static let marked = "has:\(MachineMark.key(for: "meaning"))"
  private static let replaceable = "\(missing) OR \(marked)"

  /// What to ask before the captures are written; many are not read for that.
  private func question(
    _ verb: String, _ chosen: CaptureSelection, _ session: Session
  ) -> Confirmation? {
    chosen.entries.count == 1
      ? session.work.question(verb, chosen.captures, by: chosen.means)
      : session.work.question(verb, chosen.entries.map { chosen.catalog.snapshot.path($0) })
  }

  /// The capture that a single word names; nil where the arguments are a query.
  private func one(_ session: Session) -> Capture? {
    guard query.words.count == 1, query.pathsFrom == nil, !all else { return nil }
    return try? session.work.capture(named: query.words[0]).capture
  }

  /// The captures that the arguments choose, and that a condition holds of.
  ///
  /// Throws that nothing was found where the arguments choose none.
  private func choose(_ session: Session, among condition: String) throws -> CaptureSelection {
    let narrowing = try Query(arguments: [condition])
    let chosen = try session.selectToWrite(query, all: all, narrowing: narrowing)
    if chosen.entries.isEmpty {
      _ = try session.someToWrite(query, all: all)
    }
    return chosen
  }
}

// MARK: - Showing

extension MeaningCommand {
  /// Shows the meaning of one capture.
  private func show(_ run: MeaningRun, _ session: Session) throws {
    show(run, session) {
      let refused = Set(run.report.refused.map(\.path))
      for result in run.results where !refused.contains(result.capture.path) {
        session.showMeaning(result)
      }
      if run.results.isEmpty, run.failures.count == 0 { session.say("None of them wants one.") }
    }
    try session.report(run.failures.last, of: run.maker)
    if !run.report.refused.isEmpty { throw ExitStatus.failure.code }
    if let result = run.results.first, result.meaning == nil {
      if !common.json { session.say("Its text is one sentence, or none of it says what it means.") }
      throw ExitStatus.nothingFound.code
    }
  }

  /// Shows the meanings that were made, and how many.
  private func showAll(
    _ run: MeaningRun, of count: Int, idWidth: Int, _ session: Session
  ) throws {
    show(run, session) {
      let written = Set(run.report.changed.map(\.path))
      var count = 0
      for result in run.results where written.contains(result.capture.path) {
        guard let meaning = result.meaning else { continue }
        let id = session.named(result.capture, idWidth: idWidth)
        session.console.line(TerminalText.line("\(id)  \(meaning)"))
        count += 1
      }
      let without = run.results.count { $0.meaning == nil }
      session.say(
        "\(count.of("meaning")) written"
          + (without > 0 ? "; \(without.of("capture")) without a sentence that says it." : "."))
    }
    for path in run.passedOver {
      let reason = "its front matter is TOML or JSON, which is kept as it is"
      session.say(TerminalText.line("Passed over \(path): \(reason)."))
    }
    if run.mustStop {
      session.say("Stopped after \(run.results.count) of \(count); say it again to go on.")
    }
    if let code = Interruption.code { throw ExitCode(code) }
    if run.failures.count > 1 {
      session.say("The provider gave no answer for \(run.failures.count) captures; the last time:")
    }
    try session.report(run.failures.last, of: run.maker)
    if !run.report.refused.isEmpty { throw ExitStatus.failure.code }
  }
}

extension MeaningCommand {
  /// Shows a run as JSON, or what it would do; else what was refused, and the rest by `showResults`.
  private func show(_ run: MeaningRun, _ session: Session, _ showResults: () -> Void) {
    session.sayWithheld(run.withheld)
    if common.json {
      session.console.line(run.json.description)
    } else if write.dryRun {
      showDryRun(run, session)
    } else {
      session.sayRefused(run.report)
      showResults()
    }
  }

  /// Shows what would be sent, or written.
  private func showDryRun(_ run: MeaningRun, _ session: Session) {
    guard run.maker.provider != nil else { return session.show(run.report, mode) }
    for asked in run.unsent { session.console.show(asked) }
    session.say("\(run.unsent.count.of("request")) would be sent; nothing was.")
  }
}

extension Session {
  /// Ends the command where a provider gave no answer.
  fileprivate func report(_ failure: ProviderFailure?, of maker: MeaningMaker) throws {
    guard let failure, let name = maker.provider?.name else { return }
    warn(failure.diagnostic(name))
    throw ExitStatus.failure.code
  }

  /// Shows a meaning, and the machine that wrote it.
  fileprivate func showMeaning(_ result: MeaningRun.Result) {
    guard let meaning = result.meaning else { return }
    let maker = result.maker.map { "  (\(TerminalText.line($0)))" } ?? ""
    console.line(TerminalText.line(meaning) + console.styled(maker, .dim))
  }

  /// Says what was refused, and why.
  fileprivate func sayRefused(_ report: ChangeReport) {
    for refusal in report.refused { console.say(TerminalText.escaped(refusal)) }
  }
}

// MARK: - By a person

extension MeaningCommand {
  /// Lets the person write the meaning of one capture.
  private func edit(_ session: Session) async throws {
    guard !session.lacksTerminal else {
      throw Failure(
        "terminal-missing",
        "there is no terminal for the editor; `cairn set CAPTURE meaning='…'` writes it without one",
        status: .usage)
    }
    let (capture, _) = try session.work.capture(named: query.words[0])
    let (found, _) = await MeaningMaker(provider: nil).meaning(of: capture)
    let start = capture.meaning ?? found?.text ?? ""
    let (written, draft) = try await session.edit(
      "\(start)\n", notes: [CairnFiles.Draft.purpose: "meaning"], advice: ".")
    let text = written.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard text != start, !text.isEmpty else {
      try session.removeDraft(draft)
      return session.say("The meaning is left as it was.")
    }
    let report = try session.notebook.change([capture], mode) { capture throws(Diagnostic) in
      try session.notebook.applying([.set("meaning", .text(text))], to: capture)
    }
    if report.refused.isEmpty {
      try session.removeDraft(draft)
    } else {
      session.say("The text is in \(draft.file).")
    }
    try session.finish(report, mode)
  }

  /// Takes away what machines wrote.
  private func clear(_ session: Session) throws {
    if let capture = one(session) {
      if capture.meaning != nil, capture.maker(of: "meaning") == nil {
        throw Failure(
          "meaning-yours",
          "a person wrote this meaning; `cairn unset meaning \(query.words[0])` takes it away")
      }
      return try session.finish(try session.notebook.clearMeanings(of: [capture], mode), mode)
    }
    let chosen = try choose(session, among: Self.marked)
    try session.confirm(question("Clear the meanings of", chosen, session), write)
    try session.finish(try session.notebook.clearMeanings(of: chosen.captures, mode), mode)
  }
}
