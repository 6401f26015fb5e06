public import CairnCapture
public import CairnIndex
public import CairnQuery
import CairnText

extension Catalog {
  /// Returns the captures that best answer a question, each with its best passage. They are ordered
  /// by how much of the question the passage covers, then by search rank. A passage with a number is
  /// preferred for a question such as `how many`, and a person for `who`. Briefings are excluded, and
  /// so are captures that cover little of the question, or much less of it than the best one.
  ///
  /// Costs one search for captures with any of the words, one search for each word, and reading the
  /// best `limit` × 2 captures (at least 50).
  ///
  /// - Parameter limit: The maximum number of captures to return. `total` counts the captures that
  ///   were read and not excluded; `known` has the words of the question that any capture contains.
  /// - Throws: `IndexDamage`, as ``select(_:in:order:limit:among:)`` does.
  public func answers(
    to question: Question, in context: QueryContext, limit: Int
  ) throws(IndexDamage) -> (
    found: [(capture: Capture, answer: AnsweringPassage)], total: Int, known: [String]
  ) {
    let query = question.query
    // A briefing only repeats other captures.
    let others = Query(.not(.test(.type, .equals(Capture.briefingType))))
    let looked = max(50, limit > .max / 2 ? limit : limit * 2)
    let ranked = try select(
      query.narrowed(to: others), in: context, order: .relevance, limit: looked)
    var frequencies: [Int] = []
    for word in question.words {
      let single = Query(.text(Term(.wordStart, word))).narrowed(to: others)
      frequencies.append(try select(single, in: context, limit: 0).total)
    }
    let weights = question.weights(frequencies: frequencies, of: count)
    let passages = Passages(query)
    let answered = captures(ranked.entries).map { capture in
      (capture: capture, answer: passages.answer(in: capture, weights: weights))
    }
    let bonus = Self.preference * (weights.max() ?? 0)
    let rated = answered.map { capture, answer in
      let isPreferred =
        question.asksForNumber && answer.hasNumber
        || question.asksForPerson && capture.type?.folded == "person"
      return (
        found: (capture: capture, answer: answer), rating: answer.weight + (isPreferred ? bonus : 0)
      )
    }
    let least = max(
      Self.leastCovered * zip(weights, frequencies).reduce(0) { $0 + $1.0 / ($1.1 > 0 ? 1 : 2) },
      Self.leastOfBest * (answered.map(\.answer.weight).max() ?? 0))
    let best = rated.enumerated().filter { $0.element.found.answer.weight >= least }
      .sorted { ($1.element.rating, $0.offset) < ($0.element.rating, $1.offset) }
    let known = zip(question.written, frequencies).filter { $1 > 0 }.map(\.0)
    return (best.prefix(limit).map(\.element.found), best.count, known)
  }

  /// The share of the question's weight that a passage must cover. Words that no capture contains
  /// count half.
  private static let leastCovered = 0.3
  /// The share of the best passage's weight that another passage must have.
  private static let leastOfBest = 0.6
  /// The advantage of a passage of the kind that the question asks for, in weights of its rarest
  /// word.
  private static let preference = 0.3
}
