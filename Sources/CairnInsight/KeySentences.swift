import CairnText

/// The sentences of a longer text, weighed by how much of it each tells.
///
/// A sentence tells more the more often the text says its words elsewhere, the more of the title it
/// says, and the nearer it stands to the beginning. docs/meaning.md says how that was chosen.
struct KeySentences {
  private let statements: [Statement]
  private let words: [Set<String>]
  private let title: Set<String>

  /// More sentences are not looked at: what comes so late is not what a note is about.
  private static let most = 200

  /// What is said again counts once: it is a heading of sorts, or a form that was filled in.
  init(_ sentences: [Substring], title: String) {
    var seen: Set<String> = []
    statements = sentences.prefix(Self.most).map { Statement($0) }
      .filter { seen.insert($0.text).inserted }
    words = statements.map { Self.telling($0.text) }
    self.title = Self.telling(title)
  }

  /// The sentence that tells most; of equal ones the first. Nil where none stands alone.
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

  /// How much a sentence counts that has no end: it may be a caption, or a piece of code.
  private static let fragment = 0.5

  /// How much of the text some words tell: the mean of how often it says them, and half as much again
  /// where they say the title.
  private func weight(_ words: Set<String>, _ counts: [String: Int]) -> Double {
    // In sorted order, since a sum of fractions depends on it.
    let sum = words.sorted().reduce(0) { $0 + Self.logarithm(1 + (counts[$1] ?? 0)) }
    let said = Double(title.count { words.contains($0) }) / Double(max(title.count, 1))
    return sum / Double(words.count + 3) * (1 + said / 2)
  }
}

// MARK: - Words

extension KeySentences {
  /// The words of a text that are more than grammar, folded; of scripts without blanks between words,
  /// each two characters that stand side by side.
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

  /// A logarithm to the base of 2 that is the same on every machine: exact at powers of two, and
  /// straight between them.
  private static func logarithm(_ number: Int) -> Double {
    let whole = Int.bitWidth - 1 - number.leadingZeroBitCount
    return Double(whole) + Double(number) / Double(1 << whole) - 1
  }
}
