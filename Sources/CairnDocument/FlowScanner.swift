/// A scanner that finds the end of a flow collection and the elements of a flow sequence (YAML 1.2
/// §7.4).
struct FlowScanner {
  let scanner: FieldScanner
  let start: Int
  private var found: [FieldLayout.Item] = []
  private var isClear = true
  /// The byte range of the element being read, without surrounding white space and comments; empty
  /// before the element begins.
  private var element = 0..<0
  /// Whether a comment follows the element.
  private var hasComment = false

  init(scanner: FieldScanner, start: Int) {
    self.scanner = scanner
    self.start = start
  }

  /// The top-level elements. Nil if an element is missing, as in `[a,,b]`, or if an element
  /// contains a comment.
  var items: [FieldLayout.Item]? { isClear ? found : nil }

  /// The value of the sequence; nil unless every element is clearly a one-line scalar.
  var reading: FieldValue? {
    let readings = found.compactMap(\.reading)
    return isClear && readings.count == found.count ? .list(readings) : nil
  }

  /// Returns the offset after the bracket that closes the bracket at `start`, or nil if there is
  /// none. Sets ``items`` and ``reading``.
  mutating func end() -> Int? {
    let bytes = scanner.bytes
    var closers: [UInt8] = []
    var offset = start
    while offset < scanner.end {
      let byte = bytes[offset]
      var next = offset + 1
      switch byte {
      case UInt8(ascii: "["): closers.append(UInt8(ascii: "]"))
      case UInt8(ascii: "{"): closers.append(UInt8(ascii: "}"))
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if opensScalar(offset) {
          guard let close = scanner.quotedEnd(from: offset) else { return nil }
          next = close
        }
      case UInt8(ascii: "#") where bytes[offset - 1].isBlank || bytes[offset - 1].isLineBreak:
        while offset < scanner.end, !bytes[offset].isLineBreak { offset += 1 }
        hasComment = !element.isEmpty
        continue
      case UInt8(ascii: ",") where closers.count == 1:
        if !append() { isClear = false }
        offset = next
        continue
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard closers.popLast() == byte else { return nil }
        if closers.isEmpty {
          _ = append()
          return next
        }
      default: break
      }
      if offset > start, !byte.isBlank, !byte.isLineBreak {
        if hasComment { isClear = false }
        element = (element.isEmpty ? offset : element.lowerBound)..<next
      }
      offset = next
    }
    return nil
  }

  /// Returns whether the quote at `offset` opens a scalar. A quote opens a scalar at the start of
  /// an element or a value, and after an anchor or a tag. Inside plain text, a quote is an ordinary
  /// character.
  private func opensScalar(_ offset: Int) -> Bool {
    let bytes = scanner.bytes
    let end = bytes.trimmedEnd(start..<offset)
    let before = bytes[end - 1]
    if before.isFlowIndicator || before == UInt8(ascii: ":") { return true }
    guard end < offset else { return false }
    let token = bytes[start..<end].reversed().prefix { !$0.isBlank && !$0.isLineBreak }
    return token.last == UInt8(ascii: "&") || token.last == UInt8(ascii: "!")
  }

  /// Adds the element that has been read up to a comma or the closing bracket. Returns false if no
  /// element has been read.
  private mutating func append() -> Bool {
    defer { (element, hasComment) = (0..<0, false) }
    guard !element.isEmpty else { return false }
    let reading = YAMLScalar.flow(scanner.bytes[element])
    found.append(.init(value: element, lines: element, reading: reading))
    return true
  }
}
