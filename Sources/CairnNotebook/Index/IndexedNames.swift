package import CairnCapture
package import CairnIndex
import CairnMarkup
import CairnText

/// The names in a snapshot by which links refer to captures. The ``NameTable`` from
/// ``table(for:names:)`` contains only the captures to which the given links may lead. It resolves
/// these links just as a table of all captures would.
struct IndexedNames: Sendable {
  let snapshot: Snapshot
  /// The files that are not captures, sorted by path. Links may lead to these files.
  let attachments: [NotePath]

  /// Returns a table that resolves `links` and `names`. Each link is given with the folder of its
  /// capture.
  func table(
    for links: some Sequence<(link: Markup.Link, folder: NotePath)>, names: [String] = []
  ) throws(IndexDamage) -> NameTable {
    var keys = Set(names.map { LinkKey(name: $0) })
    var paths = Set(names.compactMap { NotePath($0) })
    for (link, folder) in links {
      guard let key = LinkKey(link, from: folder) else { continue }
      if !key.isPath {
        keys.insert(key)
        if link.isOddPath, let path = NotePath(link.target) { paths.insert(path) }
      } else if let path = NotePath.resolving(link.target, from: folder) {
        paths.insert(path)
      }
    }
    // A path may lack its extension, so several files can match. Only the first one that exists
    // counts.
    var entries = Set(paths.compactMap { $0.firstOfEndings(snapshot.entry(at:)) })
    for (index, layer) in snapshot.layers.enumerated() where !layer.isSpent {
      for key in keys {
        for document in try layer.segment.documents(named: key)
        where layer.live.contains(document) {
          entries.insert(.document(layer: index, document))
        }
      }
    }
    // Changed captures are few, so include all of them.
    entries.formUnion(snapshot.changed.indices.map { .changed($0) })
    return try table(of: entries)
  }

  /// Returns the table of all captures. Reads the names of each capture in the index.
  func table() throws(IndexDamage) -> NameTable { try table(of: Set(snapshot.entries)) }

  private func table(of entries: Set<Snapshot.Entry>) throws(IndexDamage) -> NameTable {
    NameTable(try names(of: entries), attachments: attachments)
  }

  /// Returns the names of captures, sorted by the captures' paths.
  func names(of entries: Set<Snapshot.Entry>) throws(IndexDamage) -> [LinkNames] {
    var found: [LinkNames] = []
    for entry in snapshot.byPath(entries) { found.append(try names(of: entry)) }
    return found
  }

  /// Returns the names of a capture.
  func names(of entry: Snapshot.Entry) throws(IndexDamage) -> LinkNames {
    switch entry {
    case .changed(let place): LinkNames(snapshot.changed[place])
    case .document(let layer, let document):
      try LinkNames(document, of: snapshot.layers[layer].segment)
    }
  }

  /// Returns whether `key` is the key of a capture's file name or title according to the index.
  /// Returns false for a capture that the index does not contain yet.
  func isCalled(_ key: LinkKey, _ entry: Snapshot.Entry) throws(IndexDamage) -> Bool {
    guard case .document(let layer, let document) = entry else { return false }
    let segment = snapshot.layers[layer].segment
    if LinkKey(name: NotePath(listed: segment.nameBytes(document)).stem) == key { return true }
    guard let titles = try segment.titles(), let number = try titles.values(of: document).first
    else { return false }
    return LinkKey(name: try titles.text(number)) == key
  }

  /// Returns the keys that a link to the file at `path` can have.
  func keys(leadingTo path: NotePath) throws(IndexDamage) -> Set<LinkKey> {
    var keys = Set(LinkKey.leading(to: path).map(\.key))
    if let entry = snapshot.entry(at: path) {
      for name in try names(of: entry).inOrder.joined() { keys.insert(LinkKey(name: name)) }
    } else {
      keys.insert(LinkKey(name: path.description))
      keys.insert(LinkKey(name: path.name))
    }
    return keys
  }
}

extension LinkNames {
  /// Creates the names of a document in a segment.
  fileprivate init(_ document: Int, of segment: Segment) throws(IndexDamage) {
    guard let title = try segment.titles()?.texts(of: document).first else {
      throw IndexDamage("a capture has no title")
    }
    self.init(
      path: segment.path(document), id: try segment.ids()?.texts(of: document).first,
      title: title, aliases: try segment.aliases()?.texts(of: document) ?? [])
  }
}

extension Snapshot {
  /// Returns the current captures that `body` finds in the segments, and all captures that are in
  /// no segment.
  func entries(
    _ body: (Segment) throws(IndexDamage) -> DocumentSet
  ) throws(IndexDamage) -> Set<Entry> {
    var entries = Set(changed.indices.map { Entry.changed($0) })
    for (index, layer) in layers.enumerated() where !layer.isSpent {
      (try body(layer.segment) & layer.live).forEach {
        entries.insert(.document(layer: index, $0))
      }
    }
    return entries
  }

  /// Returns the captures sorted by path.
  func byPath(_ entries: Set<Entry>) -> [Entry] {
    entries.map { (entry: $0, path: path($0)) }.sorted { $0.path < $1.path }.map(\.entry)
  }

  /// Returns captures in the order of `entries`, read from their files if necessary, without those
  /// that no longer exist. Reads files on several threads.
  func captures(_ entries: [Entry], of notebook: Notebook) -> [Capture] {
    presentCaptures(entries, of: notebook).compactMap(\.self)
  }

  /// Returns captures in the order of `entries`, with nil for each that no longer exists. Reads
  /// files on several threads.
  package func presentCaptures(_ entries: [Entry], of notebook: Notebook) -> [Capture?] {
    Parallel.map(entries.chunked(into: 128)) { chunk in
      chunk.map { entry -> Capture? in
        if case .changed(let place) = entry { return changed[place] }
        return try? notebook.capture(at: path(entry))
      }
    }.flatMap(\.self)
  }
}

extension Segment {
  /// Returns the documents that have a field for pictures or files.
  func documentsNamingMedia() throws(IndexDamage) -> DocumentSet {
    var documents = DocumentSet(capacity: count)
    for key in Capture.mediaKeys {
      if let column = try field(key.folded) { documents = try documents | column.documents() }
    }
    return documents
  }
}
