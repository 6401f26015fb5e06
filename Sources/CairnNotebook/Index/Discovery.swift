import CairnCapture
public import CairnIndex
public import CairnText

/// A capture that is worth another look, and the reasons.
public struct Discovery: Sendable {
  /// The reason why a capture is worth another look.
  public enum Reason: Hashable, Sendable {
    /// The capture was created on the same day of the year, this many years ago.
    case onThisDay(years: Int)
    /// The capture seems important, but has not changed since this day. A capture seems important
    /// if its score is okay or great, or if at least two other captures link to it.
    case forgotten(since: CalendarDate)
    /// Several captures link to the capture. The value is their number.
    case linked(Int)
  }

  /// The capture.
  public let entry: Snapshot.Entry
  /// The age of the capture in years, if it was created on the same day of an earlier year;
  /// otherwise nil.
  public let years: Int?
  /// The day of the last change if the capture is forgotten, otherwise nil.
  public let unchangedSince: CalendarDate?
  /// The number of captures that link to the capture.
  public let links: Int

  /// The reasons why the capture may deserve another look; there is at least one.
  public var reasons: [Reason] {
    [
      years.map { .onThisDay(years: $0) }, unchangedSince.map { .forgotten(since: $0) },
      links > 0 ? .linked(links) : nil,
    ].compactMap(\.self)
  }
}

extension Catalog {
  /// Returns at most `limit` captures worth another look on `day`, taken in turn from three groups:
  ///
  /// - captures created on the same day of an earlier year
  /// - forgotten captures (``Discovery/Reason/forgotten(since:)``) that have not changed for 180
  ///   days
  /// - captures to which at least three others link
  ///
  /// Each day, the last two groups contain a different selection of the most important captures.
  ///
  /// Captures from the last 30 days, briefings, and actions that are done or cancelled are
  /// excluded. If a capture has no field for its last change, its day of creation counts instead.
  /// The modification time of the file does not count, because it may be the time of a copy.
  ///
  /// Costs one pass over the facts of all captures, and one over all links.
  public func discoveries(
    on day: CalendarDate, by clock: LocalClock, limit: Int
  ) throws(IndexDamage) -> [Discovery] {
    let entries = snapshot.entries
    let facts = facts(ofEach: entries)
    // Being listed in a briefing does not make a capture more important.
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
  /// Returns the briefings among `entries`. `facts` contains the facts of each entry, in the same
  /// order.
  private static func briefings(
    _ entries: [Snapshot.Entry], _ facts: [CaptureFacts?]
  ) -> Set<Snapshot.Entry> {
    Set(zip(entries, facts).lazy.filter { $0.1?.isBriefing == true }.map(\.0))
  }

  /// Returns, for each linked capture, the number of captures that link to it. Links from `others`
  /// are ignored. Costs one pass over all links.
  func linkCounts(
    leavingOut others: Set<Snapshot.Entry>
  ) throws(IndexDamage) -> [Snapshot.Entry: Int] {
    try asking { (snapshot) throws(IndexDamage) in
      try IndexedLinks(notebook, snapshot).counts(leavingOut: others)
    }
  }
}

extension CaptureFacts {
  /// Whether the capture is a briefing, which Cairn writes from other captures.
  fileprivate var isBriefing: Bool { type?.folded == Capture.briefingType }
}

/// A capture that may deserve another look.
private struct Candidate {
  let entry: Snapshot.Entry
  let path: NotePath
  let links: Int
  /// The age of the capture in years, if it was created on the same day of an earlier year;
  /// otherwise nil.
  let years: Int?
  /// The day of the capture's last change; nil if the capture has changed in the last 180 days, or
  /// does not seem important enough to count as forgotten (``Discovery/Reason/forgotten(since:)``).
  let since: CalendarDate?
  /// The importance of the capture, computed from its score and links. Among forgotten captures,
  /// the most important ones are selected.
  let worth: Int
  /// A pseudorandom number, different each day, that determines the order of candidates.
  private let lot: UInt64

  private static let freshDays = 30
  private static let forgottenDays = 180
  private static let fewestLinks = 3

  var isOftenLinked: Bool { links >= Self.fewestLinks }

  /// Creates a candidate; nil if the capture was created in the 30 days before `day`, is a
  /// briefing, or is an action that is not open.
  init?(
    _ entry: Snapshot.Entry, _ path: NotePath, _ facts: CaptureFacts, links: Int,
    _ day: CalendarDate, _ clock: LocalClock
  ) {
    let made = facts.created.localDay(clock)
    guard made.daysSinceEpoch <= day.daysSinceEpoch - Self.freshDays,
      !facts.isBriefing, facts.outcome?.isFinished != true
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
    // FNV-1a over the path, with the day in its initial state.
    let seed = 0xCBF2_9CE4_8422_2325 ^ UInt64(truncatingIfNeeded: day.daysSinceEpoch)
    var generator = SplitMix(
      seed: path.bytes.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
    lot = generator.next()
  }

  /// Returns the `limit` × 10 candidates with the highest `worth`, in a random order that differs
  /// each day.
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
