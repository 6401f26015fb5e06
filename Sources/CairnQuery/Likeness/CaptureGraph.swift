/// An undirected graph whose nodes are captures, numbered from 0. The ties between captures have
/// weights.
public struct CaptureGraph: Sendable {
  /// A tie from one node to another.
  struct Tie {
    let node: Int
    let weight: Double
  }

  /// The ties of each node, sorted by the number of the other node. Weights are positive.
  private(set) var ties: [[Tie]]

  /// The maximum number of similar captures to which a capture is tied. The capture may have more
  /// ties: other captures may be tied to it, and links add ties.
  private static let most = 8
  /// The minimum similarity for a tie.
  private static let least = 0.2
  /// Similar captures are tied only if they have at least this number of words in common. A single
  /// word is often in common by chance.
  private static let fewestWords = 2
  /// The weight that a link adds to a tie.
  private static let link = 0.3

  /// Creates a graph in which each capture is tied to the targets of its links, and to the most
  /// similar captures that share at least two words with it. Similarity is the cosine of the
  /// vectors. Captures are numbered as in ``WordVectors/entries``; `links` contains these numbers.
  ///
  /// Cost per word is quadratic in the number of captures that have the word in their vectors.
  public init(_ vectors: WordVectors, links: [(from: Int, to: Int)]) {
    let count = vectors.entries.count
    var owners: [[Tie]] = Array(repeating: [], count: vectors.words.count)
    for (node, parts) in vectors.parts.enumerated() {
      for part in parts { owners[part.word].append(Tie(node: node, weight: part.weight)) }
    }
    var found: [[Int: Double]] = Array(repeating: [:], count: count)
    var likeness = [Double](repeating: 0, count: count)
    var common = [Int](repeating: 0, count: count)
    for node in 0..<count {
      var touched: [Int] = []
      for part in vectors.parts[node] {
        for other in owners[part.word] where other.node != node {
          if likeness[other.node] == 0 { touched.append(other.node) }
          likeness[other.node] += part.weight * other.weight
          common[other.node] += 1
        }
      }
      let near =
        touched
        .filter { likeness[$0] >= Self.least && common[$0] >= Self.fewestWords }
        .sorted { (-likeness[$0], $0) < (-likeness[$1], $1) }
      for other in near.prefix(Self.most) {
        found[node][other] = likeness[other]
        found[other][node] = likeness[other]
      }
      for other in touched { (likeness[other], common[other]) = (0, 0) }
    }
    for (from, to) in links where from != to {
      found[from][to, default: 0] += Self.link
      found[to][from, default: 0] += Self.link
    }
    ties = found.map { near in
      near.map { Tie(node: $0.key, weight: $0.value) }.sorted { $0.node < $1.node }
    }
  }

  init(ties: [[Tie]]) { self.ties = ties }
}
