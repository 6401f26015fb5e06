public import CairnCapture
public import CairnText

/// A daily overview: due captures, people's occasions, unclassified captures, yesterday's captures
/// and a capture that may be worth another look.
public struct Briefing: Sendable {
  /// A section of a briefing. The cases are in the order in which a briefing shows the sections.
  public enum Section: String, CaseIterable, Sendable {
    /// Open actions that were due before today.
    case overdue
    /// Open actions and other unfinished captures that are due today.
    case today
    /// Open actions and other unfinished captures that are due in the seven days after today.
    case week
    /// Birthdays and other occasions of people, from today to seven days after today.
    case dates
    /// Unclassified captures.
    case waiting
    /// Captures made yesterday.
    case yesterday
    /// A capture that may be worth another look.
    case look
  }

  /// An entry of a section.
  public struct Entry: Sendable {
    /// The capture.
    public let capture: Capture
    /// The due date, or the day of the occasion; nil if the entry has neither.
    public var day: CalendarDate?
    /// The name of the occasion, such as `birthday`; nil outside ``Section/dates``.
    public var occasion: String?
    /// The number of years since the first occasion; nil if unknown or 0.
    public var years: Int?
    /// The reason why the capture is worth another look; nil outside ``Section/look``.
    public var reason: String?

    /// Creates an entry for a capture.
    public init(
      _ capture: Capture, day: CalendarDate? = nil, occasion: String? = nil, years: Int? = nil,
      reason: String? = nil
    ) {
      self.capture = capture
      self.day = day
      self.occasion = occasion
      self.years = years
      self.reason = reason
    }
  }

  /// The day of the briefing.
  public let day: CalendarDate
  /// The entries, keyed by section. Empty sections are absent.
  public private(set) var entries: [Section: [Entry]] = [:]

  /// The number of days after today that the briefing covers.
  public static let days = 7

  /// Creates the briefing for today, as given by `clock`.
  ///
  /// - Parameters:
  ///   - open: Open actions, and other captures that are due soon.
  ///   - people: Captures that may have a birthday or another occasion.
  ///   - waiting: Unclassified captures.
  ///   - yesterday: Captures made yesterday.
  ///   - look: Candidates for another look, best first. The briefing uses the first one that no
  ///     other section contains.
  public init(
    open: [Capture], people: [Capture], waiting: [Capture], yesterday: [Capture], look: [Entry],
    _ clock: LocalClock
  ) {
    let today = clock.today
    let last = today.adding(days: Self.days)
    day = today
    for capture in open.sorted(by: { $0.dueSeconds(clock) < $1.dueSeconds(clock) }) {
      guard let day = capture.due?.localDay(clock), day <= last else { continue }
      let section: Section = day < today ? .overdue : day == today ? .today : .week
      entries[section, default: []].append(Entry(capture, day: day))
    }
    let dates: [Entry] = people.flatMap { capture in
      Occasion.of(capture).compactMap { $0.entry(of: capture, from: today, to: last) }
    }
    let places = dates.indices.sorted { left, right in
      (dates[left].day ?? today, left) < (dates[right].day ?? today, right)
    }
    entries[.dates] = places.map { dates[$0] }
    entries[.waiting] = waiting.map { Entry($0) }
    entries[.yesterday] = yesterday.map { Entry($0) }
    let shown = Set(entries.values.joined().map(\.capture.path))
    if let first = look.first(where: { !shown.contains($0.capture.path) }) {
      entries[.look] = [first]
    }
    entries = entries.filter { !$0.value.isEmpty }
  }
}

extension Capture {
  /// Returns the due time in seconds since 1970; `Int.max` if there is none.
  fileprivate func dueSeconds(_ clock: LocalClock) -> Int {
    due?.instant(clock).seconds ?? .max
  }
}
