public import CairnCapture
public import CairnIndex
public import CairnQuery
import CairnText

/// A capture related to another one, and the reasons.
public struct RelatedCapture: Sendable {
  /// The capture.
  public let entry: Snapshot.Entry
  /// The closeness of the two captures, from 0 to 1. If vectors are used, the closeness is the
  /// score of the combined rankings (``RankFusion``).
  public let closeness: Double
  /// The bonds between the two captures, beginning with the words that both contain; never empty.
  public let bonds: [Bond]
}

extension Catalog {
  /// Returns the captures most related to `capture`: captures with similar words, with a link in
  /// either direction, or with the same tag, person or circle. The closest come first; equally
  /// close captures are sorted by path. Briefings are excluded because they name unrelated
  /// captures.
  ///
  /// Reads the postings of the capture's most distinctive words, all tags, and the captures that
  /// may link to `capture`.
  ///
  /// With vectors, captures with similar vectors are related too, and the order combines the ranks
  /// by vectors with the ranks by everything else (``RankFusion``).
  ///
  /// - Parameters:
  ///   - limit: The maximum number of captures to return. `total` counts all related captures.
  ///   - vectors: The vectors of the captures; nil to use none.
  /// - Throws: `IndexDamage`, as ``select(_:in:order:limit:among:)`` does.
  public func related(
    to capture: Capture, limit: Int, vectors: CurrentVectors? = nil
  ) throws(IndexDamage) -> (captures: [RelatedCapture], total: Int) {
    let linked = linkBonds(of: capture)
    return try asking { (snapshot) throws(IndexDamage) in
      guard let entry = snapshot.entry(at: capture.path) else { return ([], 0) }
      var finder = RelatedFinder(snapshot, entry, leavingOut: try snapshot.briefings())
      for (path, bonds) in linked {
        if let other = snapshot.entry(at: path) { finder.add(bonds, to: other) }
      }
      let likenesses = try Likenesses(snapshot, wanted: entry)
      try finder.addFields(of: capture, upTo: likenesses.mostCaptures)
      let likeness = try likenesses.likeness(to: capture, at: entry)
      guard let vectors, let vector = vectors.vector(of: entry) else {
        return finder.first(limit, likeness: likeness)
      }
      return finder.first(
        limit, likeness: likeness, similar: vectors.nearest(to: vector, except: entry))
    }
  }

  /// Returns how much a capture differs from all others, from 0 to 1. Nil for a briefing, for a
  /// capture with neither a distinctive word nor a vector, and if the index is damaged.
  ///
  /// - Parameter nearestMeaning: The similarity by vectors; nil to use none.
  public func novelty(of capture: Capture, _ nearestMeaning: NearestMeaning? = nil) -> Double? {
    let found = try? asking { (snapshot) throws(IndexDamage) -> Double? in
      guard let entry = snapshot.entry(at: capture.path) else { return nil }
      return try Likenesses(snapshot).novelty(of: capture, at: entry, nearestMeaning)
    }
    return found.flatMap(\.self)
  }

  /// Returns the similarity of all captures to `capture`, based on their words. Returns nil if
  /// `capture` is not in the index, or if the index is damaged.
  public func likeness(to capture: Capture) -> Likeness? {
    let found = try? asking { (snapshot) throws(IndexDamage) -> Likeness? in
      guard let entry = snapshot.entry(at: capture.path) else { return nil }
      return try Likenesses(snapshot, wanted: entry).likeness(to: capture, at: entry)
    }
    return found.flatMap(\.self)
  }

  /// Returns the bonds that links form between `capture` and other captures, in either direction.
  /// The bonds are keyed by the path of the other capture.
  private func linkBonds(of capture: Capture) -> [NotePath: [Bond]] {
    var bonds: [NotePath: [Bond]] = [:]
    for path in Set(links(from: capture).compactMap(\.resolution.path)) {
      bonds[path, default: []].append(.link)
    }
    for source in links(to: capture.path).sources {
      bonds[source.path, default: []].append(.backlink)
    }
    return bonds
  }
}

extension Catalog {
  /// The minimum closeness of a related capture. Sharing a single word with a long
  /// text is not enough to reach it.
  public static let leastCloseness = 0.05
}

/// A collector of the bonds between one capture of a snapshot and the others.
private struct RelatedFinder {
  private let snapshot: Snapshot
  private let entry: Snapshot.Entry
  private let others: Set<Snapshot.Entry>
  private var bonds: [Snapshot.Entry: [Bond]] = [:]

  private static let least = Catalog.leastCloseness

  init(_ snapshot: Snapshot, _ entry: Snapshot.Entry, leavingOut others: Set<Snapshot.Entry>) {
    self.snapshot = snapshot
    self.entry = entry
    self.others = others.subtracting([entry])
  }

  mutating func add(_ found: [Bond], to other: Snapshot.Entry) {
    if other != entry, !others.contains(other) { bonds[other, default: []] += found }
  }

  /// Returns at most `limit` captures, ordered by the closeness of all their bonds, the closest
  /// first. `total` is the number of all captures whose closeness is at least the minimum.
  func first(
    _ limit: Int, likeness: Likeness
  ) -> (captures: [RelatedCapture], total: Int) {
    let found = found(likeness)
    let captures = snapshot.first(limit, of: found).map { other, closeness in
      related(other, closeness, likeness)
    }
    return (captures, found.count)
  }

  /// Returns at most `limit` captures, ordered by bonds and vectors combined, the closest first.
  /// `total` counts all captures that are close in either way.
  func first(
    _ limit: Int, likeness: Likeness, similar: [CurrentVectors.Near]
  ) -> (captures: [RelatedCapture], total: Int) {
    let found = found(likeness)
    let similar = similar.filter { !others.contains($0.entry) }
    let similarities = Dictionary(
      similar.map { ($0.entry, $0.similarity) }, uniquingKeysWith: { first, _ in first })
    let most = max(limit, Self.mostFused)
    let fused = RankFusion.fused([
      snapshot.first(most, of: found).map { ($0, RankFusion.weight($1)) },
      similar.prefix(most).map { ($0.entry, 1) },
    ])
    let captures = fused.prefix(limit).map { other, score in
      related(other, score, likeness, similarities[other])
    }
    return (captures, Set(found.map(\.entry)).union(similarities.keys).count)
  }

  /// The maximum number of captures that each ranking contributes to the combined order, unless
  /// more captures are requested.
  private static let mostFused = 500

  /// Returns a related capture with its bonds.
  private func related(
    _ other: Snapshot.Entry, _ closeness: Double, _ likeness: Likeness, _ similarity: Double? = nil
  ) -> RelatedCapture {
    let words = likeness.words(in: other)
    let said = words.isEmpty ? [] : [Bond.words(words, share: likeness.share(of: other))]
    let vectors = similarity.map { [Bond.vectors($0)] } ?? []
    return RelatedCapture(
      entry: other, closeness: closeness, bonds: said + (bonds[other] ?? []) + vectors)
  }

  /// Returns the captures whose closeness is at least the minimum.
  private func found(_ likeness: Likeness) -> [(entry: Snapshot.Entry, value: Double)] {
    var found: [(entry: Snapshot.Entry, value: Double)] = []
    likeness.forEach { other, share in
      let others = bonds[other] ?? []
      found.append((other, Bond.closeness([.words([], share: share)] + others)))
    }
    for (other, others) in bonds where likeness.share(of: other) == 0 {
      found.append((other, Bond.closeness(others)))
    }
    found.removeAll { $0.value < Self.least }
    return found
  }
}

extension Snapshot {
  /// Returns the `limit` entries with the greatest values; equal values are ordered by path.
  /// Computes no more paths than necessary.
  func first(_ limit: Int, of found: [(entry: Entry, value: Double)]) -> [(Entry, Double)] {
    var found = found
    if limit < found.count, limit > 0 {
      let last = found.map(\.value).first(limit, by: >)[limit - 1]
      found.removeAll { $0.value < last }
    }
    let ordered = found.map { (found: $0, path: path($0.entry)) }.sorted { left, right in
      let (value, other) = (left.found.value, right.found.value)
      return value == other ? left.path < right.path : value > other
    }
    return ordered.prefix(limit).map(\.found)
  }
}

// MARK: - Tags, persons, circles

extension RelatedFinder {
  /// Adds the captures that have a tag, person or circle in common with a capture. A tag, person or
  /// circle that more than `most` captures have is ignored.
  mutating func addFields(of capture: Capture, upTo most: Int) throws(IndexDamage) {
    let captures = snapshot.count - others.count
    func keyed(_ names: [String]) -> [String: String] {
      Dictionary(names.map { ($0.folded, $0) }) { first, _ in first }
    }
    try addShared(
      keyed(capture.tags), upTo: most,
      named: { (segment) throws(IndexDamage) in try segment.tagNames() },
      of: { $0.tags }, as: { .tag($0, frequency: $1, of: captures) })
    for (key, isPerson) in [("person", true), ("circle", false)] {
      try addShared(
        keyed(capture.names(in: key).filter { isPerson || !Circle.isNone($0) }), upTo: most,
        named: { (segment) throws(IndexDamage) in try segment.names(inField: key) },
        of: { $0.names(in: key) },
        as: { isPerson ? .person($0, frequency: $1, of: captures) : .circle($0) })
    }
  }

  /// Adds a bond to each capture that has one of the names in `wanted`, a dictionary keyed by
  /// folded name. Ignores names that more than `most` captures have.
  ///
  /// - `named` returns a segment's column, and the names in each value of the column.
  /// - `changed` returns the names of a capture that is in no segment.
  /// - `bond` makes a bond from a name and the number of captures with this name.
  private mutating func addShared(
    _ wanted: [String: String], upTo most: Int,
    named: (Segment) throws(IndexDamage) -> (column: Column, names: [[String]])?,
    of changed: (Capture) -> [String], as bond: (String, Int) -> Bond
  ) throws(IndexDamage) {
    guard !wanted.isEmpty else { return }
    var sharing: [String: Set<Snapshot.Entry>] = [:]
    for (index, layer) in snapshot.layers.enumerated() where !layer.isSpent {
      guard let (column, names) = try named(layer.segment) else { continue }
      let hits = names.map { $0.map(\.folded).filter { wanted[$0] != nil } }
      guard hits.contains(where: { !$0.isEmpty }) else { continue }
      try column.forEachCell { document, value in
        guard layer.live.contains(document) else { return }
        for name in hits[value] {
          sharing[name, default: []].insert(.document(layer: index, document))
        }
      }
    }
    for (place, capture) in snapshot.changed.enumerated() {
      for name in changed(capture).map(\.folded) where wanted[name] != nil {
        sharing[name, default: []].insert(.changed(place))
      }
    }
    for (name, all) in sharing.sorted(by: { $0.key < $1.key }) {
      let entries = all.subtracting(others)
      if entries.count > most { continue }
      for other in entries { add([bond(wanted[name] ?? name, entries.count)], to: other) }
    }
  }
}

extension Segment {
  /// Returns the column of tags. For each value of the column, `names` contains the tags in that
  /// value. Nil if no document has tags.
  fileprivate func tagNames() throws(IndexDamage) -> (column: Column, names: [[String]])? {
    guard let column = try tags() else { return nil }
    var names: [[String]] = []
    for number in 0..<column.valueCount { names.append([try column.text(number)]) }
    return (column, names)
  }
}
