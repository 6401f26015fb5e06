public import CairnCapture
import CairnDocument
public import CairnIndex
import CairnQuery
public import CairnText

extension Catalog {
  /// Returns the captures excluded from publishing. These are captures excluded by their own fields
  /// (see ``Privacy``) or by the page of a collection that contains them. Briefings that link to
  /// one of these captures are excluded too, because a briefing shows the capture's title.
  ///
  /// Costs a pass over the names of fields, and reading the captures that may be excluded.
  public func unpublished(_ clock: LocalClock) throws -> Set<Snapshot.Entry> {
    try excluded(clock) { $0.isUnpublished }
  }

  /// Returns the captures for which `isExcluded` returns true, given the privacy in their own
  /// fields or on the page of a collection that contains them. Also returns the briefings that link
  /// to one of these captures.
  func excluded(
    _ clock: LocalClock, by isExcluded: (Privacy) -> Bool
  ) throws -> Set<Snapshot.Entry> {
    var found = Set(
      try candidates(clock).filter { capture($0).map { isExcluded($0.privacy) } ?? false })
    let folders = collections.filter {
      $0.page.map { isExcluded(Privacy(of: $0.document)) } ?? false
    }
    if !folders.isEmpty {
      let hidden = Set(folders.map(\.path))
      found.formUnion(snapshot.entries.filter { lies(snapshot.path($0), in: hidden) })
    }
    guard !found.isEmpty else { return [] }
    let paths = Set(found.map { snapshot.path($0) })
    let briefings = try select(
      try Query(arguments: ["type:\(Capture.briefingType)"]), in: context(clock))
    for entry in briefings.entries where !found.contains(entry) {
      guard let briefing = capture(entry) else { continue }
      let names = links(from: briefing).contains { edge in
        switch edge.resolution {
        case .found(let path): paths.contains(path)
        case .ambiguous(let several): !paths.isDisjoint(with: several)
        case .external, .dead: false
        }
      }
      if names { found.insert(entry) }
    }
    return found
  }

  /// Returns the captures that may be excluded because of their own fields: captures in no segment
  /// of the index, captures with a privacy field or a YAML merge key, and captures whose front
  /// matter cannot be read and whose text mentions a privacy field.
  private func candidates(_ clock: LocalClock) throws -> Set<Snapshot.Entry> {
    var found = try asking { (snapshot) throws(IndexDamage) in
      var found = Set(snapshot.changed.indices.map(Snapshot.Entry.changed))
      for (index, layer) in snapshot.layers.enumerated() where !layer.isSpent {
        for field in try layer.segment.fieldNames()
        where Privacy.keys.contains(field.name.folded) || field.name == Privacy.mergeKey {
          (try field.column.documents() & layer.live).forEach {
            found.insert(.document(layer: index, $0))
          }
        }
      }
      return found
    }
    let words = try Query(arguments: [Privacy.keys.sorted().joined(separator: " OR ")])
    for entry in try select(words, in: context(clock)).entries
    where capture(entry)?.document.doubtfulHead != nil {
      found.insert(entry)
    }
    return found
  }

  private func lies(_ path: NotePath, in folders: Set<NotePath>) -> Bool {
    var folder = path.parent
    while true {
      if folders.contains(folder) { return true }
      if folder.isRoot { return false }
      folder = folder.parent
    }
  }
}

extension Notebook {
  /// Returns whether a capture is private according to its fields or to the page of a collection
  /// that contains it.
  public func isPrivate(_ capture: Capture) -> Bool {
    capture.privacy.isPrivate || isPrivate(collection: capture.collection)
  }

  /// Returns whether captures in a collection are private according to the page of the collection
  /// or of a collection that contains it. A page that cannot be read makes the captures private.
  public func isPrivate(collection: NotePath) -> Bool {
    var folder = collection
    while true {
      do {
        if let page = try page(of: folder), Privacy(of: page.document).isPrivate { return true }
      } catch {
        return true
      }
      if folder.isRoot { return false }
      folder = folder.parent
    }
  }
}
