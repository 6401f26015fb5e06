import ArgumentParser
import CairnNotebook
import CairnText
import CairnWire
import CairnWork

/// The command that `cairn` runs by default.
struct OverviewCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "today", abstract: "Show what matters today.")

  @OptionGroup var common: CommonOptions

  /// The most captures to show in each list.
  private static let limit = 8

  func run(_ session: Session) async throws {
    let overview = try session.work.overview(limit: common.json ? nil : Self.limit)
    let catalog = overview.catalog
    try session.show(.overview(overview, session.clock)) {
      if overview.captures == 0 { return }
      for part in overview.parts {
        session.show(
          part.entries.compactMap { catalog.row($0) }, of: part.total, below: part.heading,
          idWidth: catalog.idWidth)
      }
      session.console.line(
        "\(overview.captures.of("capture")) in \(overview.collections.of("collection")), "
          + "\(overview.inbox) in the inbox.")
    }
    if overview.captures == 0 {
      session.say("This notebook is empty. Run `cairn add TEXT` to add a capture.")
      throw ExitStatus.nothingFound.code
    }
  }
}
