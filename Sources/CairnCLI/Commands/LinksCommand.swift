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
    abstract: "Show the links in a capture, and their targets.",
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
    try session.show(found, failure)
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
    try session.show(found, failure)
  }
}

extension Session {
  /// Shows links; throws `failure` if there are none.
  fileprivate func show(_ found: LinksResult, _ failure: Failure) throws {
    beginList(inJSON: found.edges.map(found.otherCapture))
    try show(.links(found), failure: found.edges.isEmpty ? failure : nil) {
      surroundings.outputIsTerminal ? showList(of: found) : showPlaces(of: found)
    }
  }

  /// Shows a table of links: the capture at the other end, the line, and the text of the link.
  private func showList(of found: LinksResult) {
    let rows = zip(found.edges, found.places).map { edge, place in
      [
        listed(found.otherCapture(of: edge)), found.title(of: edge), "line \(place.line)",
        found.text(of: edge),
      ]
    }
    showTable(
      [
        .init("id"), .init("title", shrinksTo: titleWidth), .init("line"),
        .init("link", shrinksTo: 12, isOptional: true),
      ], rows
    ) { cell in
      if cell.column != 1 { return .dim }
      return cell.row.map { found.edges[$0].resolution == .dead } ?? false ? .red : .bold
    }
  }

  /// Shows a table of links: the position, the text, and the target of each link.
  private func showPlaces(of found: LinksResult) {
    let rows = zip(found.edges, found.places).map { edge, place in
      [
        "\(edge.source):\(place.line):\(place.column)", found.text(of: edge),
        found.note(on: edge),
      ]
    }
    showTable([.init("place"), .init("link", shrinksTo: 20), .init("leads to")], rows)
  }
}
