public import CairnText

/// How many captures each collection got in each month, or year.
public struct CollectionTimeline: Hashable, Sendable {
  /// One collection.
  public struct Series: Hashable, Sendable {
    /// The folder; nil where several are put together.
    public let collection: NotePath?
    /// What it is called.
    public let name: String
    /// Its captures in each span of the axis.
    public let counts: [Int]
    /// How many these are.
    public let total: Int
  }

  /// The months or years.
  public let axis: TimeAxis
  /// The collections with any capture in them, those with most first, then by path.
  public let series: [Series]
  /// How many captures were made before the first span.
  public let earlier: Int
  /// How many captures were made behind the last span.
  public let later: Int

  /// How many captures there are in all spans.
  public var total: Int { series.reduce(0) { $0 + $1.total } }

  /// The timeline of a period, from the captures of collections by month (year × 12 + month − 1).
  init(
    _ months: [NotePath: [Int: Int]], over period: ClosedRange<CalendarDate>, limit: Int,
    name: (NotePath) -> String
  ) {
    let axis = TimeAxis([.month, .year], over: period, limit: limit)
    var series: [Series] = []
    var (earlier, later) = (0, 0)
    for (collection, months) in months {
      var counts = [Int](repeating: 0, count: axis.count)
      for (month, count) in months {
        switch axis.place(of: TimeAxis.Unit.month.start(of: month)) {
        case .before: earlier += count
        case .within(let index): counts[index] += count
        case .after: later += count
        }
      }
      let total = counts.reduce(0, +)
      guard total > 0 else { continue }
      series.append(
        Series(collection: collection, name: name(collection), counts: counts, total: total))
    }
    self.axis = axis
    self.earlier = earlier
    self.later = later
    self.series = series.sorted { left, right in
      if left.total != right.total { return left.total > right.total }
      return (left.collection ?? .root) < (right.collection ?? .root)
    }
  }

  /// The first collections, and all others as one where that leaves no more than `limit` in all.
  func series(atMost limit: Int) -> [Series] {
    guard series.count > limit else { return series }
    let others = series[(limit - 1)...]
    let counts = axis.starts.indices.map { index in others.reduce(0) { $0 + $1.counts[index] } }
    let rest = Series(
      collection: nil, name: "\(others.count) others", counts: counts,
      total: counts.reduce(0, +))
    return series[..<(limit - 1)] + [rest]
  }
}
