import CairnText

// MARK: - Sizes

extension JSONValue {
  /// The length of the value as JSON text, in bytes.
  public var size: Int {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes.count
  }

  /// Returns the longest prefix of `text` that takes at most `bytes` bytes in a JSON string. The
  /// prefix ends between two characters. If even the first character is too long, the prefix
  /// ends between two Unicode scalars of that character.
  public static func beginning(of text: String, bytes: Int) -> Substring {
    var rest = bytes
    let end = text.unicodeScalars.indices.first { index in
      rest -= size(of: text.unicodeScalars[index])
      return rest < 0
    }
    guard let end else { return text[...] }
    let start = text.index(before: text.index(after: end))
    return text[..<(start == text.startIndex ? end : start)]
  }

  /// Returns the length of a scalar in a JSON string, in bytes.
  private static func size(of scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case "\"", "\\", "\n", "\r", "\t": 2
    case _ where TerminalText.steers(scalar): 6
    default: UTF8.width(scalar)
    }
  }
}
