import ArgumentParser
import CairnCapture
import CairnDigest
import CairnDocument
import CairnIndex
import CairnNotebook
import CairnQuery
import CairnText
import CairnWork

struct BriefCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "brief",
    abstract: "Say what the day holds, and keep it as a capture.",
    discussion: """
      What is overdue and due today, what is due in the next seven days, birthdays and anniversaries \
      of people, captures that wait for their type, what was captured yesterday, and one thing worth \
      another look. It is kept in `briefings/`, one capture a day; called again, it replaces what \
      stands between `<!-- brief TIME -->` and `<!-- /brief -->` there, and nothing else. docs/brief.md \
      says how to run it each morning, and how to change what it looks like.

      EXAMPLES
        cairn brief
        cairn brief --show                  today's, as it is kept
      """)

  @Flag(help: "Show today's as it is kept, and write nothing.")
  var show = false

  @Flag(help: "Change nothing, show what would be written.")
  var dryRun = false

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let catalog = session.work.catalog()
    var known = try catalog.briefings(of: session.clock)
    if known.isEmpty, let hidden = session.notebook.briefing(of: session.clock.today) {
      known = [hidden]
    }
    if show { return try show(known.first, session) }
    let briefing = try catalog.briefing(session.clock)
    let text = try briefing.markdown(session.work.templates, in: Notebook.briefings, session.clock)
    let report: ChangeReport
    do {
      report = try session.notebook.keepBriefing(
        text, of: briefing.day, in: known, dryRun ? .dryRun : .write, using: &session.work.ids)
    } catch let refusal as Diagnostic {
      show(briefing, text, session)
      throw refusal
    }
    if dryRun, !common.json { return session.show(report, .dryRun) }
    for joined in report.changed.dropFirst() {
      session.say(TerminalText.escaped("Joined \(joined.path) with it; the trash has the file."))
    }
    if common.json {
      session.console.line(
        JSONDocument.changes(report, others: briefing.json(session.clock)).description)
    } else if let path = (report.changed.first?.path ?? report.unchanged.first) {
      if !common.quiet { session.show(try session.notebook.capture(at: path)) }
    }
  }

  /// Shows a briefing that cannot be kept.
  private func show(_ briefing: Briefing, _ text: String, _ session: Session) {
    if common.json || dryRun || common.quiet { return }
    let path = Notebook.briefings.appending(listed: "\(briefing.day).md".utf8)
    let titled = "---\ntitle: Briefing \(briefing.day)\n---\n\(text)"
    let capture = Capture(
      path: path, document: Document(Array(titled.utf8)), modified: session.clock.now)
    for line in session.lines(of: capture.markup, in: capture, [], title: { _ in nil }) {
      session.console.line(line)
    }
  }

  private func show(_ known: Capture?, _ session: Session) throws {
    guard let known else {
      throw Failure(
        "briefing-missing", "there is no briefing of today yet; `cairn brief` makes it",
        status: .nothingFound)
    }
    if common.json {
      return session.writeJSON(
        [CaptureRecord(known, novelty: .some(nil), clock: session.clock)], total: 1)
    }
    session.show(known)
  }
}

// MARK: - What it says

extension Catalog {
  /// The briefings that are kept of the day that a clock says: one, unless two machines made it at
  /// different paths.
  fileprivate func briefings(of clock: LocalClock) throws -> [Capture] {
    try found("type:briefing date:\(clock.today)", clock)
  }

  /// What is to be said on the day that a clock says.
  fileprivate func briefing(_ clock: LocalClock) throws -> Briefing {
    let discoveries = try discoveries(on: clock.today, by: clock, limit: 8)
    let look = zip(presentCaptures(discoveries.map(\.entry)), discoveries).compactMap {
      capture, discovery in
      capture.map { capture in
        Briefing.Entry(
          capture, reason: discovery.reasons.map(\.text).joined(separator: "; "))
      }
    }
    let people = Occasion.fields.map { "has:\($0)" }.joined(separator: " OR ")
    return Briefing(
      open: try found(
        "(type:action is:open) OR (due:today..+7d NOT (type:action OR is:done OR is:cancelled))",
        clock),
      people: try found(people, clock), waiting: try found(Workspace.unclassifiedQuery, clock),
      yesterday: try found("created:yesterday NOT type:briefing", clock), look: look, clock)
  }

  private func found(_ query: String, _ clock: LocalClock) throws -> [Capture] {
    captures(try select(try Query(arguments: [query]), in: context(clock)).entries)
  }
}

extension Briefing {
  /// Its parts, for scripts.
  fileprivate func json(_ clock: LocalClock) -> [JSONValue.Member] {
    Section.allCases.map { section in
      .init(
        section.rawValue,
        .array(
          (entries[section] ?? []).map { entry -> JSONValue in
            [
              "id": entry.capture.id.map { .string($0) } ?? .null,
              "path": JSONValue(bytes: entry.capture.path.bytes),
              "day": entry.day.map { .string("\($0)") } ?? .null,
              "occasion": entry.occasion.map { .string($0) } ?? .null,
              "years": entry.years.map { .integer($0) } ?? .null,
              "reason": entry.reason.map { .string($0) } ?? .null,
            ]
          }))
    }
  }
}
