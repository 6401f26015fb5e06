import CairnText
import Glibc

/// A part of a title or a tag that can name a circle.
struct CirclePhrase {
  /// The maximum number of significant words.
  static let most = 4

  /// The phrase as written in a title that contains it, or else in the first tag.
  private(set) var text: String
  /// The significant words as written there.
  private(set) var written: [String]
  /// The parts of all words that are in the index: in a dense script, the characters of a word.
  private(set) var key: [[UInt8]]
  /// The parts of the significant words.
  let pieces: [[UInt8]]
  /// The number of significant words.
  let wordCount: Int
  /// The scores of the words that have one.
  let scores: [Double]
  /// How well the phrase stands for the title that contains it: greater for a whole title than for
  /// a few words of a sentence.
  private(set) var weight: Double
  /// The keys of the phrases that are longer by one significant word, in the same title. `isGlued`
  /// is true if a hyphen joins this word.
  var longer: [(key: [[UInt8]], isGlued: Bool)] = []
  /// The phrase as a folded tag, with the levels above it; nil if it is not a tag.
  private(set) var tag: String?
  /// Whether a title contains the phrase.
  private(set) var isInTitle = true
  /// The captures that have the phrase in their title or a tag, each with a number.
  fileprivate(set) var owners: [Int] = []
  var count: Int { owners.count }

  init(
    text: String, written: [String], key: [[UInt8]], pieces: [[UInt8]], scores: [Double],
    weight: Double
  ) {
    (self.text, self.written, self.key, self.pieces) = (text, written, key, pieces)
    (self.scores, self.weight) = (scores, weight)
    wordCount = written.count
  }

  /// Returns a folded tag and the levels above it, the highest first.
  static func levels(ofTag tag: String) -> [String] {
    let parts = tag.folded.split(separator: "/")
    return parts.indices.map { parts[...$0].joined(separator: "/") }
  }

  /// Returns the phrases in the levels of a tag. A level counts as a part of the next lower level.
  static func all(inTag tag: String, _ scores: [[UInt8]: Double]? = nil) -> [CirclePhrase] {
    var found: [CirclePhrase] = []
    for (path, level) in zip(levels(ofTag: tag), tag.split(separator: "/")) {
      var phrases = TitleWords(String(level), scores).phrases
      for place in phrases.indices {
        phrases[place].isInTitle = false
        guard phrases[place].text.utf8.count == level.utf8.count else { continue }
        phrases[place].tag = path
        phrases[place].key = CirclePhrase.pieces(of: String(level))
        if let above = found.lastIndex(where: { $0.tag != nil }) {
          found[above].longer.append((phrases[place].key, false))
        }
      }
      found += phrases
    }
    return found
  }

  /// Returns the folded words of a text.
  static func pieces(of text: String) -> [[UInt8]] {
    let folded = FoldedText(text).bytes
    return Words.pieces(of: folded).map { Array(folded[$0]) }
  }

  /// Adds an occurrence of the same phrase in a capture.
  mutating func add(_ other: CirclePhrase, of capture: Int) {
    // A shorter text lacks stop words before the phrase, such as `Get-`.
    if other.isInTitle, !isInTitle || other.text.utf8.count < text.utf8.count {
      (text, written, isInTitle) = (other.text, other.written, true)
    }
    weight = max(weight, other.weight)
    if tag == nil { tag = other.tag }
    if owners.last != capture { owners.append(capture) }
  }

  /// The maximum number of texts to read to find the spelling of a phrase.
  private static let mostTexts = 3

  /// Returns the phrase with the spelling that most of the first few texts use, if the phrase occurs
  /// only in tags, without upper-case letters. Returns other phrases unchanged.
  func spelled(as texts: some Sequence<String>) -> CirclePhrase {
    guard !isInTitle, tag != nil, text.contains(where: \.isLowercase),
      !text.contains(where: \.isUppercase)
    else { return self }
    let key = Self.pieces(of: text)
    var counts: [[String]: (count: Int, text: String)] = [:]
    for text in texts.prefix(Self.mostTexts) {
      let text = SearchText(text)
      let pieces = text.pieces.map { text.folded.bytes[$0] }
      for start in pieces.indices.dropLast(key.count - 1)
      where zip(pieces[start...], key).allSatisfy({ $0.elementsEqual($1) }) {
        let end = start + key.count - 1
        func written(_ range: Range<Int>) -> String {
          String(text.original[text.folded.originalRange(range)])
        }
        let words = (start...end).filter { self.pieces.contains(Array(pieces[$0])) }
          .map { written(text.pieces[$0]) }
        let whole = written(text.pieces[start].lowerBound..<text.pieces[end].upperBound)
        counts[words, default: (0, whole)].count += 1
      }
    }
    let best = counts.max { ($0.value.count, $1.value.text) < ($1.value.count, $0.value.text) }
    guard let best, best.value.count > counts.values.first(where: { $0.text == text })?.count ?? 0
    else { return self }
    var spelled = self
    (spelled.text, spelled.written) = (best.value.text, best.key)
    return spelled
  }

  /// Returns how well the phrase names a circle; greater is better.
  ///
  /// - Parameter members: The number of captures in the circle.
  func value(among members: Int) -> Double {
    let recurring = count > 1 ? Double(count) / Double(members) : 0
    // The geometric mean of the scores.
    let mean = pow(scores.reduce(1, *), 1 / Double(scores.count))
    // A word without a score says something about the circle only if many titles contain it. One
    // word says less than several.
    let share = max(Double(scores.count) / Double(wordCount), min(1, 2 * recurring))
    let place = max(weight, recurring > 0 ? 1 + 0.5 * recurring : 0)
    return mean * share * place * (wordCount > 1 ? 1 : recurring < 0.5 ? 0.7 : 0.75)
  }
}

/// The distinct phrases of several captures.
struct CirclePhrases {
  private var phrases: [CirclePhrase] = []
  private var numbers: [[[UInt8]]: Int] = [:]

  /// Adds the phrases in the title and the tags of a capture.
  mutating func add(_ found: [CirclePhrase], of capture: Int) {
    for phrase in found {
      let number = numbers[phrase.key] ?? phrases.count
      if number == phrases.count {
        numbers[phrase.key] = number
        phrases.append(phrase)
      }
      phrases[number].add(phrase, of: capture)
    }
  }

  /// The phrases without those that are only a part of a longer phrase in as many captures. If only
  /// one capture has a phrase, a part of a compound with a hyphen is left out.
  var closed: [CirclePhrase] {
    phrases.filter { phrase in
      !phrase.longer.contains { key, isGlued in
        guard phrase.count > 1 || isGlued, let number = numbers[key] else { return false }
        return phrases[number].count >= phrase.count
      }
    }
  }
}

/// The words of a title or a tag.
struct TitleWords {
  /// A word; in a dense script, a run of characters without a space.
  private struct Word {
    var pieces: [[UInt8]]
    var range: Range<String.Index>
    /// The greatest score of a piece.
    var score: Double
    /// Whether a piece is neither a stop word nor a part of a date.
    var isSignificant: Bool
    /// Whether the word is a part of a date.
    var isOfDate: Bool
    /// Whether only a space, a hyphen or an apostrophe separates the word from the previous one.
    var isAttached: Bool
    /// Whether the word is attached without a space.
    var isGlued: Bool
  }

  private let text: String
  private var words: [Word] = []

  /// The maximum number of words in a phrase, together with stop words inside it.
  private static let longest = 5
  /// The maximum number of characters in a word of a dense script.
  private static let longestRun = 12
  /// Longer titles are usually sentences.
  private static let longestTitle = 7

  /// - Parameter scores: The scores of words, as in ``CircleMembers/scores``; nil if all words are
  ///   equally good.
  init(_ text: String, _ scores: [[UInt8]: Double]? = nil) {
    let search = SearchText(text)
    self.text = search.original
    for piece in search.pieces {
      let bytes = Array(search.folded.bytes[piece])
      if StopWords.isSign(bytes) { continue }
      let range = search.folded.originalRange(piece)
      let score = scores.map { $0[bytes] ?? 0 } ?? 1
      let isOfDate = CircleMembers.isOfDate(bytes)
      let isSignificant = !StopWords.contains(bytes) && !isOfDate
      // The ranges of pieces overlap if a character becomes several pieces, such as `㌔`.
      if let last = words.last, last.range.upperBound >= range.lowerBound {
        words[words.count - 1].pieces.append(bytes)
        words[words.count - 1].range =
          last.range.lowerBound..<max(last.range.upperBound, range.upperBound)
        words[words.count - 1].score = max(last.score, score)
        words[words.count - 1].isSignificant = last.isSignificant || isSignificant
      } else {
        let gap = words.last.map { search.original[$0.range.upperBound..<range.lowerBound] }
        words.append(
          Word(
            pieces: [bytes], range: range, score: score, isSignificant: isSignificant,
            isOfDate: isOfDate,
            isAttached: gap?.allSatisfy { " -'’_".contains($0) } ?? false,
            isGlued: gap?.allSatisfy { "-'’_".contains($0) } ?? false))
      }
    }
  }

  /// The phrases that begin and end with a significant word and contain a word with a score.
  var phrases: [CirclePhrase] {
    let significant = words.indices.filter { words[$0].isSignificant }
    return significant.indices.flatMap { first -> [CirclePhrase] in
      significant.indices[first...].compactMap { last in
        guard var phrase = phrase(significant[first]...significant[last], significant) else {
          return nil
        }
        if first > 0, let key = key(significant[first - 1]...significant[last]) {
          phrase.longer.append((key, words[significant[first]].isGlued))
        }
        if last + 1 < significant.count, let key = key(significant[first]...significant[last + 1]) {
          phrase.longer.append((key, words[significant[last] + 1].isGlued))
        }
        return phrase
      }
    }
  }

  /// Returns the characters of a dense script around `word` that are all among `wanted`, or the word
  /// itself, as written; nil if the title does not contain the word.
  func run(with word: [UInt8], of wanted: Set<[UInt8]>) -> String? {
    for found in words {
      guard let place = found.pieces.firstIndex(of: word) else { continue }
      let written = String(text[found.range])
      guard written.count == found.pieces.count, found.pieces.count > 1 else {
        return found.pieces.count == 1 ? written : nil
      }
      var (start, end) = (place, place)
      while start > 0, wanted.contains(found.pieces[start - 1]) { start -= 1 }
      while end + 1 < found.pieces.count, wanted.contains(found.pieces[end + 1]) { end += 1 }
      return String(written.dropFirst(start).prefix(end - start + 1))
    }
    return nil
  }

  /// The whole title; nil if it is a sentence, or has no significant word.
  var whole: CirclePhrase? {
    let significant = words.filter(\.isSignificant)
    guard let first = words.first, let last = words.last, !significant.isEmpty,
      words.count <= Self.longest, words.allSatisfy({ $0.pieces.count <= Self.longestRun })
    else { return nil }
    return CirclePhrase(
      text: String(text[first.range.lowerBound..<last.range.upperBound]),
      written: significant.map { String(text[$0.range]) }, key: words.flatMap(\.pieces),
      pieces: significant.flatMap(\.pieces), scores: significant.map(\.score).filter { $0 > 0 },
      weight: 1)
  }

  /// Returns the parts of these words; nil if they are not a phrase.
  private func key(_ span: ClosedRange<Int>) -> [[UInt8]]? {
    guard span.count <= Self.longest,
      words[span].count(where: \.isSignificant) <= CirclePhrase.most,
      words[span].dropFirst().allSatisfy(\.isAttached),
      words[span].allSatisfy({ $0.pieces.count <= Self.longestRun })
    else { return nil }
    return words[span].flatMap(\.pieces)
  }

  /// Returns the phrase with these words; nil if they cannot name a circle.
  private func phrase(_ span: ClosedRange<Int>, _ significant: [Int]) -> CirclePhrase? {
    let inside = significant.filter(span.contains)
    let scores = inside.map { words[$0].score }.filter { $0 > 0 }
    guard !scores.isEmpty, let key = key(span) else { return nil }
    let isWhole = inside.count == significant.count && words.count <= Self.longest
    let first = isWhole ? words.firstIndex { !$0.isOfDate } ?? 0 : span.lowerBound
    let range = words[first].range.lowerBound..<words[span.upperBound].range.upperBound
    return CirclePhrase(
      text: String(text[range]), written: inside.map { String(text[words[$0].range]) }, key: key,
      pieces: inside.flatMap { words[$0].pieces }, scores: scores,
      weight: isWhole ? 1.15 : words.count > Self.longestTitle ? 0.5 : isPart(span) ? 1 : 0.7)
  }

  /// Returns whether punctuation or the end of the title is on both sides of these words.
  private func isPart(_ span: ClosedRange<Int>) -> Bool {
    let next = span.upperBound + 1
    return !words[span.lowerBound].isAttached && (next == words.count || !words[next].isAttached)
  }
}
