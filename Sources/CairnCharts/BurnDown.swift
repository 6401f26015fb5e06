import CairnText

/// How many actions were open, done and cancelled over time.
public struct BurnDown: Hashable, Sendable {
  /// How it stood when a span of the axis ended.
  public struct Point: Hashable, Sendable {
    /// How many were open.
    public let open: Int
    /// How many were done since the axis began.
    public let done: Int
    /// How many were cancelled since the axis began.
    public let cancelled: Int

    /// All of them.
    public var total: Int { open + done + cancelled }
  }

  /// The days, weeks, months or years.
  public let axis: TimeAxis
  /// One for each span of the axis.
  public let points: [Point]
  /// How many were open when the first span began.
  public let openBefore: Int
  /// Actions that are done or cancelled while nothing says when; they are in no point.
  public let undated: Int

  /// How it stood in the end.
  public var last: Point { points[points.count - 1] }

  /// An action while it is counted; days since 1970.
  struct Action {
    let created: Int
    /// nil where it is open.
    let closed: Int?
    let isCancelled: Bool
  }

  /// The curve of a period.
  ///
  /// An action that was closed before it was made was so on the day it was made. What was made or
  /// closed behind the period's last day has not happened yet.
  init(
    _ actions: [Action], undated: Int, over period: ClosedRange<CalendarDate>, limit: Int
  ) {
    let axis = TimeAxis(TimeAxis.Unit.allCases, over: period, limit: limit)
    var (made, done, cancelled) = (Steps(axis.count), Steps(axis.count), Steps(axis.count))
    let end = period.upperBound
    for action in actions {
      let created = CalendarDate(daysSinceEpoch: action.created)
      guard created <= end else { continue }
      made.add(axis.place(of: created))
      guard let closed = action.closed.map({ CalendarDate(daysSinceEpoch: $0) }), closed <= end
      else { continue }
      let place = axis.place(of: max(closed, created))
      if action.isCancelled { cancelled.add(place) } else { done.add(place) }
    }
    self.axis = axis
    self.undated = undated
    let (closedDone, closedCancelled) = (done.sums, cancelled.sums)
    let base = made.before - done.before - cancelled.before
    openBefore = base
    points = zip(made.sums, zip(closedDone, closedCancelled)).map { made, closed in
      Point(open: base + made - closed.0 - closed.1, done: closed.0, cancelled: closed.1)
    }
  }
}

/// What happened in each span of an axis, and before it.
private struct Steps {
  private(set) var before = 0
  private var counts: [Int]

  init(_ count: Int) { counts = [Int](repeating: 0, count: count) }

  mutating func add(_ place: TimeAxis.Place) {
    switch place {
    case .before: before += 1
    case .within(let index): counts[index] += 1
    case .after: break
    }
  }

  /// How much happened from the first span to each.
  var sums: [Int] {
    var sum = 0
    return counts.map { count in
      sum += count
      return sum
    }
  }
}
