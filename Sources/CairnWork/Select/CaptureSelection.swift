public import CairnCapture
public import CairnIndex
public import CairnNotebook
public import CairnQuery
import CairnText

/// The captures that a request chose.
public final class CaptureSelection {
  /// What the notebook holds.
  public let catalog: Catalog
  /// What was asked for.
  public let query: Query
  /// What it was asked with.
  public let context: QueryContext
  /// The captures in the order asked for, as many as were wanted.
  public let entries: [Snapshot.Entry]
  /// How many there are without the limit.
  public let total: Int
  /// Whether words were looked for inside words, because nothing was found where words begin.
  public let isWidened: Bool
  /// How the captures were chosen.
  public let means: Means

  /// How captures were chosen. Whoever names a capture means it; a capture found by a text may be
  /// another one than was meant.
  public enum Means: Sendable { case names, text, conditions }

  init(
    _ catalog: Catalog, _ query: Query, _ context: QueryContext, _ found: IndexedSelection,
    isWidened: Bool = false, means: Means = .conditions
  ) {
    self.means = means
    self.catalog = catalog
    self.query = query
    self.context = context
    entries = found.entries
    total = found.total
    self.isWidened = isWidened
  }

  private init(_ selection: CaptureSelection, entries: [Snapshot.Entry], means: Means) {
    self.means = means
    catalog = selection.catalog
    query = selection.query
    context = selection.context
    self.entries = entries
    total = entries.count
    isWidened = selection.isWidened
  }

  /// Some of the captures alone.
  public func only(_ entries: [Snapshot.Entry]) -> CaptureSelection {
    CaptureSelection(self, entries: entries, means: means)
  }

  /// The tags, types and statuses asked for that no capture has, a sentence each, not escaped.
  public var unknownValues: [String] {
    catalog.unknownValues(in: query).map { value in
      "no capture has the \(value.attribute) `\(value.name)`"
        + (value.nearest.map { "; did you mean `\($0)`?" } ?? "")
    }
  }

  /// Captures that were named, whether or not they are among these.
  func named(_ entries: [Snapshot.Entry]) -> CaptureSelection {
    CaptureSelection(self, entries: entries, means: .names)
  }

  /// The captures in the order asked for, read when they are first needed.
  public private(set) lazy var captures = catalog.captures(entries)

  /// The captures in the order asked for, read some at a time, so that any number can be shown.
  public var streamed: some Sequence<Capture> {
    entries.chunked(into: 512).lazy.flatMap { self.catalog.captures($0) }
  }
}
