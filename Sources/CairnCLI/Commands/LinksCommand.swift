import ArgumentParser
import CairnCapture
import CairnConsole
import CairnNotebook
import CairnTerminal
import CairnText
import CairnWire
import CairnWork

struct LinksCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "links",
    abstract: "Show the links in a capture, and where they go.",
    discussion: """
      Dead links are marked. `cairn list linked-by:CAPTURE` lists the captures that a capture \
      links to.

      EXAMPLES
        cairn links k7x2
        cairn links briefings/2026-11-21.md --json
      """)

  @OptionGroup var named: CaptureArgument
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let found = try session.work.links(in: named.capture)
    let failure = Failure.nothing("`\(found.capture.path)` has no links")
    try session.show(found, failure, found.target)
  }
}

struct BacklinksCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "backlinks",
    abstract: "Show the links to a capture.",
    discussion: """
      `cairn list link:CAPTURE` lists the captures that link to a capture.

      EXAMPLES
        cairn backlinks sarah
        cairn backlinks work/acme/invoice.md --json
      """)

  @OptionGroup var named: CaptureArgument
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let found = try session.work.backlinks(to: named.capture)
    let failure = Failure.nothing("nothing links to `\(found.capture.path)`")
    try session.show(found, failure, found.others)
  }
}

extension Session {
  /// Shows each link with its position, and with the result of `note`. Throws `failure` if there
  /// are no links.
  fileprivate func show(
    _ found: LinksResult, _ failure: Failure, _ note: (LinkEdge) -> String
  ) throws {
    let edges = found.edges
    try show(.links(found), failure: edges.isEmpty ? failure : nil) {
      let rows = zip(edges, found.places).map { edge, place in
        ["\(edge.source):\(place.line):\(place.column)", found.text(of: edge), note(edge)]
      }
      showTable(
        [.init("place"), .init("link", shrinksTo: 20), .init("leads to", shrinksTo: 20)], rows
      ) { cell in
        switch cell.column {
        case 0: .dim
        case 2 where cell.row.map { edges[$0].resolution == .dead } ?? false: .red
        default: nil
        }
      }
    }
  }
}
