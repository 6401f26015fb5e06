import CairnText

/// Two versions of a text, merged line by line with what both came from.
///
/// What one side changed is taken from there. Where both changed the same place in different ways,
/// ours stays.
struct TextMerge {
  /// The merged text.
  let bytes: [UInt8]
  /// How many places both sides changed in different ways.
  let conflicts: Int

  /// Merges two versions, at a cost that grows as their length does (``LineDifference``).
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
