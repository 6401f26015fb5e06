import CairnCapture
import CairnMarkup
import CairnText

/// A function that templates apply to a value: `{{month(created)}}`.
///
/// ``all`` contains the functions. docs/templates.md prints this list, and a test runs every
/// sample.
struct TemplateTransform: Sendable {
  /// The kind of value that a function takes. A function that takes text also accepts numbers and
  /// times, as text. For a value of any other kind, a function returns nil.
  enum Operand: String, Sendable {
    case time, text, number, list
  }

  /// The name as written in templates. In ``all``, `cut8` stands for `cut` with any number from 1
  /// to 9999.
  let name: String
  /// The kind of value that the function takes.
  let takes: Operand
  /// A phrase that says what the function returns.
  let summary: String
  /// A value as written in a field, and the function's result for this value on 2026-11-21.
  let sample: (from: String, to: String)
  /// A callback that returns the function's result; nil if the function does not apply to the
  /// value.
  let apply: @Sendable (TemplateScalar) -> (any TemplateValue)?

  /// Returns the function with this name; nil if there is none.
  static func named(_ name: String) -> TemplateTransform? {
    byName[name] ?? (cutLength(name) == nil ? nil : cut(name))
  }

  /// All functions that apply to strings, numbers and times, in the order in which the
  /// documentation lists them.
  static let all = times + texts + numbers
  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The names of the functions that take a list. A function that takes a number also accepts a
  /// list, and uses the number of its elements.
  static let ofLists = ["first", "last", "count", "comma", "linked"]
}

// MARK: - Times

extension TemplateTransform {
  private static let times = [
    time("iso", "the day as YYYY-MM-DD", "2026-11-21") { $0.description },
    time("long", "the day with the name of the month", "21 November 2026") { $0.long },
    time("short", "the day and the month", "21 Nov") { "\($0.day) \($0.monthName.prefix(3))" },
    time("weekday", "the day of the week", "Saturday") { $0.weekdayName },
    time("day", "the day of the month", "21") { String($0.day) },
    time("month", "the month", "November") { $0.monthName },
    time("year", "the year", "2026") { $0.year.padded(4) },
    time("monthyear", "the month and the year", "November 2026") {
      "\($0.monthName) \($0.year.padded(4))"
    },
    time("week", "the week number (ISO 8601)", "47") { String($0.week.number) },
    time("weekyear", "the year that the week belongs to", "2026") { $0.week.year.padded(4) },
    TemplateTransform(
      name: "time", takes: .time,
      summary: "the hour and minute; empty at midnight and if there is no time of day",
      sample: ("2026-11-21T10:04:05+01:00", "10:04")
    ) { scalar in
      guard case .time(.dateTime(let time), _) = scalar.content else { return nil }
      let clock = scalar.setting.clock
      let local = time.offset == nil ? time : clock.dateTime(clock.instant(time))
      guard local.secondOfDay > 0 else { return nil }
      let (hour, minute, _) = local.timeOfDay
      return TemplateScalar("\(hour.padded(2)):\(minute.padded(2))", scalar.setting)
    },
    TemplateTransform(
      name: "relative", takes: .time, summary: "how far the day is from today, in words",
      sample: ("2026-11-18", "3 days ago")
    ) { scalar in
      guard case .time(let time, _) = scalar.content else { return nil }
      let clock = scalar.setting.clock
      let days = time.localDay(clock).daysSinceEpoch - clock.today.daysSinceEpoch
      return TemplateScalar(Self.distance(days), scalar.setting)
    },
  ]

  private static func time(
    _ name: String, _ summary: String, _ result: String,
    _ text: @escaping @Sendable (CalendarDate) -> String
  ) -> TemplateTransform {
    TemplateTransform(
      name: name, takes: .time, summary: summary, sample: ("2026-11-21T10:04:05+01:00", result)
    ) { scalar in
      guard case .time(let time, _) = scalar.content else { return nil }
      return TemplateScalar(text(time.localDay(scalar.setting.clock)), scalar.setting)
    }
  }

  private static func distance(_ days: Int) -> String {
    switch days {
    case 0: "today"
    case 1: "tomorrow"
    case -1: "yesterday"
    default: days < 0 ? "\(-days) days ago" : "in \(days) days"
    }
  }
}

// MARK: - Texts

extension TemplateTransform {
  private static let texts = [
    text(
      "slug", "the words in lowercase, joined with hyphens, for use in web addresses",
      "Größe & Maß",
      "größe-maß"
    ) {
      $0.slug
    },
    text("uppercased", "the text in capital letters", "Acme", "ACME") { $0.uppercased() },
    text("lowercased", "the text in small letters", "Acme", "acme") { $0.lowercased() },
    text("line", "the first line", "One\nTwo", "One") { text in
      String(text.split(whereSeparator: \.isNewline).first ?? "")
    },
    text("underline", "a line of `=` as wide as the text", "Acme", "====") { text in
      String(repeating: "=", count: TerminalText.width(of: text))
    },
    cut("cut8"),
    TemplateTransform(
      name: "linked", takes: .text,
      summary: "the text with wikilinks turned into links; in HTML digests, use `{{{linked(x)}}}`",
      sample: ("see [[Sarah]]", "see Sarah")
    ) { scalar in
      let setting = scalar.setting
      guard let linked = setting.linked else {
        return TemplateScalar(TemplateSetting.linked(scalar.text) { $0.text }, setting)
      }
      return TemplateScalar(linked(scalar.text), TemplateSetting(clock: setting.clock))
    },
  ]

  private static func text(
    _ name: String, _ summary: String, _ from: String, _ to: String,
    _ make: @escaping @Sendable (String) -> String
  ) -> TemplateTransform {
    TemplateTransform(name: name, takes: .text, summary: summary, sample: (from, to)) { scalar in
      TemplateScalar(make(scalar.text), scalar.setting)
    }
  }

  /// Returns the function with a name such as `cut80`, which cuts text to at most 80 characters,
  /// between words if possible.
  private static func cut(_ name: String) -> TemplateTransform {
    let length = cutLength(name) ?? 1
    return text(
      name,
      "the first words, up to \(length) characters, then `…` if text was cut; use any number from "
        + "1 to 9999, as in `cut40`",
      "Pay the Acme", "Pay the…"
    ) { $0.cut(to: length) }
  }

  private static func cutLength(_ name: String) -> Int? {
    guard name.hasPrefix("cut"), name.utf8.count <= 7, let length = Int(name.dropFirst(3)),
      length > 0, name.dropFirst(3).allSatisfy(\.isNumber)
    else { return nil }
    return length
  }
}

// MARK: - Numbers

extension TemplateTransform {
  private static let numbers = [
    number("stars", "one star for each point", "3", "★★★") { String(repeating: "★", count: $0) },
    number("s", "the plural ending: `s`, or nothing for 1", "2", "s") { $0 == 1 ? "" : "s" },
    TemplateTransform(
      name: "many", takes: .number,
      summary: "true if the number is not 1; use it as the condition of a section",
      sample: ("2", "true")
    ) { scalar in
      guard case .number(let number) = scalar.content else { return nil }
      return number != 1
    },
  ]

  private static func number(
    _ name: String, _ summary: String, _ from: String, _ to: String,
    _ make: @escaping @Sendable (Int) -> String
  ) -> TemplateTransform {
    TemplateTransform(name: name, takes: .number, summary: summary, sample: (from, to)) { scalar in
      guard case .number(let number) = scalar.content, (0...9999).contains(number) else {
        return nil
      }
      return TemplateScalar(make(number), scalar.setting)
    }
  }
}

// MARK: - Words

extension String {
  /// This text as a part of an address: the runs of letters and digits in it, in lower case and
  /// joined by hyphens.
  var slug: String {
    let words = lowercased().unicodeScalars.split { scalar in
      let properties = scalar.properties
      return !properties.isAlphabetic && properties.numericType == nil
        && properties.canonicalCombiningClass == .notReordered
    }
    return words.map { String($0) }.joined(separator: "-")
  }

  /// Returns this text, cut to `length` characters and followed by `…` if it is longer. Cuts
  /// between words if possible.
  package func cut(to length: Int) -> String {
    guard let limit = index(startIndex, offsetBy: length, limitedBy: endIndex), limit < endIndex
    else { return self }
    let start = self[..<limit]
    let end = start.lastIndex(where: \.isWhitespace)
    let words = self[limit].isWhitespace ? start : end.map { start[..<$0] } ?? start
    return words + "…"
  }
}
