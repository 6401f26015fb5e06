import CairnJSON

/// The pieces of a text that a provider has split.
///
/// A provider only determines where to split: each piece is an unchanged part of the text. Words
/// that the provider omits become a separate piece, unless all of them are list numbers or
/// connecting words such as `and`.
public struct ProvidedPieces: Sendable {
  /// The ranges of the pieces in the text, in ascending order.
  public private(set) var ranges: [Range<String.Index>] = []

  /// A word of the text. `key` contains its letters and digits in lower case, for comparisons.
  private struct Word {
    let key: String
    let range: Range<String.Index>
    /// Whether the word is the number of a list item, such as `2.` after an earlier `1.`.
    let isNumber: Bool
  }

  /// Creates the pieces listed in `value`. Throws if `value` contains no pieces, or if the text
  /// does not contain their words in the same order. The cost of each piece is proportional to the
  /// text's length.
  init(_ value: JSONValue, of text: String) throws(WrongShape) {
    let elements = try value.list("pieces")
    let words = Self.words(of: text)
    var place = 0
    for (index, element) in elements.enumerated() {
      let name = "pieces[\(index)]"
      guard let piece = element.text else {
        throw WrongShape(field: name, element, expected: "a string")
      }
      let keys = Self.words(of: piece).map(\.key)
      if keys.isEmpty { continue }
      guard let start = Self.place(of: keys, in: words, from: place) else {
        throw WrongShape(
          field: name, element, expected: "the next words of the text, unchanged")
      }
      keep(words[place..<start], of: text)
      append(words[start..<start + keys.count], of: text)
      place = start + keys.count
    }
    guard !ranges.isEmpty else {
      throw WrongShape(field: "pieces", value["pieces"], expected: "at least one piece with words")
    }
    keep(words[place...], of: text)
  }

  /// Adds a separate piece with the words that the provider omitted, unless all of them are
  /// connecting words or list numbers.
  private mutating func keep(_ words: ArraySlice<Word>, of text: String) {
    let joins = words.allSatisfy { $0.isNumber || Self.joints.contains($0.key) }
    if !joins { append(words.drop(while: \.isNumber), of: text) }
  }

  private mutating func append(_ words: ArraySlice<Word>, of text: String) {
    guard let first = words.first, let last = words.last else { return }
    var range = first.range.lowerBound..<last.range.upperBound
    while range.upperBound > range.lowerBound,
      case let end = text.index(before: range.upperBound), ",;:".contains(text[end])
    {
      range = range.lowerBound..<end
    }
    ranges.append(range)
  }

  private static let joints: Set<String> = [
    "and", "also", "then", "plus", "or", "oh", "but", "so", "next", "x",
  ]

  /// Returns the words of `text` that contain a letter or a digit.
  private static func words(of text: String) -> [Word] {
    var words: [Word] = []
    var next = 1
    for word in text.split(whereSeparator: \.isWhitespace) {
      let key = String(word.lowercased().filter { $0.isLetter || $0.isNumber })
      if key.isEmpty { continue }
      let isNumber = key == "\(next)" && [".", ")"].contains(word.last)
      if isNumber { next += 1 }
      words.append(Word(key: key, range: word.startIndex..<word.endIndex, isNumber: isNumber))
    }
    return words
  }

  /// Returns the first index in `words`, at or after `place`, at which a sequence of words with
  /// these keys begins; nil if there is none.
  private static func place(of keys: [String], in words: [Word], from place: Int) -> Int? {
    guard place + keys.count <= words.count else { return nil }
    return (place...words.count - keys.count).first { start in
      zip(words[start...], keys).allSatisfy { $0.key == $1 }
    }
  }
}
