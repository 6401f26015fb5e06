/// Where a text speaks of a time: `by Friday`, `the 12th`, `next Tuesday 3pm`, `every other Monday`.
///
/// The expression is found, not understood: which day it is depends on the day it was written.
/// "by", "before", "until" and the like belong to it; "on", "in" and "at" do not.
struct TimeExpressions {
  /// What an expression says.
  enum Kind {
    /// A day, or a span of days.
    case day
    /// A month alone.
    case month
    /// A day of a month that is not named: `12th`.
    case ordinal
    /// A day or time of the year: `Easter`.
    case season
    /// `weekend`
    case weekend
    /// A time of the day.
    case clock
    /// What comes again: `every Monday`.
    case recurrence
  }

  /// An expression in the text.
  private struct Found {
    /// Its tokens.
    let tokens: Range<Int>
    let kind: Kind
    /// Whether it begins with a word like "by".
    let isDeadline: Bool
  }

  private let words: TimeWords
  private let text: String
  private var found: [Found] = []

  init(_ tokens: [Token], _ text: String) {
    words = TimeWords(tokens)
    self.text = text
    var index = 0
    while index < tokens.count {
      if let next = expression(at: index) {
        found.append(next)
        index = next.tokens.upperBound
      } else {
        index += 1
      }
    }
  }

  /// When an action is due; of other captures, the day to come that they speak of.
  func due(of kind: CaptureKind) -> String? {
    switch kind {
    case .action: return dueOfAction
    case .idea: return nil
    case .fact, .person:
      let isToCome = words.tokens.contains { Self.toCome.contains($0.word) }
      return found.first { expression in
        guard expression.kind != .clock, expression.kind != .recurrence else { return false }
        return isToCome || Self.openings.contains(words.word(expression.tokens.lowerBound))
      }
      .map { String(text[range($0.tokens)]) }
    }
  }

  /// What comes again is given with all that says how; where it cannot be told how, nothing is.
  private var dueOfAction: String? {
    let phrases = TimePhrases(text, isNeeded: mayHaveMeaning)
    let open = found.filter { expression in
      guard !isOver(expression) else { return false }
      return expression.kind != .clock
        || phrases.phrase(at: range(expression.tokens))?.meaning != .past
    }
    let days = open.filter { $0.kind != .clock }
    guard let chosen = days.first(where: \.isDeadline) ?? days.first ?? open.first else {
      let rule = phrases.found.first { $0.meaning == .rule || $0.meaning == .doubtful }
      return rule.flatMap { $0.meaning == .rule ? String(text[$0.range]) : nil }
    }
    let span = range(chosen.tokens)
    guard let phrase = phrases.phrase(at: span) else { return String(text[span]) }
    switch phrase.meaning {
    case .rule: return String(text[phrase.range])
    case .doubtful: return nil
    case .past, .other: break
    }
    // `the 3rd of next month` is no day of this one.
    guard chosen.kind == .ordinal, words.word(chosen.tokens.upperBound) == "of" else {
      return String(text[span])
    }
    return phrase.range.upperBound > span.upperBound ? String(text[phrase.range]) : nil
  }

  /// Whether the grammar may know more of the text than its words show.
  private var mayHaveMeaning: Bool {
    found.contains { [.clock, .ordinal, .recurrence].contains($0.kind) }
      || words.tokens.contains { TimePhrases.signs.contains($0.word) }
  }

  /// The tokens of the days and months that are named, without a word like "by".
  var days: [Range<Int>] {
    found.filter { [.day, .month, .ordinal].contains($0.kind) }.map { expression in
      let start = expression.tokens.lowerBound
      return start + words.deadlineLength(at: start)..<expression.tokens.upperBound
    }
  }

  /// Words of a text that speaks of what is to come.
  private static let toCome: Set<String> = [
    "expires", "expire", "exp", "ends", "end", "until", "till", "from", "due", "moving", "moves",
    "leaving", "leaves", "starts", "start", "retires", "retiring", "renews", "renew", "back",
    "away", "going", "getting", "will", "turns", "deploying", "flying", "coming", "valid",
    "closes", "switches", "deadline", "extended", "birthday", "bday", "anniversary",
  ]
  /// Words that begin an expression for what is to come.
  private static let openings: Set<String> = [
    "next", "tomorrow", "tonight", "until", "till", "by",
  ]

  /// Whether an expression is about what was: `last Tuesday`, `last night at 9pm`, `at 9 yesterday`.
  private func isOver(_ expression: Found) -> Bool {
    let first = expression.tokens.lowerBound
    if first > 0, Self.past.contains(words.word(first - 1)) { return true }
    var before = first - 1
    while before > 0, Self.joints.contains(words.word(before)) { before -= 1 }
    return isPast(at: before - 1) || isPast(at: before)
      || !expression.isDeadline && isPast(at: expression.tokens.upperBound)
  }

  /// Whether words at a token say that something was: `yesterday`, `last night`.
  private func isPast(at index: Int) -> Bool {
    guard index >= 0 else { return false }
    return words.word(index) == "yesterday"
      || Self.past.contains(words.word(index)) && Self.parts.contains(words.word(index + 1))
  }

  private static let past: Set<String> = ["last", "previous"]
  /// Words that stand between two times.
  private static let joints: Set<String> = ["at", "around", "about", ",", "@"]
  /// What of the past is named without a day.
  private static let parts: Set<String> = [
    "night", "evening", "week", "month", "year", "weekend", "autumn", "summer", "winter", "spring",
    "time",
  ]

  private func range(_ tokens: Range<Int>) -> Range<String.Index> {
    words.tokens[tokens.lowerBound].text.startIndex..<words.end(of: tokens)
  }
}

// MARK: - Finding

extension TimeExpressions {
  /// The expression that begins at a token.
  private func expression(at index: Int) -> Found? {
    var start = index
    let deadline = words.deadlineLength(at: index)
    start += deadline
    let isDeadline = deadline > 0
    var hasArticle = false
    if words.word(start) == "the", let atom = words.atom(at: start + 1),
      atom.kind == .ordinal || atom.kind == .weekend || atom.kind == .season
        || atom.kind == .day && words.mayFollowArticle(start + 1)
    {
      start += 1
      hasArticle = true
    }
    guard let first = words.atom(at: start) ?? bareClock(at: start, isDeadline: isDeadline),
      isMeant(first, at: start, isDeadline: isDeadline, hasArticle: hasArticle)
    else { return nil }
    let end = extended(from: start + first.length, kind: first.kind)
    let kind = first.kind == .clock && end > start + first.length ? Kind.day : first.kind
    return Found(tokens: index..<end, kind: kind, isDeadline: isDeadline)
  }

  /// A number that is a time because of what stands around it: `before 4`, `9.10 tomorrow`.
  private func bareClock(at index: Int, isDeadline: Bool) -> TimeWords.Atom? {
    guard let number = words.number(index) else { return nil }
    let isHour = number.utf8.count <= 2
    if isDeadline, isHour || words.isClock(number) {
      return TimeWords.Atom(length: 1, kind: .clock)
    }
    guard words.isClock(number) else { return nil }
    let next = words.word(index + 1)
    let isBeforeDay =
      words.isDay(index + 1) || next == "on" && (words.isDay(index + 2))
    let isAfterHours =
      index > 0 && ["at", "close", "closes", "shuts"].contains(words.word(index - 1))
    return isBeforeDay || isAfterHours ? TimeWords.Atom(length: 1, kind: .clock) : nil
  }

  /// Whether a word that may speak of a time does so here.
  private func isMeant(
    _ atom: TimeWords.Atom, at index: Int, isDeadline: Bool, hasArticle: Bool
  ) -> Bool {
    let last = index > 0 ? words.word(index - 1) : ""
    switch atom.kind {
    case .ordinal: return hasArticle || isDeadline || ["on", "the", "due"].contains(last)
    case .month:
      return isDeadline || Self.beforeMonths.contains(last)
        || index > 0 && index + atom.length == words.tokens.count
    case .season:
      return isDeadline || ["in", "at", "over", "for", "from", "on"].contains(last)
    case .weekend: return hasArticle || isDeadline
    case .day, .clock, .recurrence: return true
    }
  }

  private static let beforeMonths: Set<String> = [
    "in", "early", "late", "mid", "for", "from", "since", "until", "due", "expires", "ends",
  ]

  /// Where an expression ends that goes on with further times: `Friday at 9.10`, `Monday the 3rd`.
  private func extended(from start: Int, kind: Kind) -> Int {
    var end = start
    while true {
      var next = end
      if [",", "at", "on", "@", "-", "–"].contains(words.word(next)) { next += 1 }
      if next > end, words.word(next) == "the" { next += 1 }
      if let atom = words.atom(at: next),
        [.clock, .day].contains(atom.kind) || atom.kind == .ordinal && next > end
      {
        end = next + atom.length
      } else if kind != .clock, let number = words.number(next),
        words.isClock(number)
          || number.utf8.count <= 2 && next > end && words.word(next - 1) == "at"
      {
        end = next + 1
      } else {
        return end
      }
    }
  }
}
