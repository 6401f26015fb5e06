/// The style of a block scalar, `|` or `>`, which determines the text of its lines (YAML 1.2 §8.1).
struct BlockScalar {
  /// The treatment of line breaks at the end of the text (§8.1.1.2).
  enum Chomping { case strip, clip, keep }

  let isFolded: Bool
  let chomping: Chomping
  /// The number of spaces that indent each line of text.
  let width: Int

  /// Returns the text of the lines below the header.
  ///
  /// Returns nil if the bytes are not UTF-8, or if a line of text is indented by fewer than
  /// ``width`` spaces.
  func text(of bytes: ArraySlice<UInt8>) -> String? {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    /// The number of line breaks since the last line of text, including the break that ends that
    /// line.
    var breaks = 0
    var hasText = false
    var wasIndented = false
    var rest = bytes
    while !rest.isEmpty {
      let spaces = rest.prefix(width).prefix { $0 == UInt8(ascii: " ") }.count
      let line = rest.dropFirst(spaces).prefix { !$0.isLineBreak }
      rest = rest[line.endIndex...].droppingLineBreak
      if line.isEmpty {
        breaks += 1
        continue
      }
      guard spaces == width else { return nil }
      let isIndented = line.first?.isBlank == true
      if isFolded, hasText, breaks == 1, !wasIndented, !isIndented {
        result.append(UInt8(ascii: " "))
      } else {
        let folded = isFolded && hasText && !wasIndented && !isIndented ? 1 : 0
        result.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: breaks - folded))
      }
      result += line
      (breaks, hasText, wasIndented) = (1, true, isIndented)
    }
    let kept =
      switch chomping {
      case .strip: 0
      case .clip: hasText ? 1 : 0
      case .keep: breaks
      }
    result.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: kept))
    return String(validating: result, as: UTF8.self)
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without the line break (LF, CR or CRLF) that they begin with.
  fileprivate var droppingLineBreak: ArraySlice<UInt8> {
    guard first == UInt8(ascii: "\r"), dropFirst().first == UInt8(ascii: "\n") else {
      return dropFirst()
    }
    return dropFirst(2)
  }
}
