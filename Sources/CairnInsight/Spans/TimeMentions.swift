import CairnText

/// A search for the times in text: `by Friday`, `the 12th`, `next Tuesday 3pm`,
/// `every other Monday`.
///
/// The words are parsed by ``TimeGrammar`` with a fixed clock, because the current day does not
/// affect which words are a time. The clock is in July, because July and August both have 31 days,
/// so that any day of the month is valid.
struct TimeMentions {
  /// The kind of time that a mention means.
  enum Meaning {
    /// One or more days, with or without a time of day.
    case day
    /// A month by its name: `in June`. It is due only after a word such as "by", or if a word in
    /// the sentence indicates the future.
    case month
    /// Only a time of day.
    case clock
    /// A rule for how something repeats.
    case rule
    /// A time that is past or excluded: `yesterday at 3pm`, `not Friday`.
    case past
    /// A time that is not fully understood: `every month on the fifth Monday`, `5pm London time`.
    case doubtful
  }

  /// A time that the text mentions.
  struct Mention {
    /// The indices of the pieces of the mention, including a word such as "by".
    let pieces: Range<Int>
    /// The index of the first piece after a word such as "by".
    let time: Int
    let meaning: Meaning
    /// Whether the mention states an hour that a word such as `dinner` moves to the evening:
    /// `at 8`.
    var mayBeEvening = false
    /// Whether the time begins with numbers that are a date only because of the word before them:
    /// `10.12` in `due 10.12`.
    var isLooseDate = false

    /// Whether the mention begins with a word such as "by".
    var isDeadline: Bool { time > pieces.lowerBound }
  }

  /// The times in the text, in order.
  private(set) var found: [Mention] = []
  let text: String
  let pieces: [TimePiece]

  static let clock = LocalClock(now: Instant(seconds: 181 * 86_400)) { _ in 0 }

  /// Finds the times in `text`. Tries to parse a time at each word that may begin a time.
  init(_ text: String) {
    self.init(text, TimePiece.read(text))
  }

  /// Finds the times that `text` mentions in one language: English or one of `languages`. Chooses
  /// the language in which the mentions cover the most text.
  init(_ text: String, _ languages: [TimeLanguage]) {
    self.init(text)
    for language in languages {
      let foreign = ForeignText(text, language, isWhole: false)
      guard foreign.isTranslated else { continue }
      let mentions = TimeMentions(text, foreign.pieces)
      if mentions.length > length { self = mentions }
    }
  }

  /// The total length of all mentions in bytes.
  private var length: Int { found.reduce(0) { $0 + words(of: $1).utf8.count } }

  private init(_ text: String, _ pieces: [TimePiece]) {
    self.text = text
    self.pieces = pieces
    var grammar = TimeGrammar(pieces, Self.clock, .dayFirst, .twelveHours, isWhole: false)
    while !grammar.isAtEnd {
      let start = grammar.index
      let last = found.last?.pieces.upperBound ?? 0
      guard let mention = grammar.mention(after: last) else {
        grammar.index = start + 1
        continue
      }
      // If a rule directly follows a day that is not part of the rule, both together are doubtful.
      // So are several weekdays in a row.
      let isRule = mention.meaning == .rule || mention.meaning == .doubtful
      let isDay =
        mention.meaning == .day && TimeNames.weekdays[pieces[mention.time].word] != nil
        && found.last.map { isBeside($0, mention) } ?? false
      if let before = found.last, isCorrected(before, mention) { found.removeLast() }
      if isRule && last == start || isDay, let before = found.popLast() {
        let pieces = before.pieces.lowerBound..<mention.pieces.upperBound
        found.append(Mention(pieces: pieces, time: pieces.lowerBound, meaning: .doubtful))
      } else {
        found.append(mention)
      }
    }
  }

  /// Returns whether a mention ends with a weekday: `fri`, `6.30 mon`.
  private func weekday(_ mention: Mention) -> Bool {
    TimeNames.weekdays[pieces[mention.pieces.upperBound - 1].word] != nil
  }

  /// Returns whether `last` and `next` form a list of weekdays: `mon weds fri gym`,
  /// `Tuesday or Thursday 9am`, `from mon to fri`. `next` begins with a weekday. A list of weekdays
  /// is doubtful, because it may mean a repetition, several days or a change of days.
  private func isBeside(_ last: Mention, _ next: Mention) -> Bool {
    let between = pieces[last.pieces.upperBound..<next.pieces.lowerBound].map(\.word)
    let isList = last.meaning == .doubtful && weekdays(last)
    // `fix what broke on Friday before Monday`
    if between.isEmpty, last.meaning == .past || next.isDeadline { return false }
    return (weekday(last) || isList)
      && between.allSatisfy { [",", "and", "&", "/", "or", "-", "–", "to"].contains($0) }
  }

  /// Returns whether `next` corrects `last` or says which day it is: `on Wednesday no sorry
  /// Thursday`, `Easter next year is 28 March`.
  private func isCorrected(_ last: Mention, _ next: Mention) -> Bool {
    let between = pieces[last.pieces.upperBound..<next.pieces.lowerBound].map(\.word)
    if between == ["is"] || between == ["is", "on"] { return next.meaning == .day }
    return between.count < 4 && between.contains { ["sorry", "actually", "mean"].contains($0) }
  }

  private func weekdays(_ mention: Mention) -> Bool {
    pieces[mention.pieces].allSatisfy {
      $0.kind == .sign || ["and", "or", "to"].contains($0.word)
        || TimeNames.weekdays[$0.word] != nil
    }
  }

  /// Returns the text of a mention as written.
  func words(of mention: Mention) -> String {
    let (first, last) = (pieces[mention.pieces.lowerBound], pieces[mention.pieces.upperBound - 1])
    let end =
      Self.owningDay(last.word) == nil
      ? last.range.upperBound : text.index(last.range.upperBound, offsetBy: -2)
    return String(text[first.range.lowerBound..<end])
  }

  /// Returns the day in a possessive: `thursday` in `thursday's`. Nil for other words.
  static func owningDay(_ word: String) -> Substring? {
    guard word.hasSuffix("'s") else { return nil }
    let day = word.dropLast(2)
    return TimeNames.weekdays[String(day)] ?? TimeNames.days[String(day)] == nil ? nil : day
  }

  /// Returns the ranges of `tokens` that mention days, without words such as "by".
  func days(in tokens: [Token]) -> [Range<Int>] {
    found.filter { [.day, .month].contains($0.meaning) }.compactMap { mention in
      let start = pieces[mention.time].range.lowerBound
      let end = pieces[mention.pieces.upperBound - 1].range.upperBound
      let inside = tokens.indices.filter {
        tokens[$0].text.endIndex > start && tokens[$0].text.startIndex < end
      }
      return inside.first.flatMap { first in inside.last.map { first..<$0 + 1 } }
    }
  }
}

// MARK: - Due

extension TimeMentions {
  /// Returns the words for a time. For an action, this is the time at which the action is due. For
  /// a fact or a person, it is the first day in the future. Nil if there is none; always nil for an
  /// idea.
  func due(of kind: CaptureKind) -> String? {
    switch kind {
    case .action: return dueOfAction
    case .idea: return nil
    case .fact, .person:
      return found.first { mention in
        guard [.day, .month].contains(mention.meaning), !isYear(mention), !isHabit(mention),
          !isShift(mention)
        else { return false }
        if isMoved(mention) { return true }
        // `apples keep until March`
        let isSeason = mention.meaning == .month && !words(of: mention).contains(where: \.isNumber)
        if kind == .fact, isSeason { return false }
        // `bin day is Thursday`, `milk keeps till Friday`
        if kind == .fact, weekday(mention) { return isToCome(mention, kind) && !mention.isDeadline }
        // `Parents' evening Tuesday 1 December 19:30`
        let isPlanned = isDated(mention) && (kind == .person || words(of: mention).contains(":"))
        return isToCome(mention, kind) || isSet(mention) || isPlanned
          || Self.openings.contains(pieces[mention.pieces.lowerBound].word) && !isTold(mention)
      }
      .map(readableWords)
    }
  }

  /// Returns whether a word in the sentence of a mention says that the day is in the future.
  private func isToCome(_ mention: Mention, _ kind: CaptureKind = .action) -> Bool {
    sentence(of: mention).contains { index in
      (Self.toCome.contains(pieces[index].word)
        || kind != .fact && TimeGrammar.classes(pieces[index]).contains(.progressive))
        && !(mention.time..<mention.pieces.upperBound ~= index)
        && (kind != .fact || !Self.hours.contains(pieces[index].word) || isDated(mention))
        && !(pieces[index].word == "back" && index > 0 && pieces[index - 1].word == "the")
        // `the permit runs out in June`, but not `Ana runs a stall in June`
        && (pieces[index].word != "runs" || pieces.dropFirst(index + 1).first?.word == "out")
    }
  }

  /// Returns whether a mention is a day with a number, and nothing before it in the sentence says
  /// that it is past: `Ruthie flies in December 22`.
  private func isDated(_ mention: Mention) -> Bool {
    mention.meaning == .day && !weekday(mention) && !isTold(mention)
      && words(of: mention).contains(where: \.isNumber)
      && pieces[..<mention.pieces.lowerBound].last?.kind == .word
  }

  /// Returns whether "is" directly precedes a mention: `the operation is on the 15th`.
  private func isSet(_ mention: Mention) -> Bool {
    pieces[..<mention.pieces.lowerBound].suffix(2).contains { Self.copulas.contains($0.word) }
      && pieces[..<mention.pieces.lowerBound].last.map {
        Self.copulas.contains($0.word) || ["in", "on", "at"].contains($0.word)
      } ?? false
  }

  private static let copulas: Set<String> = ["is", "are", "isn't", "aren't"]

  /// Returns whether the sentence of a mention says what is usual: `the deadline is always the
  /// first Tuesday in February`.
  private func isHabit(_ mention: Mention) -> Bool {
    sentence(of: mention).contains { Self.habitual.contains(pieces[$0].word) }
  }

  private static let habitual: Set<String> = """
    always usually normally typically generally often sometimes mostly traditionally rarely
    """.words()

  /// Returns the indices of the pieces in the sentence of a mention.
  private func sentence(of mention: Mention) -> Range<Int> {
    let isEnd = { (piece: TimePiece) in piece.kind == .sign && Self.ends.contains(piece.word) }
    let start = pieces[..<mention.pieces.lowerBound].lastIndex(where: isEnd) ?? 0
    let end = pieces[mention.pieces.upperBound...].firstIndex(where: isEnd) ?? pieces.count
    return start..<end
  }

  /// Punctuation marks that end a sentence or a part in brackets.
  private static let ends: Set<String> = [".", "!", "?", ";", "(", ")"]

  /// Returns whether the sentence before a mention says what happened: `told me tonight`.
  private func isTold(_ mention: Mention) -> Bool {
    pieces[..<mention.pieces.lowerBound].reversed().prefix { $0.kind != .sign || $0.word == "," }
      .contains { TimeGrammar.isDeed($0.word) }
  }

  /// Returns whether a mention is only a year. A year is not a future day, because most years in
  /// facts are past.
  private func isYear(_ mention: Mention) -> Bool {
    mention.pieces.upperBound == mention.time + 1 && pieces[mention.time].kind == .number
      && !["by", "until", "till"].contains(pieces[mention.pieces.lowerBound].word)
      && pieces[mention.time].word.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The words for the time at which an action is due; nil if there is none. The order of
  /// precedence is: the first deadline ("by …"), the first day or rule, the first time of day. If
  /// any time is doubtful, only a deadline counts.
  private var dueOfAction: String? {
    let open = found.filter {
      $0.meaning != .past && ($0.meaning != .month || $0.isDeadline || isToCome($0))
    }
    let days = open.filter { $0.meaning != .clock }
    if let moved = days.last(where: isMoved), moved.meaning == .day {
      return wordsInContext(of: moved)
    }
    if let deadline = days.first(where: \.isDeadline), deadline.meaning != .doubtful {
      return wordsInContext(of: days.first { isStart($0, of: deadline) } ?? deadline)
    }
    if open.contains(where: { $0.meaning == .doubtful }) || days.contains(where: isShift) {
      return nil
    }
    let first = days.first(where: isClosing) ?? days.first(where: isOrdered) ?? days.first
    return (first ?? open.first).map(wordsInContext)
  }

  /// Returns whether the clause of a mention begins with a task: `this evening` in
  /// `it runs out Thursday, sort it this evening`, `tonight` in
  /// `mocks start Monday so actually revise tonight`.
  private func isOrdered(_ mention: Mention) -> Bool {
    let before = pieces[..<mention.pieces.lowerBound]
    let start = before.lastIndex { $0.kind == .sign || $0.word == "so" }.map { $0 + 1 } ?? 0
    let clause = before[start...].drop { Self.urging.contains($0.word) }
    let verbs: WordClasses = start > 0 && before[start - 1].word == "so" ? .verbs : .chore
    return !TimeGrammar.classes(clause.first).isDisjoint(with: verbs)
  }

  /// Words before the verb of a task: `so I really must pack`.
  private static let urging: Set<String> = """
    actually better gotta have i just must need please pls really should to we
    """.words()

  /// Returns whether a mention is the start of a span that ends with the next mention: `the 18th`
  /// in `from the 18th until the 23rd`.
  private func isStart(_ mention: Mention, of end: Mention) -> Bool {
    mention.meaning == .day && mention.pieces.upperBound == end.pieces.lowerBound
      && mention.pieces.lowerBound > 0 && pieces[mention.pieces.lowerBound - 1].word == "from"
  }

  /// Returns whether a word such as "due" directly precedes a mention: `report, due 15 Dec`.
  private func isClosing(_ mention: Mention) -> Bool {
    mention.pieces.lowerBound > 0
      && ["due", "deadline", "closes", "closing"].contains(
        pieces[mention.pieces.lowerBound - 1].word)
  }

  /// Returns whether a mention consists of the old and the new day of something that is moved:
  /// `8 to 10 December` in `move it from 8 to 10 December`.
  private func isShift(_ mention: Mention) -> Bool {
    let before = pieces[..<mention.pieces.lowerBound]
    return before.last?.word == "from" && pieces[mention.pieces].contains { $0.word == "to" }
      && before.contains { Self.moves.contains($0.word) }
  }

  /// Returns whether a mention is the day to which something moves: `wed` in
  /// `the meeting on monday moved to wed`.
  private func isMoved(_ mention: Mention) -> Bool {
    let start = mention.pieces.lowerBound
    return start > 0 && pieces[start - 1].word == "to"
      && sentence(of: mention).prefix { $0 < start }.contains {
        Self.moves.contains(pieces[$0].word)
      }
  }

  /// Verbs before the new day of something: `moved to Wednesday`.
  static let moves: Set<String> = [
    "moved", "moves", "postpone", "postponed", "pushed", "rearranged", "reschedule", "rescheduled",
    "shifted", "changed", "delayed", "move", "push", "shift",
  ]
  /// Words that indicate that a day mentioned in the same text is in the future.
  private static let toCome: Set<String> = """
    expires expire exp ends end until till til from due moves leaves starts start retires renews
    renew back away going will turns expecting deploying flying valid booked scheduled arranged
    invited lapses lapse arrives opens returns quitting graduates closes switches deadline extended
    birthday bday anniversary come finishes runs
    """.words()
  /// Words that in facts usually belong to opening hours or prices: `opens 6.30 mon to fri`.
  private static let hours: Set<String> = ["opens", "closes", "from"]
  /// Words that begin an expression for a future time.
  private static let openings: Set<String> = [
    "next", "nxt", "tomorrow", "tonight", "until", "till", "til", "by",
  ]
}
