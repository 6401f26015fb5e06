/// A text made comparable: case, accents and other writing variants folded away, as UTF-8.
///
///     FoldedText("Ça va, STRAẞE?").text   // "ca va, strasse?"
///
/// Two texts that a reader takes for the same word fold to the same bytes, in every script:
///
/// - Case is folded in full: `ß` and `ẞ` are `ss`, `ς` is `σ`, `İ` and `ı` are `i`, `ﬁ` is `fi`.
/// - Text is decomposed canonically (Unicode 16 §3.7, D68) and the marks that a reader may leave
///   out are dropped: accents on Latin, Greek and Cyrillic letters, Hebrew points, Arabic harakat
///   and hamza signs. Marks that spell stay: Indic vowel signs and viramas, Thai vowels and tones,
///   kana voicing. Conjoining jamo and kana with a voicing mark are composed.
/// - Letters that have no decomposition but a common spelling in ASCII get it: `ø ł đ ħ ŧ` are
///   `o l d h t`, `æ œ` are `ae oe`.
/// - Full-width ASCII and half-width katakana become ordinary; `’` and `ʼ` become `'`; odd spaces
///   become a space. Soft hyphens, joiners, variation selectors and tatweel are dropped.
///
/// Folding costs one pass; ASCII goes by bytes. A folded offset can be taken back to the text.
public struct FoldedText: Sendable {
  /// The text as it was.
  public let original: String
  /// The folded text, as UTF-8.
  public let bytes: [UInt8]
  /// Where folded and original offsets part, in order.
  private let borders: [Folder.Border]

  /// Folds `text`.
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
  /// The part of ``original`` that folded to the bytes `range` (offsets into ``bytes``), widened to
  /// whole characters.
  public func originalRange(_ range: Range<Int>) -> Range<String.Index> {
    let utf8 = original.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: originalOffset(range.lowerBound))
    let end = utf8.index(utf8.startIndex, offsetBy: originalOffset(range.upperBound))
    // An index within a character is rounded down to where that begins; to ask of each byte before
    // whether a character begins there would cost the square of a long one.
    let first = original.index(start, offsetBy: 0)
    let last = original.index(end, offsetBy: 0)
    return first..<max(first, last < end ? original.index(after: last) : last)
  }

  /// The UTF-8 offset in ``original`` that belongs to an offset in ``bytes``.
  private func originalOffset(_ offset: Int) -> Int {
    var low = 0
    var high = borders.count
    while low < high {
      let middle = (low + high) / 2
      if borders[middle].folded <= offset { low = middle + 1 } else { high = middle }
    }
    let border = low > 0 ? borders[low - 1] : Folder.Border(folded: 0, original: 0)
    return min(border.original + offset - border.folded, original.utf8.count)
  }
}

// MARK: - Text alone

extension String {
  /// This text with case, accents and writing variants folded away, as ``FoldedText`` says.
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
  /// Replaces `bytes` by the folded form of `text`, which is valid UTF-8. Keeps the memory of
  /// `bytes`: made for folding very many texts, one after the other.
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
