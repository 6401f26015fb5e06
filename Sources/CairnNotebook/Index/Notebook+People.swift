public import CairnCapture
import CairnIndex
import CairnText

extension Notebook {
  /// The one card of a person that has the first of several names which one card alone has: a capture
  /// of the type `person` that has it as its title, its file's name without ending or an alias, in any case.
  ///
  /// Cards are looked for in the index as it was when it was last written, and only the files that may be
  /// one are read: a card that is newer is not found.
  public func person(namedAnyOf names: [String]) -> Capture? {
    if names.isEmpty { return nil }
    var cache = IndexCache(self.cache)
    let contents = cache.load()
    return names.lazy.map { people(named: $0, in: [contents.base, contents.changes]) }
      .first { $0.count == 1 }?.first
  }

  private func people(named name: String, in segments: [Segment?]) -> [Capture] {
    var paths: Set<NotePath> = []
    for segment in segments.compactMap(\.self) {
      let documents = try? segment.documents(named: name)
      documents?.forEach { paths.insert(segment.path($0)) }
    }
    return paths.sorted().compactMap { try? capture(at: $0) }.filter { $0.isCard(of: name) }
  }
}

extension Capture {
  /// Whether it is the card of a person with this name.
  public func isCard(of name: String) -> Bool {
    type?.folded == "person"
      && ([title, path.stem] + aliases).contains { $0.folded == name.folded }
  }
}
