/// Functions that complete a mention of a time with words elsewhere in the text: a later time of
/// day (`Fri: drinks 7ish`), or something that takes place in the evening (`dinner with Ana at 8`).
extension TimeMentions {
  /// Returns the words of a mention together with words elsewhere in the text that determine its
  /// meaning: `Fri at 7ish` for `Fri` in `Fri: drinks 7ish`, `dinner 8` for `8` in
  /// `dinner with Ana at 8`. ``TimeReader`` understands the result.
  func wordsInContext(of mention: Mention) -> String {
    var (words, last) = (readableWords(of: mention), mention)
    if let clock = clock(under: mention) {
      let together = words + " " + self.wordsOfClock(clock)
      // If the day already has a time of day, the reader does not understand both together.
      if TimeReader(clock: Self.clock).read(together) != nil { (words, last) = (together, clock) }
    }
    return evening(around: last).map { "\($0) \(words)" } ?? words
  }

  /// Returns the words of a mention as ``TimeReader`` understands them: with a full stop after a
  /// date such as `10.12` if it would be a time of day otherwise.
  func readableWords(of mention: Mention) -> String {
    let words = words(of: mention)
    guard mention.isLooseDate,
      TimeReader(clock: Self.clock).read(words).map({ $0.time != nil }) ?? true,
      let date = words.firstRange(of: pieces[mention.time].word)
    else { return words }
    return words[..<date.upperBound] + "." + words[date.upperBound...]
  }

  /// Returns the words of a time of day with the word before them, as in `at 9` or `um 9 Uhr`. Adds
  /// `at` if there is no such word.
  private func wordsOfClock(_ clock: Mention) -> String {
    let words = words(of: clock)
    guard !clock.isDeadline else { return words }
    guard let lead = pieces[..<clock.pieces.lowerBound].last,
      TimeGrammar.leads.contains(lead.word), !lead.range.isEmpty
    else { return "at " + words }
    return text[lead.range] + " " + words
  }

  /// Returns the time of day that belongs to the day at the start of the text; nil if there is none.
  /// After a colon or dash, this is the first time of day in the text: `6pm` in
  /// `4 Dec: concert 6pm`. Otherwise, it must be in the same clause: `9` in
  /// `Tomorrow call the dentist at 9`.
  private func clock(under mention: Mention) -> Mention? {
    let (start, end) = (mention.pieces.lowerBound, mention.pieces.upperBound)
    guard mention.meaning == .day, !mention.isDeadline, pieces.indices.contains(end),
      start == 0 || start == 1 && TimeGrammar.leads.contains(pieces[0].word),
      let clock = found.first(where: { $0.meaning == .clock })
    else { return nil }
    if start == 0, [":", "-", "–"].contains(pieces[end].word) { return clock }
    let first = pieces[end].word == "," ? end + 1 : end
    guard first < clock.pieces.lowerBound,
      !pieces[first..<clock.pieces.lowerBound].contains(where: { Self.isStop($0) })
    else { return nil }
    return clock
  }

  /// Returns whether a piece is a punctuation mark. The sign `…` stands for a word in another
  /// language.
  private static func isStop(_ piece: TimePiece) -> Bool {
    piece.kind == .sign && !["…", "'", "’", "@", "~"].contains(piece.word)
  }

  /// Returns the word for something that takes place in the evening at the hour of a mention:
  /// `dinner` in `dinner with Ana at 8`; nil if there is none.
  private func evening(around mention: Mention) -> String? {
    guard mention.mayBeEvening else { return nil }
    let isEnd = { (piece: TimePiece) in
      piece.kind == .sign && [".", "!", "?", ";", ":", "(", ")"].contains(piece.word)
    }
    let start = pieces[..<mention.pieces.lowerBound].lastIndex(where: isEnd).map { $0 + 1 } ?? 0
    let next = mention.pieces.upperBound
    let clause = start..<mention.pieces.lowerBound
    guard !pieces[start...].prefix(while: { !isEnd($0) }).contains(where: isDaytime) else {
      return nil
    }
    if pieces.indices.contains(next), isEvent(next) { return pieces[next].word }
    guard let event = clause.last(where: isEvent) else { return nil }
    // `collect the party food at 9`, `buy drinks at 9`
    let isErrand = pieces[start..<event].contains { piece in
      !Self.attending.contains(piece.word)
        && Lexicon.shared.classes(of: piece.word, isCapitalised: piece.isCapitalised)
          .contains(.chore)
    }
    return isErrand ? nil : pieces[event].word
  }

  /// Returns whether the piece at an index is a word for an evening event, such as `dinner` in
  /// `dinner at 8`. Returns false if the word describes the next word: `dinner` in `dinner lady`.
  private func isEvent(_ index: Int) -> Bool {
    guard TimeGrammar.eveningWords.contains(pieces[index].word),
      pieces[index].word != "table" || isReserved(index)
    else { return false }
    guard pieces.indices.contains(index + 1), pieces[index + 1].kind == .word else { return true }
    let next = pieces[index + 1].word
    return TimeGrammar.joints.contains(next) || TimeNames.isCalendarName(next[...])
      || TimeNames.days[next] != nil
      || ["every", "each", "next", "night", "over", "this", "w"].contains(next)
  }

  /// Returns whether the word `table` at an index means a table in a restaurant: `book a table`,
  /// `table for 4 at 7.30`.
  private func isReserved(_ index: Int) -> Bool {
    let next = pieces[(index + 1)...].prefix(2)
    return next.first?.word == "for" && next.last?.kind == .number
      || pieces[..<index].suffix(4).contains { Self.reserving.contains($0.word) }
  }

  private static let reserving: Set<String> = ["book", "booked", "reserve", "reserved"]

  private func isDaytime(_ piece: TimePiece) -> Bool { Self.daytime.contains(piece.word) }

  /// Words for things in the daytime, and for people who do not stay up late.
  private static let daytime: Set<String> = [
    "baby", "baby's", "breakfast", "brunch", "child's", "children's", "kid's", "kids", "kids'",
    "lunch", "morning", "nursery", "playgroup", "preschool", "school", "toddler",
  ]
  /// Verbs of errands that may also mean taking part in something: `book dinner at 8`.
  private static let attending: Set<String> = """
    attend book cook do go have host join make meet organise organize plan reserve see
    """.words()
}

extension TimeGrammar {
  /// Words for things that take place in the evening. After such a word, an hour from 1 to 11
  /// without `am` or `pm` is in the evening: `dinner 8`.
  static let eveningWords: Set<String> = """
    ballet bingo bonfire cinema clubbing cocktails comedy concert dinner disco drinks fireworks gig
    karaoke movie movies nightclub opera party poker prom pub quiz supper table theater theatre
    """.words()
}

extension TimeGrammar.Parts {
  /// Whether the parts state an hour in the first half of the day. After a word such as `dinner`,
  /// such an hour means the evening.
  var mayBeEvening: Bool {
    guard let time, part == nil, time.form != .sure, (1...11).contains(time.hour) else {
      return false
    }
    return time.seconds(part: nil, .twelveHours).seconds < 12 * 3600
  }
}
