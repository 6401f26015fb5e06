public import CairnCapture
import CairnIndex
import CairnInsight
import CairnQuery
public import CairnText

extension Notebook {
  /// Returns the card of a person with one of these names. Tries the names in order, and skips a
  /// name that several cards have. Nil if no card is found.
  ///
  /// A card is a capture of type `person`. Its names are its title, file name and aliases; they are
  /// compared without regard to case and accents. Searches the index as last written, and reads
  /// only the files that may match. Does not find cards that are newer than the index, or that the
  /// audience does not see.
  public func person(namedAnyOf names: [String]) -> Capture? {
    if names.isEmpty { return nil }
    var cache = IndexCache(self.cache, resident?.memory)
    let contents = cache.load()
    let visible = audience.map { _ in catalog() }
    return names.lazy.map { name in
      people(named: name, in: [contents.base, contents.changes]).filter {
        visible?.shows($0.path) ?? true
      }
    }.first { $0.count == 1 }?.first
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
  /// Returns whether the capture is the card of a person with this name.
  public func isCard(of name: String) -> Bool {
    hasType("person")
      && ([title, path.stem] + aliases).contains { $0.folded == name.folded }
  }
}

extension Catalog {
  /// Returns the names on the cards of people, with the paths of the cards. Leaves out a capture of
  /// the type `person` whose field `person` names another person, and one whose title is its first
  /// line but not a name, as in `Pays on Fridays`. Reads only the index.
  public func cards(_ clock: LocalClock) -> [(name: String, path: NotePath)] {
    guard let query = try? Query("type:person"),
      let found = try? select(query, in: context(clock)).entries,
      let persons = try? snapshot.names(inField: "person", of: found)
    else { return [] }
    return zip(found, persons).compactMap { entry, persons in
      guard let title = label(of: entry)?.title,
        persons.isEmpty || persons.map(\.folded) == [title.folded],
        persons.isEmpty && !titleIsFirstLine(of: entry) || CalledNames.isName(title)
      else { return nil }
      return (title, snapshot.path(entry))
    }
  }
}
