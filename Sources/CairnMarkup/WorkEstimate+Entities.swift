// MARK: - Footnote marks with entities

extension WorkEstimate {
  /// Records whether the entity at `index`, which follows a bracket, stands for `^`. cmark mistakes
  /// such a bracket for a footnote mark, and then reads a label beyond the end of the text.
  mutating func noteEntity(at index: Int, _ end: Int) {
    if !hasEntityMark { hasEntityMark = Self.isEntityMark(bytes[index..<min(end, index + 16)]) }
  }

  /// Returns whether the bytes contain a bracket followed by an entity for `^`.
  static func hasEntityMark(in bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while let index = rest.firstIndex(of: UInt8(ascii: "&")) {
      if index > bytes.startIndex, bytes[index - 1] == .openBracket,
        isEntityMark(bytes[index...].prefix(16))
      {
        return true
      }
      rest = bytes[(index + 1)...]
    }
    return false
  }

  /// Returns whether the bytes begin with `&#94;`, `&#x5e;` or `&Hat;`.
  private static func isEntityMark(_ bytes: some Collection<UInt8>) -> Bool {
    let entity = bytes.dropFirst().prefix { $0 != UInt8(ascii: ";") }
    let name = String(decoding: Array(entity), as: UTF8.self)
    if name == "Hat" { return true }
    guard name.first == "#" else { return false }
    let isHexadecimal = name.dropFirst().first?.lowercased() == "x"
    return Int(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10) == 0x5E
  }
}
