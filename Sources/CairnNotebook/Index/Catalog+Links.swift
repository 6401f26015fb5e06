public import CairnCapture
import CairnDocument
public import CairnText

extension Catalog {
  /// Returns all links of a capture with their destinations, in the order of the text. Links to
  /// attachments are resolved only if this catalog lists attachments.
  public func links(from capture: Capture) -> [LinkEdge] { links.links(from: capture) }

  /// Returns all links to the file at `path`. Reads the captures that may contain such a link.
  public func links(to path: NotePath) -> Backlinks { links.links(to: path) }

  /// Returns a diagnostic for each link that matches one of `captures` and at least one other
  /// capture.
  public func ambiguities(of captures: [Capture]) -> [Diagnostic] {
    let found = links.ambiguousLinks(to: Set(captures.map(\.path)))
    let documents = Dictionary(
      found.sources.map { ($0.path, $0.document) }, uniquingKeysWith: { first, _ in first })
    var locators: [NotePath: SourceLocator] = [:]
    return found.edges.compactMap { edge in
      documents[edge.source].flatMap { document in
        let unread = SourceLocator(document.bytes)
        return edge.ambiguity(&locators[edge.source, default: unread], in: document)
      }
    }
  }

  /// Returns a table for looking up the destinations of the links in `captures`.
  public func destinations(ofLinksIn captures: [Capture]) -> LinkDestinations {
    links.destinations(ofLinksIn: captures)
  }

  /// Returns a table for looking up the destinations of the links in any captures. Costs a pass
  /// over the names of all captures.
  public func destinations() -> LinkDestinations { links.destinations() }

  /// The links of the captures in the snapshot.
  var links: IndexedLinks { IndexedLinks(notebook, snapshot, attachments: attachments) }
}
