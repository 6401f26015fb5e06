public import CairnCapture

/// The number of captures with each score.
public struct ScoreCounts: Hashable, Sendable {
  /// The number of captures with each score, indexed by the score's number, 0 … 3.
  public private(set) var counts = [0, 0, 0, 0]
  /// The number of captures without a score.
  public private(set) var without = 0

  /// The number of all captures, with or without a score.
  public var total: Int { counts.reduce(without, +) }

  /// Returns the number of captures with a score.
  public subscript(score: Score) -> Int { counts[score.rawValue] }

  /// Counts one more capture. `score` is nil if the capture has no score.
  mutating func add(_ score: Score?) {
    if let score { counts[score.rawValue] += 1 } else { without += 1 }
  }
}

/// A name and the number of captures that have it.
public struct NamedCount: Hashable, Sendable {
  /// The name, spelled as in the first capture that has it; nil for captures without a name. Names
  /// that differ only in case or accents count as the same.
  public let name: String?
  /// The number of captures with this name.
  public internal(set) var count: Int
}

/// The numbers of captures by day of the week and by hour of the day.
public struct Rhythm: Hashable, Sendable {
  /// The number of captures made on each day of the week, Monday first.
  public private(set) var weekdays = [Int](repeating: 0, count: 7)
  /// The number of captures made in each hour of the user's clock, 0 … 23. Captures that have only
  /// a date are not counted here.
  public private(set) var hours = [Int](repeating: 0, count: 24)
  /// The number of captures that have only a date.
  public private(set) var untimed = 0

  /// Counts one more capture, made on a weekday (Monday 1 … Sunday 7). `hour` is nil if the capture
  /// has only a date.
  mutating func add(weekday: Int, hour: Int?) {
    weekdays[weekday - 1] += 1
    if let hour { hours[hour] += 1 } else { untimed += 1 }
  }
}

/// The number of days on which captures were made, and the lengths of runs of consecutive days with
/// captures.
public struct Streaks: Hashable, Sendable {
  /// The number of days on which captures were made.
  public private(set) var days = 0
  /// The length of the longest run of consecutive days with captures, in days.
  public private(set) var longest = 0
  /// The length of the run that ends today, in days. If today has no capture yet, this is the
  /// length of the run that ends yesterday.
  public private(set) var current = 0

  /// Finds the runs of consecutive days. `days` contains distinct days, as numbers of days since
  /// 1970-01-01. Days after `today` are ignored.
  init(_ days: some Sequence<Int>, today: Int) {
    var run = 0
    var last: Int?
    for day in days.sorted() where day <= today {
      run = last == day - 1 ? run + 1 : 1
      last = day
      self.days += 1
      longest = max(longest, run)
    }
    if let last, last >= today - 1 { current = run }
  }
}

extension Int {
  /// Returns this number as a rounded percentage of `whole`, such as `25 %`. Only 0 gives `0 %`,
  /// and only `whole` gives `100 %`. Other numbers close to these two give `<1 %` or `>99 %`.
  func percent(of whole: Int) -> String {
    guard whole > 0 else { return "0 %" }
    let percent = (self * 200 + whole) / (whole * 2)
    if percent == 0, self > 0 { return "<1 %" }
    if percent == 100, self < whole { return ">99 %" }
    return "\(percent) %"
  }
}
