public import CairnCapture
import CairnDocument
public import CairnIndex
import CairnText

extension Catalog {
  /// Returns the facts of captures in the order of `entries`, without captures that no longer
  /// exist.
  ///
  /// Costs one pass over the columns of these facts. Reads the file of a capture only if the
  /// columns lack the facts of that capture.
  public func facts(of entries: some Sequence<Snapshot.Entry>) -> [CaptureFacts] {
    facts(ofEach: entries).compactMap(\.self)
  }

  /// Returns the facts of captures in the order of `entries`, with nil for each capture that no
  /// longer exists.
  func facts(ofEach entries: some Sequence<Snapshot.Entry>) -> [CaptureFacts?] {
    var columns: [Int: FactColumns] = [:]
    return entries.map { entry in
      guard case .document(let layer, let document) = entry else {
        return capture(entry).map { CaptureFacts($0) }
      }
      if columns[layer] == nil {
        // If the index is damaged, use empty columns, so that the facts are read from the files.
        columns[layer] = (try? FactColumns(snapshot.layers[layer].segment)) ?? FactColumns()
      }
      if let facts = columns[layer]?.facts(of: document) { return facts }
      return capture(entry).map { CaptureFacts($0) }
    }
  }
}

/// The columns of a segment that contain ``CaptureFacts``.
private struct FactColumns {
  /// The values of one field. For each document, `numbers` contains 0 if the document has no value;
  /// otherwise one more than the value's index in ``values``.
  private struct Field {
    var numbers: [UInt32] = []
    /// The distinct values; nil for a value that must be read from the file.
    var values: [FieldValue?] = []

    init(_ column: Column?) throws(IndexDamage) {
      guard let column else { return }
      numbers = try column.firstValues()
      for number in 0..<column.valueCount { values.append(try column.value(number)) }
    }

    /// Returns the value of a document: `.some(nil)` if the document has none; nil if the index
    /// lacks the value, so that it must be read from the file.
    func value(of document: Int) -> FieldValue?? {
      guard document < numbers.count, numbers[document] > 0 else { return .some(nil) }
      return values[Int(numbers[document]) - 1].map { .some($0) }
    }
  }

  private var segment: Segment?
  private var fields: [String: Field] = [:]
  private var folders: [NotePath] = []
  private var updates: [Int: FieldTime] = [:]
  /// The documents with a field such as `Status`, whose name differs from one of ``names`` only in
  /// case. The facts of these documents are read from their files. Nil if there is no segment.
  private var odd: DocumentSet?

  private static let names = ["type", "status", "score", "completed"]

  /// Creates empty columns.
  init() {}

  init(_ segment: Segment) throws(IndexDamage) {
    self.segment = segment
    for name in Self.names { fields[name] = try Field(segment.field(name)) }
    folders = (0..<segment.folderCount).map { segment.folderPath($0) }
    updates = try segment.writtenUpdates()
    var odd = DocumentSet(capacity: segment.count)
    for field in try segment.fieldNames()
    where field.name != field.name.folded && Self.names.contains(field.name.folded) {
      odd = odd | (try field.column.documents())
    }
    self.odd = odd
  }

  /// Returns the facts of a document; nil if the index does not contain all of them, so that the
  /// document's file must be read.
  func facts(of document: Int) -> CaptureFacts? {
    guard let segment, let odd, !odd.contains(document),
      let type = fields["type"]?.value(of: document),
      let status = fields["status"]?.value(of: document),
      let score = fields["score"]?.value(of: document),
      let completed = fields["completed"]?.value(of: document),
      let created = try? segment.created(document),
      segment.folder(document) < folders.count
    else { return nil }
    return CaptureFacts(
      collection: folders[segment.folder(document)], types: type?.names ?? [],
      score: score.flatMap { Score($0) }, status: status?.names.first, created: created,
      updated: updates[document],
      closed: completed.flatMap { FieldTime($0) } ?? updates[document])
  }
}
