import CairnText
import Testing

@Suite struct DateTimeTests {
  @Test(
    "A leap second at the end of a day is shown on that day",
    arguments: [
      (0, "2016-12-31T00:00:00Z"), (86_399, "2016-12-31T23:59:59Z"),
      (86_400, "2016-12-31T23:59:60Z"),
    ])
  func leapSecond(second: Int, shown: String) throws {
    let day = try #require(CalendarDate(year: 2016, month: 12, day: 31))
    #expect(DateTime(date: day, secondOfDay: second, offset: 0).description == shown)
  }
}
