import CairnText

/// The words of the grammar of times, with their meanings.
enum TimeNames {
  /// The numbers of weekdays, keyed by name: Monday 1 … Sunday 7.
  static let weekdays: [String: Int] = [
    "monday": 1, "mon": 1, "tuesday": 2, "tue": 2, "tues": 2, "wednesday": 3, "wed": 3, "weds": 3,
    "thursday": 4, "thu": 4, "thur": 4, "thurs": 4, "friday": 5, "fri": 5, "saturday": 6, "sat": 6,
    "sunday": 7, "sun": 7,
  ]
  /// The numbers of weekdays, keyed by the plural of their names: `mondays`.
  static let pluralWeekdays: [String: Int] = [
    "mondays": 1, "tuesdays": 2, "wednesdays": 3, "thursdays": 4, "fridays": 5, "saturdays": 6,
    "sundays": 7,
  ]
  /// The names of weekdays as written in repeat rules, Monday first.
  static let longWeekdays = CalendarNames.weekdays.map { $0.lowercased() }
  static let months: [String: Int] = [
    "january": 1, "jan": 1, "february": 2, "feb": 2, "march": 3, "mar": 3, "april": 4, "apr": 4,
    "may": 5, "june": 6, "jun": 6, "july": 7, "jul": 7, "august": 8, "aug": 8, "september": 9,
    "sep": 9, "sept": 9, "october": 10, "oct": 10, "november": 11, "nov": 11, "december": 12,
    "dec": 12,
  ]
  /// The names of months as written in repeat rules, January first.
  static let longMonths = CalendarNames.months.map { $0.lowercased() }
  /// The number of the first month of each season in the northern hemisphere.
  static let seasons: [String: Int] = [
    "spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12,
  ]
  /// The offset from today in days, keyed by words for a day.
  static let days: [String: Int] = [
    "today": 0, "tomorrow": 1, "tmrw": 1, "tmr": 1, "tomoz": 1, "tmro": 1, "tmw": 1, "tomo": 1,
    "2morrow": 1, "2moro": 1, "2mrw": 1, "2day": 0, "yesterday": -1,
  ]
  /// The typical hour, 0 … 23, of each part of the day.
  static let parts: [String: Int] = [
    "morning": 9, "lunchtime": 12, "lunch": 12, "afternoon": 15, "arvo": 15, "evening": 19,
    "night": 21,
  ]
  static let numbers: [String: Int] = [
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90,
  ]
  static let ordinals: [String: Int] = [
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13,
    "fourteenth": 14, "fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18,
    "nineteenth": 19, "twentieth": 20, "thirtieth": 30,
  ]
  /// The offset of each time zone that is understood, in minutes east of UTC.
  static let zones: [String: Int] = [
    "utc": 0, "gmt": 0, "z": 0, "wet": 0, "west": 60, "bst": 60, "cet": 60, "cest": 120,
    "eet": 120, "eest": 180, "msk": 180, "jst": 540, "aest": 600, "aedt": 660, "nzst": 720,
    "nzdt": 780, "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420, "mdt": -360,
    "pst": -480, "pdt": -420, "akst": -540, "akdt": -480, "hst": -600,
  ]
  /// The offset from the current week, month or year, keyed by words such as `next`.
  static let directions: [String: Int] = [
    "this": 0, "current": 0, "next": 1, "nxt": 1, "coming": 1, "following": 1, "last": -1,
    "past": -1, "previous": -1,
  ]

  /// Short words for parts of the day, with the typical hour of each. These words count only after
  /// a day: `fri am`, `tomorrow eve`.
  static let shortParts: [String: Int] = ["am": 9, "pm": 15, "eve": 19, "aft": 15]
  /// Long names that are recognized even if they are misspelled.
  private static let longNames: [String] =
    (longWeekdays + longMonths).filter { $0.count > 5 } + ["tomorrow", "tonight", "weekend"]

  /// Returns the name of a day or a month that `word` misspells (`septmber`, `tommorow`); otherwise
  /// nil. A capitalized word is not corrected to a short name, because it may be a person's name
  /// (`Sundar`).
  static func corrected(_ word: String, isCapitalised: Bool) -> String? {
    let letters = Array(word.utf8)
    guard letters.count > 5, let first = letters.first else { return nil }
    return longNames.first { name in
      let other = Array(name.utf8)
      let most = other.count > 7 ? 2 : 1
      if isCapitalised, other.count < 7 { return false }
      return first == other.first && abs(other.count - letters.count) <= most && name != word
        && distance(letters, other) <= most
    }
  }

  /// Returns the number of letters to insert, remove, replace or swap with their neighbor to turn
  /// one word into the other.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var rows = [Array(0...right.count)]
    for (row, letter) in left.enumerated() {
      var costs = [row + 1]
      for (column, other) in right.enumerated() {
        var cost = min(
          rows[row][column + 1] + 1, costs[column] + 1,
          rows[row][column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          cost = min(cost, rows[row - 1][column - 1] + 1)
        }
        costs.append(cost)
      }
      rows.append(costs)
    }
    return rows[left.count][right.count]
  }

  /// Words that may be joined by hyphens in a time: `mid-november`.
  static let hyphenated: Set<String> = Set(weekdays.keys).union(months.keys).union(numbers.keys)
    .union(ordinals.keys).union(parts.keys).union(days.keys).union(directions.keys).union(
      seasons.keys
    )
    .union([
      "half", "quarter", "past", "to", "mid", "early", "late", "end", "of", "week", "weekend",
      "month", "year", "day", "after", "before", "every", "other", "weeks", "days", "months",
      "years", "hour", "hours", "minutes", "in",
    ])

  /// Returns whether a word is the name of a weekday or a month.
  static func isCalendarName(_ word: Substring) -> Bool {
    weekdays[String(word)] != nil || months[String(word)] != nil
  }
}
