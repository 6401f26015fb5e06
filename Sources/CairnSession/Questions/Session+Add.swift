import CairnCapture
import CairnConsole
package import CairnFiles
import CairnNotebook
import CairnScreens
import CairnTerminal
import CairnText
package import CairnWork

extension Session {
  /// Calls `plan`, asks the questions that the plan raises, writes the captures, and shows them.
  package func add(
    _ answers: some AnswerOptions, isStrict: Bool, _ lookupFailed: Bool = false,
    _ plan: () async throws -> AddPlan
  ) async throws {
    let result = try await added(answers, plan)
    show(result, answers.mode)
    if lookupFailed { hintToLookUp(result) }
    try checkTypes(
      isUnclassified: result.hasUnclassified && answers.mode == .write, isStrict: isStrict)
  }

  /// Calls `plan`, asks the questions that the plan raises, and writes the captures.
  package func added(
    _ answers: some AnswerOptions, _ plan: () async throws -> AddPlan
  ) async throws -> AddResult {
    do {
      var plan = try await plan()
      while let question = plan.question {
        plan = try work.plan(plan, answering: answer(question, plan, answers))
      }
      return try work.apply(plan)
    } catch let failure as AddFailure {
      throw ended(by: failure)
    }
  }

  /// Calls `add` for each draft, the oldest first. If a draft cannot be added, continues with the
  /// next draft, unless the user presses Ctrl-C. Throws the last failure.
  package func retry(_ drafts: [Draft], _ add: (Draft) async throws -> Void) async throws {
    var status: CommandEnd?
    for draft in drafts {
      do {
        try await add(draft)
      } catch let code as CommandEnd {
        if drafts.count == 1 || Interruption.code != nil { throw code }
        status = code
      } catch {
        var failure = Failure(error)
        // Another command may have added and removed the draft in the meantime.
        if failure.hint == nil, (try? work.text(of: draft)) != nil {
          failure.hint = "\(draft.place); run `cairn add --retry \(draft.id)` to try again"
        }
        if drafts.count == 1 { throw failure }
        status = failure.report(console, json: options.json)
      }
    }
    if let status { throw status }
  }

  private func answer(
    _ question: AddQuestion, _ plan: AddPlan, _ answers: some AnswerOptions
  ) throws -> AddAnswer {
    switch question {
    case .type(let found): return .type(askType(found))
    case .details(let read, let schema):
      var details = read
      let isApproved = approve(&details, schema)
      if isApproved == false { return .details(nil) }
      if isApproved == true { askRecipient(&details, schema) }
      return .details(details)
    case .field(let field, _): return .field(ask(for: field))
    case .pieces(let pieces, let splitter):
      do {
        return .pieces(try approve(pieces, of: plan.text, splitter, answers))
      } catch {
        throw AddFailure(error, plan.rescued, remedy: canAsk ? [] : ["--yes"])
      }
    }
  }

  /// Returns the error that ends a command. Either the error or a message printed before it tells
  /// the user where the text was saved.
  package func ended(by failure: AddFailure) -> any Error {
    let place = failure.rescued?.shown(passing: failure.remedy)
    if failure.reason is CancellationError || failure.reason is CommandEnd {
      // The user did not want to wait any longer.
      if let place { console.say(TerminalText.escaped(place)) }
      return failure.reason as? CommandEnd ?? Interruption.exitCode
    }
    var ended = Failure(failure.reason)
    ended.hint = place
    ended.draft = failure.rescued?.draft?.id
    return ended
  }

  /// Asks for the value of a required field until the answer is valid. Returns nil at the end of
  /// input.
  private func ask(for field: Schema.Field) -> TypedValue? {
    let question = TerminalText.line("\(field.name) (\(field.wanted)): ")
    while true {
      guard let line = console.ask(question) else {
        console.say("")
        return nil
      }
      let text = String(line.trimmingBlanks)
      if text.isEmpty {
        console.say(
          TerminalText.line(
            "`\(field.name)` is required. Press Ctrl-D to stop; the text is kept as a draft."))
        continue
      }
      do throws(Diagnostic) {
        return try work.fitting(text, for: field.name, Schema(fields: [field]))
      } catch {
        console.say(TerminalText.line(error.message))
      }
    }
  }
}

extension Session {
  /// If a capture with the same web address exists, asks whether to add another capture. With
  /// `--yes`, or if the user cannot be asked, prints a warning instead.
  ///
  /// Throws a `Refusal` if the answer is no.
  package func confirm(
    bookmark address: String, of pending: inout PendingCapture, _ answers: some AnswerOptions
  ) throws {
    guard let same = try work.captures(at: address).first else { return }
    let name = "`\(same.title)` (\(work.handle(at: same.path)))"
    guard canAsk, !answers.yes else {
      return warn(
        Diagnostic(
          .warning, "bookmark-exists", "the address is already saved in the capture \(name)"))
    }
    try work.keep(&pending)
    guard isYes(TerminalText.line("The address is already saved in \(name). Add it again?")) else {
      try work.forget(&pending)
      throw Refusal(
        "bookmark-exists", "nothing was added, because the address is already saved in \(name)")
    }
  }
}

extension Session {
  /// Shows the detected fields, and lets the user change them. Returns true if the user keeps the
  /// fields or if there are no fields, false if the user discards them, and nil at the end of
  /// input.
  func approve(_ details: inout NewDetails, _ schema: Schema?) -> Bool? {
    guard !details.fields.isEmpty else { return true }
    show(details)
    while let line = console.ask(Self.detailChoices) {
      switch DetailChoice(line) {
      case .keep: return true
      case .stop: return false
      case .set(let key, let text):
        if set(key, text, in: &details, schema) { show(details) }
      case nil:
        console.say(
          "Type FIELD=VALUE, such as \(details.keys.last ?? "title")=…, or type n, or press Enter.")
      }
    }
    console.say("")
    return nil
  }

  /// Asks for the recipient of a gift if the recipient is unknown and the schema does not require a
  /// recipient.
  func askRecipient(_ details: inout NewDetails, _ schema: Schema?) {
    guard details.asksRecipient(schema) else { return }
    while let line = console.ask("Who is the gift for? Enter skips: ") {
      let text = String(line.trimmingBlanks)
      if text.isEmpty || set("recipient", text, in: &details, schema) { return }
    }
    console.say("")
  }

  private static let detailChoices =
    "Enter keeps these fields; or type FIELD=VALUE to set a field, FIELD= to remove a field, "
    + "n to remove all: "

  private func show(_ details: NewDetails) {
    for field in details.fields {
      console.say(TerminalText.line("  \(field.key.padding(to: 10)) \(field.shown)"))
    }
    let missingKeys = details.missingKeys.joined(separator: ", ")
    if !missingKeys.isEmpty {
      console.say(console.errorStyled(TerminalText.line("  not found: \(missingKeys)"), .dim))
    }
  }

  /// Sets a field to the text that the user typed. If the text is invalid, shows the reason and
  /// returns false.
  private func set(
    _ key: String, _ text: String, in details: inout NewDetails, _ schema: Schema?
  ) -> Bool {
    do throws(Diagnostic) {
      try work.set(key, text, in: &details, schema)
      return true
    } catch {
      console.say(TerminalText.line(error.message))
      return false
    }
  }
}
