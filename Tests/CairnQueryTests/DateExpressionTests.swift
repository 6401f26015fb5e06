import CairnInsight
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
  let start = try #require(DateExpression(plain: now + "Z"))
  let utc = LocalClock(now: Instant(seconds: 0)) { _ in 0 }
  return LocalClock(now: start.range(by: utc).lowerBound, offset: offset)
}

@Suite struct DateExpressionTests {
  /// Saturday, 21 November 2026, 10:04:05 in Berlin.
  static let rows: [(String, String, String)] = [
    ("2026", "2026-01-01T00:00:00+01:00", "2027-01-01T00:00:00+01:00"),
    ("2026-Q4", "2026-10-01T00:00:00+02:00", "2027-01-01T00:00:00+01:00"),
    ("2026-q1", "2026-01-01T00:00:00+01:00", "2026-04-01T00:00:00+02:00"),
    ("this-quarter", "2026-10-01T00:00:00+02:00", "2027-01-01T00:00:00+01:00"),
    ("last-quarter", "2026-07-01T00:00:00+02:00", "2026-10-01T00:00:00+02:00"),
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
    ("december", "2026-12-01T00:00:00+01:00", "2027-01-01T00:00:00+01:00"),
    ("xmas", "2026-12-25T00:00:00+01:00", "2026-12-26T00:00:00+01:00"),
    ("weekend", "2026-11-21T00:00:00+01:00", "2026-11-23T00:00:00+01:00"),
    ("this weekend", "2026-11-21T00:00:00+01:00", "2026-11-23T00:00:00+01:00"),
    ("next weekend", "2026-11-28T00:00:00+01:00", "2026-11-30T00:00:00+01:00"),
    ("next month", "2026-12-01T00:00:00+01:00", "2027-01-01T00:00:00+01:00"),
    ("q4", "2026-10-01T00:00:00+02:00", "2027-01-01T00:00:00+01:00"),
    ("Q3 2026", "2026-07-01T00:00:00+02:00", "2026-10-01T00:00:00+02:00"),
    ("new year", "2027-01-01T00:00:00+01:00", "2027-01-02T00:00:00+01:00"),
    ("wochenende", "2026-11-21T00:00:00+01:00", "2026-11-23T00:00:00+01:00"),
    ("9999-12-31", "9999-12-31T00:00:00+01:00", "9999-12-31T24:00:00+01:00"),
  ]

  @Test(arguments: rows)
  func means(_ text: String, _ start: String, _ end: String) throws {
    let clock = try clock("2026-11-21T09:04:05", berlin)
    let range = try #require(DateExpression(text, .detected)).range(by: clock)
    #expect(clock.dateTime(range.lowerBound).description == start)
    if !end.contains("T24") { #expect(clock.dateTime(range.upperBound).description == end) }
    #expect(range.upperBound > range.lowerBound)
  }

  /// The calendar's last day is in its last week, month and year.
  @Test(arguments: ["9999", "9999-Q4", "9999-12", "9999-W52", "9999-12-31"])
  func reachesTheLastDay(_ text: String) throws {
    let clock = try clock("2026-11-21T09:04:05", berlin)
    let last = clock.start(of: CalendarDate(daysSinceEpoch: .max))
    #expect(try #require(DateExpression(text, .detected)).range(by: clock).contains(last))
  }

  /// Santiago's clocks go from midnight to one o'clock on 6 September 2026.
  @Test func aDayMayBeginWithAJump() throws {
    let clock = try clock("2026-11-21T09:04:05", { $0.seconds < 1_788_667_200 ? -14_400 : -10_800 })
    let range = try #require(DateExpression(plain: "2026-09-06")).range(by: clock)
    #expect(clock.dateTime(range.lowerBound).description == "2026-09-06T01:00:00-03:00")
    let before = try #require(DateExpression(plain: "2026-09-05")).range(by: clock)
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
    let friday = try #require(DateExpression(plain: "fri")).range(by: clock, leaning: .past)
    #expect(clock.dateTime(friday.lowerBound).date.description == "2026-11-20")
    let today = try #require(DateExpression(plain: "sat")).range(by: clock, leaning: .past)
    #expect(clock.dateTime(today.lowerBound).date == clock.today)
  }

  @Test func theDayIsTheUsers() throws {
    let early = try clock("2026-12-31T23:30:00", { _ in 3600 })
    let range = try #require(DateExpression(plain: "this-year")).range(by: early)
    #expect(early.dateTime(range.lowerBound).description == "2027-01-01T00:00:00+01:00")
  }

  @Test(arguments: [
    "", "20", "202", "2026-", "2026-1", "2026-13", "2026-02-30", "2026-Q0", "2026-Q5", "2026-Q04",
    "2026-W00", "2026-W54", "2025-W53",
    "today-", "next", "7 d", "fridya", "every friday", "by friday", "5pm", "bis Freitag", "do",
    "-d", "7d", "+7x", "+1234567d", "10:00", "2026-11-21T",
    "2026-11-21T25:00", "2026-11T10:00", "2026-11-21T10:00+1", "٢٠٢٦", "-7é",
  ])
  func isNoDate(_ text: String) {
    #expect(DateExpression(text, .detected) == nil)
  }

  /// The same five dates in each language, on Saturday, 21 November 2026: Friday, today, tomorrow,
  /// next week and next Friday.
  static let languages: [(TimeLanguage, [String])] = [
    (.german, ["Freitag", "heute", "morgen", "nächste Woche", "nächsten Freitag"]),
    (.french, ["vendredi", "aujourd'hui", "demain", "la semaine prochaine", "vendredi prochain"]),
    (.spanish, ["viernes", "hoy", "mañana", "la próxima semana", "el próximo viernes"]),
    (.italian, ["venerdì", "oggi", "domani", "la settimana prossima", "venerdì prossimo"]),
    (.portuguese, ["sexta-feira", "hoje", "amanhã", "próxima semana", "próxima sexta"]),
    (.dutch, ["vrijdag", "vandaag", "morgen", "volgende week", "volgende vrijdag"]),
    (.polish, ["piątek", "dziś", "jutro", "w przyszłym tygodniu", "w przyszły piątek"]),
    (.hungarian, ["péntek", "ma", "holnap", "jövő héten", "jövő pénteken"]),
    (.russian, ["пятница", "сегодня", "завтра", "на следующей неделе", "в следующую пятницу"]),
    (.japanese, ["金曜日", "今日", "明日", "来週", "来週の金曜日"]),
    (.chinese, ["周五", "今天", "明天", "下周", "下周五"]),
    (.korean, ["금요일", "오늘", "내일", "다음 주", "다음 주 금요일"]),
  ]
  private static let english = ["friday", "today", "tomorrow", "next-week", "next friday"]

  @Test(arguments: languages)
  func inOtherLanguages(_ language: TimeLanguage, _ texts: [String]) throws {
    let clock = try clock("2026-11-21T09:04:05", berlin)
    #expect(texts.count == Self.english.count)
    for (text, english) in zip(texts, Self.english) {
      let wanted = try #require(DateExpression(english, .english)).range(by: clock)
      let set = DateExpression(text, .only(language))
      #expect(set?.range(by: clock) == wanted, "\(text)")
      // `ma` is Monday in Dutch.
      guard text != "ma" else { continue }
      #expect(DateExpression(text, .detected) == set, "\(text)")
      #expect(DateExpression(text, .english) == nil, "\(text)")
    }
  }

  @Test(arguments: [
    ("may", "2026-05-01", "2027-05-01"), ("März", "2026-03-01", "2027-03-01"),
    ("3 apr", "2026-04-03", "2027-04-03"), ("märz 2027", "2027-03-01", "2027-03-01"),
    ("w piątek", "2026-11-20", "2026-11-27"), ("am Freitag", "2026-11-20", "2026-11-27"),
    ("in 3 weeks", "2026-12-12", "2026-12-12"), ("vor 3 Tagen", "2026-11-18", "2026-11-18"),
    ("q1", "2026-01-01", "2027-01-01"), ("h2", "2026-07-01", "2026-07-01"),
    ("spring", "2026-03-01", "2027-03-01"), ("xmas", "2025-12-25", "2026-12-25"),
    ("last friday", "2026-11-20", "2026-11-20"), ("tonight", "2026-11-21", "2026-11-21"),
  ])
  func wordsLean(_ text: String, _ past: String, _ future: String) throws {
    let clock = try clock("2026-11-21T09:04:05", berlin)
    let expression = try #require(DateExpression(text, .detected))
    for (leaning, day) in [(DateExpression.Leaning.past, past), (.future, future)] {
      let start = expression.range(by: clock, leaning: leaning).lowerBound
      #expect(clock.dateTime(start).date.description == day)
    }
  }

  /// Words that mean something else in English, or another day in another language, need the
  /// setting.
  @Test(arguments: [
    ("so", TimeLanguage.german, "2026-11-22"), ("do", .dutch, "2026-11-26"),
    ("ma", .hungarian, "2026-11-21"), ("ma", .dutch, "2026-11-23"),
    ("sex", .portuguese, "2026-11-27"),
  ])
  func ambiguousWords(_ text: String, _ language: TimeLanguage, _ day: String) throws {
    let clock = try clock("2026-11-21T09:04:05", berlin)
    #expect(DateExpression(text, .detected) == nil)
    let start = DateExpression(text, .only(language))?.range(by: clock).lowerBound
    #expect(start.map { clock.dateTime($0).date.description } == day)
  }
}
