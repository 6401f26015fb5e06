import CairnText
import Testing

struct MomentFormatTests {
  /// Formats, and Saturday, 21 November 2026, 15:04:05 in them, as Moment.js writes it.
  @Test(
    arguments: [
      ("YYYY-MM-DD", "2026-11-21"), ("YY.M.D", "26.11.21"),
      ("dddd, Do MMMM", "Saturday, 21st November"),
      ("ddd D MMM", "Sat 21 Nov"), ("GGGG-[W]WW", "2026-W47"), ("DDDD DDD Q", "325 325 4"),
      ("HH:mm:ss", "15:04:05"), ("h:m a A", "3:4 pm PM"), ("[Today is] D", "Today is 21"), ("", ""),
      ("gggg", nil), ("YYYY x", nil), ("[D", "[21"),
    ] as [(String, String?)])
  func writes(_ format: String, _ text: String?) throws {
    let day = try #require(CalendarDate(year: 2026, month: 11, day: 21))
    let time = DateTime(date: day, secondOfDay: 15 * 3600 + 4 * 60 + 5)
    #expect(MomentFormat(format)?.text(of: time) == text)
  }

  /// Weeks and ordinal numbers at the turn of a year.
  @Test(arguments: [
    (2027, 1, 1, "2026-53 1st"), (2024, 12, 30, "2025-1 30th"), (2026, 1, 3, "2026-1 3rd"),
    (2026, 6, 12, "2026-24 12th"), (2026, 6, 22, "2026-26 22nd"),
  ])
  func counts(_ year: Int, _ month: Int, _ day: Int, _ text: String) throws {
    let date = try #require(CalendarDate(year: year, month: month, day: day))
    let time = DateTime(date: date, secondOfDay: 0)
    #expect(MomentFormat("GGGG-W Do")?.text(of: time) == text)
  }
}
