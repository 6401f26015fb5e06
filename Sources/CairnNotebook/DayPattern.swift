public import CairnText

/// The setting `daily.path`: where each day's note is stored, such as `daily/{{date}}`.
///
///     DayPattern("daily/{{year}}/{{date}}")?.path(of: day)   // daily/2026/2026-11-21.md
///     DayPattern("{{date:MMMM/D YYYY}}")?.path(of: day)      // November/21 2026.md
public struct DayPattern: Sendable {
  private let text: String

  /// Creates a pattern; nil if ``breach(by:)`` reports a problem.
  public init?(_ text: String) {
    guard Self.breach(by: text) == nil else { return nil }
    self.text = text
  }

  /// Returns the path of a day's note; nil if the result is not a valid path for that day.
  public func path(of day: CalendarDate) -> NotePath? { Self.path(text, of: day) }

  private static func path(_ text: String, of day: CalendarDate) -> NotePath? {
    var name = formatted(text, of: day)
    for (key, value) in values(of: day) { name = name.replacing("{{\(key)}}", with: value) }
    return NotePath(name.hasSuffix(".md") ? name : name + ".md")
  }

  /// Returns the placeholders in `text` that contain a format for the date, such as
  /// `{{date:YYYY-MM}}`.
  private static func formats(
    in text: String
  ) -> [(range: Range<String.Index>, format: MomentFormat)] {
    text.matches(of: /\{\{date:([^{}]*)\}\}/).compactMap { match in
      MomentFormat(String(match.1)).map { (match.range, $0) }
    }
  }

  /// Returns the text with the placeholders of ``formats(in:)`` filled in.
  private static func formatted(_ text: String, of day: CalendarDate) -> String {
    var text = text
    for (range, format) in formats(in: text).reversed() {
      text.replaceSubrange(range, with: format.text(of: DateTime(date: day, secondOfDay: 0)))
    }
    return text
  }

  private static func values(of day: CalendarDate) -> [(key: String, value: String)] {
    [
      ("date", day.description), ("year", "\(day.year)"), ("month", day.month.padded(2)),
      ("day", day.day.padded(2)), ("weekday", day.weekdayName),
    ]
  }

  /// Returns the rule that a pattern breaks, as a phrase that begins with "must"; nil if the
  /// pattern is valid.
  static func breach(by text: String) -> String? {
    guard let day = CalendarDate(year: 2026, month: 11, day: 21) else { return nil }
    let rest = values(of: day).reduce(formatted(text, of: day)) {
      $0.replacing("{{\($1.key)}}", with: "")
    }
    if rest.contains("{{") {
      return "must contain no variables except "
        + values(of: day).map { "{{\($0.key)}}" }.joined(separator: ", ")
        + " and {{date:FORMAT}} in the notation of Obsidian"
    }
    let hasDay =
      ["year", "month", "day"].allSatisfy { text.contains("{{\($0)}}") }
      || formats(in: text).contains { $0.format.namesDay }
    guard text.contains("{{date}}") || hasDay else {
      return "must contain {{date}}, or {{year}}, {{month}} and {{day}}"
    }
    return path(text, of: day) == nil ? "must be a path in the notebook" : nil
  }
}
