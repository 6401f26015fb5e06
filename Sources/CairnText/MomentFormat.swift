/// A format for dates and times in the notation of Moment.js, which Obsidian uses.
///
///     MomentFormat("YYYY/MM-MMMM/[Day] D")?.text(of: time)   // 2026/11-November/Day 21
///
/// Names are in English.
package struct MomentFormat: Sendable {
  private enum Part {
    case token(String)
    case literal(Character)
  }

  private let parts: [Part]

  /// The tokens of Moment.js that are supported, longest first.
  private static let tokens = [
    "YYYY", "GGGG", "MMMM", "dddd", "DDDD", "MMM", "ddd", "DDD", "YY", "MM", "DD", "Do", "WW", "HH",
    "hh", "mm", "ss", "M", "D", "W", "Q", "H", "h", "m", "s", "A", "a",
  ]

  /// Reads a format; nil if the format contains, outside brackets, a letter that is not part of a
  /// supported token.
  package init?(_ text: String) {
    var parts: [Part] = []
    var rest = text[...]
    while let first = rest.first {
      if first == "[", let end = rest.firstIndex(of: "]") {
        parts += rest[rest.index(after: rest.startIndex)..<end].map(Part.literal)
        rest = rest[rest.index(after: end)...]
      } else if let token = Self.tokens.first(where: { rest.hasPrefix($0) }) {
        parts.append(.token(token))
        rest = rest.dropFirst(token.count)
      } else if first.isASCII, first.isLetter {
        return nil
      } else {
        parts.append(.literal(first))
        rest = rest.dropFirst()
      }
    }
    self.parts = parts
  }

  /// Whether the format contains a complete date, so that different days have different texts.
  package var namesDay: Bool {
    let names = parts.compactMap { part in
      if case .token(let name) = part { name } else { nil }
    }
    func has(_ choices: String...) -> Bool { names.contains(where: choices.contains) }
    let isDate = has("MMMM", "MMM", "MM", "M") && has("DD", "D", "Do")
    return has("YYYY", "YY") && (isDate || has("DDDD", "DDD"))
      || has("GGGG") && has("WW", "W") && has("dddd", "ddd")
  }

  /// Returns the text of a time in this format.
  package func text(of time: DateTime) -> String {
    parts.map { part in
      switch part {
      case .literal(let character): String(character)
      case .token(let name): Self.text(name, of: time)
      }
    }.joined()
  }

  private static func text(_ token: String, of time: DateTime) -> String {
    let (date, clock) = (time.date, time.timeOfDay)
    let half = clock.hour < 12 ? "am" : "pm"
    return switch token {
    case "YYYY": date.year.padded(4)
    case "YY": (date.year % 100).padded(2)
    case "MMMM": date.monthName
    case "MMM": String(date.monthName.prefix(3))
    case "DDDD": date.dayOfYear.padded(3)
    case "Do": ordinal(date.day)
    case "dddd": date.weekdayName
    case "ddd": String(date.weekdayName.prefix(3))
    case "GGGG": date.week.year.padded(4)
    case "A": half.uppercased()
    case "a": half
    default: number(token, date, clock).padded(token.count == 2 ? 2 : 1)
    }
  }

  /// Returns the number that a token stands for. The token is `DDD`, or consists of one letter or
  /// of two equal letters.
  private static func number(
    _ token: String, _ date: CalendarDate, _ clock: (hour: Int, minute: Int, second: Int)
  ) -> Int {
    if token == "DDD" { return date.dayOfYear }
    return switch token.first {
    case "M": date.month
    case "D": date.day
    case "W": date.week.number
    case "Q": (date.month + 2) / 3
    case "H": clock.hour
    case "h": (clock.hour + 11) % 12 + 1
    case "m": clock.minute
    default: clock.second
    }
  }

  private static func ordinal(_ number: Int) -> String {
    let ending =
      switch (number / 10, number % 10) {
      case (1, _): "th"
      case (_, 1): "st"
      case (_, 2): "nd"
      case (_, 3): "rd"
      default: "th"
      }
    return "\(number)\(ending)"
  }
}
