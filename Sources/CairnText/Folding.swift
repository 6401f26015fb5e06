/// Text folded for comparison, as UTF-8: without case, accents and other spelling variants.
///
///     FoldedText("Ça va, STRAẞE?").text   // "ca va, strasse?"
///
/// Two strings that a reader would regard as the same word fold to the same bytes, in every script:
///
/// - Case is folded in full: `ß` and `ẞ` are `ss`, `ς` is `σ`, `İ` and `ı` are `i`, `ﬁ` is `fi`.
/// - Text is decomposed canonically (Unicode 16 §3.7, D68), and marks that writers often omit are
///   dropped: accents on Latin, Greek and Cyrillic letters, Hebrew points, Arabic harakat and hamza
///   signs. Marks that are part of the spelling stay: Indic vowel signs and viramas, Thai vowels
///   and tones, kana voicing. Conjoining jamo and kana with a voicing mark are composed.
/// - Letters without a decomposition but with a common ASCII spelling get that spelling:
///   `ø ł đ ħ ŧ` are `o l d h t`, `æ œ` are `ae oe`.
/// - Full-width ASCII and half-width katakana become the ordinary forms; `’` and `ʼ` become `'`;
///   unusual spaces become a space. Soft hyphens, joiners, variation selectors and tatweel are
///   dropped.
///
/// Costs one pass, with a fast path for ASCII. Folded offsets can be mapped back to the text.
public struct FoldedText: Sendable {
  /// The text before folding.
  public let original: String
  /// The folded text, as UTF-8.
  public let bytes: [UInt8]
  /// The places where folded and original offsets diverge, in order.
  private let borders: [Folder.Border]

  /// Creates the folded form of `text`.
  public init(_ text: String) {
    original = text
    var folder = Folder()
    folder.fold(text)
    bytes = folder.bytes
    borders = folder.borders
  }

  /// The folded text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}

// MARK: - Back to the original

extension FoldedText {
  /// Returns the part of ``original`` whose folded form is the range `range` of ``bytes``, widened
  /// to whole characters.
  public func originalRange(_ range: Range<Int>) -> Range<String.Index> {
    let utf8 = original.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: originalOffset(range.lowerBound))
    let end = utf8.index(utf8.startIndex, offsetBy: originalOffset(range.upperBound))
    // `index(_:offsetBy: 0)` rounds an index inside a character down to the character's beginning.
    // Asking at each byte whether a character begins there would take quadratic time for a long
    // character.
    let first = original.index(start, offsetBy: 0)
    let last = original.index(end, offsetBy: 0)
    return first..<max(first, last < end ? original.index(after: last) : last)
  }

  /// Returns the UTF-8 offset in ``original`` that corresponds to an offset in ``bytes``.
  private func originalOffset(_ offset: Int) -> Int {
    let next = borders.partitioningIndex { $0.folded > offset }
    let border = next > 0 ? borders[next - 1] : Folder.Border(folded: 0, original: 0)
    return min(border.original + offset - border.folded, original.utf8.count)
  }
}

// MARK: - Strings

extension String {
  /// This text folded by ``FoldedText``: without case, accents and other spelling variants.
  public var folded: String {
    var text = self
    let isFolded = text.withUTF8 { $0.allSatisfy { $0 < 0x80 && $0 &- 0x41 >= 26 } }
    if isFolded { return text }
    var folder = Folder()
    folder.fold(text)
    return String(decoding: folder.bytes, as: UTF8.self)
  }
}

extension FoldedText {
  /// Replaces `bytes` with the folded form of `text`, which must be valid UTF-8. Reuses the memory
  /// of `bytes`, so that folding many strings in a row needs few allocations.
  public static func fold(_ text: UnsafeBufferPointer<UInt8>, into bytes: inout [UInt8]) {
    var folder = Folder(reusing: exchange(&bytes, with: []), keepsBorders: false)
    folder.fold(text)
    bytes = folder.bytes
  }

  private static func exchange(_ bytes: inout [UInt8], with other: [UInt8]) -> [UInt8] {
    let old = bytes
    bytes = other
    return old
  }
}
