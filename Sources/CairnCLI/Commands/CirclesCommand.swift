import ArgumentParser
import CairnConsole
import CairnNotebook
import CairnText
import CairnWire
import CairnWork

struct CirclesCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "circles",
    abstract: "Show groups of captures that belong together.",
    discussion: """
      A circle is a group of captures that have similar text or link to each other. A circle is \
      named after its most typical words. To make a circle yourself, set the field `circle` of \
      some captures to the name of the circle; Cairn adds similar captures. With `circle=none`, a \
      capture stays out of all circles (docs/related.md).

      EXAMPLES
        cairn circles
        cairn circles -n 5 --json
        cairn circles k7x2                     show the circle of a capture
        cairn set id:k7x2 circle=paste         put a capture into a circle
        cairn set id:k7x2 circle=none          keep a capture out of all circles
      """)

  @Argument(
    help: .init("Show the circle of this capture: an id, a path or a title.", valueName: "capture"))
  var capture: String?

  @Option(name: .limit, help: "Show at most this many circles (default: 20).")
  var limit: Int?

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let limit = try checked(self.limit, atLeast: 0) ?? 20
    let found = try session.work.circles(with: capture)
    let circles = found.circles
    session.beginList(
      inJSON: circles.prefix(limit).flatMap(\.entries).map { found.catalog.row($0)?.path })
    session.show(.circles(found, limit: limit)) {
      for circle in circles.prefix(limit) {
        session.show(circle, in: found.catalog, most: capture == nil ? 3 : .max)
      }
      session.say(comparedWith: found.model)
      session.sayCounts(min(limit, circles.count), of: circles.count, alone: found.alone)
    }
    if circles.isEmpty { throw ExitStatus.nothingFound.code }
  }
}

extension Session {
  /// Shows the name and size of a circle, and at most `most` of its captures, the most central
  /// first.
  fileprivate func show(_ circle: Circle, in catalog: Catalog, most: Int) {
    let name = console.styled(TerminalText.escaped(circle.name), .bold)
    console.line("\(name)  \(circle.entries.count.of("capture"))")
    for row in circle.entries.prefix(most).compactMap({ catalog.row($0) }) {
      console.line(
        heading(row.title, row.path, indent: 4))
    }
  }

  fileprivate func sayCounts(_ shown: Int, of total: Int, alone: Int) {
    if total == 0 { return say("There are no circles.") }
    sayShown(shown, of: total)
    if alone > 0 { say("\(alone.of("capture")) \(alone == 1 ? "is" : "are") not in a circle.") }
  }
}
