import CairnText

/// A lookup table of the words in ``WordLists``.
///
/// Words are found by their hash, so that creating the table allocates no string per word. Two
/// words with the same 64-bit hash would count as the same word.
struct Lexicon: Sendable {
  private var classes: [UInt64: WordClasses] = [:]

  /// The only instance, created on first use.
  static let shared = Lexicon()

  private static let lists: [(StaticString, WordClasses)] = [
    (WordLists.weekdays, .weekday), (WordLists.months, .month), (WordLists.times, .time),
    (WordLists.titles, .title), (WordLists.relatives, .relative), (GivenNames.list, .name),
    (WordLists.roles, .role), (WordLists.hedges, .hedge), (WordLists.units, .unit),
    (WordLists.records, .record), (WordLists.animals, .animal), (WordLists.groceries, .grocery),
    (WordLists.faults, .fault), (WordLists.states, .state), (WordLists.events, .event),
    (WordLists.works, .work), (WordLists.abstractions, .abstraction), (WordLists.places, .place),
    (WordLists.things, .thing), (WordLists.papers, .paper), (WordLists.qualities, .quality),
    (WordLists.colours, .colour), (WordLists.counts, .count), (WordLists.bodies, .body),
    (WordLists.traits, .trait), (WordLists.past, .past), (WordLists.verbs, .verb),
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

  /// Returns the classes of a word, which must be in lower case.
  ///
  /// A name that is also in another list (`june`) counts as a name only if `isCapitalised` is true.
  /// A name that is also a grammatical word (`will`) never counts as a name.
  func classes(of word: String, isCapitalised: Bool) -> WordClasses {
    var found = classes[FeatureHash.of(word)] ?? []
    // `Tuấn`, `mamá`
    if found.isEmpty, word.utf8.count > 3, case let plain = word.folded, plain != word {
      return classes(of: plain, isCapitalised: isCapitalised).intersection([.name, .relative])
    }
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
    if found != .verb { found.remove(.verb) }
    return found.isSubset(of: .verbs) ? found.union(inflection(of: word)) : found
  }

  /// Returns the verb form that the ending of a word indicates (`planned`: past); empty if the word
  /// is not a form of a known verb.
  private func inflection(of word: String) -> WordClasses {
    let letters = word.utf8
    for (ending, others, form) in Self.endings where word.hasSuffix(ending) {
      let stem = letters.dropLast(ending.utf8.count)
      guard stem.count > 1 else { return [] }
      if others.contains(where: { isVerb(Array(stem) + $0.utf8) }) { return form }
      // A doubled letter: `planned`.
      let isDoubled = stem.count > 2 && stem.last == stem.dropLast().last
      if form != .presentThird, isDoubled, isVerb(stem.dropLast()) { return form }
    }
    return []
  }

  /// The endings of verb forms. Each has the possible endings of the base form, and the form that
  /// the ending indicates: `ied` has `y` and the past form.
  private static let endings: [(String, [String], WordClasses)] = [
    ("ies", ["y"], .presentThird), ("es", ["", "e"], .presentThird), ("s", [""], .presentThird),
    ("ied", ["y"], .pastForm), ("ed", ["", "e"], .pastForm), ("ing", ["", "e"], .progressive),
  ]

  private func isVerb(_ letters: some Sequence<UInt8>) -> Bool {
    !(classes[FeatureHash.of(letters)] ?? []).isDisjoint(with: .verbs)
  }
}
