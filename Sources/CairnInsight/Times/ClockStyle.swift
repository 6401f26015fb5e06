/// The meaning of an hour that is written without `am` or `pm`.
public enum ClockStyle: String, CaseIterable, Sendable {
  /// Low hours mean the afternoon: `3:15` is 15:15, and `at 7` is 19:00.
  case twelveHours = "12h"
  /// Digits are hours of a 24-hour clock: `3:15` is 03:15, and `at 7` is 07:00.
  case twentyFourHours = "24h"

  /// Returns the highest hour that means the afternoon in a time written in `form`; 0 if no hour
  /// does. For example, returns 7 if 1 to 7 mean 13:00 to 19:00. In words, as in `half past five`,
  /// low hours mean the afternoon in both styles.
  func lastAfternoonHour(_ form: ClockTime.Form) -> Int {
    switch (self, form) {
    case (_, .sure): 0
    case (_, .words), (.twelveHours, .number): 7
    case (.twelveHours, .digits): 6
    case (.twentyFourHours, _): 0
    }
  }
}
