import CairnCapture
public import CairnIndex
public import CairnText

/// A capture that deserves another look, and why.
public struct Discovery: Sendable {
  /// Why a capture deserves another look.
  public enum Reason: Hashable, Sendable {
    /// It was made on this day, so many years ago.
    case onThisDay(years: Int)
    /// It is good or linked to, and was not changed since that day.
    case forgotten(since: CalendarDate)
    /// So many captures link to it.
    case linked(Int)
  }

  /// Which one.
  public let entry: Snapshot.Entry
  /// How many years ago it was made on this day; nil where it was made on another one.
  public let years: Int?
  /// Since when it was not changed, where it is forgotten.
  public let unchangedSince: CalendarDate?
  /// How many captures link to it.
  public let links: Int

  /// Why, at least one reason.
  public var reasons: [Reason] {
    [
      years.map { .onThisDay(years: $0) }, unchangedSince.map { .forgotten(since: $0) },
      links > 0 ? .linked(links) : nil,
    ].compactMap(\.self)
  }
}

extension Catalog {
  /// Captures that deserve another look on a day: those made on that day in other years, those that
  /// are good or linked to and were not changed for half a year, and those that three others or more
  /// link to, in turn. Each day draws others of the best.
  ///
  /// What was made in the thirty days before is left out, and so are briefings and actions that are
  /// done or cancelled. What says nowhere that it was changed counts as it was made: the times of files
  /// are those of the last copy.
  ///
  /// Costs one pass over the facts of all captures, and over all links.
  public func discoveries(
    on day: CalendarDate, by clock: LocalClock, limit: Int
  ) throws(IndexDamage) -> [Discovery] {
    let entries = snapshot.entries
    let facts = facts(ofEach: entries)
    // What a briefing shows is not dearer to anybody for that.
    let links = try linkCounts(leavingOut: Self.briefings(entries, facts))
    let candidates = zip(entries, facts).compactMap { entry, facts in
      facts.flatMap {
        Candidate(entry, snapshot.path(entry), $0, links: links[entry] ?? 0, day, clock)
      }
    }
    let orders = [
      candidates.filter { $0.years != nil }.sorted {
        ($0.years ?? 0, $0.path) < ($1.years ?? 0, $1.path)
      },
      Candidate.drawn(candidates.filter { $0.since != nil }, limit) { $0.worth },
      Candidate.drawn(candidates.filter(\.isOftenLinked), limit) { $0.links },
    ]
    var seen: Set<Snapshot.Entry> = []
    var found: [Discovery] = []
    for place in 0..<(orders.map(\.count).max() ?? 0) {
      for order in orders where place < order.count && found.count < limit {
        let candidate = order[place]
        if seen.insert(candidate.entry).inserted { found.append(candidate.discovery) }
      }
    }
    return found
  }
}

extension Catalog {
  /// Those of some captures that are briefings, by the facts of each.
  private static func briefings(
    _ entries: [Snapshot.Entry], _ facts: [CaptureFacts?]
  ) -> Set<Snapshot.Entry> {
    Set(zip(entries, facts).lazy.filter { $0.1?.isBriefing == true }.map(\.0))
  }

  /// How many captures, but for those that are left out, link to each that another one links to. Costs
  /// one pass over all links.
  func linkCounts(
    leavingOut others: Set<Snapshot.Entry>
  ) throws(IndexDamage) -> [Snapshot.Entry: Int] {
    try asking { (snapshot) throws(IndexDamage) in
      try IndexedLinks(notebook, snapshot).counts(leavingOut: others)
    }
  }
}

extension CaptureFacts {
  /// Whether a machine wrote it of other captures.
  fileprivate var isBriefing: Bool { type?.folded == Capture.briefingType }
}

/// A capture that may deserve another look.
private struct Candidate {
  let entry: Snapshot.Entry
  let path: NotePath
  let links: Int
  /// How many years before the day it was made, where it was made on that day.
  let years: Int?
  /// Since when it was not changed, where it is forgotten.
  let since: CalendarDate?
  /// What it is worth to be remembered.
  let worth: Int
  /// A number that is another one each day.
  private let lot: UInt64

  private static let freshDays = 30
  private static let forgottenDays = 180
  private static let fewestLinks = 3

  var isOftenLinked: Bool { links >= Self.fewestLinks }

  /// Nil where it deserves none on this day.
  init?(
    _ entry: Snapshot.Entry, _ path: NotePath, _ facts: CaptureFacts, links: Int,
    _ day: CalendarDate, _ clock: LocalClock
  ) {
    let made = facts.created.localDay(clock)
    guard made.daysSinceEpoch <= day.daysSinceEpoch - Self.freshDays,
      !facts.isBriefing, facts.action.map(\.isOpen) ?? true
    else { return nil }
    self.entry = entry
    self.path = path
    self.links = links
    years = (made.month, made.day) == (day.month, day.day) ? day.year - made.year : nil
    let changed = facts.updated.map { $0.localDay(clock) }
    let last = changed.map { $0.daysSinceEpoch > made.daysSinceEpoch ? $0 : made } ?? made
    worth = (facts.score?.rawValue ?? 0) * 2 + min(links, 6)
    let isOld = last.daysSinceEpoch <= day.daysSinceEpoch - Self.forgottenDays
    since = isOld && (worth >= Score.okay.rawValue * 2 || links > 1) ? last : nil
    // FNV-1a over the path, begun with the day.
    let seed = 0xCBF2_9CE4_8422_2325 ^ UInt64(truncatingIfNeeded: day.daysSinceEpoch)
    var generator = SplitMix(
      seed: path.bytes.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
    lot = generator.next()
  }

  /// The best of some candidates, ten times as many as are wanted, as the day draws them.
  static func drawn(
    _ candidates: [Candidate], _ limit: Int, by worth: (Candidate) -> Int
  ) -> [Candidate] {
    let best = candidates.sorted { (-worth($0), $0.path) < (-worth($1), $1.path) }
    return best.prefix(limit > .max / 10 ? limit : limit * 10).sorted {
      ($0.lot, $0.path) < ($1.lot, $1.path)
    }
  }

  var discovery: Discovery {
    Discovery(entry: entry, years: years, unchangedSince: since, links: links)
  }
}
