import CairnCapture
import CairnDocument
import CairnInsight
import CairnMarkup
import CairnText

/// A day that recurs each year, such as a birthday or an anniversary. An occasion is read from a
/// field or from a sentence, such as `Anna's birthday is 12 Feb`.
public struct Occasion {
  /// The name of the occasion, which is also the name of its field.
  let name: String
  /// The year of the first occasion; nil if only month and day are known.
  let year: Int?
  let month: Int
  let day: Int

  /// The names of the fields that can contain occasions.
  public static let fields = ["birthday", "anniversary"]

  /// A query for captures that may have occasions.
  public static let query: String = {
    let hasField = fields.map { "has:\($0)" }.joined(separator: " OR ")
    let saysIt = words.keys.sorted().joined(separator: " OR ")
    return "\(hasField) OR ((\(saysIt)) (type:fact OR type:person OR no:type))"
  }()

  /// The names of occasions, keyed by the words that can refer to them.
  private static let words = [
    "birthday": "birthday", "bday": "birthday", "anniversary": "anniversary",
  ]

  /// Returns the occasions in a capture's fields. If the fields contain none, returns the occasions
  /// that the capture's sentences mention, at most one of each name. Sentences are read only in
  /// facts, in captures about people, and in unclassified captures.
  static func of(_ capture: Capture) -> [Occasion] {
    let known = Self.fields.compactMap { field in
      capture.document[field]?.text.flatMap { Occasion(name: field, written: $0) }
    }
    guard known.isEmpty, [nil, "fact", "person"].contains(capture.type?.folded) else {
      return known
    }
    let body = String(decoding: capture.bodyText.plainText, as: UTF8.self)
    let sentences = [capture.title] + Sentences.read(body).map(String.init)
    var found: [Occasion] = []
    for occasion in sentences.compactMap(Occasion.init(saidIn:))
    where !found.contains(where: { $0.name == occasion.name }) {
      found.append(occasion)
    }
    return found
  }

  /// Creates the occasion that a sentence mentions. Returns nil if the sentence names no occasion,
  /// or does not name exactly one day of a month.
  init?(saidIn sentence: String) {
    let words = sentence.lowercased().split { !$0.isLetter }
    guard let name = words.lazy.compactMap({ Self.words[String($0)] }).first,
      let day = YearlyDay(in: sentence)
    else { return nil }
    self.name = name
    (year, month, self.day) = (day.year, day.month, day.day)
  }

  /// Creates an occasion from a date such as `1984-11-24`, or from a day without a year: `11-24` or
  /// `--11-24` (ISO 8601:2000). Ignores a time after the day. Nil for any other text.
  init?(name: String, written: String) {
    let text = written.prefix { $0 != "T" && $0 != " " }
    let hasNoYear = text.hasPrefix("--")
    let parts = text.dropFirst(hasNoYear ? 2 : 0)
      .split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    switch parts.count {
    case 3 where !hasNoYear && parts[0] != nil: year = parts[0]
    case 2: year = nil
    default: return nil
    }
    guard let month = parts[parts.count - 2], let day = parts[parts.count - 1],
      CalendarDate(year: year ?? 2000, month: month, day: day) != nil
    else { return nil }
    self.name = name
    self.month = month
    self.day = day
  }

  /// Returns an entry for the earliest recurrence from `first` to `last`, both included; nil if
  /// there is none. Ignores years before ``year``. In common years, an occasion on 29 February
  /// recurs on the 28th.
  func entry(of capture: Capture, from first: CalendarDate, to last: CalendarDate)
    -> Briefing.Entry?
  {
    for year in first.year...last.year {
      let day = min(self.day, CalendarDate.days(inMonth: month, of: year))
      guard let date = CalendarDate(year: year, month: month, day: day), first <= date,
        date <= last,
        self.year.map({ $0 <= year }) ?? true
      else { continue }
      let years = self.year.map { year - $0 }
      return Briefing.Entry(
        capture, day: date, occasion: name, years: years.flatMap { $0 > 0 ? $0 : nil })
    }
    return nil
  }
}
