public import CairnCapture
public import CairnText

/// What a query found.
public struct Selection: Sendable {
  /// The captures, in the order asked for.
  public let captures: [Capture]
  /// Captures of which it is not known whether they match, as a pattern was given up on; they are not
  /// among the others.
  public let undecided: [NotePath]
}

extension Query {
  /// The order of captures for which a query says nothing else.
  public enum DefaultOrder: Sendable {
    /// Last made first.
    case newest
    /// Best match first (``Ranking``), then the last made.
    case relevance
  }

  /// The captures that fulfil this query, in its order, else in `order`; equals newest first, then
  /// by path.
  ///
  /// Novelty is of captures among all there are, and not known here: it orders nothing.
  ///
  /// One pass over the captures; by relevance, the words of the query are counted in each.
  public func select(
    from captures: some Sequence<Capture>, in context: QueryContext,
    order: DefaultOrder = .newest
  ) -> Selection {
    let matcher = Matcher(self, in: context)
    var ranking = sort.isEmpty && order == .relevance ? Ranking(condition) : nil
    if ranking?.needles.isEmpty == true { ranking = nil }
    var found: [Sorting.Item<Capture>] = []
    var matches: [Ranking.Match] = []
    var undecided: [NotePath] = []
    for capture in captures {
      let reading = CaptureReading(capture)
      let verdict = matcher.verdict(reading)
      let isMatch = verdict == true
      if let match = ranking?.match(reading) {
        ranking?.count(match)
        if isMatch { matches.append(match) }
      }
      if isMatch { found.append(Sorting.Item(capture, reading, sort, context)) }
      if verdict == nil { undecided.append(capture.path) }
    }
    if let scorer = ranking?.scorer {
      for index in found.indices { found[index].relevance = scorer.score(matches[index]) }
    }
    found.sort { Sorting.precedes($0, $1, sort) { $0.path < $1.path } }
    return Selection(captures: found.map(\.subject), undecided: undecided)
  }

  /// This query with its words looked for inside words too: what a command that only reads asks
  /// when nothing was found. Equal to this one where it has no such words.
  ///
  /// What is excluded stays as it is, so that everything found before is found again.
  public var widened: Query {
    Query(condition.widened, sort: sort)
  }
}

extension Condition {
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
