import CairnText

/// The sentences of a longer text, with a weight for how well each sentence expresses the whole
/// text.
///
/// A sentence has a greater weight if its words are frequent in the text, if it contains words of
/// the title, and if it is close to the start. docs/meaning.md describes the method.
struct KeySentences {
  private let statements: [Statement]
  private let words: [Set<String>]
  private let title: Set<String>

  /// The maximum number of sentences considered. Later sentences rarely express the subject of a
  /// note.
  private static let most = 200

  /// Creates the set of sentences to choose from. Repeated sentences (headings, parts of forms)
  /// count only once.
  init(_ sentences: [Substring], title: String) {
    var seen: Set<String> = []
    statements = sentences.prefix(Self.most).map { Statement($0) }
      .filter { seen.insert($0.text).inserted }
    words = statements.map { Self.telling($0.text) }
    self.title = Self.telling(title)
  }

  /// The sentence with the greatest weight; the first one wins a tie. Nil if no sentence is a
  /// statement that makes sense by itself.
  var best: String? {
    var counts: [String: Int] = [:]
    for word in words.joined() { counts[word, default: 0] += 1 }
    var best: (weight: Double, text: String)?
    for (place, statement) in statements.enumerated()
    where statement.standsAlone && !statement.isQuestion {
      let weight =
        weight(words[place], counts) * (statement.isEnded ? 1 : Self.fragment)
        / Double(place + 1).squareRoot()
      if weight > best?.weight ?? 0 { best = (weight, statement.text) }
    }
    return best?.text
  }

  /// The factor that lowers the weight of a sentence without final punctuation, because it may be a
  /// caption or a piece of code.
  private static let fragment = 0.5

  /// Returns a weight for a sentence with these words. The weight is roughly the average logarithm
  /// of how often each word occurs in the text (`counts`). Words of the title raise the weight by
  /// up to a half.
  private func weight(_ words: Set<String>, _ counts: [String: Int]) -> Double {
    // Sorts the words, because a sum of floating-point numbers depends on the order.
    let sum = words.sorted().reduce(0) { $0 + Self.logarithm(1 + (counts[$1] ?? 0)) }
    let said = Double(title.count { words.contains($0) }) / Double(max(title.count, 1))
    return sum / Double(words.count + 3) * (1 + said / 2)
  }
}

// MARK: - Words

extension KeySentences {
  /// Returns the folded words of `text`, except grammatical words. For a word in a script without
  /// spaces, returns each pair of adjacent characters instead.
  private static func telling(_ text: String) -> Set<String> {
    var found: Set<String> = []
    for token in Tokens.read(text, Lexicon.shared)
    where token.kind == .word && !token.classes.contains(.grammar) {
      let word = FoldedText(String(token.owner)).text
      if isDense(word) {
        found.formUnion(zip(word, word.dropFirst()).map { "\($0)\($1)" })
      } else if word.utf8.count > 1 {
        found.insert(word)
      }
    }
    return found
  }

  private static func isDense(_ word: String) -> Bool {
    word.unicodeScalars.first.map { $0.value >= 0x2E80 } ?? false
  }

  /// Returns an approximate base-2 logarithm that is the same on every machine: exact at powers of
  /// two, and linear between them. `number` must be positive.
  private static func logarithm(_ number: Int) -> Double {
    let whole = Int.bitWidth - 1 - number.leadingZeroBitCount
    return Double(whole) + Double(number) / Double(1 << whole) - 1
  }
}
