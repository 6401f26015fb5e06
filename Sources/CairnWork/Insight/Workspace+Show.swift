public import CairnCapture
import CairnDocument
import CairnMarkup
public import CairnNotebook
public import CairnText

/// The links in a capture or to a capture, with their positions.
public struct LinksResult: Sendable {
  /// The named capture. It contains the links or, if ``areIncoming`` is true, is the target of the
  /// links.
  public let capture: Capture
  /// The links.
  public let edges: [LinkEdge]
  /// The position of the start of each link in its file.
  public let places: [SourceLocation]
  /// Whether the links lead to ``capture``, rather than being in it.
  public let areIncoming: Bool
  let catalog: Catalog
  private let sources: [NotePath: [UInt8]]

  fileprivate init(
    _ capture: Capture, _ edges: [LinkEdge], in captures: [Capture], _ catalog: Catalog,
    areIncoming: Bool
  ) {
    self.capture = capture
    self.areIncoming = areIncoming
    self.catalog = catalog
    self.edges = edges
    let sources = Dictionary(captures.map { ($0.path, $0.document.bytes) }) { first, _ in first }
    self.sources = sources
    var locators = sources.mapValues { SourceLocator($0) }
    places = edges.map { edge in
      locators[edge.source]?.location(of: edge.link.range.lowerBound)
        ?? SourceLocation(line: 1, column: 1)
    }
  }

  /// Returns the source text of a link.
  public func text(of edge: LinkEdge) -> String {
    String(decoding: (sources[edge.source] ?? [])[edge.link.range], as: UTF8.self)
  }
}

extension Workspace {
  /// Returns the links in the named capture.
  ///
  /// Throws a ``Refusal`` if there is not exactly one capture with this name.
  public func links(in name: String) throws -> LinksResult {
    let (capture, catalog) = try capture(named: name, attachments: true)
    return LinksResult(
      capture, catalog.links(from: capture), in: [capture], catalog, areIncoming: false)
  }

  /// Returns the links that lead to the named capture.
  ///
  /// Throws a ``Refusal`` if there is not exactly one capture with this name.
  public func backlinks(to name: String) throws -> LinksResult {
    let (capture, catalog) = try capture(named: name, attachments: true)
    let found = catalog.links(to: capture.path)
    return LinksResult(capture, found.edges, in: found.sources, catalog, areIncoming: true)
  }
}
