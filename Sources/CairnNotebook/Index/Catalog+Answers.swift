public import CairnCapture
public import CairnIndex
public import CairnQuery
import CairnText

extension Catalog {
  /// A capture that answers a question, and its best passage.
  public typealias Answered = (capture: Capture, answer: AnsweringPassage)

  /// Returns the captures that best answer a question, each with its best passage. They are ordered
  /// by how much of the question the passage covers, then by search rank. With vectors, this rank
  /// is combined with the rank by the similarity to the question (``RankFusion``). Briefings are
  /// excluded.
  ///
  /// Costs one search for captures with any of the words, one search for each word, and reading the
  /// best `limit` × 2 captures (at least 50).
  ///
  /// - Parameters:
  ///   - limit: The maximum number of captures to return. `total` counts all captures that contain
  ///     any of the words or are similar to the question.
  ///   - similar: The vectors of the captures, and the vector of the question; nil to use none.
  /// - Throws: `IndexDamage`, as ``select(_:in:order:limit:among:)`` does.
  public func answers(
    to question: Question, in context: QueryContext, limit: Int,
    similar: (vectors: CurrentVectors, question: QuantizedVector)? = nil
  ) throws(IndexDamage) -> (found: [Answered], total: Int) {
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
    var answered: [Snapshot.Entry: Answered] = [:]
    var lexical: [(entry: Snapshot.Entry, weight: Double)] = []
    for (entry, capture) in zip(ranked.entries, presentCaptures(ranked.entries)) {
      guard let capture else { continue }
      let answer = passages.answer(in: capture, weights: weights)
      answered[entry] = (capture, answer)
      lexical.append((entry, answer.weight))
    }
    let best = lexical.enumerated().sorted { left, right in
      left.element.weight != right.element.weight
        ? left.element.weight > right.element.weight : left.offset < right.offset
    }.map(\.element)
    guard let similar else {
      return (best.prefix(limit).compactMap { answered[$0.entry] }, ranked.total)
    }
    let near = similar.vectors.nearest(to: similar.question).map(\.entry)
    let told = Array(near.prefix(looked))
    for (entry, capture) in zip(told, presentCaptures(told)) where answered[entry] == nil {
      guard let capture, capture.type?.folded != Capture.briefingType else { continue }
      let piece = similar.vectors.bestPiece(of: capture, at: entry, for: similar.question)
      answered[entry] = (capture, passages.answer(beginning: piece ?? capture.title))
    }
    let whole = max(weights.reduce(0, +), .leastNormalMagnitude)
    let fused = RankFusion.fused([
      best.map { ($0.entry, RankFusion.weight($0.weight / whole)) },
      told.filter { answered[$0] != nil }.map { ($0, 1) },
    ])
    let unread = near.dropFirst(looked).count { answered[$0] == nil }
    let total = ranked.total + answered.count - lexical.count + unread
    return (fused.prefix(limit).compactMap { answered[$0.element] }, total)
  }
}
