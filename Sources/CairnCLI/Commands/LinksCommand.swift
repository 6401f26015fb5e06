import ArgumentParser
import CairnCapture
import CairnDigest
import CairnDocument
import CairnJSON
import CairnMarkup
import CairnNotebook
import CairnTerminal
import CairnText
import CairnWork

struct LinksCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "links",
    abstract: "Show the links in a capture, and where they lead.",
    discussion: """
      A link that leads nowhere is marked. `cairn list linked-by:CAPTURE` lists the captures.

      EXAMPLES
        cairn links k7x2
        cairn links briefings/2026-11-21.md --json
      """)

  @Argument(help: ArgumentHelp("The capture: id, path or title.", valueName: "capture"))
  var capture: String

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let found = try session.work.links(in: capture)
    guard !found.edges.isEmpty || common.json else {
      throw Failure(
        "nothing-found", "there is no link in `\(found.capture.path)`", status: .nothingFound)
    }
    try session.show(found) { edge in
      switch edge.resolution {
      case .found(let path): path.description
      case .ambiguous(let paths):
        paths.map(\.description).joined(separator: ", or ")
      case .external: ""
      case .dead: "leads nowhere"
      }
    }
  }
}

struct BacklinksCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "backlinks",
    abstract: "Show the links that lead to a capture.",
    discussion: """
      `cairn list link:CAPTURE` lists the captures.

      EXAMPLES
        cairn backlinks sarah
        cairn backlinks work/acme/invoice.md --json
      """)

  @Argument(help: ArgumentHelp("The capture: id, path or title.", valueName: "capture"))
  var capture: String

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let found = try session.work.backlinks(to: capture)
    guard !found.edges.isEmpty || common.json else {
      throw Failure(
        "nothing-found", "nothing links to `\(found.capture.path)`", status: .nothingFound)
    }
    try session.show(found) { edge in
      guard case .ambiguous(let paths) = edge.resolution else { return "" }
      let others = paths.filter { $0 != found.capture.path }
      return "or to \(others.map(\.description).joined(separator: ", or "))"
    }
  }
}

extension Session {
  /// Links, each with its place, what is written there, and what `note` says of it.
  ///
  /// Ends the command with the code 1 where there are none.
  fileprivate func show(
    _ found: LinksResult, _ note: (LinkEdge) -> String
  ) throws {
    let edges = found.edges
    if options.json {
      let links = zip(edges, found.places).map { JSONValue($0, at: $1) }
      console.line(JSONDocument.document([.init("links", .array(links))]).description)
      if edges.isEmpty { throw ExitStatus.nothingFound.code }
      return
    }
    let rows = zip(edges, found.places).map { edge, place in
      ["\(edge.source):\(place.line):\(place.column)", found.text(of: edge), note(edge)]
    }
    let table = Table(columns: [
      .init("place"), .init("link", shrinksTo: 20), .init("leads to", shrinksTo: 20),
    ])
    let width = surroundings.outputIsTerminal ? surroundings.columns : nil
    for line in table.lines(
      rows, width: width,
      style: { cell in
        switch cell.column {
        case 0: self.console.styled(cell.text, .dim)
        case 2 where cell.row.map { edges[$0].resolution == .dead } ?? false:
          self.console.styled(cell.text, .red)
        default: cell.text
        }
      })
    {
      console.line(line)
    }
  }
}

extension JSONValue {
  /// A link as docs/json.md describes it.
  fileprivate init(_ edge: LinkEdge, at place: SourceLocation) {
    let state =
      switch edge.resolution {
      case .found: "found"
      case .ambiguous: "ambiguous"
      case .external: edge.link.isExternal ? "external" : "self"
      case .dead: "dead"
      }
    var members: [JSONValue.Member] = [
      .init("source", JSONValue(bytes: edge.source.bytes)),
      .init("line", .integer(place.line)), .init("column", .integer(place.column)),
      .init("target", .string(edge.link.target)), .init("fragment", JSONValue(edge.link.fragment)),
      .init("text", .string(edge.link.text)), .init("state", .string(state)),
      .init("path", edge.resolution.path.map { JSONValue(bytes: $0.bytes) } ?? .null),
    ]
    if case .ambiguous(let paths) = edge.resolution {
      members.append(.init("candidates", .array(paths.map { JSONValue(bytes: $0.bytes) })))
    }
    self = .object(members)
  }
}
