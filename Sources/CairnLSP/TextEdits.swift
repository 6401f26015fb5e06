import CairnJSON
import CairnText

/// Edits that turn one text into another. They replace only the lines that differ, or parts of
/// these lines.
enum TextEdits {
  /// Returns the edits as JSON objects of the protocol (`TextEdit`); empty if the texts are equal.
  static func json(
    from before: [UInt8], to after: [UInt8], _ encoding: PositionEncoding
  ) -> [JSONValue] {
    let positions = TextPositions(before, encoding)
    return hunks(from: before, to: after).map { range, bytes in
      [
        "range": positions.json(range),
        "newText": .string(String(decoding: bytes, as: UTF8.self)),
      ]
    }
  }

  /// Returns the byte ranges to replace, and their replacements, in the order of the text.
  static func hunks(
    from before: [UInt8], to after: [UInt8]
  ) -> [(range: Range<Int>, bytes: ArraySlice<UInt8>)] {
    let (old, new) = (lines(before), lines(after))
    var hunks: [(range: Range<Int>, bytes: ArraySlice<UInt8>)] = []
    var (oldStart, newStart) = (0, 0)
    func add(_ oldEnd: Int, _ newEnd: Int) {
      guard oldStart < oldEnd || newStart < newEnd else { return }
      let range = offset(oldStart, old, before)..<offset(oldEnd, old, before)
      let bytes = after[offset(newStart, new, after)..<offset(newEnd, new, after)]
      hunks.append(trimmed(range, bytes, before))
    }
    for (index, place) in LineDifference(from: old, to: new).places.enumerated() {
      guard let place else { continue }
      add(index, place)
      (oldStart, newStart) = (index + 1, place + 1)
    }
    add(old.count, new.count)
    return hunks
  }

  /// Returns a hunk without the bytes at its start and end that are the same in both texts.
  private static func trimmed(
    _ range: Range<Int>, _ bytes: ArraySlice<UInt8>, _ before: [UInt8]
  ) -> (range: Range<Int>, bytes: ArraySlice<UInt8>) {
    let old = before[range]
    var start = zip(old, bytes).prefix { $0 == $1 }.count
    let isInside = { (offset: Int, text: ArraySlice<UInt8>) in
      offset < text.endIndex && text[offset] & 0xC0 == 0x80
    }
    while start > 0,
      isInside(old.startIndex + start, old) || isInside(bytes.startIndex + start, bytes)
        || old[old.startIndex + start - 1] == 0x0D
    {
      start -= 1
    }
    let (oldRest, newRest) = (old.dropFirst(start), bytes.dropFirst(start))
    var end = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
    while end > 0,
      oldRest[oldRest.endIndex - end] & 0xC0 == 0x80
        || oldRest[oldRest.endIndex - end] == 0x0A
    {
      end -= 1
    }
    return (oldRest.startIndex..<oldRest.endIndex - end, newRest.dropLast(end))
  }

  private static func offset(
    _ line: Int, _ lines: [ArraySlice<UInt8>], _ text: [UInt8]
  ) -> Int {
    line < lines.count ? lines[line].startIndex : text.count
  }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      lines.append(bytes[start..<end])
      start = end
    }
    return lines
  }
}
