/// A combination of several rankings by the ranks of their elements (reciprocal rank fusion;
/// Cormack, Clarke & Büttcher 2009).
///
/// The scores in the rankings need not be comparable. An element that is high in several rankings
/// comes before an element that is high in only one.
public enum RankFusion {
  /// A constant. The greater it is, the less the differences between the first ranks matter.
  private static let constant = 20.0

  /// Returns the weight of an element with a value from 0 to 1. A value of at least one half counts
  /// fully, so that only poor matches lose weight.
  public static func weight(_ value: Double) -> Double { min(1, 2 * max(0, value)) }

  /// Returns the elements of all rankings, the best first, each with its score from 0 to 1. The
  /// score is 1 if the element is first in every ranking and its weight in each of them is 1.
  /// Elements with equal scores have the order of the first ranking that contains them.
  public static func fused<Element: Hashable>(
    _ rankings: [[(element: Element, weight: Double)]]
  ) -> [(element: Element, score: Double)] {
    var scores: [Element: Double] = [:]
    var elements: [Element] = []
    for ranking in rankings {
      for (rank, (element, weight)) in ranking.enumerated() {
        if scores[element] == nil { elements.append(element) }
        scores[element, default: 0] += weight * (constant + 1) / (constant + 1 + Double(rank))
      }
    }
    let places = elements.enumerated().map { place, element in
      (place: place, element: element, score: (scores[element] ?? 0) / Double(rankings.count))
    }
    return places.sorted { $0.score != $1.score ? $0.score > $1.score : $0.place < $1.place }
      .map { ($0.element, $0.score) }
  }
}
