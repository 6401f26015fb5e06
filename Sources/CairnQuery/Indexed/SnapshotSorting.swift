import CairnCapture
import CairnDocument
import CairnIndex
import CairnText

/// A sorter for a snapshot's captures. It reads sort values from the columns of the segments.
struct SnapshotSorting {
  private let keys: [SortKey]
  private let snapshot: Snapshot
  private let context: QueryContext
  private let read: CaptureReader
  /// If more than 1/`bulkDivisor` of all captures must be sorted, the creation times of all
  /// captures are read together. Otherwise, only the times of the captures to sort are read, one at
  /// a time.
  private static let bulkDivisor = 8

  /// The columns, indexed by layer, then by sort key.
  private let columns: [[SortColumn]]
  /// The source of novelty, or nil if novelty is not a sort key.
  private let likenesses: Likenesses?

  init(
    _ keys: [SortKey], _ snapshot: Snapshot, _ context: QueryContext,
    _ read: @escaping CaptureReader
  ) throws(IndexDamage) {
    self.keys = keys
    self.snapshot = snapshot
    self.context = context
    self.read = read
    var columns: [[SortColumn]] = []
    for layer in snapshot.layers {
      if layer.isSpent {
        columns.append([])
        continue
      }
      var row: [SortColumn] = []
      for key in keys { row.append(try SortColumn(key.attribute, layer.segment, context)) }
      columns.append(row)
    }
    self.columns = columns
    let wantsNovelty = keys.contains { $0.attribute == .novelty }
    likenesses = wantsNovelty ? try Likenesses(snapshot) : nil
  }

  /// Returns the first entries in sort order, up to `limit`. `relevance` contains the relevance of
  /// each entry; nil if the order does not depend on it. If the query is cancelled, the result may
  /// be empty.
  func sorted(
    _ entries: [Snapshot.Entry], relevance: [Double]?, limit: Int?
  ) throws(IndexDamage) -> [Snapshot.Entry] {
    var items: [Sorting.Item<Snapshot.Entry>] = []
    items.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated() {
      if index % 1024 == 1023, context.isCancelled() { return [] }
      items.append(try item(entry, relevance?[index] ?? 0))
    }
    if let limit, relevance != nil || !keys.isEmpty { leaveOutLater(than: limit, &items) }
    let isMany = items.count > snapshot.count / Self.bulkDivisor
    let created = isMany ? try allCreated() : nil
    for index in items.indices {
      guard case .document(let layer, let document) = items[index].subject else { continue }
      items[index].created = try moment(layer, document, created)
    }
    return items.first(limit ?? items.count) { left, right in
      Sorting.precedes(left, right, keys) { one, other in
        if case .document(let layer, let first) = one, case .document(layer, let second) = other {
          return first < second
        }
        return snapshot.path(one) < snapshot.path(other)
      }
    }.map(\.subject)
  }

  /// Removes the items that are certainly not among the first `limit` items. An item stays if its
  /// sort values and relevance equal those of the item at position `limit`, because the creation
  /// times decide between such items, and have not been read yet.
  private func leaveOutLater(than limit: Int, _ items: inout [Sorting.Item<Snapshot.Entry>]) {
    guard limit > 0, limit < items.count else { return }
    let first = items.first(limit) { Sorting.precedes($0, $1, keys) == true }
    guard let last = first.last else { return }
    items.removeAll { Sorting.precedes(last, $0, keys) == true }
  }

  /// Returns the creation times of all documents, indexed by layer, then by document.
  private func allCreated() throws(IndexDamage) -> [[Instant]] {
    var created: [[Instant]] = []
    for layer in snapshot.layers {
      created.append(layer.isSpent ? [] : try layer.segment.moments(.created, context.clock))
    }
    return created
  }

  private func moment(
    _ layer: Int, _ document: Int, _ created: [[Instant]]?
  ) throws(IndexDamage) -> Instant {
    if let created { return created[layer][document] }
    let time = try snapshot.layers[layer].segment.created(document)
    return time?.instant(context.clock) ?? Instant(seconds: 0)
  }

  /// Returns an item with its sort values. For a document of the index, the creation time is not
  /// read yet.
  private func item(
    _ entry: Snapshot.Entry, _ relevance: Double
  ) throws(IndexDamage) -> Sorting.Item<Snapshot.Entry> {
    switch entry {
    case .changed(let place):
      let reading = CaptureReading(snapshot.changed[place])
      var values: [Sorting.Value] = []
      for key in keys { values.append(try value(key, entry, reading)) }
      return Sorting.Item(
        subject: entry, relevance: relevance, values: values,
        created: reading.capture.created.instant(context.clock))
    case .document(let layer, let document):
      var values: [Sorting.Value] = []
      var reading: CaptureReading?
      for (key, column) in zip(keys, columns[layer]) {
        if let value = try column.value(of: document) {
          values.append(value)
          continue
        }
        if reading == nil {
          read([snapshot.path(entry)]) { reading = $0.map(CaptureReading.init) }
        }
        guard let reading else {
          values.append(.missing)
          continue
        }
        values.append(try self.value(key, entry, reading))
      }
      return Sorting.Item(
        subject: entry, relevance: relevance, values: values, created: Instant(seconds: 0))
    }
  }
}

extension SnapshotSorting {
  /// Returns the sort value of a capture whose file has been read.
  private func value(
    _ key: SortKey, _ entry: Snapshot.Entry, _ reading: CaptureReading
  ) throws(IndexDamage) -> Sorting.Value {
    guard key.attribute == .novelty, let likenesses else {
      return Sorting.Value(key.attribute, of: reading, in: context)
    }
    return Sorting.Value(
      novelty: try likenesses.novelty(of: reading, at: entry, context.nearestMeaning))
  }
}

/// The sort values of a segment's documents. A value that the index does not contain is left out.
private struct SortColumn {
  private enum Source {
    case moments([Instant])
    /// The first array contains, for each document, 1 plus the index of the document's value in the
    /// second array; 0 for a document without a value, whose sort value is `missing`. In the second
    /// array, nil stands for a value that the index does not contain.
    case values([UInt32], [Sorting.Value?], missing: Sorting.Value)
    case place((Int) -> Sorting.Value)
    case file
  }

  private let source: Source
  /// The documents whose files must be read even if the column has a value for them; nil if there
  /// are none.
  private let unsure: DocumentSet?
  /// The actions without a status. Their sort value is ``open``, although the column contains no
  /// value for them. Nil for a column of another attribute.
  private var withoutStatus: DocumentSet?
  private let open = Sorting.Value(ActionOutcome.open.rawValue)

  init(
    _ attribute: Attribute, _ segment: Segment, _ context: QueryContext
  ) throws(IndexDamage) {
    var unsure: DocumentSet?
    switch attribute {
    case .created: source = .moments(try segment.moments(.created, context.clock))
    case .updated: source = .moments(try segment.moments(.updated, context.clock))
    case .title: source = try Self.texts(segment.titles())
    case .id: source = try Self.texts(segment.ids())
    case .tag: source = try Self.texts(segment.tags())
    case .alias: source = try Self.texts(segment.aliases())
    case .path: source = .place { Sorting.Value(segment.path($0).description) }
    case .collection:
      let names = (0..<segment.folderCount).map {
        Sorting.Value(segment.folderPath($0).description)
      }
      source = .place { names[min(segment.folder($0), names.count - 1)] }
    case .type, .status:
      unsure = try segment.exceptions(attribute.description)?.documents()
      source = try Self.values(segment.field(attribute.description)) {
        Sorting.Value($0.names.first)
      }
      if attribute == .status {
        let layer = Snapshot.Layer(
          segment, live: DocumentSet(capacity: segment.count, isFull: true))
        let check = Check(Query.actionsWithoutStatus.condition, in: context)
        let answer = try IndexedCheck(layer, in: context).answer(check)
        withoutStatus = answer.yes
        unsure = unsure.map { $0 | answer.maybe } ?? answer.maybe
      }
    case .due:
      unsure = try segment.exceptions("due")?.documents()
      source = try Self.values(segment.field("due")) { Sorting.Value(FieldTime($0), context) }
    case .score:
      unsure = try Self.unscoredEntries(segment, context)
      source = try Self.values(segment.field("score")) { Sorting.Value(Score($0)) }
    case .field(let name) where !name.contains("."):
      source = try Self.values(segment.field(name.folded)) {
        Sorting.Value(field: name.folded, value: $0, in: context)
      }
    case .field, .meaning, .body, .content, .link, .linkedBy, .novelty: source = .file
    }
    self.unsure = unsure
  }

  /// Returns the sort value of a document, or nil if only the file can determine it.
  func value(of document: Int) throws(IndexDamage) -> Sorting.Value? {
    if let unsure, unsure.contains(document) { return nil }
    if let withoutStatus, withoutStatus.contains(document) { return open }
    switch source {
    case .moments(let moments): return .moment(moments[document])
    case .values(let numbers, let values, let missing):
      let number = Int(numbers[document])
      return number == 0 ? missing : values[number - 1]
    case .place(let value): return value(document)
    case .file: return nil
    }
  }

  private static func texts(_ column: Column?) throws(IndexDamage) -> Source {
    try source(column) { (column, number) throws(IndexDamage) in
      Sorting.Value(try column.text(number))
    }
  }

  private static func values(
    _ column: Column?, _ value: (FieldValue) -> Sorting.Value
  ) throws(IndexDamage) -> Source {
    try source(column) { (column, number) throws(IndexDamage) in
      try column.value(number).map(value)
    }
  }

  private static func source(
    _ column: Column?, _ value: (Column, Int) throws(IndexDamage) -> Sorting.Value?
  ) throws(IndexDamage) -> Source {
    guard let column else { return .place { _ in .missing } }
    var values: [Sorting.Value?] = []
    values.reserveCapacity(column.valueCount)
    for number in 0..<column.valueCount { values.append(try value(column, number)) }
    return .values(try column.firstValues(), values, missing: .missing)
  }

  /// Returns the captures of type `entry` without a score, which count as undecided. Also returns
  /// captures whose files must be read to determine the type or the score.
  private static func unscoredEntries(
    _ segment: Segment, _ context: QueryContext
  ) throws(IndexDamage) -> DocumentSet {
    let layer = Snapshot.Layer(segment, live: DocumentSet(capacity: segment.count, isFull: true))
    let check = IndexedCheck(layer, in: context)
    let unscored = try check.fact("score") { value, _ in value.flatMap { Score($0) } == nil }
    let entries = try check.fact("type") { value, _ in value?.hasName("entry") ?? false }
    let odd = try segment.exceptions("score")?.documents()
    let found = unscored.possible & entries.possible
    return odd.map { found | $0 } ?? found
  }
}
