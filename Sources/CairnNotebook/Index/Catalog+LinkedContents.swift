import CairnCapture
import CairnDocument
import CairnFiles
import CairnIndex
import CairnText

extension Catalog {
  /// Returns the paths of the captures in a folder and in the folders below it, sorted.
  func paths(inside folder: NotePath) -> [NotePath] {
    snapshot.entries.map { snapshot.path($0) }.filter { $0.isInside(folder) }.sorted()
  }

  /// Returns the names and captures that are needed to carry out a rearrangement.
  ///
  /// Reads only captures that move or are edited, that have fields for media files, or that have a
  /// link to a moved file or to a name that is added or removed.
  ///
  /// - Throws: `FileError` if an existing file cannot be read; `IndexDamage`, as
  ///   ``select(_:in:order:limit:among:)`` does.
  func linkedContents(of plan: Rearrangement) throws -> LinkedContents {
    let relocation = Relocation(plan.moves + plan.media)
    let edited = Set(plan.edited)
    let names = try asking { (snapshot) throws(IndexDamage) in
      try IndexedNames(snapshot: snapshot, attachments: []).names(of: Set(snapshot.entries))
    }
    let own = names.filter { edited.contains($0.path) || relocation.moves($0.path) }
    let captures = try notebook.presentCaptures(at: own.map(\.path))
    let namesAfter =
      own.map { $0.moved(to: relocation($0.path)) }
      + plan.edited(among: captures, relocation).values.map { LinkNames($0) }
    var keys = Set((own + namesAfter).flatMap { $0.inOrder.joined() }.map { LinkKey(name: $0) })
    let moved = places(in: plan.moves + plan.media)
    for path in (moved ?? []) + (moved ?? []).map({ relocation($0) }) {
      keys.formUnion(LinkKey.leading(to: path).map(\.key))
      keys.formUnion([path.description, path.name].map { LinkKey(name: $0) })
    }
    let (linking, media) = try asking { (snapshot) throws(IndexDamage) in
      (
        try snapshot.entries { (segment) throws(IndexDamage) in
          moved == nil
            ? segment.captures
            : try segment.documents(linkingBy: keys) | segment.documentsWithOddPaths
        },
        try snapshot.entries { (segment) throws(IndexDamage) in
          try segment.documentsNamingMedia()
        }
      )
    }
    let known = Set(own.map(\.path))
    let others = { (entries: Set<Snapshot.Entry>) in
      try self.notebook.presentCaptures(
        at: entries.map { self.snapshot.path($0) }.filter { !known.contains($0) })
    }
    let naming = try others(media.subtracting(linking)).filter { capture in
      capture.document.mediaTexts.contains {
        MediaReference($0.text, in: capture.collection).path.map(relocation.moves) ?? false
      }
    }
    let canvases = canvases(showingAnyOf: relocation)
    let sources = captures + (try others(linking)) + naming + canvases
    return LinkedContents(
      names: names, attachments: attachments,
      sources: sources.sorted { $0.path < $1.path } + pageCaptures)
  }

  /// Returns the canvases that show a moved file. Canvases that cannot be read are left out.
  private func canvases(showingAnyOf relocation: Relocation) -> [Capture] {
    notebook.captures(at: attachments.filter(Canvas.isCanvas)).captures.filter {
      Canvas.repaired($0.document.bytes, relocation) != $0.document.bytes
    }
  }

  /// Returns the moved paths and all paths below them; nil if a symbolic link may give one of these
  /// files another path, or if a folder cannot be listed.
  private func places(in moves: [Relocation.Move]) -> [NotePath]? {
    var places: [NotePath] = []
    for move in moves {
      guard let tree = notebook.store.plainTree(move.from) else { return nil }
      places += tree
    }
    return places
  }
}
