public import CairnCapture
public import CairnText

/// The statistics of a set of captures.
///
///     let statistics = Statistics(captures.lazy.map { CaptureFacts($0) }, clock: clock)
///     statistics.total
///     statistics.calendar.counts[day]
///     Chart.scores.svg(statistics)
///
/// The user's clock determines the day of each capture. Costs one pass over the captures, then time
/// proportional to the number of days, months and collections.
public struct Statistics: Sendable {
  /// The number of captures.
  public let total: Int
  /// The first day requested; nil if the period has no requested start.
  public let since: CalendarDate?
  /// The last day requested; nil if the period has no requested end.
  public let until: CalendarDate?
  /// The first and the last day with a capture; nil if there are no captures.
  public let extent: ClosedRange<CalendarDate>?
  /// The number of captures made on each day, for a period of at most a year.
  public let calendar: ActivityCalendar
  /// The runs of consecutive days with captures.
  public let streaks: Streaks
  /// The number of captures by day of the week and by hour.
  public let rhythm: Rhythm
  /// The number of captures with each score.
  public let scores: ScoreCounts
  /// The number of captures of each type, in descending order of the number, then in order of the
  /// type's name. Captures without a type come after types with the same number.
  public let types: [NamedCount]
  /// The number of captures added to each collection over time.
  public let collections: CollectionTimeline
  /// The numbers of open, done and cancelled actions over time; nil if there are no actions.
  public let actions: BurnDown?

  /// Computes the statistics of `captures`.
  ///
  /// - Parameters:
  ///   - since, until: The first and last day of a period. Only captures made in the period are
  ///     counted. The chart of actions also counts earlier actions. The charts show as much of the
  ///     period as they can.
  ///   - clock: The clock that determines the current day and the local day of each event.
  ///   - name: A callback that returns the name of a collection; by default its path, or `Inbox`
  ///     for the root.
  public init(
    _ captures: some Sequence<CaptureFacts>, since: CalendarDate? = nil,
    until: CalendarDate? = nil, clock: LocalClock,
    name: (NotePath) -> String = { $0.isRoot ? "Inbox" : $0.description }
  ) {
    var tally = Tally(since: since, until: until, clock: clock)
    for capture in captures { tally.add(capture) }
    let today = clock.today
    let window = ChartWindow(
      since: since, until: until, days: tally.days.keys, today: today)
    total = tally.scores.total
    self.since = since
    self.until = until
    extent = window.extent
    calendar = ActivityCalendar(tally.days, over: window.year)
    streaks = Streaks(tally.days.keys, today: today.daysSinceEpoch)
    rhythm = tally.rhythm
    scores = tally.scores
    types = tally.sortedTypes
    collections = CollectionTimeline(
      tally.months, over: window.months, limit: ChartWindow.mostMonths, name: name)
    actions = tally.burnDown(window)
  }
}

/// The periods that the charts show.
struct ChartWindow {
  /// The maximum number of bars in the chart of collections. A bar is a month or a year.
  static let mostMonths = 36
  /// The maximum number of points of a curve in the chart of actions.
  static let mostPoints = 60
  /// The maximum number of months that charts over time show if no period is requested.
  private static let months = 24

  /// The last day shown.
  let end: CalendarDate
  /// The first and the last day with a capture; nil if there are no captures.
  let extent: ClosedRange<CalendarDate>?
  private let since: CalendarDate?

  /// Creates a window that ends on `until`. If `until` is nil, the window ends today, or on the day
  /// of the last capture if that capture is at least a year old. `days` contains the days with
  /// captures, as days since 1970.
  init(
    since: CalendarDate?, until: CalendarDate?, days: some Collection<Int>, today: CalendarDate
  ) {
    if let first = days.min(), let last = days.max() {
      extent =
        CalendarDate(daysSinceEpoch: first)...CalendarDate(daysSinceEpoch: last)
    } else {
      extent = nil
    }
    let past = days.lazy.filter { $0 <= today.daysSinceEpoch }.max()
    let last = past.map { CalendarDate(daysSinceEpoch: $0) } ?? today
    end = until ?? (last <= today.adding(months: -12) ? last : today)
    self.since = since.map { [end] in min($0, end) }
  }

  /// The period of the calendar: the year up to ``end``, or the part of that year that was
  /// requested.
  var year: ClosedRange<CalendarDate> {
    let first = end.adding(months: -12).adding(days: 1)
    return min(max(since ?? first, first), end)...end
  }

  /// The period of the chart of collections: the requested period or, by default, a period of one
  /// to two years that ends on ``end``.
  var months: ClosedRange<CalendarDate> {
    if let since { return since...end }
    let longest = end.adding(months: 1 - Self.months)
    return min(max(extent?.lowerBound ?? end, longest), end.adding(months: -11))...end
  }

  /// Returns the period of the chart of actions: the requested period or, by default, a period of
  /// 30 days to two years that ends on ``end``. `first` is the first day for which the chart has
  /// data.
  func curve(from first: CalendarDate) -> ClosedRange<CalendarDate> {
    if let since { return since...end }
    let longest = end.adding(months: -Self.months).adding(days: 1)
    return min(max(first, longest), end.adding(days: -29))...end
  }
}

/// The numbers of captures, counted in one pass.
private struct Tally {
  let since: CalendarDate?
  let until: CalendarDate?
  let clock: LocalClock
  /// The number of captures made on each day, keyed by days since 1970.
  private(set) var days: [Int: Int] = [:]
  /// The number of captures made in each month, keyed by collection and then by month (year × 12 +
  /// month − 1).
  private(set) var months: [NotePath: [Int: Int]] = [:]
  private(set) var rhythm = Rhythm()
  private(set) var scores = ScoreCounts()
  private var types: [String?: NamedCount] = [:]
  private var actions: [BurnDown.Action] = []
  private var undated = 0

  init(since: CalendarDate?, until: CalendarDate?, clock: LocalClock) {
    self.since = since
    self.until = until
    self.clock = clock
  }

  mutating func add(_ capture: CaptureFacts) {
    let day = capture.created.localDay(clock)
    if let outcome = capture.outcome { add(outcome, capture.closed, madeOn: day) }
    if let since, day < since { return }
    if let until, day > until { return }
    days[day.daysSinceEpoch, default: 0] += 1
    months[capture.collection, default: [:]][TimeAxis.Unit.month.number(of: day), default: 0] += 1
    rhythm.add(weekday: day.weekday, hour: hour(of: capture.created))
    scores.add(capture.score)
    types[capture.type?.folded, default: NamedCount(name: capture.type, count: 0)].count += 1
  }

  private mutating func add(
    _ outcome: ActionOutcome, _ closed: FieldTime?, madeOn day: CalendarDate
  ) {
    if outcome.isFinished, closed == nil { return undated += 1 }
    actions.append(
      .init(
        created: day.daysSinceEpoch, closed: closed?.localDay(clock).daysSinceEpoch,
        isCancelled: outcome == .cancelled))
  }

  /// Returns the hour on the user's clock; nil for a date without a time.
  private func hour(of time: FieldTime) -> Int? {
    guard case .dateTime(let written) = time else { return nil }
    let local = written.offset == nil ? written : clock.dateTime(clock.instant(written))
    // The last second of a day may be a leap second.
    return min(local.secondOfDay / 3600, 23)
  }

  var sortedTypes: [NamedCount] {
    types.sorted { left, right in
      if left.value.count != right.value.count { return left.value.count > right.value.count }
      guard let one = left.key, let other = right.key else { return left.key != nil }
      return one < other
    }.map(\.value)
  }

  func burnDown(_ window: ChartWindow) -> BurnDown? {
    guard let first = actions.lazy.map(\.created).min() ?? (undated > 0 ? .max : nil) else {
      return nil
    }
    let start = min(CalendarDate(daysSinceEpoch: first), window.end)
    let asked = window.curve(from: start)
    // A curve does not extend into the future.
    let end = min(asked.upperBound, max(clock.today, asked.lowerBound))
    return BurnDown(
      actions, undated: undated, over: asked.lowerBound...end, limit: ChartWindow.mostPoints)
  }
}
