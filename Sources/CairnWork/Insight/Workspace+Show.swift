public import CairnCapture
import CairnDocument
import CairnMarkup
public import CairnNotebook
public import CairnText

/// Links, with their places.
public struct LinksResult {
  /// The capture that the links are in, or lead to.
  public let capture: Capture
  /// The links.
  public let edges: [LinkEdge]
  /// Where each link begins in its file.
  public let places: [SourceLocation]
  private let sources: [NotePath: [UInt8]]

  fileprivate init(_ capture: Capture, _ edges: [LinkEdge], in captures: [Capture]) {
    self.capture = capture
    self.edges = edges
    let sources = Dictionary(captures.map { ($0.path, $0.document.bytes) }) { first, _ in first }
    self.sources = sources
    var locators = sources.mapValues { SourceLocator($0) }
    places = edges.map { edge in
      locators[edge.source]?.location(of: edge.link.range.lowerBound)
        ?? SourceLocation(line: 1, column: 1)
    }
  }

  /// A link as it is written.
  public func text(of edge: LinkEdge) -> String {
    String(decoding: (sources[edge.source] ?? [])[edge.link.range], as: UTF8.self)
  }
}

extension Workspace {
  /// Finds the links in the capture of this name.
  ///
  /// Throws a ``Refusal`` if no capture has the name, or several have.
  public func links(in name: String) throws -> LinksResult {
    let (capture, catalog) = try capture(named: name, attachments: true)
    return LinksResult(capture, catalog.links(from: capture), in: [capture])
  }

  /// Finds the links that lead to the capture of this name.
  ///
  /// Throws a ``Refusal`` if no capture has the name, or several have.
  public func backlinks(to name: String) throws -> LinksResult {
    let (capture, catalog) = try capture(named: name, attachments: true)
    let found = catalog.links(to: capture.path)
    return LinksResult(capture, found.edges, in: found.sources)
  }
}
