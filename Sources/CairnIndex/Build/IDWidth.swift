import CairnCapture

/// How many characters of our ids tell each from all others.
enum IDWidth {
  /// The fewest characters an id is shown with.
  static let least = 4

  static func width(of parts: [FinishedPart]) -> Int {
    var ids: [UInt64] = []
    for finished in parts {
      for column in finished.part.cells.columns.indices
      where finished.part.cells.name(column) == ColumnName.id {
        for cell in finished.part.cells.columns[column] {
          if let packed = packed(finished.part.cells.value(cell.value)) { ids.append(packed) }
        }
      }
    }
    ids.sort()
    let shared = zip(ids, ids.dropFirst()).lazy.map { $0 == $1 ? 0 : ($0 ^ $1).sharedCharacters }
    return max(least, (shared.max() ?? 0) + 1)
  }

  /// An id of ours in 60 bits, 6 to a character, which order and share prefixes as the ids do.
  private static func packed(_ id: UnsafeRawBufferPointer) -> UInt64? {
    guard id.count == 10, CaptureID(String(decoding: id, as: UTF8.self)) != nil else { return nil }
    return id.reduce(0) { packed, byte in
      packed << 6 | UInt64(byte < 0x40 ? byte &- 0x30 : byte &- 0x57)
    }
  }
}

extension UInt64 {
  /// How many characters from the first on are the same in two packed ids that differ by these
  /// bits.
  fileprivate var sharedCharacters: Int { (leadingZeroBitCount - 4) / 6 }
}
