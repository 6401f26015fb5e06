import ArgumentParser
import CairnSession
import CairnConsole
import CairnNotebook
import CairnScreens
import CairnText
import CairnWire
import CairnWork

/// The command that runs if the user calls `cairn` without a subcommand.
struct OverviewCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "today", abstract: "Show what matters today.")

  @OptionGroup var common: CommonOptions

  /// The maximum number of captures in each part if the output is not a terminal.
  private static let limit = 8

  func run(_ session: Session) async throws {
    let screen = session.surroundings
    let limit = screen.outputIsTerminal ? screen.rows : Self.limit
    let overview = try session.work.overview(limit: common.json ? nil : limit)
    session.beginList(inJSON: overview.entries.map { overview.catalog.row($0)?.path })
    session.show(.overview(overview, session.clock)) {
      if overview.captures == 0 { return }
      var agenda = overview.agenda
      if screen.outputIsTerminal {
        // Leave room for headings, blank lines below the parts, the totals, and the next prompt.
        agenda = agenda.fitting(screen.rows - 2 * agenda.parts.count - 3)
      }
      session.show(agenda, [.cyan, .yellow, .dim, .green])
      session.console.line(
        "\(overview.captures.of("capture")) in \(overview.collections.of("collection")), "
          + "\(overview.inbox) in the inbox.")
    }
    if overview.captures == 0 {
      session.say(Self.firstSteps)
      throw ExitStatus.nothingFound.end
    }
  }

  private static let firstSteps = """
    This notebook has no captures yet. Try:

      cairn add Call the plumber on Friday    add a capture
      cairn list                              list all captures
      cairn search plumber                    find captures by their text
      cairn help                              show all commands
    """
}
