public import CairnCapture
public import CairnText

/// What a day begins with: what is due, whose day it is, what waits, and what came yesterday.
public struct Briefing: Sendable {
  /// A part of it, in the order in which they stand.
  public enum Section: String, CaseIterable, Sendable {
    /// Open actions that were due before today.
    case overdue
    /// Open actions that are due today.
    case today
    /// What is due in the seven days after today.
    case week
    /// Birthdays and other days of people in that time, today's too.
    case dates
    /// Captures whose type nobody knows yet.
    case waiting
    /// What was captured yesterday.
    case yesterday
    /// What was forgotten and may be worth another look.
    case look
  }

  /// A capture in it.
  public struct Entry: Sendable {
    /// The capture.
    public let capture: Capture
    /// The day for which it stands there; nil where it stands there for no day.
    public var day: CalendarDate?
    /// What that day is: `birthday`.
    public var occasion: String?
    /// How many years ago that was for the first time, where that is known and was before.
    public var years: Int?
    /// Why it is worth another look.
    public var reason: String?

    /// A capture and what is to be said of it.
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

  /// The day.
  public let day: CalendarDate
  /// What stands in each part.
  public private(set) var entries: [Section: [Entry]] = [:]

  /// How many days after today count as soon.
  public static let days = 7

  /// The briefing of the day that `clock` says.
  ///
  /// - Parameters:
  ///   - open: Open actions, and whatever else is due soon.
  ///   - people: Captures that may name a birthday or another day.
  ///   - waiting: Captures that wait for their type.
  ///   - yesterday: What was captured yesterday.
  ///   - look: What may be worth another look, the best first: the first is taken that stands in no
  ///     other part.
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
  /// When it is due, in seconds since 1970; what is due on no day comes last.
  fileprivate func dueSeconds(_ clock: LocalClock) -> Int {
    due?.instant(clock).seconds ?? .max
  }
}
