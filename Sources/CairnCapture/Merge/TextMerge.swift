import CairnText

/// Two versions of the same text, merged line by line with their common base.
///
/// If only one version changed some lines, the result contains the change. If both versions changed
/// the same lines differently, the result contains the lines of our version.
struct TextMerge {
  /// The merged text.
  let bytes: [UInt8]
  /// The number of places that both versions changed differently.
  let conflicts: Int

  /// Merges two versions. Cost is linear in their length (``LineDifference``).
  init(base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    let (before, mine, other) = (base[...].lines, ours[...].lines, theirs[...].lines)
    let inMine = LineDifference(from: before, to: mine).places
    let inOther = LineDifference(from: before, to: other).places
    var lines: [[UInt8]] = []
    var conflicts = 0
    var (at, atMine, atOther) = (0, 0, 0)
    for index in 0...before.count {
      let isEnd = index == before.count
      let next = isEnd ? mine.count : inMine[index]
      let nextOther = isEnd ? other.count : inOther[index]
      guard let next, let nextOther else { continue }
      let left = mine[atMine..<next]
      let right = other[atOther..<nextOther]
      let old = before[at..<index]
      let isConflict = left != old && right != old && left != right
      if isConflict { conflicts += 1 }
      lines += left == old ? right : left
      if !isEnd { lines.append(mine[next]) }
      (at, atMine, atOther) = (index + 1, next + 1, nextOther + 1)
    }
    bytes = Array(lines.joined())
    self.conflicts = conflicts
  }
}
