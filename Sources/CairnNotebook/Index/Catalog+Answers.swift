public import CairnCapture
public import CairnIndex
public import CairnQuery

extension Catalog {
  /// Returns the captures that best answer a question, each with its best passage. They are ordered
  /// by how much of the question the passage covers, then by search rank. Briefings are excluded.
  ///
  /// Costs one search for captures with any of the words, one search for each word, and reading the
  /// best `limit` × 2 captures (at least 50).
  ///
  /// - Parameter limit: The maximum number of captures to return. `total` counts all captures that
  ///   contain any of the words.
  /// - Throws: `IndexDamage`, as ``select(_:in:order:limit:among:)`` does.
  public func answers(
    to question: Question, in context: QueryContext, limit: Int
  ) throws(IndexDamage) -> (found: [(capture: Capture, answer: AnsweringPassage)], total: Int) {
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
    let best = answered.enumerated().sorted { left, right in
      left.element.answer.weight != right.element.answer.weight
        ? left.element.answer.weight > right.element.answer.weight : left.offset < right.offset
    }
    return (best.prefix(limit).map(\.element), ranked.total)
  }
}
