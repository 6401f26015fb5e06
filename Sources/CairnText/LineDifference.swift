/// The lines that two versions of a file have in common, in the same order in both.
///
/// First matches the lines that occur exactly once in each version, called anchors (patience diff).
/// The shortest difference is computed only between anchors, and only for stretches of up to 1000
/// lines. The cost therefore grows almost linearly with the length of the versions.
public struct LineDifference: Sendable {
  /// For each line of the old version, its index in the new version; nil for a removed line.
  public let places: [Int?]
  /// The number of lines in the new version.
  private let newCount: Int

  /// The maximum number of lines, old and new together, for which the shortest difference is
  /// computed.
  private static let mostCompared = 1000

  /// Compares two versions, each given as an array of lines.
  public init<Line: Hashable>(from old: [Line], to new: [Line]) {
    var places = [Int?](repeating: nil, count: old.count)
    var (left, right) = (0, 0)
    for anchor in Self.anchors(old, new) + [(old.count, new.count)] {
      Self.match(old[left..<anchor.old], new[right..<anchor.new], in: &places)
      if anchor.old < old.count { places[anchor.old] = anchor.new }
      (left, right) = (anchor.old + 1, anchor.new + 1)
    }
    self.places = places
    newCount = new.count
  }

  /// The number of lines that only the old version has.
  public var removedCount: Int { places.count { $0 == nil } }
  /// The number of lines that only the new version has.
  public var addedCount: Int { newCount - (places.count - removedCount) }
}

extension LineDifference {
  /// Matches the lines of two stretches that contain no anchors, and records the matches in
  /// `places`.
  private static func match<Line: Hashable>(
    _ old: ArraySlice<Line>, _ new: ArraySlice<Line>, in places: inout [Int?]
  ) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let (oldRest, newRest) = (old.dropFirst(start), new.dropFirst(start))
    let end = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
    for index in 0..<start { places[old.startIndex + index] = new.startIndex + index }
    for index in 0..<end { places[old.endIndex - 1 - index] = new.endIndex - 1 - index }
    let (left, right) = (oldRest.dropLast(end), newRest.dropLast(end))
    guard left.count + right.count <= mostCompared else { return }
    let difference = Array(right).difference(from: Array(left))
    let removed = Set(difference.removals.map(\.offset))
    let added = Set(difference.insertions.map(\.offset))
    let pairs = zip(
      left.indices.lazy.filter { !removed.contains($0 - left.startIndex) },
      right.indices.lazy.filter { !added.contains($0 - right.startIndex) })
    for (from, to) in pairs { places[from] = to }
  }

  /// Returns the longest sequence of lines that occur exactly once in each version and are in the
  /// same order in both. Each line is given by its index in the old and in the new version.
  private static func anchors<Line: Hashable>(
    _ old: [Line], _ new: [Line]
  ) -> [(old: Int, new: Int)] {
    let places = { (lines: [Line]) in
      Dictionary(zip(lines, lines.indices.lazy.map(Int?.some))) { _, _ in nil }
    }
    let olds = places(old)
    let pairs = places(new).compactMap { line, place in
      place.flatMap { new in (olds[line] ?? nil).map { (old: $0, new: new) } }
    }.sorted { $0.old < $1.old }
    // Of all ascending runs of n + 1 pairs, consider the run that ends with the smallest `new`.
    // `ends[n]` is the index of its last pair.
    var ends: [Int] = []
    var before: [Int?] = []
    for (index, pair) in pairs.enumerated() {
      let place = ends.partitioningIndex { pairs[$0].new >= pair.new }
      before.append(place > 0 ? ends[place - 1] : nil)
      if place < ends.count { ends[place] = index } else { ends.append(index) }
    }
    var run: [(old: Int, new: Int)] = []
    var next = ends.last
    while let index = next {
      run.append(pairs[index])
      next = before[index]
    }
    return run.reversed()
  }
}

extension CollectionDifference.Change {
  /// The index of an inserted element in the new collection, or of a removed element in the old
  /// one.
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
