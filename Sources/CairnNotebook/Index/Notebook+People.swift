public import CairnCapture
import CairnIndex
import CairnText

extension Notebook {
  /// The cards of people with a name: captures of the type `person` that have it as their title, their
  /// file's name without ending or an alias, in any case.
  ///
  /// They are looked for in the index as it was when it was last written, and only the files that may be
  /// one are read: a card that is newer is not found.
  public func people(named name: String) -> [Capture] {
    people(named: [name]).first { _ in true } ?? []
  }

  /// The one card of a person that has the first of several names which one card alone has.
  public func person(namedAnyOf names: [String]) -> Capture? {
    people(named: names).first { $0.count == 1 }?.first
  }

  /// The cards for each name, as ``people(named:)-(String)`` gives them, looked for as they are asked for.
  /// Opens the index once.
  private func people(named names: [String]) -> some Sequence<[Capture]> {
    var cache = IndexCache(self.cache)
    let contents = cache.load()
    return names.lazy.map { people(named: $0, in: [contents.base, contents.changes]) }
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
