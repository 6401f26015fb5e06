import CairnCapture
public import CairnIndex
import CairnQuery
public import CairnText

/// A name of a capture that can be written in a link.
public struct LinkName: Hashable, Sendable {
  /// The kind of a name. The order is that in which equally good names are offered.
  public enum Kind: Int, Hashable, Sendable {
    case title, alias, file
  }

  /// The name as written in the capture; for a file, the name without its extension.
  public let text: String
  /// The kind of the name.
  public let kind: Kind
  /// The capture.
  public let entry: Snapshot.Entry
}

extension Catalog {
  /// Returns at most `limit` names of captures that contain `text`, ignoring case and accents, and
  /// whether these are all. Names that begin with the text come first, then names with a word that
  /// does. Without text, returns the titles of the newest captures.
  ///
  /// Costs a pass over the names of all captures; without text, a query.
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
    var found: [(rank: Int, name: LinkName)] = []
    forEachName { name in
      if let rank = Self.rank(of: wanted, in: name.text) { found.append((rank, name)) }
    }
    found.sort { left, right in
      let (a, b) = (left.name, right.name)
      return (left.rank, a.text.utf8.count, a.text, a.kind.rawValue, snapshot.path(a.entry))
        < (right.rank, b.text.utf8.count, b.text, b.kind.rawValue, snapshot.path(b.entry))
    }
    // A title that repeats the name of its file is offered once.
    var known: Set<String> = []
    var names: [LinkName] = []
    for (_, name) in found {
      guard known.insert("\(snapshot.path(name.entry))\n\(name.text.folded)").inserted else {
        continue
      }
      if names.count == limit { return (names, false) }
      names.append(name)
    }
    return (names, true)
  }

  /// Returns where a folded text is in a name: 0 at the beginning, 1 at the beginning of a word, 2
  /// inside a word; nil if the name does not contain it.
  private static func rank(of wanted: [UInt8], in name: String) -> Int? {
    let folded = Array(name.folded.utf8)
    guard folded.count >= wanted.count else { return nil }
    var best: Int?
    for start in 0...(folded.count - wanted.count)
    where folded[start] == wanted[0] && folded[start...].starts(with: wanted) {
      if start == 0 { return 0 }
      let before = folded[start - 1]
      let isWord = before < 0x80 && !(0x30...0x39 ~= before) && !(0x61...0x7A ~= before)
      if isWord { return 1 }
      best = 2
    }
    return best
  }

  /// The titles, aliases and file names of all captures, in no particular order.
  var linkableNames: [String] {
    var names: [String] = []
    forEachName { names.append($0.text) }
    return names
  }

  /// Calls `body` with each name that links can use, except ids and whole paths.
  private func forEachName(_ body: (LinkName) -> Void) {
    let snapshot = snapshot
    for (index, layer) in snapshot.layers.enumerated() where !layer.isSpent {
      let segment = layer.segment
      let (titles, aliases) = ((try? segment.titles()) ?? nil, (try? segment.aliases()) ?? nil)
      layer.live.forEach { document in
        let entry = Snapshot.Entry.document(layer: index, document)
        if let titles, let number = (try? titles.values(of: document))?.first,
          let text = try? titles.text(number)
        {
          body(LinkName(text: text, kind: .title, entry: entry))
        }
        for number in (try? aliases?.values(of: document)) ?? [] {
          if let text = try? aliases?.text(number) {
            body(LinkName(text: text, kind: .alias, entry: entry))
          }
        }
        let file = NotePath(listed: segment.nameBytes(document)).stem
        body(LinkName(text: file, kind: .file, entry: entry))
      }
    }
    for (place, capture) in snapshot.changed.enumerated() {
      let entry = Snapshot.Entry.changed(place)
      body(LinkName(text: capture.title, kind: .title, entry: entry))
      for alias in capture.aliases { body(LinkName(text: alias, kind: .alias, entry: entry)) }
      body(LinkName(text: capture.path.stem, kind: .file, entry: entry))
    }
  }

  /// Returns the destination of each name as a wikilink in a capture of `folder`. Costs a few
  /// lookups for each name.
  public func destinations(
    ofNames names: [String], from folder: NotePath
  ) -> [LinkResolution] {
    let table = IndexedLinks(notebook, snapshot, attachments: attachments)
      .table(for: [], names: names)
    return names.map { table.wikilink($0, from: folder) }
  }
}
