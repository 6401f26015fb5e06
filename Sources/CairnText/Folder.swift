@_spi(_Unicode) import Swift

/// A converter that folds text to UTF-8 by the rules of ``FoldedText``, and records where offsets
/// in the result diverge from offsets in the text.
struct Folder {
  /// A pair of corresponding byte offsets, `folded` in the result and `original` in the text.
  struct Border {
    let folded: Int
    let original: Int
  }

  private(set) var bytes: [UInt8] = []
  private(set) var borders: [Border] = []
  /// The last scalar written and its offset in ``bytes``; nil if the next scalar cannot compose
  /// with the last one.
  private var last: (scalar: Unicode.Scalar, start: Int)?
  private let keepsBorders: Bool

  /// Creates a converter that discards the content of `bytes` and uses the memory of `bytes` for
  /// the result. If `keepsBorders` is false, the result cannot be mapped back to the original text.
  init(reusing bytes: consuming [UInt8] = [], keepsBorders: Bool = true) {
    self.bytes = bytes
    self.bytes.removeAll(keepingCapacity: true)
    self.keepsBorders = keepsBorders
  }

  /// Folds `text` and appends the result to ``bytes``. Call only once.
  mutating func fold(_ text: String) {
    var text = text
    text.withUTF8 { fold($0) }
  }

  /// Folds `text`, which must be valid UTF-8, and appends the result to ``bytes``. Call only once.
  mutating func fold(_ text: UnsafeBufferPointer<UInt8>) {
    bytes.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if text[index] < 0x80 {
        index = foldASCII(text, from: index)
        continue
      }
      let (scalar, length) = text.scalar(at: index)
      let before = bytes.count
      fold(scalar)
      index += length
      if keepsBorders, bytes.count != before + length {
        borders.append(Border(folded: bytes.count, original: index))
      }
    }
  }

  /// Folds the run of ASCII bytes that begins at `start`, and returns the offset of its end.
  private mutating func foldASCII(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let end = text.endOfASCII(from: start)
    bytes.append(foldingASCII: UnsafeBufferPointer(rebasing: text[start..<end]))
    last = bytes.last.map { (Unicode.Scalar($0), bytes.count - 1) }
    return end
  }

  private mutating func fold(_ scalar: Unicode.Scalar) {
    if let packed = ScalarFolding.packed(scalar) {
      append(packed)
    } else if ScalarFolding.isInert(scalar) {
      write(scalar)
    } else if let last, ScalarFolding.joins(scalar),
      let joined = ScalarFolding.composed(last.scalar, scalar)
    {
      bytes.removeSubrange(last.start...)
      write(joined)
    } else {
      for part in ScalarFolding.expanded(scalar) { writeInOrder(part) }
    }
  }

  private mutating func append(_ packed: ScalarFolding.Packed) {
    guard packed.count > 0 else { return }
    for index in 0..<packed.count { bytes.append(packed[index]) }
    // No later scalar can compose with a scalar from the table.
    last = nil
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    last = (scalar, bytes.count)
    bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  /// Writes `scalar` after the last scalar, or before it if both are marks whose canonical order
  /// requires this (Unicode 16 §3.11, D109).
  private mutating func writeInOrder(_ scalar: Unicode.Scalar) {
    let order = scalar.properties.canonicalCombiningClass
    if order != .notReordered, let last, last.scalar.properties.canonicalCombiningClass > order {
      bytes.removeSubrange(last.start...)
      write(scalar)
      write(last.scalar)
    } else {
      write(scalar)
    }
  }
}

extension [UInt8] {
  /// Appends ASCII text in folded form.
  package mutating func append(foldingASCII text: UnsafeBufferPointer<UInt8>) {
    let first = count
    append(contentsOf: text)
    // Without branches, so that many bytes are folded at a time.
    withUnsafeMutableBufferPointer { bytes in
      for index in first..<bytes.count {
        bytes[index] |= bytes[index] &- 0x41 < 26 ? 0x20 : 0
      }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the offset at which the run of ASCII bytes that begins at `start` ends.
  package func endOfASCII(from start: Int) -> Int {
    var end = start
    let raw = UnsafeRawBufferPointer(self)
    // Skips eight bytes at a time while none of them has its highest bit set.
    while end + 8 <= count,
      raw.loadUnaligned(fromByteOffset: end, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    { end += 8 }
    while end < count, self[end] < 0x80 { end += 1 }
    return end
  }

  /// Returns the scalar that begins at byte `index` of this valid UTF-8, and its length in bytes.
  func scalar(at index: Int) -> (Unicode.Scalar, length: Int) {
    let lead = UInt32(self[index])
    if lead < 0x80 { return (Unicode.Scalar(UInt8(lead)), 1) }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard index + length <= count else { return ("\u{FFFD}", count - index) }
    var value = lead & (0xFF >> UInt32(length + 1))
    for next in index + 1..<index + length { value = value << 6 | UInt32(self[next] & 0x3F) }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }
}
