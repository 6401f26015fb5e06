import CairnCapture
import CairnIndex
import CairnQuery
import CairnText

/// Finds the captures that have backlinks and, if requested, counts the backlinks. Usually reads
/// only the keys of links and names.
///
/// A 64-bit key represents the text of each link and name: see ``LinkKey``. Some links cannot be
/// resolved by key, so the captures that contain them are read. Examples are links that spell a
/// path in an unusual way, and links whose path matches several files that differ only in case or
/// accents.
struct LinkedCaptures {
  private let names: IndexedNames
  private let notebook: Notebook
  /// For each linked capture, the captures that link to it. If ``isCounting`` is false, some of
  /// these may be missing.
  private var linked: [Snapshot.Entry: Set<Snapshot.Entry>] = [:]
  private let isCounting: Bool
  /// Captures whose links must be read from their files.
  private var doubtful: Set<Snapshot.Entry> = []
  /// Captures whose links are ignored.
  private let others: Set<Snapshot.Entry>
  /// Maps the link key of a name to the captures with that name, as indices in `snapshot.changed`.
  /// These captures are in no segment of the index.
  private var changed: [LinkKey: [Int]] = [:]

  private var snapshot: Snapshot { names.snapshot }

  private typealias Sources = ArraySlice<Int>

  private init(
    _ names: IndexedNames, _ notebook: Notebook, isCounting: Bool,
    leavingOut others: Set<Snapshot.Entry>
  ) {
    self.names = names
    self.others = others
    self.isCounting = isCounting
    self.notebook = notebook
    for (place, capture) in names.snapshot.changed.enumerated() {
      let keys = Set(LinkNames(capture).inOrder.joined().map { LinkKey(name: $0) })
      for key in keys { changed[key, default: []].append(place) }
      doubtful.insert(.changed(place))
    }
  }

  /// Returns the paths of all captures to which another capture links. Links in briefings are
  /// ignored.
  static func paths(
    in names: IndexedNames, of notebook: Notebook
  ) throws(IndexDamage) -> Set<NotePath> {
    let linked = try find(
      in: names, of: notebook, isCounting: false, leavingOut: names.snapshot.briefings())
    return Set(linked.keys.map { names.snapshot.path($0) })
  }

  /// Returns, for each linked capture, the number of captures that link to it. Links from `others`
  /// are ignored.
  static func counts(
    in names: IndexedNames, of notebook: Notebook, leavingOut others: Set<Snapshot.Entry>
  ) throws(IndexDamage) -> [Snapshot.Entry: Int] {
    try find(in: names, of: notebook, isCounting: true, leavingOut: others).mapValues(\.count)
  }

  /// Returns, for each linked capture, the captures that link to it: all of these if `isCounting`
  /// is true, otherwise at least one. Links in `others` are ignored.
  static func find(
    in names: IndexedNames, of notebook: Notebook, isCounting: Bool,
    leavingOut others: Set<Snapshot.Entry> = []
  ) throws(IndexDamage) -> [Snapshot.Entry: Set<Snapshot.Entry>] {
    var finder = LinkedCaptures(names, notebook, isCounting: isCounting, leavingOut: others)
    for (index, layer) in names.snapshot.layers.enumerated() where !layer.isSpent {
      try finder.addLinks(ofLayer: index)
    }
    try finder.addDoubtful()
    return finder.linked
  }
}

// MARK: - Links by their keys

extension LinkedCaptures {
  /// Adds those links of a layer that can be resolved by key. Captures with other links are added
  /// to ``doubtful``.
  private mutating func addLinks(ofLayer index: Int) throws(IndexDamage) {
    let layer = snapshot.layers[index]
    let odd = layer.segment.documentsWithOddPaths & layer.live
    odd.forEach { doubtful.insert(.document(layer: index, $0)) }
    let wanted = layer.live - odd
    var keys: [(key: LinkKey, start: Int)] = []
    var sources: [Int] = []
    try layer.segment.forEachLink { key, document in
      guard wanted.contains(document) else { return }
      if keys.last?.key != key { keys.append((key, sources.count)) }
      sources.append(document)
    }
    var paths: [LinkKey: Sources] = [:]
    for (place, entry) in keys.enumerated() {
      let end = place + 1 < keys.count ? keys[place + 1].start : sources.count
      let sources = sources[entry.start..<end]
      if entry.key.isPath {
        paths[entry.key] = sources
      } else {
        try addName(entry.key, sources, ofLayer: index)
      }
    }
    addPaths(paths, ofLayer: index)
  }

  /// Adds the wikilinks with the key `key` in the documents `sources`. The sources are in the layer
  /// with the index `layer`.
  private mutating func addName(
    _ key: LinkKey, _ sources: Sources, ofLayer layer: Int
  ) throws(IndexDamage) {
    // No capture has an empty name.
    if key == LinkKey(name: "") { return }
    let candidates = try candidates(key)
    if candidates.count > 1 {
      // If the title of a source is the link itself, the title does not count as a name for the
      // link. Read the sources for which this may be true.
      let all = Set(candidates)
      doubtful.formUnion(
        sources.lazy.map { .document(layer: layer, $0) }.filter { all.contains($0) })
    }
    if candidates.count == 1 {
      if !isCounting, linked[candidates[0]] != nil { return }
      // Most links contain a file name or a title. With a single candidate, the kind of name makes
      // no difference.
      if try names.isCalled(key, candidates[0]) {
        addLink(to: candidates[0], sources, layer)
        return
      }
    }
    var found: [Snapshot.Entry] = []
    var least = Int.max
    for entry in candidates {
      guard let order = try names.names(of: entry).order(of: key), order <= least else { continue }
      if order < least { found.removeAll() }
      least = order
      found.append(entry)
    }
    guard found.count > 1 else {
      if let entry = found.first { addLink(to: entry, sources, layer) }
      return
    }
    if least == 0 {
      for source in sources { doubtful.insert(.document(layer: layer, source)) }
      return
    }
    let places = found.map { (entry: $0, path: snapshot.path($0)) }.sorted { $0.path < $1.path }
    for source in sources {
      let folder = snapshot.layers[layer].segment.path(source).parent
      let near = places.first { $0.path.parent == folder } ?? places[0]
      addLink(to: near.entry, [source], layer)
    }
  }

  /// Returns the captures that may have a name with this key.
  private func candidates(_ key: LinkKey) throws(IndexDamage) -> [Snapshot.Entry] {
    var found = (changed[key] ?? []).map { Snapshot.Entry.changed($0) }
    for (index, layer) in snapshot.layers.enumerated() where !layer.isSpent {
      for document in try layer.segment.documents(named: key) where layer.live.contains(document) {
        found.append(.document(layer: index, document))
      }
    }
    return found
  }

  /// Adds Markdown links. `paths` contains the documents with these links; the keys stand for the
  /// paths in the links. The documents are in the layer with the index `layer`.
  private mutating func addPaths(_ paths: [LinkKey: Sources], ofLayer layer: Int) {
    guard !paths.isEmpty else { return }
    var best: [LinkKey: (rank: Int, entry: Snapshot.Entry)] = [:]
    for entry in snapshot.entries {
      for (key, rank) in LinkKey.leading(to: snapshot.path(entry)) where paths[key] != nil {
        if let known = best[key], known.rank < rank { continue }
        best[key] = (rank, entry)
      }
    }
    for (key, target) in best { addLink(to: target.entry, paths[key] ?? [], layer) }
  }

  private mutating func addLink(
    to entry: Snapshot.Entry, _ sources: some Sequence<Int>, _ layer: Int
  ) {
    for document in sources {
      let source = Snapshot.Entry.document(layer: layer, document)
      if source == entry || others.contains(source) { continue }
      linked[entry, default: []].insert(source)
      if !isCounting { return }
    }
  }
}

// MARK: - Links by their text

extension LinkedCaptures {
  /// Adds the links of the ``doubtful`` captures, read from their files.
  private mutating func addDoubtful() throws(IndexDamage) {
    let captures = snapshot.captures(Array(doubtful.subtracting(others)), of: notebook)
    let links = captures.map { $0.links(in: $0.bodyText) }
    let table = try names.table(
      for: zip(captures, links).flatMap { capture, links in
        links.map { ($0, capture.collection) }
      })
    for (capture, links) in zip(captures, links) {
      for link in links {
        guard let path = table.resolve(link, in: capture).path,
          path != capture.path, let entry = snapshot.entry(at: path)
        else { continue }
        if let source = snapshot.entry(at: capture.path) {
          linked[entry, default: []].insert(source)
        }
      }
    }
  }
}

extension LinkNames {
  /// Returns the index in `inOrder` of the first group that contains a name with this key; nil if
  /// there is none.
  fileprivate func order(of key: LinkKey) -> Int? {
    inOrder.firstIndex { $0.contains { LinkKey(name: $0) == key } }
  }
}
