public import CairnCapture

/// How many captures have each score.
public struct ScoreCounts: Hashable, Sendable {
  /// By the score's number, 0 … 3.
  public private(set) var counts = [0, 0, 0, 0]
  /// How many have none.
  public private(set) var without = 0

  /// How many there are in all.
  public var total: Int { counts.reduce(without, +) }

  /// How many have a score.
  public subscript(score: Score) -> Int { counts[score.rawValue] }

  /// Counts one more.
  mutating func add(_ score: Score?) {
    if let score { counts[score.rawValue] += 1 } else { without += 1 }
  }
}

/// How many captures have a name.
public struct NamedCount: Hashable, Sendable {
  /// The name as it was first written; nil for captures without one.
  public let name: String?
  /// How many have it.
  public internal(set) var count: Int
}

/// On which days of the week, and in which hours of the day, captures were made.
public struct Rhythm: Hashable, Sendable {
  /// By day of the week, Monday first.
  public private(set) var weekdays = [Int](repeating: 0, count: 7)
  /// By hour of the user's clock, 0 … 23; of those that say a time.
  public private(set) var hours = [Int](repeating: 0, count: 24)
  /// How many say only the day.
  public private(set) var untimed = 0

  /// Counts one more, made on a day of the week (Monday 1 … Sunday 7) in an hour.
  mutating func add(weekday: Int, hour: Int?) {
    weekdays[weekday - 1] += 1
    if let hour { hours[hour] += 1 } else { untimed += 1 }
  }
}

/// Days in a row on which captures were made.
public struct Streaks: Hashable, Sendable {
  /// How many days have a capture.
  public private(set) var days = 0
  /// The most days in a row.
  public private(set) var longest = 0
  /// How many days in a row up to today, or up to yesterday where today has none yet.
  public private(set) var current = 0

  /// The streaks of days, as numbers since 1970, up to `today`; later days are in none.
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
  /// Returns this part of a whole in percent, rounded: `<1` for a part that is not 0, and `>99` for
  /// one that is not the whole.
  func percent(of whole: Int) -> String {
    guard whole > 0 else { return "0 %" }
    let percent = (self * 200 + whole) / (whole * 2)
    if percent == 0, self > 0 { return "<1 %" }
    if percent == 100, self < whole { return ">99 %" }
    return "\(percent) %"
  }
}
