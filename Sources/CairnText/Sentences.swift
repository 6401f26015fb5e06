/// Segmentation of text into sentences, without the white space around them.
///
/// A sentence ends:
///
/// - at `.`, `!`, `?`, `…` or `।` before white space;
/// - at `。`, `！` or `？`;
/// - at the end of a line, except in ``flow(_:inLowerCase:)``.
///
/// In the first case, the sentence does not end after an abbreviation or a single letter other than
/// `I` (`Dr. Hale`, `J. Marsh`). It does not end before a lower-case letter either, except in
/// ``flow(_:inLowerCase:)`` if `inLowerCase` is true.
///
/// Sentences without any letter or digit are left out.
public enum Sentences {
  /// Returns the sentences of `text` in order. The end of each line also ends a sentence.
  public static func read(_ text: some StringProtocol) -> [Substring] {
    text.split(whereSeparator: \.isNewline).flatMap { flow(Substring($0)) }
  }

  /// Returns the sentences of `text`. A sentence may continue on the next line.
  ///
  /// - Parameter isLower: Whether sentences are allowed to begin with a lower-case letter, for text
  ///   written without capitals.
  public static func flow(_ text: Substring, inLowerCase isLower: Bool = false) -> [Substring] {
    var sentences: [Substring] = []
    var rest = text
    while let end = end(of: rest, isLower) {
      append(rest[..<end], to: &sentences)
      rest = rest[end...]
    }
    append(rest, to: &sentences)
    return sentences
  }

  private static func append(_ text: Substring, to sentences: inout [Substring]) {
    let trimmed = text.drop(while: isBlank)
    guard let last = trimmed.lastIndex(where: { !isBlank($0) }) else { return }
    if trimmed.contains(where: { $0.isLetter || $0.isNumber }) {
      sentences.append(trimmed[...last])
    }
  }

  private static func isBlank(_ character: Character) -> Bool { character.isWhitespace }

  /// Returns the end of the first sentence, including its closing punctuation; nil if no other
  /// sentence follows. If `isLower` is true, the next sentence is allowed to begin with a
  /// lower-case letter.
  private static func end(of line: Substring, _ isLower: Bool) -> Substring.Index? {
    var index = line.startIndex
    while let place = line.utf8[index...].firstIndex(where: { mayEndSentence($0) }) {
      let sign = line[place]
      index = line.index(after: place)
      guard ".!?…।。！？".contains(sign) else { continue }
      while index < line.endIndex, closing.contains(line[index]) {
        line.formIndex(after: &index)
      }
      if "。！？".contains(sign) { return index < line.endIndex ? index : nil }
      guard index < line.endIndex, line[index].isWhitespace else { continue }
      guard let next = line[index...].first(where: { !$0.isWhitespace }) else { return nil }
      let isMeant = !next.isLowercase || isLower
      guard isMeant, sign != "." || !isAbbreviated(line[..<place], before: next) else { continue }
      return index
    }
    return nil
  }

  /// Returns whether a byte may be the first one of a character that ends a sentence.
  private static func mayEndSentence(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x2E, 0x3F: true  // ! . ?
    case 0xE2, 0xE0, 0xE3, 0xEF: true  // The first bytes of … । 。 ！ and ？.
    default: false
    }
  }

  /// Returns whether the full stop after `text`, before the character `next`, belongs to an
  /// abbreviation.
  private static func isAbbreviated(_ text: Substring, before next: Character) -> Bool {
    let word = text.reversed().prefix { $0.isLetter || $0 == "." }
    let lower = String(word.reversed()).lowercased()
    if lower == "no" { return next.isNumber || next.isLowercase }
    return lower.count == 1 && lower != "i" || lower.contains(".") || abbreviations.contains(lower)
  }

  /// Characters allowed between the end of a sentence and the white space after it.
  private static let closing: Set<Character> = [
    ".", "!", "?", "…", "।", "。", "！", "？", "\"", "'", "”", "’", "»", ")", "]", "）", "」", "』",
  ]

  private static let abbreviations: Set<String> = [
    "mr", "mrs", "ms", "dr", "prof", "st", "vs", "etc", "ca", "approx", "dept", "est", "fig",
    "vol", "ed", "jr", "sr", "rev", "hon", "gen", "sgt", "capt", "lt", "col", "jan", "feb", "mar",
    "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "mon", "tue", "wed", "thu",
    "fri", "sat", "sun", "tel", "min", "max", "incl", "ext", "inc", "ltd", "co",
  ]
}
