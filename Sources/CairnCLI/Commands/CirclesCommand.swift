import ArgumentParser
import CairnNotebook
import CairnScreens
import CairnSession
import CairnWire
import CairnWork

struct CirclesCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    name: "circles",
    abstract: "Show groups of captures that belong together.",
    discussion: """
      A circle is a group of captures that have similar text or link to each other. A circle is \
      named after a capture to which many of its captures link, or after a typical phrase in its \
      titles and tags. To make a circle yourself, set the field `circle` of some captures to the \
      name of the circle; Cairn adds similar captures. With `circle=none`, a capture stays out of \
      all circles (docs/related.md).

      EXAMPLES
        cairn circles
        cairn circles -n 5 --json
        cairn circles k7x2                     show the circle of a capture
        cairn set id:k7x2 circle=paste         put a capture into a circle
        cairn set id:k7x2 circle=none          keep a capture out of all circles
      """)

  @Argument(
    help: .init(
      "Show the circle of one capture. Pass the capture's id, path or title.",
      valueName: "capture"))
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
      session.sayCounts(
        min(limit, circles.count), of: circles.count, alone: found.alone, around: found.around)
    }
    if circles.isEmpty { throw ExitStatus.nothingFound.end }
  }
}
