public import CairnCapture
import CairnFiles
import CairnIndex
import CairnMarkup
import CairnQuery
import CairnText

/// The links between the captures of a snapshot.
///
/// To find the links to a capture, the methods read only the captures that may contain such a link
/// according to the index. If the index is damaged, they read all captures. Tests compare the
/// results with `LinkGraph`, which always reads all captures.
struct IndexedLinks: Sendable {
  private let notebook: Notebook
  private let names: IndexedNames
  private let linked: Lazy<Set<NotePath>>
  /// All captures, for use if the index is damaged.
  private let all: Lazy<[Capture]>

  private var snapshot: Snapshot { names.snapshot }

  init(_ notebook: Notebook, _ snapshot: Snapshot, attachments: [NotePath] = []) {
    self.notebook = notebook
    let names = IndexedNames(snapshot: snapshot, attachments: attachments)
    self.names = names
    let all = Lazy {
      // Remove the damaged index, so that the next command rebuilds it.
      var cache = IndexCache(notebook.cache)
      cache.clear()
      let paths = notebook.store.scan().files.map(\.path).filter { path in
        // Skip the captures that the audience does not see. The snapshot lacks them.
        !CollectionPage.isPage(path)
          && (notebook.audience == nil || snapshot.entry(at: path) != nil)
      }
      return notebook.captures(at: paths).captures
    }
    self.all = all
    linked = Lazy {
      do throws(IndexDamage) {
        return try LinkedCaptures.paths(in: names, of: notebook)
      } catch {
        let table = NameTable(all.value.map { LinkNames($0) }, attachments: attachments)
        return Set(
          all.value.lazy.filter { !$0.isBriefing }.flatMap { capture in
            capture.links(in: capture.bodyText).compactMap { link in
              table.resolve(link, in: capture).path
            }.filter { $0 != capture.path }
          })
      }
    }
  }

  /// A table of the names of all captures, read from their files.
  private var readNames: NameTable {
    NameTable(all.value.map { LinkNames($0) }, attachments: names.attachments)
  }
}

extension IndexedLinks {
  /// Returns, for each linked capture, the number of captures that link to it. Links from `others`
  /// are ignored.
  func counts(
    leavingOut others: Set<Snapshot.Entry>
  ) throws(IndexDamage) -> [Snapshot.Entry: Int] {
    try LinkedCaptures.counts(in: names, of: notebook, leavingOut: others)
  }
}

/// The links to one file.
public struct Backlinks: Sendable {
  /// The links, sorted by the path of the capture that contains them.
  public let edges: [LinkEdge]
  /// The captures that contain these links, as they were read.
  public let sources: [Capture]
}

// MARK: - One file's links

extension IndexedLinks {
  /// Returns all links of a capture with their destinations, in the order of the text.
  func links(from capture: Capture) -> [LinkEdge] {
    let links = capture.links(in: capture.bodyText)
    let table = table(for: links.map { ($0, capture.collection) })
    return links.map { link in
      LinkEdge(
        source: capture.path, link: link, resolution: table.resolve(link, in: capture))
    }
  }

  /// Returns a table for looking up the destinations of the links in `captures`. Parses their
  /// bodies on several threads.
  func destinations(ofLinksIn captures: [Capture]) -> LinkDestinations {
    let links = Parallel.map(captures.chunked(into: 32)) { part in
      part.flatMap { capture in
        capture.links(in: capture.bodyText).map { (link: $0, folder: capture.collection) }
      }
    }
    return LinkDestinations(names: table(for: links.flatMap(\.self)))
  }

  /// Returns a table for looking up the destinations of the links in any captures. Costs a pass
  /// over the names of all captures.
  func destinations() -> LinkDestinations {
    LinkDestinations(names: (try? names.table()) ?? readNames)
  }

  /// Returns all links to the file at `path`.
  func links(to path: NotePath) -> Backlinks {
    guard let keys = try? names.keys(leadingTo: path) else {
      return backlinks(captures(allOr: nil)) { _, _ in
        true
      } leadingTo: {
        $0.path == path
      }
    }
    let sources = captures(
      allOr: try? snapshot.entries { (segment) throws(IndexDamage) in
        try segment.documents(linkingBy: keys) | segment.documentsWithOddPaths
      })
    return backlinks(sources) { link, folder in
      link.isOddPath || LinkKey(link, from: folder).map { keys.contains($0) } == true
    } leadingTo: {
      $0.path == path
    }
  }

  /// Returns the links that match a file in `paths` and at least one other file. Links in the
  /// captures at `paths` are excluded.
  func ambiguousLinks(to paths: Set<NotePath>) -> Backlinks {
    var keys: Set<LinkKey>? = []
    for path in paths { keys = (try? names.keys(leadingTo: path)).flatMap { keys?.union($0) } }
    let sources = captures(
      allOr: try? keys.map { keys in
        try snapshot.entries { (segment) throws(IndexDamage) in
          try segment.documents(linkingBy: keys) | segment.documentsWithOddPaths
        }
      })
    return backlinks(sources.filter { !paths.contains($0.path) }) { link, _ in
      link.isWikilink
    } leadingTo: {
      if case .ambiguous(let all) = $0 { !paths.isDisjoint(with: all) } else { false }
    }
  }

  /// Returns the captures that may mention one of `files`. For the file `work/pics/a.png`, these
  /// are the captures with a link to this path, to a suffix of the path such as `pics/a.png`, or to
  /// `a.png` in one of `folders`. Also returns all captures with a field for pictures or files.
  func captures(thatMayName files: Set<NotePath>, in folders: [NotePath]) -> [Capture] {
    var keys: Set<LinkKey> = []
    for path in files {
      let places = folders.map { $0.appending(listed: path.nameBytes) } + [path]
      keys.formUnion(places.flatMap { LinkKey.leading(to: $0).map(\.key) })
      var end = path.components[...]
      while !end.isEmpty {
        let name = String(decoding: Array(end.joined(separator: "/".utf8)), as: UTF8.self)
        keys.insert(LinkKey(name: name))
        end = end.dropFirst()
      }
    }
    return captures(
      allOr: try? snapshot.entries { (segment) throws(IndexDamage) in
        try segment.documents(linkingBy: keys) | segment.documentsWithOddPaths
          | segment.documentsNamingMedia()
      })
  }

  /// Returns the links in `sources` for which both callbacks return true. `isInQuestion` receives
  /// the link and the folder of its capture; `isWanted` receives the link's destination.
  private func backlinks(
    _ sources: [Capture], _ isInQuestion: (Markup.Link, NotePath) -> Bool,
    leadingTo isWanted: (LinkResolution) -> Bool
  ) -> Backlinks {
    let links = sources.map { source in
      source.links(in: source.bodyText).filter { isInQuestion($0, source.collection) }
    }
    let table = table(
      for: zip(sources, links).flatMap { source, links in
        links.map { ($0, source.collection) }
      })
    var edges: [LinkEdge] = []
    var linking: [Capture] = []
    for (source, links) in zip(sources, links) {
      let found = links.compactMap { link -> LinkEdge? in
        let resolution = table.resolve(link, in: source)
        guard isWanted(resolution) else { return nil }
        return LinkEdge(source: source.path, link: link, resolution: resolution)
      }
      edges += found
      if !found.isEmpty { linking.append(source) }
    }
    return Backlinks(edges: edges, sources: linking)
  }

  /// Reads the captures `entries`, or all captures if `entries` is nil, and returns them sorted by
  /// path.
  private func captures(allOr entries: Set<Snapshot.Entry>?) -> [Capture] {
    guard let entries else { return all.value }
    return snapshot.captures(snapshot.byPath(entries), of: notebook)
  }

  /// Returns a table that resolves `links` and `names`. Each link is given with the folder of its
  /// capture.
  func table(
    for links: [(link: Markup.Link, folder: NotePath)], names: [String] = []
  ) -> NameTable {
    (try? self.names.table(for: links, names: names)) ?? readNames
  }
}

// MARK: - Queries

extension IndexedLinks: LinkFacts {
  func captures(linkingTo name: String) -> Set<NotePath> {
    if let path = table(for: [], names: [name]).wikilink(name, from: .root).path {
      return Set(links(to: path).sources.map(\.path))
    }
    let key = LinkKey(name: name)
    let sources = captures(
      allOr: try? snapshot.entries { (segment) throws(IndexDamage) in
        var documents = try segment.documents(linkingBy: [key])
        for document in try segment.documents(withTarget: name) { documents.insert(document) }
        return documents
      })
    let folded = FoldedText(name).text
    let found = backlinks(sources) { link, _ in
      !link.target.isEmpty && FoldedText(link.target).text == folded
    } leadingTo: {
      $0 == .dead
    }
    return Set(found.sources.map(\.path))
  }

  func captures(linkedBy name: String) -> Set<NotePath> {
    guard let path = table(for: [], names: [name]).wikilink(name, from: .root).path,
      let entry = snapshot.entry(at: path),
      let capture = snapshot.captures([entry], of: notebook).first
    else { return [] }
    return Set(links(from: capture).compactMap(\.resolution.path))
  }

  func isOrphan(_ path: NotePath) -> Bool { !linked.value.contains(path) }
}
