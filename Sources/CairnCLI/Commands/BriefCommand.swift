import ArgumentParser
import CairnCapture
import CairnConsole
import CairnNotebook
import CairnScreens
import CairnSession
import CairnText
import CairnWire
import CairnWork

struct BriefCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    name: "brief",
    abstract: "Write today's briefing, and show it.",
    discussion: """
      The briefing lists what is overdue or due today, what is due in the next seven days, \
      birthdays and anniversaries, unclassified captures, yesterday's captures, and one capture \
      worth another look.

      The briefing is saved in `briefings/`, one capture per day. If you run the command again, it \
      replaces only the part between `<!-- brief TIME -->` and `<!-- /brief -->`. docs/brief.md \
      explains how to run the command each morning and how to change the template.

      With --provider, a provider (docs/providers.md) gets the briefing without the lines about \
      private captures, and writes a short summary. Cairn shows the summary above the lists.

      EXAMPLES
        cairn brief
        cairn brief --provider local        begin with a summary by your provider
        cairn brief --show                  show today's briefing as saved
      """)

  @Flag(help: "Show today's briefing as saved, without writing anything.")
  var show = false

  @OptionGroup var preview: DryRunOption

  @OptionGroup var providers: ProviderOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    if show { return show(try session.work.keptBriefing(), session) }
    var plan = try session.work.planBriefing()
    try await session.work.summarize(&plan, providers.choice, preview.mode)
    if let asked = plan.asked, !asked.isSent, !common.json { session.console.show(asked) }
    let report: ChangeReport
    do {
      report = try session.work.apply(plan, preview.mode)
    } catch let refusal as Diagnostic {
      show(plan, session)
      throw refusal
    }
    if preview.dryRun, !common.json { return session.show(report, .dryRun) }
    for joined in report.changed.dropFirst() {
      session.say(
        TerminalText.escaped(
          "Merged \(joined.path) into the briefing, and moved that file to the trash."))
    }
    try session.show(.briefing(plan, report)) {
      guard let path = report.changed.first?.path ?? report.unchanged.first, !common.quiet else {
        return
      }
      guard plan.isBuiltIn, session.surroundings.outputIsTerminal else {
        return session.show(try session.notebook.capture(at: path))
      }
      session.show(plan, savedAt: path)
    }
  }

  /// Shows a briefing that cannot be saved.
  private func show(_ plan: BriefingPlan, _ session: Session) {
    if common.json || preview.dryRun || common.quiet { return }
    let capture = session.work.unkeptCapture(plan)
    session.console.lines(session.lines(of: capture.markup, in: capture, [], title: { _ in nil }))
  }

  private func show(_ kept: Capture, _ session: Session) {
    session.show(.capture(kept, novelty: .some(nil), session.clock)) { session.show(kept) }
  }
}
