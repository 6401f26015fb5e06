import CairnCapture
import CairnConsole
import CairnInsight
package import CairnNotebook
import CairnScreens
import CairnText
import CairnWire
package import CairnWork

extension Session {
  /// If the program read the text with low confidence, asks whether to save the text, and returns
  /// the answer; otherwise returns true. With `--yes`, or if the user cannot be asked, prints a
  /// warning instead of asking, and returns true.
  package func approve(_ plan: ReadPlan, _ write: some AnswerOptions) throws -> Bool {
    guard let doubt = plan.doubt, let text = plan.text?.text else { return true }
    guard canAsk, !write.yes else {
      plan.warning.map(warn)
      return true
    }
    console.say(TerminalText.escaped(text, keepingLines: true))
    if isYes(TerminalText.line("\(doubt). Save it?"), preset: true) { return true }
    say("The capture is unchanged. Run `cairn edit` to write the text yourself.")
    return false
  }

  /// Shows the text that was added to a capture, and its type.
  package func show(_ plan: ReadPlan, _ report: ChangeReport) {
    guard let text = plan.text else { return }
    if plan.address != nil {
      show(report, .write)
      return say(TerminalText.line("Page fetched by \(text.maker)."))
    }
    console.line(TerminalText.escaped(text.text, keepingLines: true))
    if case .found(let type, let maker, _)? = text.filing {
      let reason = maker.split(separator: " ").last.map(String.init) ?? maker
      return say(TerminalText.line("Text read by \(text.maker); filed as \(type) (\(reason))."))
    }
    let missing =
      typesToAsk(of: plan) == nil ? plan.missingType(work.handle(at: plan.capture.path)) : nil
    say(
      TerminalText.line("Text read by \(text.maker)." + (missing.map { " " + $0 } ?? "")))
  }

  /// If the type of the text is uncertain, asks for the type on a terminal and sets it.
  package func askType(of plan: ReadPlan) throws {
    guard let found = typesToAsk(of: plan), let type = askType(found) else { return }
    let capture = try work.notebook.capture(at: plan.capture.path)
    show(try work.settle([capture], as: type), .write)
  }

  /// Returns the likely types if the user is asked for the type of the text; otherwise nil.
  private func typesToAsk(of plan: ReadPlan) -> Classification? {
    guard plan.isUnclassified, canAsk, work.notebook.settings["classify.add"]?.text == "ask" else {
      return nil
    }
    return plan.finding
  }
}

// MARK: - Reading what was added

extension Session {
  /// Adds a capture and reads its pictures and recordings. If reading fails, the capture stays, and
  /// the error says how to try again.
  package func addAndRead(
    _ provider: ProviderChoice, _ answers: some AnswerOptions, isStrict: Bool,
    _ lookupFailed: Bool, _ plan: () async throws -> AddPlan
  ) async throws {
    let result = try await added(answers, plan)
    if lookupFailed { hintToLookUp(result) }
    // Without a pager, the messages about the reading appear in the order in which they are said.
    console.isHeld = false
    guard answers.mode == .write, let added = result.report.changed.first else {
      return show(result, answers.mode)
    }
    if !options.json { show(result, .write, saysMissingType: false) }
    var request = ReadRequest("\(added.path)")
    request.provider = provider
    request.fetchesPage = false
    do {
      let plan = try await work.plan(request)
      guard try approve(plan, answers) else { return sayMissingType(of: result) }
      let report = try work.apply(plan)
      show(.added(result, plan, report)) { show(plan, report) }
      try askType(of: plan)
      try checkTypes(isUnclassified: plan.isUnclassified, isStrict: isStrict)
    } catch {
      sayMissingType(of: result)
      throw unread(error, added)
    }
  }

  /// Returns the error to throw if a command has added a capture but could not read its files.
  private func unread(_ error: any Error, _ added: ChangeReport.Changed) -> any Error {
    if error is CommandEnd { return error }
    let id = added.id ?? work.handle(at: added.path)
    let isFinal = ["read-private", "read-nothing"].contains((error as? Refusal)?.code)
    let place =
      "the capture is saved" + (isFinal ? "" : "; run `cairn read \(id)` to try again")
    if error is CancellationError {
      console.say(TerminalText.line("T\(place.dropFirst())."))
      return Interruption.exitCode
    }
    var failure = Failure(error)
    failure.hint = place
    failure.added = (added.id, added.path)
    // The command line is valid, because the capture is saved.
    if failure.status == .usage { failure.status = .failure }
    return failure
  }
}
