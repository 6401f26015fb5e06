import ArgumentParser
import CairnNotebook
import CairnText
import CairnWire
import CairnWork

struct CirclesCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "circles",
    abstract: "Show what in the notebook belongs together.",
    discussion: """
      Captures are grouped by what they say and whom they link to, and each circle is called by the \
      words that tell most of it. To put captures into a circle of your own, or into another one, \
      say so in their field `circle`; others join them. With `circle=none` a capture is in no circle \
      (docs/related.md).

      EXAMPLES
        cairn circles
        cairn circles -n 5 --json
        cairn circles k7x2                     the circle of one capture, in full
        cairn set id:k7x2 circle=paste         put it into this one
        cairn set id:k7x2 circle=none          take it out of its circle
      """)

  @Argument(
    help: ArgumentHelp("Only the circle of this capture: id, path or title.", valueName: "capture"))
  var capture: String?

  @Option(name: .limit, help: "Show at most so many circles (20).")
  var limit: Int?

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let limit = try checked(self.limit, atLeast: 0) ?? 20
    let found = try session.work.circles(with: capture)
    let circles = found.circles
    session.show(.circles(found, limit: limit)) {
      for circle in circles.prefix(limit) {
        session.show(circle, in: found.catalog, most: capture == nil ? 3 : .max)
      }
      session.sayCounts(min(limit, circles.count), of: circles.count, alone: found.alone)
    }
    if circles.isEmpty { throw ExitStatus.nothingFound.code }
  }
}

extension Session {
  /// Shows a circle with its central captures.
  fileprivate func show(_ circle: Circle, in catalog: Catalog, most: Int) {
    let name = console.styled(TerminalText.escaped(circle.name), .bold)
    console.line("\(name)  \(circle.entries.count.of("capture"))")
    for row in circle.entries.prefix(most).compactMap({ catalog.row($0) }) {
      console.line(
        heading(row.id, row.title, row.path, idWidth: catalog.idWidth, indent: 4))
    }
  }

  fileprivate func sayCounts(_ shown: Int, of total: Int, alone: Int) {
    if total == 0 { return say("There is no circle.") }
    if shown < total { say("\(shown) of \(total); -n shows more.") }
    if alone > 0 { say("\(alone.of("capture")) in no circle.") }
  }
}
