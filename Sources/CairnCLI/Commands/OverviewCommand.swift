import ArgumentParser
import CairnIndex
import CairnNotebook
import CairnQuery
import CairnText
import CairnWork

/// What `cairn` alone shows: what matters today.
struct OverviewCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "today", abstract: "Show what matters today.")

  @OptionGroup var common: CommonOptions

  /// A part of the overview: a heading, and the query for what stands below it.
  private static let parts = [
    ("Overdue", "due:overdue sort:due"),
    ("Due today", "due:today NOT is:done NOT is:cancelled"),
    ("Due within a week", "due:tomorrow..+7d NOT is:done NOT is:cancelled sort:due"),
    ("New since yesterday", "created:yesterday.."),
  ]
  private static let limit = 8

  func run(_ session: Session) async throws {
    let catalog = session.work.catalog()
    let context = catalog.context(session.clock)
    if catalog.count == 0 {
      if common.json { session.writeJSON([], total: 0) }
      session.say("There is nothing here yet. `cairn add SOME THOUGHT` puts something in.")
      throw ExitStatus.nothingFound.code
    }
    var shown: [Snapshot.Entry] = []
    for (heading, text) in Self.parts {
      let found = try catalog.select(
        try Query(text), in: context, limit: common.json ? nil : Self.limit)
      shown += found.entries.filter { !shown.contains($0) }
      if !common.json {
        session.show(
          found.entries.compactMap { catalog.row($0) }, of: found.total, below: heading,
          idWidth: catalog.idWidth)
      }
    }
    if common.json { return session.writeJSON(catalog.captures(shown), total: shown.count) }
    let inbox = catalog.collection(.root)?.count ?? 0
    session.console.line(
      "\(catalog.count.of("capture")) in "
        + "\((catalog.collections.count - 1).of("collection")), "
        + "\(inbox) in the inbox.")
  }
}
