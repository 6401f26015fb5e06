import CairnCapture
import CairnDocument
import CairnIndex
import CairnMarkup
import CairnQuery
import CairnText

@testable import CairnNotebook

/// Who links to whom in a library: every link of every capture, resolved by a table of all names.
final class LinkGraph: Sendable {
  private let library: Library
  private let names: Lazy<NameTable>
  private let tables: Lazy<Tables>

  /// The graph of a library.
  init(_ library: Library) {
    self.library = library
    let names = Lazy {
      NameTable(library.captures.map { LinkNames($0) }, attachments: library.attachments)
    }
    self.names = names
    tables = Lazy { Tables(library, names.value) }
  }
}

// MARK: - Asking

extension LinkGraph {
  /// All links of the capture at `path`, in the order of its text.
  func links(from path: NotePath) -> [LinkEdge] { tables.value.outgoing[path] ?? [] }

  /// All links that lead to the file at `path`, by source.
  func links(to path: NotePath) -> [LinkEdge] { tables.value.incoming[path] ?? [] }

  /// What `name` leads to, written as a wikilink in a capture of `folder`.
  func resolve(_ name: String, from folder: NotePath = .root) -> LinkResolution {
    names.value.wikilink(name, from: folder)
  }
}

extension LinkGraph: LinkFacts {
  /// The captures with a link to what `name` leads to, or with a dead link of that name.
  func captures(linkingTo name: String) -> Set<NotePath> {
    guard let path = resolve(name).path else {
      let folded = FoldedText(name).text
      let dead = tables.value.outgoing.values.joined().filter {
        $0.resolution == .dead && FoldedText($0.link.target).text == folded
      }
      return Set(dead.map(\.source))
    }
    return Set(links(to: path).map(\.source))
  }

  /// The captures that the one which `name` leads to has links to.
  func captures(linkedBy name: String) -> Set<NotePath> {
    guard let path = resolve(name).path else { return [] }
    return Set(links(from: path).compactMap(\.resolution.path))
  }

  /// Whether no other capture links to the one at `path`, but for briefings.
  func isOrphan(_ path: NotePath) -> Bool {
    links(to: path).allSatisfy { $0.source == path || tables.value.briefings.contains($0.source) }
  }
}

// MARK: - Tables

extension LinkGraph {
  /// The links of a whole library, in both directions.
  fileprivate struct Tables: Sendable {
    var outgoing: [NotePath: [LinkEdge]] = [:]
    var incoming: [NotePath: [LinkEdge]] = [:]
    var briefings: Set<NotePath> = []

    init(_ library: Library, _ names: NameTable) {
      for capture in library.captures {
        let edges = capture.links(in: capture.bodyText).map { link in
          LinkEdge(
            source: capture.path, link: link,
            resolution: names.resolve(link, in: capture))
        }
        outgoing[capture.path] = edges
        if capture.isBriefing { briefings.insert(capture.path) }
        for edge in edges {
          if let target = edge.resolution.path { incoming[target, default: []].append(edge) }
        }
      }
    }
  }
}
