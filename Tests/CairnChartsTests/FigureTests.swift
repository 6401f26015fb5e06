import CairnCapture
import CairnCharts
import CairnFixtures
import CairnText
import Testing

/// A clock that stands at 2026-11-21T10:04:05 in a zone that is one hour east of UTC, two in summer.
let berlin = LocalClock(now: Instant(seconds: 1_795_251_845)) { instant in
  (4...9).contains(DateTime(instant, offset: 3600).date.month) ? 7200 : 3600
}

/// Captures with all that can be counted, some of it odd: years far away, and completed before made.
private func generated(_ count: Int, seed: UInt64) -> [CaptureFacts] {
  var chance = SplitMix(seed: seed)
  let folders = ["", "books", "work", "work/acme", "garden", "a", "b", "c"].compactMap(
    NotePath.init)
  return (0..<count).map { _ in
    let back = Int.random(in: -40...900, using: &chance)
    var day = berlin.today.adding(days: -back)
    if Int.random(in: 0..<50, using: &chance) == 0 {
      day = CalendarDate(daysSinceEpoch: Int.random(in: -719_528...2_932_896, using: &chance))
    }
    let second = Int.random(in: 0...86_400, using: &chance)
    let times: [FieldTime] = [
      .date(day), .dateTime(DateTime(date: day, secondOfDay: second)),
      .dateTime(DateTime(date: day, secondOfDay: second, offset: -30_000)),
    ]
    let closed = day.adding(days: Int.random(in: -5...90, using: &chance))
    return CaptureFacts(
      collection: folders.randomElement(using: &chance) ?? .root,
      types: [["action"], ["Action"], ["note", "action"], ["entry"], []]
        .randomElement(using: &chance) ?? [],
      score: Score(rawValue: Int.random(in: 0...5, using: &chance)),
      status: ["open", "done", "Done", "cancelled", "canceled", "waiting", nil]
        .randomElement(using: &chance) ?? nil,
      created: times.randomElement(using: &chance) ?? .date(day),
      closed: [.date(closed), nil].randomElement(using: &chance) ?? nil)
  }
}

@Suite("Figures of captures")
struct FigureTests {
  /// What is asked for: the days from which and to which is counted.
  static let periods: [(since: String?, until: String?)] = [
    (nil, nil), ("2026-01-01", nil), ("2026-11-21", "2026-11-21"), (nil, "2025-06-30"),
    ("2025-03-05", "2026-02-10"), ("2019-05-05", "2026-11-21"), ("0000-01-01", "9999-12-31"),
    ("9000-01-01", nil), (nil, "0001-01-01"),
  ]

  private static func day(_ text: String?) -> CalendarDate? {
    text.flatMap { FieldTime($0) }?.day
  }

  /// Some captures, those of them that count, and their figures.
  private static func sample(
    _ period: (since: String?, until: String?), seed: UInt64
  ) -> (all: [CaptureFacts], counted: [CaptureFacts], statistics: Statistics) {
    let all = generated(400, seed: seed)
    let (since, until) = (day(period.since), day(period.until))
    let counted = all.filter { capture in
      let day = capture.created.localDay(berlin)
      return since.map { day >= $0 } ?? true && until.map { day <= $0 } ?? true
    }
    return (all, counted, Statistics(all, since: since, until: until, clock: berlin))
  }

  @Test("Counts are those of going through all captures for each", arguments: periods.indices)
  func counts(index: Int) {
    let (_, counted, statistics) = Self.sample(Self.periods[index], seed: UInt64(index))
    #expect(statistics.total == counted.count)
    for score in Score.allCases {
      #expect(statistics.scores[score] == counted.count { $0.score == score })
    }
    #expect(statistics.scores.without == counted.count { $0.score == nil })
    for type in statistics.types {
      #expect(
        type.count == counted.count { $0.type?.lowercased() == type.name?.lowercased() })
    }
    #expect(statistics.types.reduce(0) { $0 + $1.count } == counted.count)
    let days = counted.map { $0.created.localDay(berlin) }
    #expect(statistics.extent?.lowerBound == days.min())
    #expect(statistics.extent?.upperBound == days.max())
    for weekday in 1...7 {
      #expect(statistics.rhythm.weekdays[weekday - 1] == days.count { $0.weekday == weekday })
    }
    #expect(
      statistics.rhythm.hours.reduce(statistics.rhythm.untimed, +) == counted.count)
  }

  @Test("Each day of the calendar has its captures", arguments: periods.indices)
  func calendar(index: Int) {
    let (_, counted, statistics) = Self.sample(Self.periods[index], seed: UInt64(index))
    let days = counted.map { $0.created.localDay(berlin) }
    let calendar = statistics.calendar
    let (first, last) = (calendar.period.lowerBound, calendar.period.upperBound)
    #expect(last.daysSinceEpoch - first.daysSinceEpoch < 366)
    for number in first.daysSinceEpoch...last.daysSinceEpoch {
      let day = CalendarDate(daysSinceEpoch: number)
      #expect(calendar.counts[day] ?? 0 == days.count { $0 == day }, "\(day)")
    }
    #expect(calendar.earlier == days.count { $0 < first })
    #expect(calendar.later == days.count { $0 > last })
    #expect(calendar.levels == Set(calendar.levels).sorted())
    #expect(calendar.levels.count <= 4)
    #expect(calendar.level(of: 0) == 0)
    for count in calendar.counts.values { #expect(calendar.level(of: count) > 0) }
  }

  @Test("Each collection has its captures in each month or year", arguments: periods.indices)
  func collections(index: Int) {
    let (_, counted, statistics) = Self.sample(Self.periods[index], seed: UInt64(index))
    let timeline = statistics.collections
    #expect(timeline.axis.count <= 36)
    let width = timeline.axis.unit == .month ? 7 : 4
    func span(_ day: CalendarDate) -> String { String(day.description.prefix(width)) }
    for series in timeline.series {
      for (place, start) in timeline.axis.starts.enumerated() {
        let expected = counted.count {
          $0.collection == series.collection && span($0.created.localDay(berlin)) == span(start)
        }
        #expect(series.counts[place] == expected, "\(series.name) \(start)")
      }
    }
    #expect(timeline.total + timeline.earlier + timeline.later == counted.count)
  }

  @Test(
    "Actions are open from the day they are made until they are closed", arguments: periods.indices)
  func actions(index: Int) throws {
    let (all, _, statistics) = Self.sample(Self.periods[index], seed: UInt64(index))
    let curve = try #require(statistics.actions)
    // What is still to come is not known.
    let last = min(Self.day(Self.periods[index].until) ?? berlin.today, berlin.today)
    #expect(curve.axis.starts[curve.axis.count - 1] <= max(last, curve.axis.starts[0]))
    #expect(curve.points.count == curve.axis.count && curve.axis.count <= 60)
    var undated = 0
    var actions: [(made: CalendarDate, closed: CalendarDate?, isDone: Bool)] = []
    for capture in all {
      let made = capture.created.localDay(berlin)
      switch (capture.outcome, capture.closed) {
      case (nil, _): break
      case (.open, _): actions.append((made, nil, false))
      case (_, nil): undated += 1
      case (let outcome, let time?):
        actions.append((made, max(made, time.localDay(berlin)), outcome == .done))
      }
    }
    #expect(curve.undated == undated)
    for (place, point) in curve.points.enumerated() {
      let isLast = place + 1 == curve.axis.count
      let end = isLast ? curve.axis.end : curve.axis.starts[place + 1].adding(days: -1)
      let now = min(end, last)
      let made = actions.filter { $0.made <= now }
      let closed = made.filter { $0.closed.map { $0 <= now } ?? false }
      let recent = closed.filter { $0.closed.map { $0 >= curve.axis.starts[0] } ?? false }
      #expect(point.open == made.count - closed.count, "\(end)")
      #expect(point.done == recent.count { $0.isDone }, "\(end)")
      #expect(point.cancelled == recent.count { !$0.isDone }, "\(end)")
    }
  }

  @Test("Streaks are days without a gap, up to today", arguments: 0..<20)
  func streaks(seed: Int) {
    var chance = SplitMix(seed: UInt64(seed))
    let today = berlin.today
    let days = Set((0..<60).map { _ in Int.random(in: -45...3, using: &chance) })
    let statistics = Statistics(
      days.map { Self.made(on: today.adding(days: $0)) }, clock: berlin)
    func run(from day: Int) -> Int { days.contains(day) && day <= 0 ? 1 + run(from: day + 1) : 0 }
    func runBack(from day: Int) -> Int { days.contains(day) ? 1 + runBack(from: day - 1) : 0 }
    #expect(statistics.streaks.days == days.count { $0 <= 0 })
    #expect(statistics.streaks.longest == days.map { run(from: $0) }.max() ?? 0)
    #expect(statistics.streaks.current == (days.contains(0) ? runBack(from: 0) : runBack(from: -1)))
  }

  private static func made(on day: CalendarDate) -> CaptureFacts {
    CaptureFacts(
      collection: .root, types: [], score: nil, status: nil, created: .date(day), closed: nil)
  }

  @Test("One date far away makes no chart long, and is said")
  func farAway() {
    let days = ["0000-01-01", "0001-02-03", "2026-11-20", "9999-12-31"].compactMap(Self.day)
    let statistics = Statistics(days.map(Self.made), clock: berlin)
    #expect(statistics.calendar.total == 1)
    #expect(statistics.calendar.earlier == 2 && statistics.calendar.later == 1)
    #expect(statistics.collections.axis.count == 24)
    #expect(statistics.collections.earlier == 2 && statistics.collections.later == 1)
    for day in days {
      let alone = Statistics([Self.made(on: day)], clock: berlin)
      #expect(alone.calendar.total == (day <= berlin.today ? 1 : 0))
      let isLongAgo = day < berlin.today.adding(months: -12)
      #expect(alone.calendar.period.upperBound == (isLongAgo ? day : berlin.today))
    }
  }

  @Test("Facts are those of the capture")
  func facts() {
    let facts = CaptureFacts(invoice)
    #expect(facts.type == "action" && facts.score == .great && facts.outcome == .open)
    #expect(facts.collection.description == "work/acme")
    let rows: [(String, ActionOutcome?, closed: String?)] = [
      ("type: action", .open, nil), ("type: ACTION\nstatus: waiting", .open, nil),
      ("type: action\ncompleted: 2026-11-20", .open, nil),
      ("type: note\nstatus: done", nil, nil), ("status: done", nil, nil),
      ("type: action\nstatus: done", .done, nil), ("type: [note, Action]", .open, nil),
      ("type: '[[action]]'\nstatus: '[[done]]'", .done, nil), ("type: [note, idea]", nil, nil),
      ("type: action\nstatus: [done, later]", .done, nil),
      ("type: action\nstatus: Canceled\ncompleted: soon", .cancelled, nil),
      (
        "type: action\nstatus: done\ncompleted: 2026-11-20\nupdated: 2026-11-21", .done,
        "2026-11-20"
      ),
      ("type: action\nstatus: done\nlastmod: 2026-11-21", .done, "2026-11-21"),
    ]
    for (fields, outcome, closed) in rows {
      let facts = CaptureFacts(capture("---\n\(fields)\n---\n"))
      #expect(facts.outcome == outcome, "\(fields)")
      #expect(facts.closed == closed.flatMap { FieldTime($0) }, "\(fields)")
    }
    #expect(CaptureFacts(capture("---\ntype: entry\n---\n")).score == .undecided)
    #expect(CaptureFacts(capture("---\ntype: note\n---\n")).score == nil)
  }
}
