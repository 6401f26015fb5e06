/// Phrases and what each of them says, to be found in the words of a text in one pass.
struct Phrases<Value: Sendable>: Sendable {
  private struct Phrase: Sendable {
    let words: [String]
    let value: Value
  }

  /// The phrases by their first word, the longest first.
  private var phrases: [String: [Phrase]] = [:]

  /// Takes lists of phrases with commas and line breaks between them.
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

  /// Where phrases stand, and what they say, in the order of the text: of several at one place the
  /// longest, and none inside of another.
  ///
  /// - Parameter free: The places of the words that are looked at.
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
  /// Phrases that say no more than that they are there.
  init(_ list: String) { self.init([(list, ())]) }

  /// Whether one of them stands there.
  func isIn(_ words: SpokenWords, _ free: Set<Int>) -> Bool { !found(in: words, free).isEmpty }
}
