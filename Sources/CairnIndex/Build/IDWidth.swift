import CairnCapture
import CairnText

/// The number of characters needed to tell Cairn's own ids apart.
public enum IDWidth {
  /// The minimum number of characters of a displayed id.
  public static let least = 4

  /// Returns the number of characters needed to tell `ids` apart from each other and from the ids
  /// in `segments`. Reads all ids. Throws ``IndexDamage`` if a segment is damaged.
  public static func width(
    of ids: some Sequence<String>, beside segments: [Segment]
  ) throws(IndexDamage) -> Int {
    try width(of: sorted(ids), beside: segments)
  }

  /// The ids in a segment that have the form of Cairn's own ids, sorted. Several widths can be
  /// computed from a table without reading the ids again. Takes 8 bytes for each id.
  public struct Table: Sendable {
    fileprivate let ids: [UInt64]

    /// Reads all ids of a segment. Throws ``IndexDamage`` if the segment is damaged.
    public init(_ segment: Segment) throws(IndexDamage) {
      var ids: [UInt64] = []
      try IDWidth.forEachID(in: segment) { ids.append($0) }
      self.ids = ids.sorted()
    }
  }

  /// Returns the number of characters needed to tell `ids` apart from each other and from the ids
  /// in `tables`. Costs a binary search in each table for each id.
  public static func width(of ids: some Sequence<String>, beside tables: [Table]) -> Int {
    let ids = sorted(ids)
    var shared = ids.charactersShared
    for table in tables {
      for id in ids { shared = max(shared, table.ids.charactersShared(with: id)) }
    }
    return max(least, shared + 1)
  }

  /// Returns the number of characters needed to tell the ids in `parts` apart from each other and
  /// from the ids in `base`. Returns the full length of an id if `base` is damaged.
  static func width(of parts: [FinishedPart], beside base: Segment?) -> Int {
    var ids: [UInt64] = []
    for finished in parts {
      for column in finished.part.cells.columns.indices
      where finished.part.cells.name(column) == ColumnName.id {
        for cell in finished.part.cells.columns[column] {
          if let packed = packed(finished.part.cells.value(cell.value)) { ids.append(packed) }
        }
      }
    }
    return (try? width(of: ids.sorted(), beside: base.map { [$0] } ?? [])) ?? CaptureID.length
  }

  /// Returns the number of characters needed to tell the sorted `ids` apart from each other and
  /// from the ids in `segments`.
  private static func width(
    of ids: [UInt64], beside segments: [Segment]
  ) throws(IndexDamage) -> Int {
    if ids.isEmpty { return least }
    var shared = ids.charactersShared
    for segment in segments {
      try forEachID(in: segment) { shared = max(shared, ids.charactersShared(with: $0)) }
    }
    return max(least, shared + 1)
  }

  /// Calls `body` with each id in a segment, packed, in no particular order. Skips ids that do not
  /// have the form of Cairn's own ids.
  private static func forEachID(
    in segment: Segment, _ body: (UInt64) -> Void
  ) throws(IndexDamage) {
    guard let column = try segment.ids() else { return }
    for number in 0..<column.valueCount {
      if let id = packed(try column.bytes(number)) { body(id) }
    }
  }

  /// Returns the ids that have the form of Cairn's own ids, packed and sorted.
  private static func sorted(_ ids: some Sequence<String>) -> [UInt64] {
    ids.compactMap { id in
      var id = id
      return id.withUTF8 { packed(UnsafeRawBufferPointer($0)) }
    }.sorted()
  }

  /// Packs an id into 60 bits, 6 per character. Returns nil if the id does not have the form of
  /// Cairn's own ids.
  private static func packed(_ id: UnsafeRawBufferPointer) -> UInt64? {
    guard CaptureID.isWritten(id) else { return nil }
    return id.reduce(0) { packed, byte in
      packed << 6 | UInt64(byte < 0x40 ? byte &- 0x30 : byte &- 0x57)
    }
  }
}

extension UInt64 {
  /// Returns the number of leading characters that two ids share, or 0 if they are equal.
  fileprivate func shared(with other: UInt64) -> Int {
    self == other ? 0 : ((self ^ other).leadingZeroBitCount - 4) / 6
  }
}

extension [UInt64] {
  /// The maximum number of leading characters that two different ids in this sorted array share.
  fileprivate var charactersShared: Int {
    zip(self, dropFirst()).reduce(0) { Swift.max($0, $1.0.shared(with: $1.1)) }
  }

  /// Returns the maximum number of leading characters that `id` shares with a different id in this
  /// sorted array.
  fileprivate func charactersShared(with id: UInt64) -> Int {
    // The ids that share the longest prefix with `id` are its neighbours in sorted order.
    let (start, end) = (partitioningIndex { $0 >= id }, partitioningIndex { $0 > id })
    return Swift.max(
      start > 0 ? self[start - 1].shared(with: id) : 0,
      end < count ? self[end].shared(with: id) : 0)
  }
}
