public import CairnCapture
public import CairnIndex
public import CairnMarkup
import CairnQuery
public import CairnText

/// A name that can be written in a link to a capture.
public struct LinkName: Hashable, Sendable {
  /// The part of a capture that a name comes from.
  public enum Kind: Int, Hashable, Sendable {
    case title, alias, file
  }

  /// The name as written in the capture. File names are given without their extensions.
  public let text: String
  /// The part of the capture that the name comes from.
  public let kind: Kind
  /// The capture that has the name.
  public let entry: Snapshot.Entry
}

extension Catalog {
  /// Returns at most `limit` names that contain `text`, ignoring case and accents. Names that begin
  /// with the text come first, then names with a later word that begins with the text, then all
  /// others; in each group, shorter names come first. `isComplete` states whether the result
  /// contains all names that match. Without text, returns the titles of the newest captures.
  ///
  /// Costs a pass over the names of all captures, which a resident index keeps in memory. Without
  /// text, costs a query.
  public func linkNames(
    containing text: String, limit: Int, clock: LocalClock
  ) -> (names: [LinkName], isComplete: Bool) {
    guard !text.isEmpty else {
      let newest = try? select(Query(""), in: context(clock), order: .newest, limit: limit)
      let names = (newest?.entries ?? []).compactMap { entry in
        label(of: entry).map { LinkName(text: $0.title, kind: .title, entry: entry) }
      }
      return (names, names.count == newest?.total)
    }
    let wanted = Array(text.folded.utf8)
    let loose = looseNames
    var found = loose.enumerated().compactMap { place, name in
      Self.rank(of: wanted, in: name.text).map {
        Found(rank: $0.rank, length: $0.length, layer: nil, place: UInt32(place))
      }
    }
    let tables = snapshot.layers.map { $0.isSpent ? nil : linkNameTable(of: $0.segment) }
    for (layer, table) in tables.enumerated() {
      let matches = table?.matches(of: wanted, among: snapshot.layers[layer].live) ?? []
      found += matches.map {
        Found(rank: $0.rank, length: $0.length, layer: UInt8(layer), place: $0.place)
      }
    }
    return best(found, limit: limit) { match in
      guard let layer = match.layer.map(Int.init) else { return loose[Int(match.place)] }
      return tables[layer]?.name(at: Int(match.place)).map {
        LinkName(text: $0.text, kind: $0.kind, entry: .document(layer: layer, $0.document))
      }
    }
  }

  /// A match: a name that contains the searched text. Contains only numbers, so that the many
  /// matches of a short text are cheap to collect and sort.
  private struct Found {
    let rank: UInt8
    let length: UInt32
    /// The number of the layer of the index that contains the name; nil if the name is in
    /// ``looseNames``.
    let layer: UInt8?
    /// The index of the name in the layer or, if ``layer`` is nil, in ``looseNames``.
    let place: UInt32

    static func < (left: Found, right: Found) -> Bool {
      (left.rank, left.length) < (right.rank, right.length)
    }
  }

  /// Returns the names of the best matches in `found`, at most `limit` of them. `isComplete` states
  /// whether the result contains the names of all matches.
  ///
  /// - Parameter read: A function that reads the name of a match, or returns nil if the index does
  ///   not contain the name. Called only for matches that are likely to be returned.
  private func best(
    _ found: [Found], limit: Int, _ read: (Found) -> LinkName?
  ) -> (names: [LinkName], isComplete: Bool) {
    // Sorting all matches of a short text would take longer than finding them.
    var first: [Found] = []
    var rank: UInt8 = 0
    while rank <= 2, first.count < limit * 2 {
      first += found.filter { $0.rank == rank }.sorted(by: <)
      rank += 1
    }
    var names: [LinkName] = []
    // If a title and a file name are equal, the name is offered once.
    var known: Set<String> = []
    for match in first {
      guard let name = read(match),
        known.insert("\(snapshot.path(name.entry))\n\(name.text.folded)").inserted
      else { continue }
      if names.count == limit { return (names, false) }
      names.append(name)
    }
    return (names, first.count == found.count)
  }

  /// Returns the rank of a folded text in a name, and the length of the folded name in bytes; nil
  /// if the name does not contain the text. The rank is 0 at the start of the name, 1 at the start
  /// of a later word, and 2 elsewhere.
  private static func rank(of wanted: [UInt8], in name: String) -> (rank: UInt8, length: UInt32)? {
    let folded = name.folded
    let bytes = Array(folded.utf8)
    guard bytes.count >= wanted.count else { return nil }
    let ranks = (0...(bytes.count - wanted.count)).lazy
      .filter { bytes[$0...].starts(with: wanted) }
      .map { start -> UInt8 in
        if start == 0 { return 0 }
        return LinkNameTable.isWordByte(bytes[start - 1]) ? 2 : 1
      }
    return ranks.min().map { ($0, UInt32(bytes.count)) }
  }

  private func linkNameTable(of segment: Segment) -> LinkNameTable {
    let memory = notebook.resident?.memory
    return (memory?.facts(of: segment) ?? SegmentFacts(segment)).linkNames()
  }

  /// Reads the names of all captures into a resident index, so that the first call of
  /// ``linkNames(containing:limit:clock:)`` is as fast as later ones.
  public func prepareLinkNames() {
    for layer in snapshot.layers where !layer.isSpent { _ = linkNameTable(of: layer.segment) }
  }

  /// The names of the captures that are in no segment of the index, because their files are newer.
  var looseNames: [LinkName] {
    snapshot.changed.enumerated().flatMap { place, capture in
      let entry = Snapshot.Entry.changed(place)
      return [
        LinkName(text: capture.title, kind: .title, entry: entry),
        LinkName(text: capture.path.stem, kind: .file, entry: entry),
      ] + capture.aliases.map { LinkName(text: $0, kind: .alias, entry: entry) }
    }
  }

  /// The titles, aliases and file names of the captures in one segment of the index.
  struct SegmentNames: Sendable {
    fileprivate let table: LinkNameTable
    fileprivate let live: DocumentSet

    /// Compares the names with the name that a search looks for.
    func compare(in search: inout Nearest.Search) {
      table.forEachName(among: live) { folded, place in
        search.compare(folded: folded) { table.name(at: place)?.text }
      }
    }
  }

  /// The names of the captures in each segment of the index. Without a resident index, costs a pass
  /// over all names.
  var segmentNames: [SegmentNames] {
    snapshot.layers.filter { !$0.isSpent }.map {
      SegmentNames(table: linkNameTable(of: $0.segment), live: $0.live)
    }
  }

  /// Resolves a wikilink in `capture` once for each of `names`, with the name as its target, and
  /// returns the destinations in the order of `names`. The wikilink is `link` with another target
  /// or, if `link` is nil, a new wikilink. Costs a few lookups for each name.
  public func destinations(
    ofNames names: [String], replacing link: Markup.Link?, in capture: Capture
  ) -> [LinkResolution] {
    let table = IndexedLinks(notebook, snapshot, attachments: attachments)
      .table(for: [], names: names)
    return names.map { name in
      link.map { table.resolve($0, saying: name, in: capture.document, at: capture.path) }
        ?? table.wikilink(name, from: capture.collection)
    }
  }
}
