import ArgumentParser
import CairnCapture
import CairnDigest
import CairnNotebook
import CairnQuery
import CairnText
import CairnWork

struct DiscoverCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "discover",
    abstract: "Show captures that deserve another look.",
    discussion: """
      In turn: what was made on this day in other years, what is good or linked to and was not \
      changed for half a year, and what three captures or more link to. The same day always draws \
      the same (docs/related.md).

      EXAMPLES
        cairn discover
        cairn discover -n 1 --json
        cairn discover --date tomorrow
      """)

  @Option(
    name: [.customShort("n", allowingJoined: true), .long], help: "Show at most so many (5).")
  var limit: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The day to look from: 2026-11-20, yesterday.", valueName: "day"))
  var date: String?

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let limit = try checked(self.limit, atLeast: 0) ?? 5
    let day = try date.map { try session.day($0) } ?? session.clock.today
    let catalog = session.work.catalog()
    let some = try catalog.discoveries(on: day, by: session.clock, limit: max(limit, 1))
    let found = Array(some.prefix(limit))
    if common.json {
      session.writeJSON(found, on: day, in: catalog)
    } else {
      for discovery in found {
        guard let row = catalog.row(discovery.entry) else { continue }
        session.showHeading(row.id, row.title, row.path, idWidth: catalog.idWidth)
        session.console.line(
          "    " + discovery.reasons.map(\.text).joined(separator: "; "))
      }
    }
    if found.isEmpty, !some.isEmpty, !common.json { session.say("-n shows some.") }
    guard some.isEmpty else { return }
    if !common.json { session.say("There is nothing yet that deserves another look.") }
    throw ExitStatus.nothingFound.code
  }
}

extension Session {
  /// The day that an option names.
  fileprivate func day(_ text: String) throws -> CalendarDate {
    guard let moments = DateExpression(text)?.range(by: clock, leaning: .past) else {
      throw Failure(
        "date-unknown", "`\(text)` is no date; say 2026-11-20, yesterday or -30d", status: .usage)
    }
    return clock.dateTime(moments.lowerBound).date
  }

  fileprivate func writeJSON(
    _ found: [Discovery], on day: CalendarDate, in catalog: Catalog
  ) {
    let captures = catalog.presentCaptures(found.map(\.entry))
    let records = zip(captures, found).compactMap { capture, discovery in
      capture.map { capture in
        (
          record: CaptureRecord(capture, clock: clock), years: discovery.years,
          unchanged: discovery.unchangedSince, links: discovery.links
        )
      }
    }
    console.line(JSONDocument.discoveries(records, on: day).description)
  }
}

extension Discovery.Reason {
  /// What it says to people.
  var text: String {
    switch self {
    case .onThisDay(let years): years == 1 ? "a year ago today" : "\(years) years ago today"
    case .forgotten(let day): "not changed since \(day)"
    case .linked(let count): "linked from \(count.of("capture"))"
    }
  }
}
