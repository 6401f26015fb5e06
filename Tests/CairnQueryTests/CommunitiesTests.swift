import CairnText
import Testing

@testable import CairnQuery

/// The groups of small graphs, against all ways to group their nodes.
@Suite struct CommunitiesTests {
  /// A graph of ties between pairs of nodes.
  private static func graph(_ count: Int, _ ties: [(Int, Int, Double)]) -> CaptureGraph {
    var lists: [[CaptureGraph.Tie]] = Array(repeating: [], count: count)
    for (one, other, weight) in ties {
      lists[one].append(CaptureGraph.Tie(node: other, weight: weight))
      lists[other].append(CaptureGraph.Tie(node: one, weight: weight))
    }
    return CaptureGraph(ties: lists.map { $0.sorted { $0.node < $1.node } })
  }

  /// How much more is tied within groups than chance would have it (Newman 2006).
  private static func modularity(_ graph: CaptureGraph, _ groups: [Int]) -> Double {
    let degrees = graph.ties.map { $0.reduce(0) { $0 + $1.weight } }
    let all = degrees.reduce(0, +)
    guard all > 0 else { return 0 }
    var sum = 0.0
    for one in groups.indices {
      for tie in graph.ties[one] where groups[tie.node] == groups[one] { sum += tie.weight }
      for other in groups.indices where groups[one] == groups[other] {
        sum -= degrees[one] * degrees[other] / all
      }
    }
    return sum / all
  }

  /// All ways to group so many nodes.
  private static func partitions(_ count: Int) -> [[Int]] {
    (0..<count).reduce([[]]) { found, _ in
      found.flatMap { groups in (0...(groups.max() ?? -1) + 1).map { groups + [$0] } }
    }
  }

  private static func clique(_ nodes: Range<Int>) -> [(Int, Int, Double)] {
    nodes.flatMap { one in nodes.filter { $0 > one }.map { (one, $0, 1) } }
  }

  @Test func findsCliques() {
    let ties = Self.clique(0..<4) + Self.clique(4..<9) + [(3, 4, 0.5)]
    let graph = Self.graph(10, ties)
    #expect(
      Communities.groups(of: graph, pins: Array(repeating: nil, count: 10))
        == [0, 0, 0, 0, 1, 1, 1, 1, 1, 2])
    // What is put together stays so, and draws the others.
    let pins: [Int?] = [7, nil, nil, nil, nil, 7, 8, nil, nil, 8]
    let groups = Communities.groups(of: graph, pins: pins)
    #expect(groups[0] == groups[5] && groups[6] == groups[9] && groups[0] != groups[6])
    #expect(Communities.groups(of: Self.graph(0, []), pins: []) == [])
    #expect(Communities.groups(of: Self.graph(3, []), pins: [nil, nil, nil]) == [0, 1, 2])
  }

  @Test(arguments: UInt64(1)...30)
  func isNearTheBest(_ seed: UInt64) {
    var chance = SplitMix(seed: seed)
    var ties: [(Int, Int, Double)] = []
    for one in 0..<7 {
      for other in one + 1..<7 where Int.random(in: 0..<2, using: &chance) == 0 {
        ties.append((one, other, Double.random(in: 0.1...1, using: &chance)))
      }
    }
    let graph = Self.graph(7, ties)
    let groups = Communities.groups(of: graph, pins: Array(repeating: nil, count: 7))
    let best = Self.partitions(7).map { Self.modularity(graph, $0) }.max() ?? 0
    #expect(Self.modularity(graph, groups) >= best * 0.75 - 1e-9)
    #expect(groups == Communities.groups(of: graph, pins: Array(repeating: nil, count: 7)))
  }
}
