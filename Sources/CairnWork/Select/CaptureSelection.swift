public import CairnCapture
public import CairnIndex
public import CairnNotebook
public import CairnQuery
public import CairnText

/// The captures that a request selected.
public struct CaptureSelection: Sendable {
  /// The catalog of the notebook.
  public let catalog: Catalog
  /// The query that was run.
  public let query: Query
  /// The facts on which the result of the query depends, such as the time.
  public let context: QueryContext
  /// The captures in the requested order, up to the limit.
  public private(set) var entries: [Snapshot.Entry]
  /// The number of matching captures, including those beyond the limit.
  public private(set) var total: Int
  /// Whether the query also matched text inside words, because no word begins with the text.
  public let isWidened: Bool
  /// The spellings in which the query's mistyped words were found.
  public let spellings: [FoundSpellings]
  /// The way in which the captures were chosen.
  public let means: Means
  /// Computes the novelty of captures; costs nothing until the first use.
  public let novelty: SnapshotNovelty
  private var read: Lazy<[Capture]>

  /// A way of selecting captures. Captures that the user names are certainly the intended ones;
  /// captures found by text may not be.
  public enum Means: Sendable { case names, text, conditions }

  init(
    _ catalog: Catalog, _ query: Query, _ context: QueryContext, _ found: IndexedSelection,
    isWidened: Bool, means: Means
  ) {
    self.means = means
    self.catalog = catalog
    self.query = query
    self.context = context
    let entries = found.entries
    self.entries = entries
    read = Lazy { catalog.captures(entries) }
    novelty = SnapshotNovelty(catalog.snapshot, context.nearestMeaning)
    total = found.total
    spellings = found.spellings
    self.isWidened = isWidened
    shownTime = query.shownTime
  }

  /// The kind of time that a list shows for each capture. Always `due` if the typed words are about
  /// due times, even if the setting `list.sort` gives the ``query`` another order.
  public internal(set) var shownTime: ShownTime

  /// A typed handle that is also a query for other captures. The person must confirm the handle
  /// before anything is written. Nil if there is no such handle.
  public internal(set) var doubt: HandleDoubt?

  /// Returns this selection reduced to the captures in `entries`, without its ``doubt``.
  public func only(_ entries: [Snapshot.Entry]) -> CaptureSelection {
    var selection = self
    let catalog = catalog
    selection.read = Lazy { catalog.captures(entries) }
    (selection.entries, selection.total, selection.doubt) = (entries, entries.count, nil)
    return selection
  }

  /// Sentences that help the user correct the query, not escaped for a terminal. They name the
  /// tags, types and statuses in the query that no capture has. If nothing was found, they also
  /// name words such as `and` that were probably meant as operators, and suggest similar words that
  /// occur in captures.
  public var advice: [String] {
    let values = catalog.unknownValues(in: query).map { value in
      "no capture has the \(value.attribute) `\(value.name)`"
        + (value.nearest.map { "; did you mean `\($0)`?" } ?? "")
    }
    guard total == 0 else { return values }
    let operators = query.wordsLikeOperators.map { word in
      "`\(word)` is a word in this query; to combine conditions, write `\(word.uppercased())`"
    }
    return values + operators
      + catalog.mistypedWords(in: query, context).map { word, nearest in
        "no capture contains `\(word)`; did you mean `\(nearest)`?"
      }
  }

  /// The captures in the requested order, read on first use.
  public var captures: [Capture] { read.value }

  /// The captures in the requested order. The captures are read in batches, so that memory use
  /// stays constant.
  public var streamed: some Sequence<Capture> {
    entries.chunked(into: 512).lazy.flatMap { self.catalog.captures($0) }
  }

  /// The captures as in ``streamed``, each with its passage and the line of the passage. Several
  /// threads search for the passages of a batch.
  public func located(
    _ passages: Passages
  ) -> some Sequence<(capture: Capture, snippet: Snippet, line: Int?)> {
    entries.chunked(into: 512).lazy.flatMap { batch in
      Parallel.map(self.catalog.captures(batch)) {
        capture -> (capture: Capture, snippet: Snippet, line: Int?) in
        let (snippet, line) = passages.located(in: capture)
        return (capture, snippet, line)
      }
    }
  }
}

extension CaptureSelection {
  /// A capture in a list.
  public struct Row: Sendable {
    /// The capture.
    public let entry: Snapshot.Entry
    /// The facts to show.
    public let facts: CaptureRow
    /// The day of the time that the list shows (``CaptureSelection/shownTime``), in the user's time
    /// zone; nil if the capture has no such time.
    public let day: CalendarDate?
  }

  /// The rows of a list of the captures. Captures that no longer exist are left out.
  public var rows: [Row] {
    let clock = context.clock
    let days: [CalendarDate?]? =
      switch shownTime {
      case .created: nil
      case .due: entries.map { catalog.due(of: $0)?.localDay(clock) }
      case .updated:
        catalog.updates(of: entries, clock).map { time in time.map { clock.dateTime($0).date } }
      }
    return entries.enumerated().compactMap { index, entry in
      catalog.row(entry).map { facts in
        let day: CalendarDate? = days.map { $0[index] } ?? facts.created.localDay(clock)
        return Row(entry: entry, facts: facts, day: day)
      }
    }
  }
}

/// A word that is both the handle of a capture and a query that matches other captures. Before
/// writing, a command asks the user to confirm that only the capture with the handle is meant.
public struct HandleDoubt: Hashable, Sendable {
  /// The word, as typed.
  public let word: String
  /// The number of captures that match the word as a query, without the capture that has the word
  /// as its handle.
  public let others: Int
}
