public import CairnCapture
public import CairnIndex
public import CairnNotebook
import CairnQuery
public import CairnText

/// The captures that belong with another one.
public struct RelatedResult {
  /// The capture.
  public let capture: Capture
  /// The notebook's captures.
  public let catalog: Catalog
  /// Those that belong with it, the closest first, as many as were wanted.
  public let related: [RelatedCapture]
  /// How many there are without the limit.
  public let total: Int
}

/// The circles of captures that belong together.
public struct CirclesResult {
  /// The notebook's captures.
  public let catalog: Catalog
  /// The circles, the largest first.
  public let circles: [Circle]
  /// How many captures are in no circle.
  public let alone: Int
}

extension Workspace {
  /// Finds the captures that belong with the one of this name: its id, the beginning of that, its path
  /// or title.
  ///
  /// Throws a ``Refusal`` if no capture has the name, or several have.
  public func related(to name: String, limit: Int) throws -> RelatedResult {
    let (capture, catalog) = try capture(named: name)
    let found = try catalog.related(to: capture, limit: limit)
    return RelatedResult(
      capture: capture, catalog: catalog, related: found.captures, total: found.total)
  }

  /// Finds all circles, or the one with the capture of this name in it.
  ///
  /// Throws a ``Refusal`` if no capture has the name, or several have.
  public func circles(with name: String? = nil) throws -> CirclesResult {
    let named = try name.map { try capture(named: $0) }
    let catalog = named?.catalog ?? catalog()
    var (circles, alone) = try catalog.circles()
    if let named {
      let entry = catalog.entry(at: named.capture.path)
      circles.removeAll { circle in !circle.entries.contains { $0 == entry } }
    }
    return CirclesResult(catalog: catalog, circles: circles, alone: alone)
  }
}

extension Catalog {
  /// Reads captures that were found, and leaves out those that do not exist any more.
  public func reading<Found>(
    _ found: [Found], at entry: (Found) -> Snapshot.Entry
  ) -> [(capture: Capture, found: Found)] {
    zip(presentCaptures(found.map(entry)), found).compactMap { capture, found in
      capture.map { ($0, found) }
    }
  }
}

// MARK: - Another look

/// The captures that deserve another look on a day.
public struct DiscoveriesResult {
  /// The notebook's captures.
  public let catalog: Catalog
  /// The day.
  public let day: CalendarDate
  /// The captures, as many as were wanted.
  public let discoveries: [Discovery]
  /// Whether there is none at all, whatever the limit is.
  public let isEmpty: Bool
}

extension Workspace {
  /// Finds captures that deserve another look.
  ///
  /// Throws a ``Refusal`` if the day is not understood.
  ///
  /// - Parameter day: a day as a person types it, such as `yesterday`; if nil, today.
  public func discoveries(on day: String?, limit: Int) throws -> DiscoveriesResult {
    let day = try day.map(self.day) ?? clock.today
    let catalog = catalog()
    let found = try catalog.discoveries(on: day, by: clock, limit: max(limit, 1))
    return DiscoveriesResult(
      catalog: catalog, day: day, discoveries: Array(found.prefix(limit)), isEmpty: found.isEmpty)
  }

  private func day(_ text: String) throws(Refusal) -> CalendarDate {
    guard let moments = DateExpression(text)?.range(by: clock, leaning: .past) else {
      throw Refusal(
        "date-unknown", "`\(text)` is no date; say 2026-11-20, yesterday or -30d", .invalid)
    }
    return clock.dateTime(moments.lowerBound).date
  }
}

extension Discovery {
  /// Its reasons in a phrase: `a year ago today; linked from 3 captures`.
  public var reasonText: String {
    let texts = reasons.map { reason in
      switch reason {
      case .onThisDay(let years): years == 1 ? "a year ago today" : "\(years) years ago today"
      case .forgotten(let day): "not changed since \(day)"
      case .linked(let count): "linked from \(count.of("capture"))"
      }
    }
    return texts.joined(separator: "; ")
  }
}
