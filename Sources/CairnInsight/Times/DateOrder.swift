/// In which order the numbers of a date stand where it does not say so itself: `3/4/2026`.
public enum DateOrder: String, CaseIterable, Sendable {
  /// `31/12/2026`
  case dayFirst = "dmy"
  /// `12/31/2026`
  case monthFirst = "mdy"
  /// `26/12/31`; of two numbers the month is first
  case yearFirst = "ymd"
}
