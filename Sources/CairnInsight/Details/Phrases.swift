/// A set of phrases, each with a value. Finds all of its phrases in a text in one pass.
struct Phrases<Value: Sendable>: Sendable {
  private struct Phrase: Sendable {
    let words: [String]
    let value: Value
  }

  /// The phrases keyed by their first word; the longest ones come first.
  private var phrases: [String: [Phrase]] = [:]

  /// Creates phrases from lists, each with one value for all of its phrases. Commas and line breaks
  /// separate phrases.
  init(_ lists: [(list: String, value: Value)]) {
    for (list, value) in lists {
      for phrase in list.split(whereSeparator: { $0 == "," || $0 == "\n" }) {
        let words = phrase.split(separator: " ").map(String.init)
        guard let first = words.first else { continue }
        phrases[first, default: []].append(Phrase(words: words, value: value))
      }
    }
    for first in phrases.keys { phrases[first]?.sort { $0.words.count > $1.words.count } }
  }

  /// Returns the phrases that occur in `words`, each as a range of word indices and a value, in
  /// order. At each word the longest phrase wins, and phrases do not overlap.
  ///
  /// - Parameter free: The indices of the words that phrases may contain.
  func found(in words: SpokenWords, _ free: Set<Int>) -> [(place: Range<Int>, value: Value)] {
    var found: [(place: Range<Int>, value: Value)] = []
    var start = 0
    while start < words.words.count {
      let phrase = phrases[words.words[start].text]?.first { phrase in
        let end = start + phrase.words.count
        return end <= words.words.count && (start..<end).allSatisfy(free.contains)
          && zip(words.words[start..<end], phrase.words).allSatisfy { $0.text == $1 }
      }
      let end = start + (phrase?.words.count ?? 1)
      if let phrase { found.append((start..<end, phrase.value)) }
      start = end
    }
    return found
  }
}

extension Phrases where Value == Void {
  /// Creates phrases without values from a list, in which commas and line breaks separate them.
  init(_ list: String) { self.init([(list, ())]) }

  /// Returns whether any phrase occurs in `words`. `free` contains the indices of the words that
  /// phrases may contain.
  func isIn(_ words: SpokenWords, _ free: Set<Int>) -> Bool { !found(in: words, free).isEmpty }
}
