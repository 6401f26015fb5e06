import CairnCapture

/// The number of characters needed to tell Cairn's own ids apart.
public enum IDWidth {
  /// The minimum number of characters of a displayed id.
  static let least = 4

  /// Returns the number of characters needed to tell `ids` apart from each other and from the ids
  /// in `segments`. Reads all ids. Throws ``IndexDamage`` if a segment is damaged.
  public static func width(
    of ids: some Sequence<String>, beside segments: [Segment]
  ) throws(IndexDamage) -> Int {
    var packed: [UInt64] = []
    for var id in ids {
      if let id = id.withUTF8({ Self.packed(UnsafeRawBufferPointer($0)) }) { packed.append(id) }
    }
    return try width(of: packed, beside: segments)
  }

  /// The ids in a segment that have the form of Cairn's own ids, in order, so that several widths
  /// can be determined without reading all ids again. Takes 8 bytes for each id.
  public struct Table: Sendable {
    fileprivate let ids: [UInt64]

    /// Reads all ids of a segment. Throws ``IndexDamage`` if the segment is damaged.
    public init(_ segment: Segment) throws(IndexDamage) {
      var ids: [UInt64] = []
      if let column = try segment.ids() {
        for number in 0..<column.valueCount {
          if let id = IDWidth.packed(try column.bytes(number)) { ids.append(id) }
        }
      }
      self.ids = ids.sorted()
    }
  }

  /// Returns the number of characters needed to tell `ids` apart from each other and from the ids
  /// in `tables`. Costs a binary search in each table for each id.
  public static func width(of ids: some Sequence<String>, beside tables: [Table]) -> Int {
    var packed: [UInt64] = []
    for var id in ids {
      if let id = id.withUTF8({ Self.packed(UnsafeRawBufferPointer($0)) }) { packed.append(id) }
    }
    if packed.isEmpty { return least }
    packed.sort()
    let sorted = [packed] + tables.map(\.ids)
    var shared = 0
    for id in packed {
      for others in sorted {
        // The ids that share the longest prefix with `id` are its neighbours in sorted order.
        let (before, after) = (others.place(of: id), others.place(of: id + 1))
        if before > 0 { shared = max(shared, others[before - 1].shared(with: id)) }
        if after < others.count { shared = max(shared, others[after].shared(with: id)) }
      }
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
    return (try? width(of: ids, beside: base.map { [$0] } ?? [])) ?? CaptureID.length
  }

  private static func width(
    of ids: [UInt64], beside segments: [Segment]
  ) throws(IndexDamage) -> Int {
    if ids.isEmpty { return least }
    let ids = ids.sorted()
    var shared = 0
    for (one, next) in zip(ids, ids.dropFirst()) { shared = max(shared, one.shared(with: next)) }
    for segment in segments {
      guard let column = try segment.ids() else { continue }
      for number in 0..<column.valueCount {
        guard let other = packed(try column.bytes(number)) else { continue }
        // The ids that share the longest prefix with `other` are its neighbours in sorted order.
        let place = ids.place(of: other)
        if place > 0 { shared = max(shared, ids[place - 1].shared(with: other)) }
        if place < ids.count { shared = max(shared, ids[place].shared(with: other)) }
      }
    }
    return max(least, shared + 1)
  }

  /// Packs an id into 60 bits, 6 per character. Returns nil if the id does not have the form of the
  /// ids that Cairn creates.
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
  /// Returns the index of the first element that is not less than `wanted`, or `count` if there is
  /// none. The array must be sorted.
  fileprivate func place(of wanted: UInt64) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
