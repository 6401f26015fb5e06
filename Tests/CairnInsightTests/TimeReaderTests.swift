import CairnInsight
import CairnText
import Testing

/// What each expression means, one a row, on Saturday, 21 November 2026, 10:04:05 in Berlin.
///
/// A day is written `2026-11-24`, a moment `2026-11-24 17:00`, several days as the day that is due and
/// then all of them: `2026-12-01 of 2026-12-01..2026-12-31`. `-` is no time.
@Suite struct TimeReaderTests {
  @Test(arguments: TimeRows.days + TimeRows.clocks)
  func means(_ row: TimeRow) throws {
    #expect(TimeZones.berlin.means(row.text, at: "2026-11-21 10:04:05") == row.meaning)
  }

  @Test(arguments: TimeRows.spans + TimeRows.dates + TimeRows.distances)
  func meansDays(_ row: TimeRow) throws {
    #expect(TimeZones.berlin.means(row.text, at: "2026-11-21 10:04:05") == row.meaning)
  }

  @Test(arguments: TimeRows.otherDays)
  func meansOnOtherDays(_ now: String, _ text: String, _ meaning: String) {
    #expect(TimeZones.berlin.means(text, at: now) == meaning)
  }

  @Test(arguments: TimeRows.orders)
  func ordersOfNumbers(_ text: String, _ day: String, _ month: String, _ year: String) {
    let orders: [(DateOrder, String)] = [
      (.dayFirst, day), (.monthFirst, month), (.yearFirst, year),
    ]
    for (order, meaning) in orders {
      #expect(
        TimeZones.berlin.means(text, at: "2026-11-21 10:04:05", order) == meaning, "\(order)")
    }
  }

  @Test(arguments: TimeRows.zones)
  func changesOfClocks(_ zone: String, _ now: String, _ text: String, _ meaning: String) throws {
    let zone = try #require(TimeZones.named[zone])
    #expect(zone.means(text, at: now) == meaning)
  }

  /// Nothing becomes due on a day that is or may be over, nor at a time that is not understood.
  @Test(
    arguments: [
      ("by Friday", "2026-11-27"), ("today", "2026-11-21"),
      ("this morning", "2026-11-21T09:00:00+01:00"), ("today at 8am", nil),
      ("saturday at 8", "2026-11-28T08:00:00+01:00"), ("21 November at 8am", nil),
      ("yesterday", nil), ("last Tuesday", nil), ("2026-11-20", nil), ("payday", nil), ("", nil),
      ("every Monday", "2026-11-23"), ("19 November", nil), ("the 19 Nov", nil),
      ("1 October", "2027-10-01"), ("in 12 months", "2027-11-21"), ("19 Nov 2027", "2027-11-19"),
    ] as [(String, String?)])
  func due(_ words: String, _ due: String?) {
    let reader = TimeZones.berlin.reader(at: "2026-11-21 10:04:05")
    #expect(reader.due(saidAs: words)?.due == due)
  }

  /// The day of a month that has no such day is none.
  @Test func dayThatTheNextMonthHasNot() {
    let reader = TimeZones.berlin.reader(at: "2026-01-31 10:00:00")
    #expect(reader.read("the 30th of next month") == nil)
    #expect(reader.due(saidAs: "the 30th of next month") == nil)
    #expect(reader.due(saidAs: "the 28th of next month")?.due == "2026-02-28")
  }

  /// A day as it is written is read as itself, whichever day it is and whichever order is set.
  @Test(arguments: DateOrder.allCases)
  func writtenDaysStay(_ order: DateOrder) {
    for number in stride(from: -30_000, through: 60_000, by: 997) {
      let day = CalendarDate(daysSinceEpoch: number)
      let reader = TimeZones.berlin.reader(at: "2026-11-21 10:04:05", order)
      #expect(reader.read("\(day)")?.due == "\(day)")
    }
  }

  /// A moment that was understood is read as itself again.
  @Test(arguments: TimeRows.clocks)
  func writtenMomentsStay(_ row: TimeRow) {
    let reader = TimeZones.berlin.reader(at: "2026-11-21 10:04:05")
    guard let phrase = reader.read(row.text) else { return }
    #expect(reader.read(phrase.due)?.due == phrase.due)
  }

  /// The day of the week that is named is the one that is meant, on days of two years.
  @Test func weekdaysOfAllDays() {
    let names = ["mon", "tuesday", "weds", "thurs", "Friday", "sat", "Sun"]
    for number in stride(from: 20_400, to: 21_130, by: 5) {
      let today = CalendarDate(daysSinceEpoch: number)
      let reader = TimeZones.utc.reader(at: "\(today) 12:00:00")
      for (index, name) in names.enumerated() {
        let days = ["", "next ", "last "].map { (reader.read($0 + name)?.dueDay).map { $0 } }
        for day in days { #expect(day?.weekday == index + 1) }
        #expect(days[0].map { today <= $0 && $0 < today.adding(days: 7) } == true)
        #expect(days[2].map { today.adding(days: -7) <= $0 && $0 < today } == true)
      }
    }
  }

  /// No text breaks it, and what it finds lies in the text.
  @Test func anyText() {
    var generator = SplitMix(seed: 7)
    let words = TimeRows.vocabulary
    for _ in 0..<2_000 {
      let count = Int.random(in: 1...7, using: &generator)
      let text = (0..<count).map { _ in words.randomElement(using: &generator) ?? "" }
        .joined(separator: Bool.random(using: &generator) ? " " : "")
      let reader = TimeZones.berlin.reader(at: "2026-11-21 10:04:05")
      if let phrase = reader.read(text) { #expect(!text[phrase.range].isEmpty) }
    }
  }
}
