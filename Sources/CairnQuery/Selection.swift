public import CairnCapture
public import CairnText

/// The result of a query.
public struct Selection: Sendable {
  /// The captures, in the requested order.
  public let captures: [Capture]
  /// Captures that are left out because it is unknown whether they match: a pattern exceeded its
  /// limits.
  public let undecided: [NotePath]
  /// The spellings in which the query's mistyped words were found.
  public let spellings: [FoundSpellings]
}

extension Query {
  /// The order of captures if a query has no sort key. If a query contains `like:`, the most
  /// similar captures come first in both orders.
  public enum DefaultOrder: Sendable {
    /// Newest first.
    case newest
    /// Best match first (``Ranking``), then newest first.
    case relevance
  }

  /// Returns the captures that match this query, sorted by its sort keys or, without sort keys, in
  /// `order`. Captures that are equal in this order are sorted newest first, then by path.
  ///
  /// Novelty does not affect the order, because it depends on all captures of a notebook, and this
  /// method does not know them.
  ///
  /// Makes one pass over the captures; for relevance, counts the query's words in each capture.
  public func select(
    from captures: some Sequence<Capture>, in context: QueryContext,
    order: DefaultOrder = .newest
  ) -> Selection {
    let matcher = Matcher(self, in: context)
    let likes = sort.isEmpty ? condition.rankingLikes : []
    var ranking =
      sort.isEmpty && likes.isEmpty && order == .relevance ? Ranking(condition) : nil
    if ranking?.needles.isEmpty == true { ranking = nil }
    var found: [Sorting.Item<Capture>] = []
    var matches: [Ranking.Match] = []
    var undecided: [NotePath] = []
    var spellings = SpellingFinder(condition)
    for capture in captures {
      let reading = CaptureReading(capture)
      let verdict = matcher.verdict(reading)
      let isMatch = verdict == true
      if let match = ranking?.match(reading) {
        ranking?.count(match)
        if isMatch { matches.append(match) }
      }
      if isMatch { spellings.add(reading) }
      if isMatch { found.append(Sorting.Item(capture, reading, sort, context)) }
      if verdict == nil { undecided.append(capture.path) }
    }
    if let scorer = ranking?.scorer {
      for index in found.indices { found[index].relevance = scorer.score(matches[index]) }
    }
    for index in found.indices where !likes.isEmpty {
      found[index].relevance = context.similarity(of: found[index].subject.path, to: likes)
    }
    found.sort { Sorting.precedes($0, $1, sort) { $0.path < $1.path } }
    return Selection(
      captures: found.map(\.subject), undecided: undecided, spellings: spellings.found)
  }

  /// A copy of this query that also finds the query's words inside longer words; equal to this
  /// query if it has no term of the kind ``Term/Kind/wordStart``. Commands that change nothing,
  /// such as `list`, use it if the query finds nothing.
  ///
  /// Exclusions do not change, so captures that matched still match.
  public var widened: Query {
    Query(condition.widened, sort: sort)
  }

  /// A copy of this query in which each word also finds words with typing errors, as if the word
  /// were written with `~`. Equal to this query if no word is long enough.
  public var tolerant: Query {
    Query(condition.tolerant, sort: sort)
  }

  /// The unquoted words of the query that are long enough to be compared with similar words.
  /// Excluded words and words after the name of a field are left out.
  public var wordsToCompare: [String] { condition.wordsToCompare }

  /// The words `and`, `or` and `not`, if the query also has conditions that are not words. The
  /// words are searched for, but were probably meant as operators.
  public var wordsLikeOperators: [String] {
    guard case .and(let parts) = condition else { return [] }
    let words = parts.compactMap { part in
      if case .text(let term) = part { term } else { nil }
    }
    guard words.count < parts.count else { return [] }
    return words.filter { $0.kind == .wordStart && ["and", "not", "or"].contains($0.text) }
      .map(\.text)
  }
}

extension Condition {
  fileprivate var tolerant: Condition {
    switch self {
    case .and(let parts): .conjunction(parts.map(\.tolerant))
    case .or(let parts): .disjunction(parts.map(\.tolerant))
    case .text(let term) where term.isComparable: .or([self, .text(Term(.similar, term.text))])
    default: self
    }
  }

  fileprivate var wordsToCompare: [String] {
    switch self {
    case .and(let parts), .or(let parts): parts.flatMap(\.wordsToCompare)
    case .text(let term) where term.isComparable: [term.text]
    default: []
    }
  }

  fileprivate var widened: Condition {
    switch self {
    case .and(let parts): .conjunction(parts.map(\.widened))
    case .or(let parts): .disjunction(parts.map(\.widened))
    case .text(let term) where term.kind == .wordStart:
      .or([self, .text(Term(.inside, term.text))])
    case .test(let attribute, .matches(let term)) where term.kind == .wordStart:
      .or([self, .test(attribute, .matches(Term(.inside, term.text)))])
    default: self
    }
  }
}

extension Term {
  /// Whether the term is an unquoted word that is long enough to be compared with similar words.
  fileprivate var isComparable: Bool { kind == .wordStart && MistypedWord(text) != nil }
}
