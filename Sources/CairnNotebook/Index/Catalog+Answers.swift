public import CairnCapture
public import CairnIndex
public import CairnQuery
import CairnText

extension Catalog {
  /// A capture that answers a question, and its best passage.
  public typealias Answered = (capture: Capture, answer: AnsweringPassage)

  /// Returns the captures that best answer a question, each with its best passage. Briefings are
  /// excluded.
  ///
  /// The captures are ordered by how much of the question each passage covers, then by search rank.
  /// A capture is excluded if its passage covers little of the question, or much less than the best
  /// passage. A question such as `how many` prefers passages with a number; `who` prefers captures
  /// of the type `person`. With vectors, this order is combined with the order of similarity to the
  /// question (``RankFusion``).
  ///
  /// Costs one search for captures with any of the words, one search for each word, and reading the
  /// best `limit` × 2 captures (at least 50). With vectors, also reads the captures that are most
  /// similar to the question, up to the same number.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of captures to return.
  ///   - similar: The vectors of the captures, and the vector of the question; nil to use none.
  /// - Returns: `found`, the captures with their passages; `total`, the number of captures that
  ///   were read and not excluded, or that are similar to the question; `known`, the words of the
  ///   question that occur in at least one capture.
  /// - Throws: `IndexDamage`, as ``select(_:in:order:limit:among:)`` does.
  public func answers(
    to question: Question, in context: QueryContext, limit: Int,
    similar: (vectors: CurrentVectors, question: QuantizedVector)? = nil
  ) throws(IndexDamage) -> (found: [Answered], total: Int, known: [String]) {
    let query = question.query
    // A briefing only repeats other captures.
    let others = Query(.not(.test(.type, .equals(Capture.briefingType))))
    let looked = max(50, limit > .max / 2 ? limit : limit * 2)
    let ranked = try select(
      query.narrowed(to: others), in: context, order: .relevance, limit: looked)
    var frequencies: [Int] = []
    for word in question.words.indices {
      let single = question.query(forWord: word).narrowed(to: others)
      frequencies.append(try select(single, in: context, limit: 0).total)
    }
    let weights = question.weights(frequencies: frequencies, of: count)
    let passages = Passages(question)
    var answered: [Snapshot.Entry: Answered] = [:]
    var lexical: [(entry: Snapshot.Entry, weight: Double, rating: Double)] = []
    let bonus = Self.preference * (weights.max() ?? 0)
    for (entry, capture) in zip(ranked.entries, presentCaptures(ranked.entries)) {
      guard let capture else { continue }
      let answer = passages.answer(in: capture, weights: weights)
      answered[entry] = (capture, answer)
      let isPreferred =
        question.asksForNumber && answer.hasNumber
        || question.asksForPerson && capture.hasType("person")
      lexical.append((entry, answer.weight, answer.weight + (isPreferred ? bonus : 0)))
    }
    // A word that no capture contains counts half as much as a word that one capture contains.
    let rare = question.weights(frequencies: frequencies.map { max($0, 1) }, of: count)
    let expected = zip(rare, frequencies).reduce(0) { $0 + $1.0 / ($1.1 > 0 ? 1 : 2) }
    let least = max(
      Self.leastCovered * expected,
      Self.leastOfBest * (lexical.map(\.weight).max() ?? 0))
    let best = lexical.filter { $0.weight >= least }.enumerated()
      .sorted { ($1.element.rating, $0.offset) < ($0.element.rating, $1.offset) }.map(\.element)
    let known = zip(question.written, frequencies).filter { $1 > 0 }.map(\.0)
    guard let similar else {
      return (best.prefix(limit).compactMap { answered[$0.entry] }, best.count, known)
    }
    let kept = Set(best.map(\.entry))
    let near = similar.vectors.nearest(to: similar.question).map(\.entry)
    let told = Array(near.prefix(looked))
    for (entry, capture) in zip(told, presentCaptures(told)) where !kept.contains(entry) {
      guard let capture, !capture.isBriefing else { continue }
      let piece = similar.vectors.bestPiece(of: capture, at: entry, for: similar.question)
      answered[entry] = (capture, passages.answer(beginning: piece ?? capture.title))
    }
    let whole = max(weights.reduce(0, +), .leastNormalMagnitude)
    let fused = RankFusion.fused([
      best.map { ($0.entry, RankFusion.weight($0.weight / whole)) },
      told.filter { answered[$0] != nil }.map { ($0, 1) },
    ])
    let unread = near.dropFirst(looked).count { !kept.contains($0) }
    return (
      fused.prefix(limit).compactMap { answered[$0.element] }, fused.count + unread, known
    )
  }

  /// The minimum share of the question's weight that a passage must cover.
  private static let leastCovered = 0.3
  /// The minimum weight of a passage, as a share of the best passage's weight.
  private static let leastOfBest = 0.6
  /// The extra weight of a preferred passage (see ``answers(to:in:limit:similar:)``), as a share of
  /// the weight of the question's rarest word.
  private static let preference = 0.3
}
