/// Edits of JSON texts that are not front matter.
package enum JSONText {
  /// Returns a JSON text in which the string values of all members with the name `key` are
  /// replaced, in objects at any depth. Every other byte stays as it is. Costs one pass.
  ///
  /// - Parameter replacement: A callback that returns the new value for an old one; nil to keep the
  ///   old value.
  package static func replacingValues(
    of key: String, in bytes: [UInt8], with replacement: (String) -> String?
  ) -> [UInt8] {
    var result: [UInt8] = []
    var (copied, index) = (0, 0)
    var isValue = false
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "\"")) {
      // A value that is not a string is followed by a comma or a bracket before the next string.
      isValue = isValue && bytes[index..<start].allSatisfy { $0.isSpace || $0 == UInt8(ascii: ":") }
      var end = start + 1
      while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
        end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      guard end < bytes.count else { break }
      index = end + 1
      let literal = String(decoding: bytes[start..<index], as: UTF8.self)
      let text: String? =
        if case .string(let text)? = JSONScanner.value(literal) { text } else { nil }
      if isValue, let text, let new = replacement(text) {
        result += bytes[copied..<start] + JSONSpelling.quoted(new)
        copied = index
      }
      isValue = text == key && bytes[index...].first { !$0.isSpace } == UInt8(ascii: ":")
    }
    return result + bytes[copied...]
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { isBlank || isLineBreak }
}
