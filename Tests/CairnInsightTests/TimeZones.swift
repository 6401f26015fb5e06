import CairnInsight
import CairnText
import Testing

/// A row of ``TimeRows``.
struct TimeRow: Sendable, CustomTestStringConvertible {
  let text: String
  let meaning: String

  var testDescription: String { text }
}

/// Zones whose clocks change, by the moments at which they do (seconds since 1970) and the offset
/// from then on.
struct TimeZones: Sendable {
  let changes: [(from: Int, offset: Int)]

  static let utc = TimeZones(changes: [(Int.min, 0)])
  static let berlin = TimeZones(changes: [
    (Int.min, 3600), (1_774_746_000, 7200), (1_792_890_000, 3600), (1_806_195_600, 7200),
    (1_824_944_400, 3600),
  ])
  static let newYork = TimeZones(changes: [
    (Int.min, -18_000), (1_772_953_200, -14_400), (1_793_512_800, -18_000),
    (1_805_007_600, -14_400), (1_825_567_200, -18_000),
  ])
  /// Half an hour each way.
  static let lordHowe = TimeZones(changes: [
    (Int.min, 39_600), (1_775_314_800, 37_800), (1_791_041_400, 39_600),
  ])
  /// 30 December 2011 was left out.
  static let apia = TimeZones(changes: [(Int.min, -36_000), (1_325_239_200, 50_400)])
  static let kolkata = TimeZones(changes: [(Int.min, 19_800)])
  /// The clocks go forward at midnight.
  static let beirut = TimeZones(changes: [
    (Int.min, 7200), (1_774_735_200, 10_800), (1_792_875_600, 7200),
  ])

  static let named: [String: TimeZones] = [
    "utc": utc, "berlin": berlin, "new york": newYork, "lord howe": lordHowe, "apia": apia,
    "kolkata": kolkata, "beirut": beirut,
  ]

  func clock(at now: String) -> LocalClock {
    let changes = changes
    let offset: @Sendable (Instant) -> Int = { instant in
      changes.last { $0.from <= instant.seconds }?.offset ?? 0
    }
    let parts = now.split { "-: ".contains($0) }.compactMap { Int($0) }
    let day = CalendarDate(year: parts[0], month: parts[1], day: parts[2])
    let time = DateTime(
      date: day ?? CalendarDate(daysSinceEpoch: 0),
      secondOfDay: parts[3] * 3600 + parts[4] * 60 + parts[5])
    let clock = LocalClock(now: Instant(seconds: 0), offset: offset)
    return LocalClock(now: clock.instant(time), offset: offset)
  }

  func reader(at now: String, _ order: DateOrder = .dayFirst) -> TimeReader {
    TimeReader(clock: clock(at: now), order: order)
  }

  /// What a text means, as the rows have it.
  func means(_ text: String, at now: String, _ order: DateOrder = .dayFirst) -> String {
    reader(at: now, order).read(text)?.meaning ?? "-"
  }
}

extension TimePhrase {
  /// `2026-11-24`, or `2026-11-24 17:00` with the zone's offset where that is not Berlin's in winter.
  var shortDue: String {
    guard let time else { return due }
    var text = String(time.description.prefix(19))
    if text.hasSuffix(":00") { text.removeLast(3) }
    let zone = time.offset == 3600 ? "" : time.description.dropFirst(19)
    return text.replacing("T", with: " ") + zone
  }

  var meaning: String {
    let prefix = rule.map { "\($0): " } ?? ""
    let isSpan = days.lowerBound != days.upperBound
    let isMoved = time == nil && !days.contains(dueDay)
    let suffix = isSpan || isMoved ? " of \(days.lowerBound)..\(days.upperBound)" : ""
    return prefix + shortDue + suffix
  }
}
