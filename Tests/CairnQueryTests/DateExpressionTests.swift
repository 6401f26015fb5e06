import CairnQuery
import CairnText
import Testing

/// Central European time in 2026: summer time from 29 March 01:00 UTC to 25 October 01:00 UTC.
private func berlin(_ instant: Instant) -> Int {
  (1_774_746_000..<1_792_890_000).contains(instant.seconds) ? 7200 : 3600
}

private func clock(_ now: String, _ offset: @escaping @Sendable (Instant) -> Int) throws
  -> LocalClock
{
  let start = try #require(DateExpression(now + "Z"))
  let utc = LocalClock(now: Instant(seconds: 0)) { _ in 0 }
  return LocalClock(now: start.range(by: utc).lowerBound, offset: offset)
}

@Suite struct DateExpressionTests {
  /// Saturday, 21 November 2026, 10:04:05 in Berlin.
  static let rows: [(String, String, String)] = [
    ("2026", "2026-01-01T00:00:00+01:00", "2027-01-01T00:00:00+01:00"),
    ("2026-11", "2026-11-01T00:00:00+01:00", "2026-12-01T00:00:00+01:00"),
    ("2026-12", "2026-12-01T00:00:00+01:00", "2027-01-01T00:00:00+01:00"),
    ("2024-02-29", "2024-02-29T00:00:00+01:00", "2024-03-01T00:00:00+01:00"),
    // The days on which the clocks change have 23 and 25 hours.
    ("2026-03-29", "2026-03-29T00:00:00+01:00", "2026-03-30T00:00:00+02:00"),
    ("2026-10-25", "2026-10-25T00:00:00+02:00", "2026-10-26T00:00:00+01:00"),
    ("2026-10", "2026-10-01T00:00:00+02:00", "2026-11-01T00:00:00+01:00"),
    ("2026-W01", "2025-12-29T00:00:00+01:00", "2026-01-05T00:00:00+01:00"),
    ("2026-w53", "2026-12-28T00:00:00+01:00", "2027-01-04T00:00:00+01:00"),
    ("2026-W47", "2026-11-16T00:00:00+01:00", "2026-11-23T00:00:00+01:00"),
    ("2026-11-21T10:00", "2026-11-21T10:00:00+01:00", "2026-11-21T10:01:00+01:00"),
    ("2026-11-21 10:00:30", "2026-11-21T10:00:30+01:00", "2026-11-21T10:00:31+01:00"),
    ("2026-07-01T10:00Z", "2026-07-01T12:00:00+02:00", "2026-07-01T12:01:00+02:00"),
    ("2026-07-01T10:00-05:00", "2026-07-01T17:00:00+02:00", "2026-07-01T17:01:00+02:00"),
    ("now", "2026-11-21T10:04:05+01:00", "2026-11-21T10:04:06+01:00"),
    ("-3h", "2026-11-21T07:04:05+01:00", "2026-11-21T08:04:05+01:00"),
    ("TODAY", "2026-11-21T00:00:00+01:00", "2026-11-22T00:00:00+01:00"),
    ("yesterday", "2026-11-20T00:00:00+01:00", "2026-11-21T00:00:00+01:00"),
    ("tomorrow", "2026-11-22T00:00:00+01:00", "2026-11-23T00:00:00+01:00"),
    ("this-week", "2026-11-16T00:00:00+01:00", "2026-11-23T00:00:00+01:00"),
    ("last-week", "2026-11-09T00:00:00+01:00", "2026-11-16T00:00:00+01:00"),
    ("next-month", "2026-12-01T00:00:00+01:00", "2027-01-01T00:00:00+01:00"),
    ("last-year", "2025-01-01T00:00:00+01:00", "2026-01-01T00:00:00+01:00"),
    ("sat", "2026-11-21T00:00:00+01:00", "2026-11-22T00:00:00+01:00"),
    ("friday", "2026-11-27T00:00:00+01:00", "2026-11-28T00:00:00+01:00"),
    ("-7d", "2026-11-14T00:00:00+01:00", "2026-11-15T00:00:00+01:00"),
    ("+2w", "2026-12-05T00:00:00+01:00", "2026-12-06T00:00:00+01:00"),
    ("-1m", "2026-10-21T00:00:00+02:00", "2026-10-22T00:00:00+02:00"),
    ("+1y", "2027-11-21T00:00:00+01:00", "2027-11-22T00:00:00+01:00"),
    ("9999-12-31", "9999-12-31T00:00:00+01:00", "9999-12-31T24:00:00+01:00"),
  ]

  @Test(arguments: rows)
  func means(_ text: String, _ start: String, _ end: String) throws {
    let clock = try clock("2026-11-21T09:04:05", berlin)
    let range = try #require(DateExpression(text)).range(by: clock)
    #expect(clock.dateTime(range.lowerBound).description == start)
    if !end.contains("T24") { #expect(clock.dateTime(range.upperBound).description == end) }
    #expect(range.upperBound > range.lowerBound)
  }

  /// The calendar's last day is in its last week, month and year.
  @Test(arguments: ["9999", "9999-12", "9999-W52", "9999-12-31"])
  func reachesTheLastDay(_ text: String) throws {
    let clock = try clock("2026-11-21T09:04:05", berlin)
    let last = clock.start(of: CalendarDate(daysSinceEpoch: .max))
    #expect(try #require(DateExpression(text)).range(by: clock).contains(last))
  }

  /// Santiago's clocks go from midnight to one o'clock on 6 September 2026.
  @Test func aDayMayBeginWithAJump() throws {
    let clock = try clock("2026-11-21T09:04:05", { $0.seconds < 1_788_667_200 ? -14_400 : -10_800 })
    let range = try #require(DateExpression("2026-09-06")).range(by: clock)
    #expect(clock.dateTime(range.lowerBound).description == "2026-09-06T01:00:00-03:00")
    let before = try #require(DateExpression("2026-09-05")).range(by: clock)
    #expect(before.upperBound == range.lowerBound)
  }

  @Test(arguments: [Int.min, Int.min + 1, -1, 0, 1, Int.max - 1, Int.max])
  func anyMomentIsShown(_ seconds: Int) {
    for offset in [-43_200, 0, 50_400] {
      let time = DateTime(Instant(seconds: seconds), offset: offset)
      #expect((0..<86_400).contains(time.secondOfDay))
    }
    #expect(Instant(seconds: 0).minus(days: .max) < Instant(seconds: 0))
  }

  @Test func weekdaysLookBackWhereAsked() throws {
    let clock = try clock("2026-11-21T09:04:05", berlin)
    let friday = try #require(DateExpression("fri")).range(by: clock, leaning: .past)
    #expect(clock.dateTime(friday.lowerBound).date.description == "2026-11-20")
    let today = try #require(DateExpression("sat")).range(by: clock, leaning: .past)
    #expect(clock.dateTime(today.lowerBound).date == clock.today)
  }

  @Test func theDayIsTheUsers() throws {
    let early = try clock("2026-12-31T23:30:00", { _ in 3600 })
    let range = try #require(DateExpression("this-year")).range(by: early)
    #expect(early.dateTime(range.lowerBound).description == "2027-01-01T00:00:00+01:00")
  }

  @Test(arguments: [
    "", "20", "202", "2026-", "2026-1", "2026-13", "2026-02-30", "2026-W00", "2026-W54", "2025-W53",
    "today-", "this-day", "next", "-d", "7d", "+7x", "+1234567d", "10:00", "2026-11-21T",
    "2026-11-21T25:00", "2026-11T10:00", "2026-11-21T10:00+1", "٢٠٢٦", "-7é",
  ])
  func isNoDate(_ text: String) {
    #expect(DateExpression(text) == nil)
  }
}
