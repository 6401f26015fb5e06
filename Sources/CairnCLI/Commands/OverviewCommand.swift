import ArgumentParser
import CairnNotebook
import CairnScreens
import CairnSession
import CairnWire
import CairnWork

/// The command that runs if the user calls `cairn` without a subcommand.
struct OverviewCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    name: "today", abstract: "Show what matters today.")

  @OptionGroup var common: CommonOptions

  /// The maximum number of captures in each part if the output is not a terminal.
  private static let limit = 8

  func run(_ session: Session) async throws {
    let screen = session.surroundings
    let limit = screen.outputIsTerminal ? screen.rows : Self.limit
    let overview = try session.work.overview(limit: common.json ? nil : limit)
    session.beginList(inJSON: overview.entries.map { overview.catalog.row($0)?.path })
    session.show(.overview(overview, session.clock)) {
      if overview.captures > 0 {
        session.show(overview, rows: screen.outputIsTerminal ? screen.rows : nil)
      }
    }
    if overview.captures == 0 {
      session.sayFirstSteps()
      throw ExitStatus.nothingFound.end
    }
  }
}
