/// A reader of a line about a gift. The reader first finds the parts that have a recognizable form
/// (tags, sums, occasions, dates), then the recipient. The rest is the idea and notes.
struct GiftReader {
  let text: String
  let tokens: [Token]
  /// The indices of tokens that are already assigned to a property other than the idea.
  private(set) var used: Set<Int> = []
  private(set) var recipient: String?
  var idea: String?
  private(set) var occasion: String?
  private(set) var date: String?
  private(set) var budget: String?
  private(set) var amount: Double?
  private(set) var tags: [String] = []
  var notes: [String] = []
  /// The tokens of the recipient's name; nil if there is no recipient.
  private(set) var recipientTokens: Range<Int>?

  init(_ text: String) {
    self.text = text
    // `@Sarah` is Sarah.
    tokens = Tokens.read(text, Lexicon.shared).filter { $0.word != "@" }
    readTags()
    readMoney()
    // The words around a name or an idea are known only in English.
    let outcomes = Weights.likelihoods(of: Features(tokens, text))
    let isEnglish =
      Language.isClearlyEnglish(tokens, outcomes) || tokens.contains { $0.word == "for" }
    guard isEnglish else { return }
    readOccasion()
    readDate()
    readRecipient()
    readIdea()
  }

  /// Returns the word at `index`; an empty string if `index` is out of bounds.
  func word(_ index: Int) -> String { tokens.indices.contains(index) ? tokens[index].word : "" }

  /// Returns the text of a range of tokens as written.
  func span(_ range: Range<Int>) -> String {
    guard let first = tokens[range].first, let last = tokens[range].last else { return "" }
    return String(text[first.text.startIndex..<last.text.endIndex])
  }

  private mutating func use(_ range: Range<Int>) { used.formUnion(range) }
}

// MARK: - Recognizable forms

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
    occasion = text[tokens[found.tokens.lowerBound].text.startIndex..<found.end] + found.rest
    use(found.tokens)
  }

  private mutating func readDate() {
    let days = TimeMentions(text).days(in: tokens).filter { range in
      // `christmas 2026`
      let isNew = used.isDisjoint(with: range) || tokens[range].last?.kind == .number
      return isNew && !range.contains { word($0) == "year" }
    }
    guard var day = days.first ?? dottedDay else { return }
    // `Fri 3rd`
    let isOrdinal =
      tokens[day].allSatisfy { $0.classes.contains(.weekday) }
      && ["st", "nd", "rd", "th"].contains(word(day.upperBound + 1))
    if isOrdinal { day = day.lowerBound..<day.upperBound + 2 }
    date = span(day)
    use(day)
  }
}

extension GiftReader {
  /// The tokens of the first day and month that are each followed by a dot: `17.8.`; nil if there
  /// are none.
  private var dottedDay: Range<Int>? {
    tokens.indices.first { index in
      let parts = tokens[index].text.split(separator: ".")
      return tokens[index].kind == .number && parts.count == 2 && word(index + 1) == "."
        && 1...31 ~= Int(parts[0]) ?? 0 && 1...12 ~= Int(parts[1]) ?? 0 && !used.contains(index)
    }.map { $0..<$0 + 2 }
  }
}

// MARK: - Recipient

extension GiftReader {
  private mutating func readRecipient() {
    let people = GiftPeople(tokens, used)
    guard let found = people.recipient else { return }
    recipient = String(text[tokens[found.name.lowerBound].text.startIndex..<found.end])
    recipientTokens = found.name
    use(found.phrase)
  }
}
