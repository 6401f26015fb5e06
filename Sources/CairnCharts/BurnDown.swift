import CairnText

/// The numbers of open, done and cancelled actions over time.
public struct BurnDown: Hashable, Sendable {
  /// The numbers of actions in each state at the end of a span of the axis.
  public struct Point: Hashable, Sendable {
    /// The number of actions open at the end of the span.
    public let open: Int
    /// The number of actions done from the start of the axis to the end of the span.
    public let done: Int
    /// The number of actions cancelled from the start of the axis to the end of the span.
    public let cancelled: Int

    /// The number of open, done and cancelled actions together.
    public var total: Int { open + done + cancelled }
  }

  /// The axis, whose spans are days, weeks, months or years.
  public let axis: TimeAxis
  /// The points, one per span of the axis.
  public let points: [Point]
  /// The number of actions that were open when the first span began.
  public let openBefore: Int
  /// The number of actions done or cancelled on an unknown date; no point includes them.
  public let undated: Int

  /// The numbers of actions at the end of the axis.
  public var last: Point { points[points.count - 1] }

  /// An action to count. Dates are numbers of days since 1970.
  struct Action {
    let created: Int
    /// The day on which the action was done or cancelled; nil if it is open.
    let closed: Int?
    let isCancelled: Bool
  }

  /// Counts the open, done and cancelled actions over a period, as at most `limit` points. An
  /// action closed before it was created counts as closed on the day it was created. Actions
  /// created after the period are ignored; those closed after the period count as open.
  ///
  /// - Parameter undated: The number of actions that were closed on an unknown date.
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

/// The number of events in each span of an axis, and the number of events before the axis.
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

  /// For each span, the number of events from the start of the axis to the end of the span.
  var sums: [Int] {
    var sum = 0
    return counts.map { count in
      sum += count
      return sum
    }
  }
}
