import ArgumentParser
import CairnCapture
import CairnConsole
import CairnFiles
import CairnNotebook
import CairnScreens
import CairnSession
import CairnText
import CairnWire
import CairnWork

struct MeaningCommand: QueryCommand, WritingCommand {
  static let configuration = CommandConfiguration(
    name: "meaning",
    abstract: "Show or write the one-sentence meaning of captures.",
    discussion: """
      Shows the meaning of a capture. If the capture has no meaning, Cairn picks the sentence that \
      best sums up the text; a text of one sentence gets no meaning. With a query, Cairn adds a \
      meaning to every matching capture that has none. If you stop a long run, run the command \
      again to continue.

      The field `meaning_by` marks a meaning that a machine wrote; your own words are never \
      replaced. With a provider (docs/providers.md), the provider writes the sentence.

      EXAMPLES
        cairn meaning k7x2
        cairn meaning k7x2 --edit            write it yourself, in your editor
        cairn meaning in:work created:-30d.. --dry-run
        cairn meaning --all --yes
        cairn meaning --again type:idea
        cairn meaning --clear has:meaning_by
      """)

  @OptionGroup var query: QueryArguments

  @Flag(help: "Select every capture.")
  var all = false

  @Flag(help: "Replace meanings that a machine wrote.")
  var again = false

  @Flag(help: "Write the meaning yourself, in your editor.")
  var edit = false

  @Flag(help: "Remove meanings that a machine wrote.")
  var clear = false

  @OptionGroup var providers: ProviderOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if [again, edit, clear].count(where: { $0 }) > 1 {
      throw ValidationError("pass only one of --again, --edit and --clear")
    }
    if edit, query.words.count != 1 { throw ValidationError("--edit needs exactly one capture") }
  }

  func run(_ session: Session) async throws {
    if edit { return try await edit(session) }
    let request = MeaningRequest(
      try query.request(session.surroundings), all: all,
      clear ? .clear : .find(again: again, providers.choice), write.mode)
    guard let plan = try session.work.plan(request) else { return try session.expect([]) }
    try session.confirm(plan.question, write)
    if clear {
      let report = try session.work.clearMeanings(plan)
      try session.finish(report, write.mode)
      if report.changed.isEmpty, report.unchanged.isEmpty, !common.json {
        session.say("None of the selected captures has a meaning that a machine wrote.")
      }
      return
    }
    let result = try await session.work.findMeanings(plan)
    if common.json {
      session.console.line(.meanings(result, plan.provider))
    } else if write.dryRun {
      showDryRun(result, plan, session)
    } else {
      for refusal in result.report.refused { session.console.say(refusal) }
    }
    if case .many(let chosen) = plan.captures, !chosen.entries.isEmpty {
      try showAll(result, of: chosen, plan, session)
    } else {
      try show(result, plan, session)
    }
  }
}

extension MeaningCommand {
  private var isShown: Bool { !common.json && !write.dryRun }

  /// Shows the meaning of a single capture that the request names, or a message if that capture
  /// needs no meaning. Throws exit code 1 if no meaning was found for the capture.
  private func show(
    _ result: MeaningResult, _ plan: MeaningPlan, _ session: Session
  ) throws {
    if isShown {
      let refused = Set(result.report.refused.map(\.path))
      for found in result.found where !refused.contains(found.capture.path) {
        session.show(found)
      }
      if result.found.isEmpty, result.failures.count == 0 {
        session.say("None of the selected captures needs a meaning.")
      }
      if again, result.report.changed.isEmpty, let found = result.found.first,
        found.meaning != nil
      {
        session.say(
          found.maker == nil
            ? "A person wrote this meaning, so it was kept."
            : "No other meaning was found, so this one was kept.")
      }
    }
    try session.report(result, of: plan.provider)
    if let found = result.found.first, found.meaning == nil {
      if !common.json {
        session.say(
          again || found.capture.makerWithoutMeaning == nil
            ? "No meaning found: the text is a single sentence, or no sentence sums it up."
            : "The meaning was removed, or the provider found none; pass --again to look again.")
      }
      throw ExitStatus.nothingFound.end
    }
  }

  /// Shows the meanings written to the captures that a query selected, and a summary.
  private func showAll(
    _ result: MeaningResult, of chosen: CaptureSelection, _ plan: MeaningPlan, _ session: Session
  ) throws {
    session.beginList(inJSON: result.written.map(\.capture.path))
    if isShown {
      session.list(result)
    }
    for remark in result.remarks(of: chosen.entries.count) {
      session.say(TerminalText.line(remark))
    }
    if let code = Interruption.code { throw CommandEnd(code) }
    if result.failures.count > 1 {
      session.say(
        "The provider gave no answer for \(result.failures.count) captures. The last error:")
    }
    try session.report(result, of: plan.provider)
  }

  private func showDryRun(_ result: MeaningResult, _ plan: MeaningPlan, _ session: Session) {
    guard plan.provider != nil else { return session.show(result.report, .dryRun) }
    for asked in result.unsent { session.console.show(asked) }
    session.say("\(result.unsent.count.of("request")) would be sent; nothing was sent.")
  }
}

extension MeaningCommand {
  private func edit(_ session: Session) async throws {
    try session.expectEditor(orElse: "use `cairn set CAPTURE meaning='…'` instead")
    let (capture, _) = try session.work.capture(named: query.words[0])
    let start = await session.work.meaningToEdit(capture)
    let (written, draft) = try await session.edit(
      "\(start)\n", notes: [Draft.purpose: "meaning"])
    let text = written.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard text != start, capture.meaning != nil || !text.isEmpty else {
      try session.work.removeDraft(draft)
      return session.say("The meaning is unchanged.")
    }
    let report = try session.work.setMeaning(text, of: capture, write.mode)
    if report.refused.isEmpty {
      session.work.discardDraft(draft)
    } else {
      session.say("Your text is in \(draft.file).")
    }
    try session.finish(report, write.mode)
  }
}
