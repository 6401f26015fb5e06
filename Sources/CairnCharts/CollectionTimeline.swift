public import CairnText

/// The number of captures added to each collection in each month or year.
public struct CollectionTimeline: Hashable, Sendable {
  /// The captures of one collection over time.
  public struct Series: Hashable, Sendable {
    /// The folder of the collection; nil for several collections combined.
    public let collection: NotePath?
    /// The name shown for the collection.
    public let name: String
    /// The number of captures added in each span of the axis, in order.
    public let counts: [Int]
    /// The sum of ``counts``.
    public let total: Int
  }

  /// The axis, whose spans are months or years.
  public let axis: TimeAxis
  /// The collections with captures in the period, ordered by size (largest first), then by path.
  public let series: [Series]
  /// The number of captures made before the first span.
  public let earlier: Int
  /// The number of captures made after the last span.
  public let later: Int

  /// The number of captures in all spans.
  public var total: Int { series.reduce(0) { $0 + $1.total } }

  /// Creates the timeline for a period, with at most `limit` spans. `months` contains numbers of
  /// captures, keyed by collection and then by month (year × 12 + month − 1). `name` returns the
  /// name shown for a collection.
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

  /// Returns at most `limit` series, the largest first. If there are more collections, the last
  /// series combines the smallest ones.
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
