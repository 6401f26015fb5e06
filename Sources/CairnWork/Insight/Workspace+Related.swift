public import CairnCapture
public import CairnIndex
public import CairnNotebook
import CairnQuery
public import CairnText

/// The captures that are related to a given capture.
public struct RelatedResult: Sendable {
  /// The given capture.
  public let capture: Capture
  /// The notebook's captures.
  public let catalog: Catalog
  /// The related captures, closest first, up to the limit.
  public let related: [RelatedCapture]
  /// The number of all related captures, including those beyond the limit.
  public let total: Int
  /// The name of the model whose vectors were compared; nil if no vectors were compared.
  public let model: String?
}

extension RelatedResult {
  /// The reason why no capture is related to ``capture``, as the end of a sentence. To find the
  /// reason, compares the capture's words with those of all captures.
  public var reasonForNone: String {
    if catalog.count < 2 { return "there are no other captures" }
    guard let likeness = catalog.likeness(to: capture), likeness.isTelling else {
      return "the capture has no distinctive words, and no link, tag, person or circle in common "
        + "with another capture"
    }
    if likeness.nearest > 0 {
      let least = Catalog.leastCloseness.inHundredths
      return "the most similar capture is not close enough: its closeness is "
        + "\(likeness.nearest.inHundredths), and at least \(least) is required"
    }
    let words = likeness.ownWords.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
    return
      "no other capture contains the distinctive words of the capture (\(words)), or shares a "
      + "link, tag, person or circle with it"
  }
}

/// The circles of related captures.
public struct CirclesResult: Sendable {
  /// The notebook's captures.
  public let catalog: Catalog
  /// The circles, largest first.
  public let circles: [Circle]
  /// The number of captures that belong to no circle, not counting briefings.
  public let alone: Int
  /// The path of the capture whose circle was wanted; nil for all circles.
  public let around: NotePath?
  /// The name of the model whose vectors were compared; nil if only words and links were compared.
  public let model: String?
}

extension Workspace {
  /// Returns the captures related to the named one. The name is an id, the start of an id, a path
  /// or a title.
  ///
  /// Throws a ``Refusal`` if there is not exactly one capture with this name.
  public func related(to name: String, limit: Int) throws -> RelatedResult {
    let (capture, catalog) = try capture(named: name)
    let vectors = try vectorsToCompare(in: catalog)
    let found = try catalog.related(to: capture, limit: limit, vectors: vectors)
    let isCompared = vectors?.vector(of: capture, in: catalog) != nil
    return RelatedResult(
      capture: capture, catalog: catalog, related: found.captures, total: found.total,
      model: isCompared ? embeddingModel?.name : nil)
  }

  /// Returns all circles, or only the one that contains the named capture.
  ///
  /// Throws a ``Refusal`` if there is not exactly one capture with this name.
  public func circles(with name: String? = nil) throws -> CirclesResult {
    let named = try name.map { try capture(named: $0) }
    let catalog = named?.catalog ?? catalog()
    let vectors = try vectorsToCompare(in: catalog)
    var (circles, alone) = try catalog.circles(similar: vectors)
    if let named {
      let entry = catalog.entry(at: named.capture.path)
      circles.removeAll { circle in !circle.entries.contains { $0 == entry } }
    }
    return CirclesResult(
      catalog: catalog, circles: circles, alone: alone, around: named?.capture.path,
      model: vectors == nil ? nil : embeddingModel?.name)
  }
}

extension Catalog {
  /// Returns each item with its capture. Leaves out items whose captures no longer exist.
  ///
  /// - Parameter entry: A function that returns the index entry of an item's capture.
  public func reading<Found>(
    _ found: [Found], at entry: (Found) -> Snapshot.Entry
  ) -> [(capture: Capture, found: Found)] {
    zip(presentCaptures(found.map(entry)), found).compactMap { capture, found in
      capture.map { ($0, found) }
    }
  }
}

// MARK: - Discoveries

/// The captures that are worth another look on a given day.
public struct DiscoveriesResult: Sendable {
  /// The notebook's captures.
  public let catalog: Catalog
  /// The day for which the captures were chosen.
  public let day: CalendarDate
  /// The captures, up to the limit.
  public let discoveries: [Discovery]
  /// Whether nothing was found at all, regardless of the limit.
  public let isEmpty: Bool
}

extension Workspace {
  /// Returns captures that are worth another look.
  ///
  /// Throws a ``Refusal`` if the day is not understood.
  ///
  /// - Parameter day: A day as typed, such as `yesterday`; nil for today.
  public func discoveries(on day: String?, limit: Int) throws -> DiscoveriesResult {
    let day = try day.map(self.day) ?? clock.today
    let catalog = catalog()
    let found = try catalog.discoveries(on: day, by: clock, limit: max(limit, 1))
    return DiscoveriesResult(
      catalog: catalog, day: day, discoveries: Array(found.prefix(limit)), isEmpty: found.isEmpty)
  }

  private func day(_ text: String) throws(Refusal) -> CalendarDate {
    if let date = DateExpression(text, dateLanguage) { return date.pastDays(by: clock).first }
    throw Refusal(
      "date-unknown", "`\(text)` is not a date; write it as 2026-11-20, yesterday or -30d",
      .invalid)
  }
}

extension Discovery {
  /// The reasons as a phrase: `a year ago today; linked from 3 captures`.
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
