public import CairnCapture
import CairnDocument
public import CairnIndex
import CairnQuery
public import CairnText

extension Catalog {
  /// The captures that are left out of what is published: those whose fields say so, as ``Privacy``
  /// reads them, those in collections whose pages say so, and briefings that link to one of them,
  /// since they show its title.
  ///
  /// Costs a look at the names of fields, and reading the captures that have one of these three.
  public func unpublished(_ clock: LocalClock) throws -> Set<Snapshot.Entry> {
    var found = Set(try candidates(clock).filter { capture($0)?.privacy.isUnpublished ?? false })
    let folders = collections.filter {
      $0.page.map { Privacy(of: $0.document).isUnpublished } ?? false
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

  /// The captures with one of the fields, and those that mention one of them where their front matter
  /// is not read.
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
  /// Whether nobody else may see a capture: its fields say that, or the page of a collection around it.
  public func isPrivate(_ capture: Capture) -> Bool {
    capture.privacy.isPrivate || isPrivate(collection: capture.collection)
  }

  /// Whether the page of a collection, or of one around it, says that nobody else may see what is in
  /// it. A page that cannot be read says so.
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
