/// The order of the numbers in an ambiguous date: `3/4/2026`.
public enum DateOrder: String, CaseIterable, Sendable {
  /// `31/12/2026`
  case dayFirst = "dmy"
  /// `12/31/2026`
  case monthFirst = "mdy"
  /// `26/12/31`; with two numbers, the month comes first
  case yearFirst = "ymd"
}
