/// The reason why the quick reader leaves a body to ``Markup``.
enum Hurdle: Error, CaseIterable {
  /// Invalid UTF-8, a byte order mark, or control characters such as NUL and carriage return.
  case bytes
  /// A tab in a place where it counts as several columns of indentation.
  case tab
  case indentedCode, html, table, definition, footnote, entity
  /// A list marker or a task box that cmark may read differently from the quick reader.
  case list
  /// Tildes that cmark may pair differently, such as a run of more than two.
  case tilde
  /// An address that cmark may read differently, such as one that contains a wikilink.
  case address
  /// A character that cmark may or may not count as punctuation.
  case character
  /// Blocks nested too deeply, or a code fence too long, for the quick reader.
  case depth
  /// A body that exceeds a ``MarkupLimit``.
  case limit
}

extension BodyText {
  /// Reads a body without cmark. Throws a ``Hurdle`` if the body is not simple enough.
  static func quick(_ bytes: [UInt8], _ body: Range<Int>) throws(Hurdle) -> BodyText {
    let blocks = try bytes.withUnsafeBufferPointer { bytes throws(Hurdle) in
      try check(UnsafeBufferPointer(rebasing: bytes[body]))
      var blocks = QuickBlocks(bytes)
      try blocks.read(body)
      return blocks
    }
    var text = bytes
    for mark in blocks.quoteMarks { text[mark] = .space }
    var result: Result<QuickInlines.Findings, Hurdle> = .failure(.depth)
    // The text of a block is never longer than its source.
    let plainText = [UInt8](unsafeUninitializedCapacity: body.count + 8) { memory, count in
      do throws(Hurdle) {
        let findings = try QuickInlines.read(blocks, in: text, to: memory)
        count = findings.count
        result = .success(findings)
      } catch {
        result = .failure(error)
      }
    }
    let findings = try result.get()
    func string(_ range: Range<Int>) -> String { String(decoding: plainText[range], as: UTF8.self) }
    return BodyText(
      plainText: plainText,
      firstHeading: findings.headings.first { !$0.isEmpty }.map(string),
      headingRanges: findings.headings,
      openingLevel: blocks.openingLevel(body.lowerBound),
      links: findings.links, tags: findings.tags,
      tasks: zip(blocks.boxes, findings.boxes).map { box, text in
        Markup.Task(
          isDone: bytes[box.mark] != .space, text: string(text), range: box.range,
          markRange: box.mark..<box.mark + 1)
      },
      rawHTML: "")
  }

  /// Throws ``Hurdle/bytes`` if the body contains bytes that cmark may change.
  private static func check(_ body: UnsafeBufferPointer<UInt8>) throws(Hurdle) {
    if body.count >= 3, body[0] == 0xEF, body[1] == 0xBB, body[2] == 0xBF { throw .bytes }
    // Uses only operations that the compiler can vectorize.
    var high: UInt8 = 0
    var least = UInt8.max
    var nearest = UInt8.max
    for byte in body {
      high |= byte
      least = min(least, byte)
      nearest = min(nearest, byte ^ .carriageReturn)
    }
    if least == 0 || nearest == 0 { throw .bytes }
    if high >= 0x80, !body.isUTF8 { throw .bytes }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are valid UTF-8 (Unicode 16, table 3-7).
  fileprivate var isUTF8: Bool {
    let raw = UnsafeRawBufferPointer(self)
    var index = 0
    while index < count {
      if index + 16 <= count {
        let first = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let second = raw.loadUnaligned(fromByteOffset: index + 8, as: UInt64.self)
        if (first | second) & 0x8080_8080_8080_8080 == 0 {
          index += 16
          continue
        }
      }
      // Checks the scalars that begin in the next 16 bytes.
      let stop = Swift.min(index + 16, count)
      while index < stop {
        if self[index] < 0x80 {
          index += 1
        } else if let length = scalarLength(at: index) {
          index += length
        } else {
          return false
        }
      }
    }
    return true
  }

  /// Returns the length in bytes of the non-ASCII scalar at `index`, or nil if it is invalid.
  private func scalarLength(at index: Int) -> Int? {
    let byte = self[index]
    let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    guard byte >= 0xC2, byte < 0xF5, index + length <= count else { return nil }
    let next = self[index + 1]
    let range: ClosedRange<UInt8> =
      switch byte {
      case 0xE0: 0xA0...0xBF
      case 0xED: 0x80...0x9F
      case 0xF0: 0x90...0xBF
      case 0xF4: 0x80...0x8F
      default: 0x80...0xBF
      }
    guard range.contains(next) else { return nil }
    for tail in 2..<Swift.max(length, 2) where self[index + tail] & 0xC0 != 0x80 { return nil }
    return length
  }
}
