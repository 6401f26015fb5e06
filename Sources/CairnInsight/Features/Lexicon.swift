/// The ``WordLists``, ready to be asked.
///
/// Words are found by their hash, so that making one costs no string for each of them: two words in
/// the lists or in a text with the same 64 bits would count as one.
struct Lexicon: Sendable {
  private var classes: [UInt64: WordClasses] = [:]

  /// The one lexicon that there is.
  static let shared = Lexicon()

  private static let lists: [(StaticString, WordClasses)] = [
    (WordLists.weekdays, .weekday), (WordLists.months, .month), (WordLists.times, .time),
    (WordLists.titles, .title), (WordLists.relatives, .relative), (GivenNames.list, .name),
    (WordLists.roles, .role), (WordLists.hedges, .hedge), (WordLists.units, .unit),
    (WordLists.records, .record), (WordLists.animals, .animal),
    (WordLists.groceries, .grocery), (WordLists.faults, .fault), (WordLists.states, .state),
    (WordLists.events, .event), (WordLists.works, .work),
    (WordLists.abstractions, .abstraction), (WordLists.places, .place),
    (WordLists.chores, .chore), (WordLists.proposals, .proposal), (WordLists.grammar, .grammar),
  ]

  private init() {
    classes.reserveCapacity(4096)
    for (list, listed) in Self.lists {
      list.withUTF8Buffer { bytes in
        for word in bytes.split(whereSeparator: { $0 <= 0x20 }) {
          classes[FeatureHash.of(word), default: []].insert(listed)
        }
      }
    }
  }

  /// The classes of a word in lower case.
  ///
  /// A name in lower case that is in another list too is not a name: `may`, `will`.
  func classes(of word: String, isCapitalised: Bool) -> WordClasses {
    var found = classes[FeatureHash.of(word)] ?? []
    if word.hasSuffix("'s") {
      let owner = classes[FeatureHash.of(word.utf8.dropLast(2))] ?? []
      found.formUnion(owner.subtracting(.withoutPossessives))
    }
    if word.utf8.count > 3, word.hasSuffix("s") {
      let singular = classes[FeatureHash.of(word.utf8.dropLast())] ?? []
      found.formUnion(singular.intersection(.withPlurals))
    }
    if found.contains(.name), found.contains(.grammar) || !isCapitalised && found != .name {
      found.remove(.name)
    }
    return found
  }
}
