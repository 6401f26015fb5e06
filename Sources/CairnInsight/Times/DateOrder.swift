/// The order of the numbers in an ambiguous date: `3/4/2026`.
public enum DateOrder: String, CaseIterable, Sendable {
  /// Day, month, year: `31/12/2026`.
  case dayFirst = "dmy"
  /// Month, day, year: `12/31/2026`.
  case monthFirst = "mdy"
  /// Year, month, day: `26/12/31`. In a date of two numbers, the month comes first.
  case yearFirst = "ymd"
}
