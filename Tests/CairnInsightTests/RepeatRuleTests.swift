import CairnInsight
import CairnText
import Testing

/// Rules for what comes again: how they are read, written and counted.
@Suite struct RepeatRuleTests {
  /// What the words mean on Saturday, 21 November 2026, 10:04:05 in Berlin: the rule, its first time.
  @Test(arguments: [
    ("every day", "every day: 2026-11-21"),
    ("daily", "every day: 2026-11-21"),
    ("every 3 days", "every 3 days: 2026-11-21"),
    ("every other day", "every 2 days: 2026-11-21"),
    ("every third day", "every 3 days: 2026-11-21"),
    ("every weekday", "every weekday: 2026-11-23"),
    ("weekdays", "every weekday: 2026-11-23"),
    ("every week", "every week: 2026-11-21"),
    ("weekly", "every week: 2026-11-21"),
    ("weekly on Monday", "every monday: 2026-11-23"),
    ("every 2 weeks", "every 2 weeks: 2026-11-21"),
    ("every two weeks", "every 2 weeks: 2026-11-21"),
    ("every fortnight", "every 2 weeks: 2026-11-21"),
    ("fortnightly", "every 2 weeks: 2026-11-21"),
    ("biweekly", "every 2 weeks: 2026-11-21"),
    ("every Monday", "every monday: 2026-11-23"),
    ("Mondays", "every monday: 2026-11-23"),
    ("on Mondays and Thursdays", "every monday and thursday: 2026-11-23"),
    ("every mon, wed and fri", "every monday and wednesday and friday: 2026-11-23"),
    ("every Friday and Tuesday", "every tuesday and friday: 2026-11-24"),
    ("alternate Fridays", "every 2 weeks on friday: 2026-11-27"),
    ("alternate weeks", "every 2 weeks: 2026-11-21"),
    ("every other Monday", "every 2 weeks on monday: 2026-11-23"),
    ("every second Tuesday", "every 2 weeks on tuesday: 2026-11-24"),
    ("every second Tuesday of the month", "every month on the second tuesday: 2026-12-08"),
    ("every 2 weeks on Monday", "every 2 weeks on monday: 2026-11-23"),
    ("every 2 weeks on monday and friday", "every 2 weeks on monday and friday: 2026-11-23"),
    ("every weekend", "every saturday: 2026-11-21"),
    ("every month", "every month: 2026-11-21"),
    ("monthly", "every month: 2026-11-21"),
    ("every 3 months", "every 3 months: 2026-11-21"),
    ("every quarter", "every 3 months: 2026-11-21"),
    ("quarterly", "every 3 months: 2026-11-21"),
    ("every other month", "every 2 months: 2026-11-21"),
    ("every 15th", "every month on the 15th: 2026-12-15"),
    ("every month on the 15th", "every month on the 15th: 2026-12-15"),
    ("monthly on the 1st", "every month on the 1st: 2026-12-01"),
    ("the 15th of every month", "every month on the 15th: 2026-12-15"),
    ("on the 22nd of each month", "every month on the 22nd: 2026-11-22"),
    ("every first Monday", "every month on the first monday: 2026-12-07"),
    ("the first Monday of every month", "every month on the first monday: 2026-12-07"),
    ("every last Friday", "every month on the last friday: 2026-11-27"),
    ("the last day of every month", "every month on the last day: 2026-11-30"),
    ("every last day of the month", "every month on the last day: 2026-11-30"),
    ("every month on the 31st", "every month on the 31st: 2026-11-30"),
    ("every year", "every year: 2026-11-21"),
    ("annually", "every year: 2026-11-21"),
    ("every 2 years", "every 2 years: 2026-11-21"),
    ("every 3 May", "every year on 3 may: 2027-05-03"),
    ("every 3rd of May", "every year on 3 may: 2027-05-03"),
    ("every May 3rd", "every year on 3 may: 2027-05-03"),
    ("every year on 29 February", "every year on 29 february: 2027-02-28"),
    ("every Christmas", "every year on 25 december: 2026-12-25"),
    ("every day at 9", "every day: 2026-11-22 09:00"),
    ("every day at 5pm", "every day: 2026-11-21 17:00"),
    ("every morning", "every day: 2026-11-22 09:00"),
    ("every evening at 8", "every day: 2026-11-21 20:00"),
    ("every Monday morning", "every monday: 2026-11-23 09:00"),
    ("every Monday at 3pm", "every monday: 2026-11-23 15:00"),
    ("3pm every Monday", "every monday: 2026-11-23 15:00"),
    ("every week starting Friday", "every week: 2026-11-27"),
    ("every month from 1 December", "every month: 2026-12-01"),
    ("every 3 days from completion", "every 3 days from completion: 2026-11-21"),
    ("every 3 days after completion", "every 3 days from completion: 2026-11-21"),
    ("once a week", "every week: 2026-11-21"),
    ("each Friday", "every friday: 2026-11-27"),
    ("every month on the fifth monday", "-"),
    ("every month fifth monday", "-"),
    ("the fifth monday every month", "-"),
    ("every year on easter", "-"),
    ("easter every year", "-"),
    ("every month, tomorrow", "-"),
    ("every week until friday", "-"),
    ("christmas every year", "every year: 2026-12-25"),
    ("tomorrow, every week", "every week: 2026-11-22"),
    ("every week day", "every weekday: 2026-11-23"),
    ("every business day", "every weekday: 2026-11-23"),
    ("every working day", "every weekday: 2026-11-23"),
    ("every first day of the month", "every month on the 1st: 2026-12-01"),
    ("every 1st of the month", "every month on the 1st: 2026-12-01"),
    ("every third day", "every 3 days: 2026-11-21"),
    ("every 2nd week", "every 2 weeks: 2026-11-21"),
    ("every last day", "every month on the last day: 2026-11-30"),
    ("every third Monday", "every month on the third monday: 2026-12-21"),
    ("every first working day of the month", "-"),
    ("every second working day of the month", "-"),
    ("every last working day of the month", "-"),
    ("every first business day", "-"),
    ("every 1st and 15th", "-"),
    ("every 2nd and 4th Monday", "-"),
    ("every first", "-"),
    ("every first thing", "-"),
    ("every Monday morning and evening", "-"),
    ("every Monday next month", "-"),
    ("every", "-"),
    ("every cat", "-"),
    ("every 0 days", "-"),
    ("every 5 hours", "-"),
    ("every 31 February", "-"),
    ("every 1000 days", "-"),
  ])
  func means(_ text: String, _ meaning: String) {
    #expect(TimeZones.berlin.means(text, at: "2026-11-21 10:04:05") == meaning)
  }

  /// A rule says nothing but how it comes again.
  @Test(
    arguments: [
      "every day at 9", "every monday, at 5pm", "every morning", "every week from 2027-01-01",
      "every month on the fifth monday", "every year on easter", "tomorrow every week", "daily 5pm",
      "every day eod", "friday", "",
    ])
  func moreThanARule(_ text: String) {
    #expect(RepeatRule(text) == nil)
  }

  /// A rule is written so that it is read back as itself.
  @Test func writtenRulesStay() {
    let months =
      [1, 2, 3, 11, 12, 13, 21, 22, 23, 31].map { RepeatRule.MonthDay.day($0) }
      + [.last, .weekday(1, 1), .weekday(4, 7), .weekday(-1, 5)]
    var patterns: [RepeatRule.Pattern] = [.workingDays]
    for count in [1, 2, 3, 10, 999] {
      patterns += [.days(count), .weeks(count, on: []), .months(count, on: nil)]
      patterns += [.years(count, on: nil), .weeks(count, on: [1]), .weeks(count, on: [2, 4, 7])]
      patterns += months.map { .months(count, on: $0) }
    }
    for pattern in patterns {
      for start in [RepeatRule.Start.due, .completion] {
        let rule = RepeatRule(pattern, from: start)
        #expect(RepeatRule("\(rule)") == rule, "\(rule)")
      }
    }
  }

  /// The rule, the day it was due, the day it was done, the day it is due next.
  @Test(arguments: [
    ("every day", "2026-11-21", "2026-11-21", "2026-11-22"),
    ("every 3 days", "2026-11-21", "2026-11-21", "2026-11-24"),
    ("every 3 days", "2026-11-21", "2026-11-20", "2026-11-24"),
    // What was missed is not made up for.
    ("every 3 days", "2026-11-01", "2026-11-21", "2026-11-22"),
    ("every week", "2026-11-09", "2026-11-21", "2026-11-23"),
    ("every week", "2026-11-16", "2026-11-16", "2026-11-23"),
    ("every weekday", "2026-11-20", "2026-11-20", "2026-11-23"),
    ("every monday and thursday", "2026-11-23", "2026-11-23", "2026-11-26"),
    ("every monday and thursday", "2026-11-26", "2026-11-26", "2026-11-30"),
    ("every 2 weeks on monday and thursday", "2026-11-23", "2026-11-23", "2026-11-26"),
    ("every 2 weeks on monday and thursday", "2026-11-26", "2026-11-26", "2026-12-07"),
    ("every month", "2026-01-31", "2026-01-31", "2026-02-28"),
    ("every month on the 31st", "2026-02-28", "2026-02-28", "2026-03-31"),
    ("every month on the 31st", "2028-01-31", "2028-01-31", "2028-02-29"),
    ("every month on the last day", "2028-02-29", "2028-03-01", "2028-03-31"),
    ("every month on the last friday", "2026-11-27", "2026-11-27", "2026-12-25"),
    ("every month on the first monday", "2026-12-07", "2026-12-07", "2027-01-04"),
    ("every 3 months on the 15th", "2026-11-15", "2026-11-15", "2027-02-15"),
    ("every month on the 15th", "2026-11-10", "2026-11-10", "2026-11-15"),
    ("every year", "2028-02-29", "2028-02-29", "2029-02-28"),
    ("every year on 29 february", "2029-02-28", "2029-02-28", "2030-02-28"),
    ("every year on 29 february", "2031-02-28", "2031-02-28", "2032-02-29"),
    ("every year on 25 december", "2026-12-25", "2026-12-25", "2027-12-25"),
    ("every 3 days from completion", "2026-11-01", "2026-11-21", "2026-11-24"),
    ("every month from completion", "2026-11-01", "2026-11-21", "2026-12-21"),
    ("every monday from completion", "2026-11-02", "2026-11-21", "2026-11-23"),
    ("every day", "1900-01-01", "2026-11-21", "2026-11-22"),
  ])
  func next(_ rule: String, _ due: String, _ done: String, _ next: String) throws {
    let reader = TimeZones.utc.reader(at: "2026-11-21 12:00:00")
    let rule = try #require(RepeatRule(rule))
    let due = try #require(reader.read(due)?.dueDay)
    let done = try #require(reader.read(done)?.dueDay)
    #expect("\(rule.next(due: due, done: done))" == next)
  }

  /// The next time is behind both days, and the rule comes on it.
  @Test func nextIsLater() {
    let rules = [
      "every day", "every weekday", "every 2 weeks on tuesday", "every month on the 30th",
    ]
    for text in rules {
      guard let rule = RepeatRule(text) else {
        Issue.record("\(text) is no rule")
        continue
      }
      for number in 20_000..<20_800 {
        let due = rule.first(from: CalendarDate(daysSinceEpoch: number))
        #expect(rule.first(from: due) == due)
        for late in [0, 1, 30] {
          let done = due.adding(days: late)
          let next = rule.next(due: due, done: done)
          #expect(next > done && rule.first(from: next) == next)
        }
      }
    }
  }

  @Test func keepsTheDayThatAMonthHasNot() throws {
    let rule = try #require(RepeatRule("every month"))
    let day = CalendarDate(daysSinceEpoch: 20_484)  // 2026-01-31
    #expect("\(day)" == "2026-01-31")
    #expect("\(rule.keeping(day))" == "every month on the 31st")
    #expect(rule.keeping(day.adding(days: -10)) == rule)
  }
}
