package import CairnCapture
import CairnConsole
import CairnFiles
package import CairnNotebook
package import CairnProvider
import CairnScreens
import CairnText
package import CairnWire
package import CairnWork
import SystemPackage

extension Session {
  /// Returns the error to throw if no captures match.
  ///
  /// - Parameter isShown: Whether, with `--json`, a document was already printed. If so, no message
  ///   is needed.
  package func nothingFound(isShown: Bool = true) -> Failure {
    var failure = Failure("nothing-found", "no captures match", status: .nothingFound)
    failure.isQuiet = options.json ? isShown : options.quiet
    return failure
  }

  /// Asks the embedding server for the vectors that a query with these words needs. The resident
  /// process never asks that server; instead, it lets the client run the command.
  package func prepare(_ words: [String]) async throws {
    if let transcript = surroundings.transcript {
      if work.needsServer(for: words) { transcript.decline() }
    } else {
      try await work.prepare(words)
    }
  }

  /// Throws exit code 1 if no captures were selected. With `--json`, first prints a report that
  /// contains no changes.
  package func expect(_ captures: [Capture]) throws {
    guard captures.isEmpty else { return }
    if options.json { show(ChangeReport(), .write) }
    throw nothingFound()
  }

  /// Shows the changes in a report. If a change was refused, throws the exit code of a failure.
  package func finish(_ report: ChangeReport, _ mode: Mode, verb: String? = nil) throws {
    show(report, mode, verb: verb)
    try checkRefusals(report)
  }

  /// Shows the changes made to entries of the trash; in a dry run, only their paths. If a change was
  /// refused, throws the exit code of a failure.
  package func finish(
    _ report: ChangeReport, _ mode: Mode, verb: String, wouldVerb: String
  ) throws {
    if mode == .write || options.json {
      show(report, .write, verb: verb)
    } else {
      console.lines(
        report.changed.map { "\(wouldVerb) \(TerminalText.escaped($0.path.description))" })
    }
    try checkRefusals(report)
  }

  /// Moves a collection to the trash, or shows what would be removed.
  package func finish(_ plan: CollectionPlan, _ answers: some AnswerOptions) throws {
    let path = TerminalText.escaped(plan.path.description)
    let captures = plan.total.of("capture")
    if let remark = plan.remark { say(TerminalText.escaped(remark)) }
    if answers.dryRun {
      if options.json { return show(plan.preview, .dryRun) }
      console.lines(plan.preview.changed.map { TerminalText.escaped("- \($0.path)") })
      return say("Would remove \(path) with \(captures); nothing was written.")
    }
    try confirm(plan.question, answers)
    let report = try work.removeCollection(plan)
    if options.json { return show(report, .write) }
    if options.quiet { return }
    console.line("Removed \(path) with \(captures)")
    say("Run `cairn trash restore --last` to restore the collection.")
  }

  /// Throws exit code 3 if `isUnclassified` is true and either `isStrict` is true or the setting
  /// `add.strict` is on.
  func checkTypes(isUnclassified: Bool, isStrict: Bool) throws {
    guard isUnclassified, isStrict || notebook.settings.isOn("add.strict") else { return }
    throw ExitStatus.unclassified.end
  }

  /// Throws the exit code of a failure if a change was refused.
  package func checkRefusals(_ report: ChangeReport) throws {
    if !report.refused.isEmpty { throw ExitStatus.failure.end }
  }
}

extension Session {
  /// Acts like ``show(_:_:)`` if `none` is nil. Otherwise, shows `none` instead of calling `text`,
  /// and throws exit code 1; `none` is a message that says that nothing was found. With `--json`,
  /// prints the document in both cases.
  package func show(
    _ document: @autoclosure () throws -> JSONDocument, none: String?, _ text: () throws -> Void
  ) throws {
    try show(try document()) { if let none { say(none) } else { try text() } }
    if none != nil { throw ExitStatus.nothingFound.end }
  }

  /// Acts like ``show(_:_:)`` if `failure` is nil. Otherwise throws `failure` instead of calling
  /// `text`. With `--json`, prints the document in both cases.
  package func show(
    _ document: @autoclosure () throws -> JSONDocument, failure: Failure?, _ text: () throws -> Void
  ) throws {
    try show(try document()) { if failure == nil { try text() } }
    guard var failure else { return }
    failure.isQuiet = options.json
    throw failure
  }

  /// Returns whether a document must be written to standard output as JSON: true if `--json` is set
  /// and `file` is nil. `things` names the contents of the document in the error message.
  ///
  /// Throws a ``Failure`` if the document must be JSON, but `isOther` states that the user chose
  /// another format.
  package func printsOnlyJSON(_ things: String, to file: String?, isOther: Bool) throws -> Bool {
    guard options.json, file == nil else { return false }
    guard !isOther else {
      throw Failure(
        "output-missing",
        "with --json, Cairn prints only JSON; pass -o FILE to write another format, or "
          + "--format json to print \(things) as JSON", status: .usage)
    }
    return true
  }
}

extension Session {
  /// Reports a change to settings or views: to the user's own if `isUser` is true, otherwise to the
  /// notebook's.
  ///
  /// - Throws: An exit code if the change was refused.
  package func finish(
    _ changed: (report: ChangeReport, file: ConfigFile), isUser: Bool, _ mode: Mode
  ) throws {
    let (report, file) = changed
    if isUser, mode == .write, !options.json, !report.changed.isEmpty {
      let path = file.store.absolute(file.path).string
      if !options.quiet { console.line("Changed \(TerminalText.escaped(path))") }
      return
    }
    try finish(report, mode)
  }
}

extension Session {
  /// Throws exit code 2 if the provider failed or a change was refused.
  package func report(_ result: MeaningResult, of provider: Provider?) throws {
    if let failure = result.failures.last, let provider {
      warn(failure.diagnostic(provider.name))
      if let advice = failure.advice(provider) { work.context.tell(.hint(advice)) }
      throw ExitStatus.failure.end
    }
    try checkRefusals(result.report)
  }
}
