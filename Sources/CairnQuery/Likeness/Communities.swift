/// A search for groups of nodes that have more ties among themselves than random groups would have.
/// Uses the Louvain method (Blondel et al. 2008, *Fast unfolding of communities in large
/// networks*).
///
/// Each node in turn joins the neighbouring group that increases modularity most. The groups then
/// become the nodes of a smaller graph, and so on until nothing improves. Results are
/// deterministic: nodes are processed in order, and the group number decides between equal gains.
/// Pinned nodes stay in their group, and other nodes may join them.
struct Communities {
  private var ties: [[CaptureGraph.Tie]]
  /// For each node, twice the weight of its ties to itself.
  private var loops: [Double]
  /// The group to which each node is pinned; nil for a node without a pin.
  private var pins: [Int?]

  /// Returns the group of each node. Groups are numbered from 0 in the order of their first nodes.
  ///
  /// - Parameter pins: For each node, the group to which the node is pinned, or nil. Pinned groups
  ///   may have any numbers.
  static func groups(of graph: CaptureGraph, pins: [Int?]) -> [Int] {
    var groups = firstGroups(pins)
    var level = Communities(
      ties: graph.ties, loops: graph.ties.map { _ in 0 }, pins: pins
    ).merged(by: groups)
    while true {
      let moved = level.moved()
      guard Set(moved).count < level.ties.count else { return groups }
      let numbers = numbered(moved)
      groups = groups.map { numbers[$0] }
      level = level.merged(by: numbers)
    }
  }

  /// Returns the initial group of each node. All nodes with the same pin are in one group, and each
  /// node without a pin is in a group of its own.
  private static func firstGroups(_ pins: [Int?]) -> [Int] {
    var first: [Int: Int] = [:]
    return numbered(
      pins.enumerated().map { node, pin in
        guard let pin else { return node }
        if first[pin] == nil { first[pin] = node }
        return first[pin] ?? node
      })
  }

  /// Returns the groups renumbered from 0 in the order of their first nodes.
  private static func numbered(_ groups: [Int]) -> [Int] {
    var numbers: [Int: Int] = [:]
    return groups.map { group in
      if numbers[group] == nil { numbers[group] = numbers.count }
      return numbers[group] ?? 0
    }
  }

  /// Returns a graph with one node for each group of this graph's nodes.
  private func merged(by groups: [Int]) -> Communities {
    let count = (groups.max() ?? -1) + 1
    var sums: [[Int: Double]] = Array(repeating: [:], count: count)
    var loops = [Double](repeating: 0, count: count)
    var pins = [Int?](repeating: nil, count: count)
    for (node, group) in groups.enumerated() {
      loops[group] += self.loops[node]
      if let pin = self.pins[node] { pins[group] = pin }
      for tie in ties[node] {
        if groups[tie.node] == group {
          loops[group] += tie.weight
        } else {
          sums[group][groups[tie.node], default: 0] += tie.weight
        }
      }
    }
    let ties = sums.map { sum in
      sum.map { CaptureGraph.Tie(node: $0.key, weight: $0.value) }.sorted { $0.node < $1.node }
    }
    return Communities(ties: ties, loops: loops, pins: pins)
  }
}

// MARK: - Moving

extension Communities {
  /// The maximum number of rounds. Further rounds would change almost nothing.
  private static let mostRounds = 20
  /// The minimum gain that counts. Smaller gains are considered rounding errors.
  private static let leastGain = 1e-12

  /// Moves nodes between groups until no node gains by joining a neighbour's group. Returns the
  /// group of each node.
  private func moved() -> [Int] {
    var groups = Array(ties.indices)
    let degrees = ties.indices.map { node in
      ties[node].reduce(loops[node]) { $0 + $1.weight }
    }
    let all = degrees.reduce(0, +)
    guard all > 0 else { return groups }
    var sums = degrees
    var reach = [Double](repeating: 0, count: ties.count)
    for _ in 0..<Self.mostRounds {
      var hasMoved = false
      for node in ties.indices where pins[node] == nil {
        let own = groups[node]
        var near: [Int] = []
        for tie in ties[node] {
          let group = groups[tie.node]
          if reach[group] == 0 { near.append(group) }
          reach[group] += tie.weight
        }
        sums[own] -= degrees[node]
        func gain(_ group: Int) -> Double { reach[group] - degrees[node] * sums[group] / all }
        var best = (group: own, gain: gain(own))
        for group in near.sorted() where gain(group) > best.gain + Self.leastGain {
          best = (group, gain(group))
        }
        sums[best.group] += degrees[node]
        if best.group != own {
          groups[node] = best.group
          hasMoved = true
        }
        for group in near { reach[group] = 0 }
      }
      if !hasMoved { break }
    }
    return groups
  }
}
