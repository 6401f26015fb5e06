/// The verdict in a line about a work. Numbers and stars take precedence over words.
struct Verdicts {
  private(set) var verdict: EntryDetails.Verdict?

  /// Finds the verdict in a line.
  ///
  /// - Parameter free: The words that are not part of a title or a name, as indices in `words`.
  init(_ text: String, _ words: SpokenWords, _ free: Set<Int>) {
    verdict = Self.ofNumbers(text) ?? Self.ofWords(words, free)
  }
}

// MARK: - Numbers

extension Verdicts {
  private static func ofNumbers(_ text: String) -> EntryDetails.Verdict? {
    let full = text.count { "⭐★🌟".contains($0) }
    if full > 0 { return verdict(Double(full), of: 5) }
    // `****`, but not the `**` of bold text.
    let written = text.split { $0 != "*" }.map(\.count).max() ?? 0
    if 3...5 ~= written { return verdict(Double(written), of: 5) }
    let tokens = Tokens.read(text, Lexicon.shared)
    for index in tokens.indices {
      let token = tokens[index]
      if token.kind == .number, let (value, most) = rating(token.text) {
        return verdict(value, of: most)
      }
      guard let value = value(of: token) else { continue }
      let next = tokens[(index + 1)...].prefix(3).map(\.word)
      if let first = next.first, ["star", "stars"].contains(first) { return verdict(value, of: 5) }
      if next.count > 2, next[0] == "out", next[1] == "of",
        let most = Self.value(of: tokens[index + 3]), most >= value
      {
        return verdict(value, of: most)
      }
    }
    return nil
  }

  /// Returns the rating that a word such as `7/10` expresses, and the highest possible rating; nil
  /// if the word is not a rating.
  static func rating(_ word: some StringProtocol) -> (value: Double, most: Double)? {
    let parts = word.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let value = Double(parts[0]), let most = Double(parts[1]),
      [4, 5, 10, 20, 100].contains(most), value <= most
    else { return nil }
    return (value, most)
  }

  private static func value(of token: Token) -> Double? {
    token.kind == .number ? Double(token.text) : numbers[token.word]
  }

  /// Returns the verdict for a rating of `value` out of `most`: great from 75 percent, okay from 45
  /// percent, otherwise bad.
  private static func verdict(_ value: Double, of most: Double) -> EntryDetails.Verdict {
    value / most >= 0.75 ? .great : value / most >= 0.45 ? .okay : .bad
  }

  private static let numbers: [String: Double] = [
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10,
  ]
}

// MARK: - Words

extension Verdicts {
  private static func ofWords(_ words: SpokenWords, _ free: Set<Int>) -> EntryDetails.Verdict? {
    let isRequest = VerdictWords.requests.contains(words.words.first?.text ?? "")
    if isRequest || VerdictWords.intentions.isIn(words, free),
      !VerdictWords.experiences.isIn(words, free)
    {
      return nil
    }
    var counts: [EntryDetails.Verdict: Int] = [:]
    for (place, verdict) in VerdictWords.all.found(in: words, free) {
      let before = words.words[max(place.lowerBound - 2, 0)..<place.lowerBound].map(\.text)
      let isDenied = before.contains(where: VerdictWords.negations.contains)
      counts[isDenied ? .okay : verdict, default: 0] += 1
    }
    let (bad, okay, great) = (counts[.bad] ?? 0, counts[.okay] ?? 0, counts[.great] ?? 0)
    if bad > 0 { return great > 0 || okay > bad ? .okay : .bad }
    if great > 0 { return great >= okay ? .great : .okay }
    return okay > 0 ? .okay : nil
  }
}
