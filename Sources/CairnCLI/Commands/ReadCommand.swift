import ArgumentParser
import CairnCapture
import CairnConsole
import CairnInsight
import CairnNotebook
import CairnProvider
import CairnScreens
import CairnText
import CairnWire
import CairnWork

struct ReadCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "read",
    abstract: "Read the text in a capture's pictures and recordings.",
    discussion: """
      Cairn runs a program that you choose in your settings to read the text (docs/read.md). Then \
      Cairn adds the text to the end of the capture, sets the field `read_by`, and detects the \
      type if the capture has none. If the program is not sure of the text, Cairn asks you on a \
      terminal before it saves the text.

      `cairn add --read` does the same for a new capture. If reading fails, run `cairn read` to \
      try again.

      EXAMPLES
        cairn config --user read.image tesseract
        cairn add --image receipt.jpg --read
        cairn read k7x2
        cairn read k7x2 --dry-run           show which programs would run
      """)

  @OptionGroup var named: CaptureArgument

  @OptionGroup var providers: ProviderOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    var request = ReadRequest(named.capture)
    (request.provider, request.mode) = (providers.choice, write.mode)
    let plan = try await session.work.plan(request)
    if write.dryRun { return showPlan(plan, session) }
    guard try session.approve(plan, write) else { return }
    let report = try session.work.apply(plan)
    session.show(.read(plan, report)) { session.show(plan, report) }
    try session.askType(of: plan)
  }

  private func showPlan(_ plan: ReadPlan, _ session: Session) {
    session.show(.read(plan, ChangeReport())) {
      for (file, reader) in plan.files {
        session.console.line(
          TerminalText.line("\(reader.name) would read \(file.name)"))
      }
    }
  }
}

extension Session {
  /// Returns whether to save the text: asks if the program read it with low confidence. With
  /// `--yes`, or if the user cannot be asked, prints a warning instead, and returns true.
  func approve(_ plan: ReadPlan, _ write: WriteOptions) throws -> Bool {
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
  func show(_ plan: ReadPlan, _ report: ChangeReport) {
    guard let text = plan.text else { return }
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
  func askType(of plan: ReadPlan) throws {
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
  func addAndRead(
    _ provider: ProviderChoice, _ answers: WriteOptions, _ strictness: StrictOption,
    _ lookupFailed: Bool, _ plan: () async throws -> AddPlan
  ) async throws {
    let result = try await added(answers, plan)
    if lookupFailed { hintToLookUp(result) }
    guard answers.mode == .write, let added = result.report.changed.first else {
      return show(result, answers.mode)
    }
    if !options.json { show(result, .write, saysMissingType: false) }
    var request = ReadRequest("\(added.path)")
    request.provider = provider
    do {
      let plan = try await work.plan(request)
      guard try approve(plan, answers) else { return sayMissingType(of: result) }
      let report = try work.apply(plan)
      show(.added(result, plan, report)) { show(plan, report) }
      try askType(of: plan)
      try strictness.check(isUnclassified: plan.isUnclassified, self)
    } catch {
      sayMissingType(of: result)
      throw unread(error, added)
    }
  }

  /// Returns the error to throw if a command has added a capture but could not read its files.
  private func unread(_ error: any Error, _ added: ChangeReport.Changed) -> any Error {
    if error is ExitCode { return error }
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
    return failure
  }
}
