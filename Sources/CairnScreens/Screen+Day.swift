import CairnCapture
import CairnConsole
import CairnDigest
import CairnProvider
package import CairnText
package import CairnWork

extension Screen {
  /// Shows a briefing on a terminal, with the handles of its captures, which other commands accept.
  package func show(_ plan: BriefingPlan, savedAt path: NotePath) {
    let agenda = plan.briefing.agenda(clock)
    let day = FieldTime.date(plan.briefing.day).spelled(clock)
    console.line(console.styled("Briefing for \(day)", .bold))
    console.line()
    if let summary = plan.summary, let asked = plan.asked {
      console.line(TerminalText.line(summary))
      console.line(console.styled(TerminalText.line("Written by \(asked.provider.name)."), .dim))
      console.line()
    }
    if agenda.parts.isEmpty { console.line("Nothing is due, and nothing is new.\n") }
    show(agenda, [.dim])
    console.line(console.styled(TerminalText.line("Saved as \(path)."), .dim))
  }

  /// Shows what matters today. If `rows` is not nil, shows only what fits on a terminal with this
  /// number of rows.
  package func show(_ overview: Overview, rows: Int?) {
    var agenda = overview.agenda
    // Leave room for headings, blank lines below the parts, the totals, and the next prompt.
    if let rows { agenda = agenda.fitting(rows - 2 * agenda.parts.count - 3) }
    show(agenda, [.cyan, .yellow, .dim, .green])
    console.line(
      "\(overview.captures.of("capture")) in \(overview.collections.of("collection")), "
        + "\(overview.inbox) in the inbox.")
  }

  /// Shows the first commands to try in a notebook without captures.
  package func sayFirstSteps() {
    say(
      """
      This notebook has no captures yet. Try:

        cairn add Call the plumber on Friday    add a capture
        cairn list                              list all captures
        cairn search plumber                    find captures by their text
        cairn help                              show all commands
      """)
  }
}
