/// Two versions of a text, merged line by line with what both came from.
///
/// What one side changed is taken from there. Where both changed the same place in different ways,
/// ours stays.
struct TextMerge {
  /// The merged text.
  let bytes: [UInt8]
  /// How many places both sides changed in different ways.
  let conflicts: Int

  /// The longest difference that is looked at line by line, in lines of one side times lines of the
  /// other.
  private static let largestDifference = 4_000_000

  /// Merges two versions. Costs their length times the number of lines that differ, up to a limit
  /// from which on all of what differs counts as one place.
  init(base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    let (before, mine, other) = (base[...].lines, ours[...].lines, theirs[...].lines)
    let (inMine, inOther) = (
      Self.matches(of: before, in: mine), Self.matches(of: before, in: other)
    )
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

  /// Where each line of `before` is in `after`; nil for a line that is gone.
  private static func matches(of before: [[UInt8]], in after: [[UInt8]]) -> [Int?] {
    let shorter = min(before.count, after.count)
    let prefix = zip(before, after).prefix { $0 == $1 }.count
    let suffix = zip(before.reversed(), after.reversed()).prefix(shorter - prefix)
      .prefix { $0 == $1 }.count
    var matches: [Int?] = Array(0..<prefix)
    let old = before[prefix..<(before.count - suffix)]
    let new = after[prefix..<(after.count - suffix)]
    if old.count * new.count <= largestDifference {
      let difference = Array(new).difference(from: Array(old))
      let gone = Set(difference.removals.map(\.offset))
      let fresh = Set(difference.insertions.map(\.offset))
      var kept = new.indices.lazy.filter { !fresh.contains($0 - prefix) }.makeIterator()
      matches += old.indices.map { gone.contains($0 - prefix) ? nil : kept.next() }
    } else {
      matches += old.map { _ in nil }
    }
    return matches + (after.count - suffix..<after.count).map { $0 }
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
