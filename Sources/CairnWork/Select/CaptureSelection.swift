public import CairnCapture
public import CairnIndex
public import CairnNotebook
public import CairnQuery
import CairnText

/// The captures that a request selected.
public final class CaptureSelection {
  /// The catalog of the notebook.
  public let catalog: Catalog
  /// The query that was run.
  public let query: Query
  /// The context of the query.
  public let context: QueryContext
  /// The captures in the requested order, up to the limit.
  public let entries: [Snapshot.Entry]
  /// The number of matching captures, including those beyond the limit.
  public let total: Int
  /// Whether the query also matched text inside words, because no word begins with the text.
  public let isWidened: Bool
  /// How the captures were chosen.
  public let means: Means

  /// The way in which captures were selected. Captures selected by name are surely the intended
  /// ones; captures found by text may not be.
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

  /// Returns this selection reduced to the given captures.
  public func only(_ entries: [Snapshot.Entry]) -> CaptureSelection {
    CaptureSelection(self, entries: entries, means: means)
  }

  /// Sentences on each tag, type or status in the query that no capture has; not escaped.
  public var unknownValues: [String] {
    catalog.unknownValues(in: query).map { value in
      "no capture has the \(value.attribute) `\(value.name)`"
        + (value.nearest.map { "; did you mean `\($0)`?" } ?? "")
    }
  }

  /// Returns a selection of captures that were named. They need not be in this selection.
  func named(_ entries: [Snapshot.Entry]) -> CaptureSelection {
    CaptureSelection(self, entries: entries, means: .names)
  }

  /// The captures in the requested order, read on first use.
  public private(set) lazy var captures = catalog.captures(entries)

  /// The novelty of captures; costs nothing until the first use.
  public private(set) lazy var novelty: any NoveltyFacts = SnapshotNovelty(catalog.snapshot)

  /// The captures in the requested order, read in batches, so that any number can be shown.
  public var streamed: some Sequence<Capture> {
    entries.chunked(into: 512).lazy.flatMap { self.catalog.captures($0) }
  }
}
