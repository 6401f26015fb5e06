/// The words of a line of text, in the form in which ``Phrases`` looks them up: `couldn't`,
/// `co-op`, `ps5`, `disney+`.
struct SpokenWords {
  /// A word in lower case, and its range in the text.
  struct Word {
    let text: String
    let range: Range<String.Index>
  }

  let words: [Word]

  init(_ text: String) {
    var words: [Word] = []
    var index = text.startIndex
    while index < text.endIndex {
      guard text[index].isLetter || text[index].isNumber else {
        text.formIndex(after: &index)
        continue
      }
      let start = index
      while index < text.endIndex, Self.belongs(index, in: text) { text.formIndex(after: &index) }
      let word = text[start..<index].lowercased().map { $0 == "’" ? "'" : $0 }
      words.append(Word(text: String(word), range: start..<index))
    }
    self.words = words
  }

  /// Returns whether the character at `index` belongs to a word: a letter or digit, an apostrophe
  /// or hyphen before a letter or digit, or a `+` that no letter follows.
  private static func belongs(_ index: String.Index, in text: String) -> Bool {
    let character = text[index]
    if character.isLetter || character.isNumber { return true }
    let next = text.index(after: index)
    if character == "+" { return next == text.endIndex || !text[next].isLetter }
    return "'’-".contains(character) && next < text.endIndex
      && (text[next].isLetter || text[next].isNumber)
  }

  /// Returns the range in the text that the words at `places` cover.
  func range(_ places: Range<Int>) -> Range<String.Index> {
    words[places.lowerBound].range.lowerBound..<words[places.upperBound - 1].range.upperBound
  }
}
