public import CairnCapture
public import CairnDigest
import CairnDocument
import CairnImport
public import CairnNotebook
import CairnProvider
import CairnQuery
public import CairnText

/// A briefing that is ready to be saved.
public struct BriefingPlan: Sendable {
  /// The contents of today's briefing.
  public let briefing: Briefing
  /// The briefing in Markdown: the provider's summary if there is one, and the text made with the
  /// briefing template.
  public fileprivate(set) var text: String
  /// The provider that was asked for a summary or, in a dry run, would be asked; nil if there is
  /// none.
  public fileprivate(set) var asked: AskedProvider?
  /// The provider's summary, on one line; nil if there is none.
  public fileprivate(set) var summary: String?
  /// Whether the text was made with the built-in template and not with a customized one.
  public let isBuiltIn: Bool
  /// Today's briefings that were already saved when the plan was made.
  let known: [Capture]
  /// The visibility of the text: the strictest visibility of the listed captures.
  let privacy: Privacy

  init(briefing: Briefing, isBuiltIn: Bool, known: [Capture], privacy: Privacy, text: String) {
    (self.briefing, self.isBuiltIn, self.known) = (briefing, isBuiltIn, known)
    (self.privacy, self.text) = (privacy, text)
  }
}

extension Workspace {
  /// Prepares today's briefing.
  ///
  /// Throws a `Diagnostic` if the briefing template is malformed.
  ///
  /// - Parameter folder: The folder to which the links in the text are relative.
  public func planBriefing(
    linkingFrom folder: NotePath = Notebook.briefings
  ) throws -> BriefingPlan {
    let catalog = catalog()
    let known = try keptBriefings(catalog)
    let briefing = try briefing(catalog)
    let text = try briefing.markdown(templates, in: folder, clock)
    let isBuiltIn = templates.file(Briefing.template)?.origin == .builtIn
    let listed = briefing.entries.values.flatMap { $0.prefix(Briefing.most) }
    return BriefingPlan(
      briefing: briefing, isBuiltIn: isBuiltIn, known: known,
      privacy: try catalog.privacy(ofTextAbout: Set(listed.map(\.capture.path)), clock), text: text)
  }

  /// Asks a provider for a summary of a briefing, and puts the summary above the lists. Sends the
  /// lines of the briefing, except those about private captures. Does nothing if no provider is to
  /// be asked, or if there is nothing to send.
  ///
  /// Throws a ``Refusal`` if there is no such provider, and `CancellationError` if the caller ended
  /// the wait.
  public func summarize(
    _ plan: inout BriefingPlan, _ choice: ProviderChoice, _ mode: Mode
  ) async throws {
    let providers = providers(choice)
    guard let provider = try providers.provider(for: .brief) else { return }
    let agenda = plan.briefing.agenda(clock)
    let captures = plan.briefing.entries.values.joined().map(\.capture)
    let hidden = Set(captures.filter { isPrivate($0) }.map(\.path))
    tellWithheld(hidden.count)
    let parts = agenda.parts.compactMap { part -> String? in
      let lines = part.items.filter { !hidden.contains($0.path) }.map { item in
        let facts = ([item.time] + item.details).filter { !$0.isEmpty }.joined(separator: ", ")
        return "- \(item.title)" + (facts.isEmpty ? "" : " (\(facts))")
      }
      return lines.isEmpty ? nil : ([part.heading] + lines).joined(separator: "\n")
    }
    guard !parts.isEmpty else { return }
    let (asked, answer) = try await providers.ask(
      provider, .brief(parts.joined(separator: "\n\n")), dryRun: mode == .dryRun)
    plan.asked = asked
    guard let summary = answer?.text else { return }
    plan.summary = summary
    let line = summary.split(whereSeparator: \.isNewline).joined(separator: " ")
    plan.text =
      "> \(PlainMarkdown.escaped(line))\n>\n> Written by the provider `\(provider.name)`.\n\n"
      + plan.text
  }

  /// Saves a briefing as a capture.
  ///
  /// Throws a `Diagnostic` if today's briefing cannot be replaced because a person changed it, or
  /// if another file is at the briefing's path. Throws `FileError` if the briefing cannot be
  /// written.
  public func apply(_ plan: BriefingPlan, _ mode: Mode) throws -> ChangeReport {
    try notebook.keepBriefing(
      plan.text, of: plan.briefing.day, in: plan.known, privacy: plan.privacy, mode, using: &ids)
  }

  /// Returns a capture with the text of a briefing, without saving it.
  public func unkeptCapture(_ plan: BriefingPlan) -> Capture {
    let day = plan.briefing.day
    let text = "---\ntitle: Briefing \(day)\n---\n\(plan.text)"
    return Capture(
      path: Notebook.briefings.appending(listed: "\(day).md".utf8),
      document: Document(Array(text.utf8)), modified: clock.now)
  }

  /// Returns today's saved briefing.
  ///
  /// Throws a ``Refusal`` if there is none.
  public func keptBriefing() throws -> Capture {
    guard let kept = try keptBriefings(catalog()).first else {
      throw Refusal(
        "briefing-missing", "there is no briefing for today yet; run `cairn brief` to create it",
        .nothingFound)
    }
    return kept
  }

  /// Returns today's saved briefings: at most one, unless two machines saved a briefing at
  /// different paths.
  private func keptBriefings(_ catalog: Catalog) throws -> [Capture] {
    let found = try self.found("type:briefing date:\(clock.today)", catalog)
    // The saved briefing is not found by queries if `.cairnignore` excludes it.
    return found.isEmpty ? [notebook.briefing(of: clock.today)].compactMap(\.self) : found
  }

  private func briefing(_ catalog: Catalog) throws -> Briefing {
    let discoveries = try catalog.discoveries(on: clock.today, by: clock, limit: 8)
    return Briefing(
      open: try found(
        "(type:action is:open) OR (due:today..+7d NOT (type:action OR is:done OR is:cancelled))",
        catalog),
      people: try found(Occasion.query, catalog),
      waiting: try found(Self.unclassifiedQuery, catalog),
      yesterday: try found("created:yesterday NOT type:briefing", catalog),
      look: catalog.reading(discoveries, at: \.entry).map {
        Briefing.Entry($0.capture, reason: $0.found.reasonText)
      }, clock)
  }

  private func found(_ query: String, _ catalog: Catalog) throws -> [Capture] {
    let query = try Query(arguments: [query])
    return catalog.captures(try catalog.select(query, in: catalog.context(clock)).entries)
  }
}

extension Briefing {
  /// Returns the sections as an agenda. Each item shows a day, such as the day when the capture is
  /// due, and details such as the person or the occasion. A section lists at most as many captures
  /// as a section of a saved briefing.
  public func agenda(_ clock: LocalClock) -> Agenda {
    Agenda(
      Section.allCases.map { section in
        let all = entries[section] ?? []
        let items = all.prefix(Self.most).map { entry in
          let capture = entry.capture
          let due = capture.due.flatMap { $0.localDay(clock) == entry.day ? $0 : nil }
          let time = due ?? entry.day.map(FieldTime.date)
          let years = entry.years.map { $0.of("year") }
          let type = section == .yesterday ? capture.type : nil
          let details = [capture.personShown, entry.occasion, years, type]
          return Agenda.Item(
            capture.id, capture.path, capture.title, time?.dated(clock),
            [details.compactMap(\.self).joined(separator: ", ")])
        }
        // Only one section has reasons, and it lists a single capture.
        let heading = [Self.headings[section], all.first?.reason].compactMap(\.self)
        return Agenda.Part(
          heading.joined(separator: ": "), items, total: all.count, isLate: section == .overdue)
      })
  }

  private static let headings: [Section: String] = [
    .overdue: "Overdue", .today: "Today", .week: "The next seven days",
    .dates: "Birthdays and anniversaries", .waiting: "Unclassified",
    .yesterday: "Added yesterday", .look: "Worth another look",
  ]
}
