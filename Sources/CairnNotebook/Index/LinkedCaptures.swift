import CairnCapture
import CairnIndex
import CairnMarkup
import CairnQuery
import CairnText

/// Finds all captures that another one links to, or how many link to each, by the keys of links and
/// names alone.
///
/// A key of 64 bits stands for a text: see ``LinkKey``. Only the captures are read whose links have
/// to be read to know where they lead: those that spell paths oddly, and those that name a path
/// which several files have but for case and accents.
struct LinkedCaptures {
  private let names: IndexedNames
  private let notebook: Notebook
  /// Those that another one links to, each with those others where they are counted.
  private var linked: [Snapshot.Entry: Set<Snapshot.Entry>] = [:]
  private let isCounting: Bool
  /// Captures whose links only their files tell.
  private var doubtful: Set<Snapshot.Entry> = []
  /// Captures whose links do not count.
  private let others: Set<Snapshot.Entry>
  /// The places of changed captures by the hashes of their names.
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

  /// The paths of all captures with a link in another one that is no briefing.
  static func paths(
    in names: IndexedNames, of notebook: Notebook
  ) throws(IndexDamage) -> Set<NotePath> {
    let linked = try find(
      in: names, of: notebook, isCounting: false, leavingOut: names.snapshot.briefings())
    return Set(linked.keys.map { names.snapshot.path($0) })
  }

  /// How many captures, but for those that are left out, link to each that another one links to.
  static func counts(
    in names: IndexedNames, of notebook: Notebook, leavingOut others: Set<Snapshot.Entry>
  ) throws(IndexDamage) -> [Snapshot.Entry: Int] {
    try find(in: names, of: notebook, isCounting: true, leavingOut: others).mapValues(\.count)
  }

  /// Each capture that another one links to, but for those that are left out; where they are counted,
  /// with all that do.
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
  /// Notes where the links of a layer lead.
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

  /// Notes where the wikilinks with one key lead.
  private mutating func addName(
    _ key: LinkKey, _ sources: Sources, ofLayer layer: Int
  ) throws(IndexDamage) {
    // An empty name is nobody's.
    if key == LinkKey(name: "") { return }
    let candidates = try candidates(key)
    if candidates.count == 1 {
      if !isCounting, linked[candidates[0]] != nil { return }
      // Most links name a file or a title; which of its names it is makes no difference here.
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

  /// The captures that may have a name.
  private func candidates(_ key: LinkKey) throws(IndexDamage) -> [Snapshot.Entry] {
    var found = (changed[key] ?? []).map { Snapshot.Entry.changed($0) }
    for (index, layer) in snapshot.layers.enumerated() where !layer.isSpent {
      for document in try layer.segment.documents(named: key) where layer.live.contains(document) {
        found.append(.document(layer: index, document))
      }
    }
    return found
  }

  /// Notes where Markdown links lead, by the keys of their paths.
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

// MARK: - Links by their texts

extension LinkedCaptures {
  /// Notes where the links of captures lead that have to be read.
  private mutating func addDoubtful() throws(IndexDamage) {
    let captures = snapshot.captures(Array(doubtful.subtracting(others)), of: notebook)
    let links = captures.map { $0.links(in: $0.bodyText) }
    let table = try names.table(
      for: zip(captures, links).flatMap { capture, links in
        links.map { ($0, capture.collection) }
      })
    for (capture, links) in zip(captures, links) {
      for link in links {
        guard let path = table.resolve(link, from: capture.collection).path,
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
  /// In which order a key is the key of one of the names, from 0; nil where it is of none.
  fileprivate func order(of key: LinkKey) -> Int? {
    inOrder.firstIndex { $0.contains { LinkKey(name: $0) == key } }
  }
}
