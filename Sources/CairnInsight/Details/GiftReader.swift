/// Reads a line about a gift: first what can be told by its form (sums, occasions, days), then whom it is
/// for, and what is left is the idea.
struct GiftReader {
  let text: String
  let tokens: [Token]
  /// Tokens that say something else than the idea.
  private(set) var used: Set<Int> = []
  private(set) var recipient: String?
  private(set) var idea: String?
  private(set) var occasion: String?
  private(set) var date: String?
  private(set) var budget: String?
  private(set) var amount: Double?
  private(set) var tags: [String] = []
  private(set) var notes: [String] = []
  /// Where whom it is for stands.
  private(set) var recipientTokens: Range<Int>?

  init(_ text: String) {
    self.text = text
    tokens = Tokens.read(text, Lexicon.shared)
    readTags()
    readMoney()
    readOccasion()
    readDate()
    readRecipient()
    readIdea()
  }

  /// The word at `index`; nothing outside of the text.
  func word(_ index: Int) -> String { tokens.indices.contains(index) ? tokens[index].word : "" }

  /// Some tokens as they stand in the text.
  func span(_ range: Range<Int>) -> String {
    guard let first = tokens[range].first, let last = tokens[range].last else { return "" }
    return String(text[first.text.startIndex..<last.text.endIndex])
  }

  private mutating func use(_ range: Range<Int>) { used.formUnion(range) }
}

// MARK: - By form

extension GiftReader {
  private mutating func readTags() {
    for index in tokens.indices.dropLast()
    where word(index) == "#" && tokens[index + 1].isJoined && tokens[index + 1].kind == .word {
      tags.append(String(tokens[index + 1].text))
      use(index..<index + 2)
    }
  }

  private mutating func readMoney() {
    guard let sum = MoneyWords(tokens).first else { return }
    budget = span(sum.tokens)
    amount = sum.amount
    let hasName = ["budget", "budget:"].contains(word(sum.tokens.lowerBound - 1))
    use(sum.tokens.lowerBound - (hasName ? 1 : 0)..<sum.tokens.upperBound)
    if word(sum.tokens.upperBound) == "budget" { used.insert(sum.tokens.upperBound) }
  }

  private mutating func readOccasion() {
    guard let found = OccasionWords(tokens).first else { return }
    occasion = span(found.tokens) + found.rest
    use(found.tokens)
  }

  private mutating func readDate() {
    let days = TimeExpressions(tokens, text).days.filter { used.isDisjoint(with: $0) }
    guard let day = days.first else { return }
    date = span(day)
    use(day)
  }
}

// MARK: - Whom it is for

extension GiftReader {
  private mutating func readRecipient() {
    let people = GiftPeople(tokens, used)
    guard let found = people.recipient else { return }
    recipient = String(text[tokens[found.name.lowerBound].text.startIndex..<found.end])
    recipientTokens = found.name
    use(found.phrase)
  }
}

// MARK: - The idea

extension GiftReader {
  private mutating func readIdea() {
    let segments = GiftSegment.all(in: tokens)
    var fallback: Range<Int>?
    for (place, segment) in segments.enumerated() {
      switch meaning(of: segment) {
      case .nothing: continue
      case .note: notes.append(span(segment))
      case .interest(let range):
        notes.append(span(segment))
        fallback = fallback ?? range
      case .idea(let range):
        guard idea == nil else {
          notes.append(span(segment))
          continue
        }
        idea = span(range)
        let next = segments.indices.contains(place + 1) ? segments[place + 1] : 0..<0
        if let look = look(next, after: range) { idea = span(range.lowerBound..<look) }
      }
    }
    if idea == nil, let fallback { idea = span(fallback) }
  }

  /// What a part of the line is.
  private enum Meaning {
    case nothing, note
    /// What somebody likes.
    case interest(Range<Int>)
    case idea(Range<Int>)
  }

  private func meaning(of segment: Range<Int>) -> Meaning {
    var range = segment
    var isInterest = false
    if let recipientTokens, segment.contains(recipientTokens.lowerBound),
      recipientTokens.upperBound < segment.upperBound
    {
      let wish = GiftWish(in: tokens[..<segment.upperBound], from: recipientTokens.upperBound)
      if let wish {
        range = wish.end..<segment.upperBound
        isInterest = wish.isInterest
      } else if isSubject(recipientTokens, segment) {
        return .note
      }
    }
    if let marker = GiftWords.marker(in: range, tokens) { range = marker..<range.upperBound }
    range = trimmed(range)
    guard let first = range.first else { return .nothing }
    if isAside(range, first) { return .note }
    return isInterest ? .interest(range) : .idea(range)
  }

  /// Whether somebody does something in a part that is no wish: `Samira's boys will lose their minds`.
  private func isSubject(_ name: Range<Int>, _ segment: Range<Int>) -> Bool {
    let isFirst =
      name.lowerBound == segment.lowerBound
      || name.lowerBound == segment.lowerBound + 1
        && GiftWords.articles.contains(word(segment.lowerBound))
    return isFirst && GiftWords.verbs.contains(word(name.upperBound))
  }

  /// Whether a part tells something, and is no thing: `she mentioned it twice`, `don't panic`.
  private func isAside(_ range: Range<Int>, _ first: Int) -> Bool {
    if GiftWords.asides.contains(tokens[first].word) { return true }
    let isCount = tokens[first].kind == .number && range.count <= 2
    if isCount || !tokens[range].contains(where: { $0.kind == .word }) { return true }
    // Somebody else does something: `class is chipping in`, `mum & dad going halves`.
    let person = tokens[first]
    let isPerson = !person.classes.isDisjoint(with: [.relative, .name]) && !person.isPossessive
    let verb = range.dropFirst().prefix(3).contains { index in
      GiftWords.verbs.contains(word(index))
        || isPerson && word(index).hasSuffix("ing")
    }
    return verb && (isPerson || GiftWords.groups.contains(person.word))
  }

  /// A range without what leads to the idea and what follows it.
  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    func isLead(_ index: Int) -> Bool {
      used.contains(index) || tokens[index].kind == .sign || GiftWords.leads.contains(word(index))
    }
    while start < end, isLead(start) { start += 1 }
    if let cut = (start..<end).first(where: { $0 > start && endsIdea($0, end) }) { end = cut }
    while start < end,
      used.contains(end - 1) || tokens[end - 1].kind == .sign && word(end - 1) != "'"
        || GiftWords.tails.contains(word(end - 1))
    {
      end -= 1
    }
    return start..<end
  }

  /// Whether the idea is said before a token: something else follows, or why, or who liked it.
  private func endsIdea(_ index: Int, _ end: Int) -> Bool {
    if used.contains(index) { return true }
    let (last, word, next) = (word(index - 1), word(index), word(index + 1))
    if GiftWords.reasons.contains(word) { return true }
    if ["so", "as", "and"].contains(word) { return GiftWords.asides.contains(next) }
    if GiftWords.verdicts.contains(word) { return !["that", "which", "who"].contains(last) }
    let isWho =
      tokens[index].classes.contains(.name) || tokens[index].isCapitalised
      || GiftWords.asides.contains(word)
    return isWho && index + 1 < end && GiftWords.liked.contains(next)
  }

  /// Where a part ends that says how the idea is to look, as far as it says so: `lemon yellow`.
  private func look(_ segment: Range<Int>, after idea: Range<Int>) -> Int? {
    guard segment.count > 0, segment.lowerBound == idea.upperBound + 1,
      word(idea.upperBound) == ",",
      segment.prefix(3).contains(where: { GiftWords.looks.contains(word($0)) }),
      segment.allSatisfy({ !used.contains($0) })
    else { return nil }
    return segment.first { word($0) == "not" } ?? segment.upperBound
  }
}

/// The parts of a line: what stands between commas, dashes, colons, brackets and stops.
enum GiftSegment {
  private static let ends: Set<String> = [
    ".", "!", "?", "…", ";", ":", "–", "—", "(", ")", "=", ",", "[", "]", "\"", "“", "”", "|", "/",
    "→", "•", "*",
  ]

  static func all(in tokens: [Token]) -> [Range<Int>] {
    var segments: [Range<Int>] = []
    var start = 0
    for index in tokens.indices + [tokens.count] {
      guard index == tokens.count || isEnd(index, tokens) else { continue }
      if start < index { segments.append(start..<index) }
      start = index + 1
    }
    return segments
  }

  private static func isEnd(_ index: Int, _ tokens: [Token]) -> Bool {
    let token = tokens[index]
    guard token.kind == .sign else { return false }
    if token.word == "-" { return !token.isJoined }
    if token.word == ".", index > 0, tokens[index - 1].classes.contains(.title) { return false }
    return ends.contains(token.word)
  }
}
