import ArgumentParser
import CairnCapture
import CairnNotebook
import CairnQuery
import CairnText

/// What `cairn` alone shows: what matters today.
struct OverviewCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "today", abstract: "Show what matters today.")

  @OptionGroup var common: CommonOptions

  /// A part of the overview: a heading, and the query for what stands below it.
  private static let parts = [
    ("Overdue", "due:overdue sort:due"),
    ("Due today", "due:today NOT status:done NOT status:cancelled"),
    ("Due within a week", "due:tomorrow..+7d NOT status:done NOT status:cancelled sort:due"),
    ("New since yesterday", "created:yesterday.."),
  ]
  private static let limit = 8

  func run(_ session: Session) async throws {
    let library = session.load()
    let context = library.context(session.clock)
    if library.captures.isEmpty {
      if common.json { session.writeJSON([], total: 0) }
      session.say("There is nothing here yet. `cairn add SOME THOUGHT` puts something in.")
      throw ExitStatus.nothingFound.code
    }
    var shown: [Capture] = []
    for (heading, text) in Self.parts {
      let found = try Query(text).select(from: library.captures, in: context).captures
      shown += found.filter { capture in !shown.contains { $0.path == capture.path } }
      if !common.json {
        session.show(found, below: heading, limit: Self.limit, idWidth: library.idWidth)
      }
    }
    if common.json { return session.writeJSON(shown, total: shown.count) }
    let inbox = library.collection(.root)?.count ?? 0
    session.console.line(
      "\(library.captures.count.of("capture")) in "
        + "\((library.collections.count - 1).of("collection")), "
        + "\(inbox) in the inbox.")
  }
}
