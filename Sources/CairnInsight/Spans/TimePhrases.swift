import CairnText

/// The times of a text of which the grammar knows more than their words show: what comes again, and
/// what is over.
///
/// They are read by a clock that stands still, in a month with 31 days before another such: which day
/// it is makes no difference to either.
struct TimePhrases {
  /// What is known of a phrase.
  enum Meaning {
    /// It says how something comes again.
    case rule
    /// It says so, and more that is not understood: `every month on the fifth Monday`.
    case doubtful
    /// It is about what was: `yesterday at 3pm`.
    case past
    /// It is any other time.
    case other
  }

  /// The phrases, in order.
  private(set) var found: [(range: Range<String.Index>, meaning: Meaning)] = []

  private static let clock = LocalClock(now: Instant(seconds: 181 * 86_400)) { _ in 0 }

  /// Words that a rule has.
  static let signs: Set<String> = Set(["every", "each", "once"]).union(TimeGrammar.adverbs.keys)
    .union(TimeNames.pluralWeekdays.keys)

  /// The phrases of a text, where they are needed. Costs an attempt at each word.
  init(_ text: String, isNeeded: Bool) {
    guard isNeeded else { return }
    var grammar = TimeGrammar(text, Self.clock, .dayFirst, isWhole: false)
    var last: Int?
    while !grammar.isAtEnd {
      let start = grammar.index
      guard let phrase = grammar.phrase() else {
        grammar.index = start + 1
        continue
      }
      if phrase.rule == nil {
        found.append((phrase.range, phrase.dueDay < Self.clock.today ? .past : .other))
      } else if let end = grammar.limit {
        let text = phrase.range.lowerBound..<grammar.pieces[end - 1].range.upperBound
        found.append((text, .doubtful))
        grammar.index = end
      } else if last == start {
        let text = (found.popLast()?.range ?? phrase.range).lowerBound..<phrase.range.upperBound
        found.append((text, .doubtful))
      } else if grammar.isCounted(from: start) {
        found.append((phrase.range, .doubtful))
      } else if grammar.isSaid(from: start) {
        found.append((phrase.range, .rule))
      }
      last = grammar.index
    }
  }

  /// The phrase that has any of the text of a range.
  func phrase(at range: Range<String.Index>) -> (range: Range<String.Index>, meaning: Meaning)? {
    found.first { $0.range.overlaps(range) }
  }
}

// MARK: - What stands around a rule

extension TimeGrammar {
  /// Whether the rule in the pieces from one on, as far as they were taken, comes so often each time:
  /// `twice daily`.
  fileprivate func isCounted(from start: Int) -> Bool {
    start > 0 && Self.counters.contains(pieces[start - 1].word)
  }

  private static let counters: Set<String> = ["twice", "thrice", "time", "times", "x"]

  /// Behind which piece ends what follows a rule and says when it does not hold, or on which days it
  /// comes: `until June`, `on the fifth Monday`, `for 3 weeks`; nil where nothing does.
  fileprivate var limit: Int? {
    var rest = self
    _ = rest.take(",")
    if rest.take(anyOf: ["except", "unless", "but"]) { return rest.index }
    let isLed = rest.take(anyOf: Self.limiters)
    if !isLed { _ = rest.take("the") }
    let isMeant =
      isLed
      ? rest.attempt { $0.dayWords() } != nil || rest.amount() != nil
      : rest.attempt { $0.ordinal() } != nil || rest.holidayName() != nil
    return isMeant ? rest.index : nil
  }

  private static let limiters: Set<String> = [
    "at", "on", "in", "of", "until", "till", "til", "for", "from", "to", "through", "during",
    "after", "before",
  ]

  /// Whether the pieces from one on, as far as they were taken, say how something comes again, and no
  /// name of a thing: `daily` in "Water it daily", and not in "Buy the daily paper".
  fileprivate func isSaid(from start: Int) -> Bool {
    let words = pieces[start..<index]
    let isPlain = words.indices.contains { place in
      ["every", "each", "once"].contains(words[place].word)
        && (place + 1 == words.endIndex || words[place + 1].kind != .number
          || CalendarUnit(word(place + 2 - index)) != nil)
    }
    if isPlain { return true }
    if start > 0, Self.articles.contains(pieces[start - 1].word) { return false }
    return isAtEnd || piece()?.kind == .sign || Self.joints.contains(word())
  }

  private static let articles: Set<String> = [
    "a", "an", "the", "this", "that", "my", "your", "his", "her", "its", "our", "their", "for",
  ]
  /// Words that do not go on with what a word before them begins to name.
  private static let joints: Set<String> = [
    "and", "as", "at", "because", "by", "for", "from", "if", "in", "on", "or", "so", "to", "via",
    "when", "while", "with",
  ]
}
