/// The features of text that the classifier weighs: words, parts of words, patterns of tags, and
/// ``Looks``. Each feature has a hash and a strength. A feature that occurs several times counts
/// once.
package struct Features {
  /// The distinct hashes of the features, in the order of the text.
  package private(set) var hashes: [UInt64] = []
  /// The strength of each feature of ``hashes``, at the same index, in twentieths.
  package private(set) var strengths: [Int] = []
  private var seen: Set<UInt64> = []

  init(_ tokens: [Token], _ text: String) {
    seen.reserveCapacity(512)
    let tags = GrammarTags.of(tokens)
    addWords(tokens)
    addPatterns(tags.map { FeatureHash.of($0) })
    addClasses(tokens)
    addLooks(Looks(tokens, tags, text))
  }

  /// Creates the features of `text`, for training.
  package init(of text: String) {
    self.init(Tokens.read(text, Lexicon.shared), text)
  }

  /// A kind of feature. The hash of each feature of this kind includes the hash of the kind's name.
  private struct Group {
    let name: UInt64
    let strength: Int

    init(_ name: String, _ strength: Int) {
      self.name = FeatureHash.of(name)
      self.strength = strength
    }

    static let word = Group("word", 20)
    static let wordPair = Group("word pair", 14)
    static let letters = Group("letters", 7)
    static let patterns = [1, 2, 3, 4].map { Group("pattern \($0)", $0 < 4 ? 14 : 10) }
    static let opening = Group("opening", 8)
    static let classed = Group("class", 14)
    static let firstClass = Group("first class", 20)
    static let lastClass = Group("last class", 10)
    static let look = Group("look", 20)
  }

  private mutating func add(_ group: Group, _ hash: UInt64) {
    let feature = FeatureHash.joined(group.name, hash)
    guard seen.insert(feature).inserted else { return }
    hashes.append(feature)
    strengths.append(group.strength)
  }
}

// MARK: - Words

extension Features {
  private mutating func addWords(_ tokens: [Token]) {
    var last = FeatureHash.of("^")
    for token in tokens {
      add(.word, token.hash)
      add(.wordPair, FeatureHash.joined(last, token.hash))
      last = token.hash
      if token.kind == .word { addLetters(of: token.word) }
    }
    add(.wordPair, FeatureHash.joined(last, FeatureHash.of("$")))
  }

  /// Adds each sequence of three to five letters of a word. A mark for the word's start and one for
  /// its end count as letters.
  private mutating func addLetters(of word: String) {
    let letters = [0x3C] + word.unicodeScalars.map(\.value) + [0x3E]
    for length in 3...5 where letters.count >= length {
      for start in 0...(letters.count - length) {
        let hash = letters[start..<start + length].reduce(UInt64(length)) {
          FeatureHash.joined($0, UInt64($1))
        }
        add(.letters, hash)
      }
    }
  }
}

// MARK: - Patterns

extension Features {
  /// Adds each sequence of one to four tags, and each pair that consists of the first tag and a
  /// later tag.
  private mutating func addPatterns(_ tags: [UInt64]) {
    let row = [FeatureHash.of("^")] + tags + [FeatureHash.of("$")]
    for length in 1...4 where row.count >= length {
      for start in 0...(row.count - length) {
        let hash = row[start..<start + length].reduce(UInt64(length), FeatureHash.joined)
        add(Group.patterns[length - 1], hash)
      }
    }
    guard let first = tags.first else { return }
    for tag in tags.dropFirst() { add(.opening, FeatureHash.joined(first, tag)) }
  }

  private mutating func addClasses(_ tokens: [Token]) {
    for token in tokens where token.kind == .word {
      for member in token.classes.subtracting(.grammar).members {
        add(.classed, UInt64(member.rawValue))
      }
    }
    for (end, group) in [(tokens.first, Group.firstClass), (tokens.last, .lastClass)] {
      for member in (end?.classes ?? []).subtracting(.grammar).members {
        add(group, UInt64(member.rawValue))
      }
    }
  }

  private mutating func addLooks(_ looks: Looks) {
    for look in looks.all { add(.look, FeatureHash.of(look)) }
  }
}
