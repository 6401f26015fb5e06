import CairnText

/// A recursive-descent parser for times in plain words, which docs/dates.md describes. Each
/// production consumes pieces of the text and returns their meaning, or returns nil.
/// ``attempt(_:)`` gives back the pieces that a failed production has consumed.
struct TimeGrammar {
  let pieces: [TimePiece]
  let clock: LocalClock
  let today: CalendarDate
  let order: DateOrder
  let style: ClockStyle
  /// Whether the whole text is expected to be a time, so that ambiguous words are accepted.
  let isWhole: Bool
  /// Whether a date that recurs, such as a day without a year, means the most recent such day. If
  /// false, it means the next such day.
  let looksBack: Bool
  /// The index of the next piece to parse.
  var index = 0

  init(
    _ pieces: [TimePiece], _ clock: LocalClock, _ order: DateOrder, _ style: ClockStyle,
    isWhole: Bool, looksBack: Bool = false
  ) {
    self.pieces = pieces
    self.style = style
    self.clock = clock
    today = clock.today
    self.order = order
    self.isWhole = isWhole
    self.looksBack = looksBack
  }

  /// Whether all pieces of the text are consumed.
  var isAtEnd: Bool { index >= pieces.count }

  /// Returns the piece at an offset from the next piece; nil outside the text.
  func piece(_ ahead: Int = 0) -> TimePiece? {
    pieces.indices.contains(index + ahead) ? pieces[index + ahead] : nil
  }

  /// Returns the word at an offset from the next piece; an empty string outside the text.
  /// `word(-1)` is the word consumed last.
  func word(_ ahead: Int = 0) -> String { piece(ahead)?.word ?? "" }

  /// Returns whether the piece at an offset from the next piece touches the piece before it.
  func isJoined(_ ahead: Int = 0) -> Bool { piece(ahead)?.isJoined ?? false }

  /// Returns the number at an offset from the next piece, as written with its punctuation; nil if
  /// that piece is not a number.
  func digits(_ ahead: Int = 0) -> String? {
    piece(ahead).flatMap { $0.kind == .number ? $0.word : nil }
  }
}

// MARK: - Taking

extension TimeGrammar {
  /// Returns the result of `body`. If the result is nil, gives back all pieces that `body` has
  /// consumed.
  mutating func attempt<Found>(_ body: (inout TimeGrammar) -> Found?) -> Found? {
    let start = index
    if let found = body(&self) { return found }
    index = start
    return nil
  }

  /// Consumes `words` if they come next, in this order. Returns whether they were consumed.
  mutating func take(_ words: String...) -> Bool { take(all: words) }

  /// Consumes `words` if they come next, in this order. Returns whether they were consumed.
  mutating func take(all words: [String]) -> Bool {
    guard words.indices.allSatisfy({ word($0) == words[$0] }) else { return false }
    index += words.count
    return true
  }

  /// Consumes the next word if it is one of `words`. Returns whether a word was consumed.
  mutating func take(anyOf words: Set<String>) -> Bool {
    guard !isAtEnd, words.contains(word()) else { return false }
    index += 1
    return true
  }

  /// Consumes the next word if it is a key in `meanings`, and returns the value of that key;
  /// otherwise returns nil.
  mutating func take<Meaning>(_ meanings: [String: Meaning]) -> Meaning? {
    guard let meaning = meanings[word()] else { return nil }
    index += 1
    return meaning
  }

  /// Consumes the next piece if it is a number in `range` with at most `most` digits, and returns
  /// the number; otherwise returns nil.
  mutating func takeNumber(_ range: ClosedRange<Int>, digits most: Int = 4) -> Int? {
    guard let text = digits(), text.utf8.count <= most, let number = Int(text),
      range.contains(number)
    else { return nil }
    index += 1
    return number
  }

  /// Parses a count, and returns its number: `7`, `seven`, `twenty-five`, `a` (1), `a couple of`
  /// (2), `a few` (3).
  mutating func count() -> Int? {
    if let number = takeNumber(0...9999) { return number }
    if let number = take(TimeNames.numbers) {
      if number >= 20, number % 10 == 0, let more = TimeNames.numbers[word()], more < 10 {
        index += 1
        return number + more
      }
      return number
    }
    guard take(anyOf: ["a", "an"]) || word() == "couple" else { return nil }
    if take("couple") {
      _ = take("of")
      return 2
    }
    return take("few") ? 3 : 1
  }

  /// Parses an ordinal number, and returns its value, 1 … 31: `12th`, `twelfth`, `twenty-first`.
  mutating func ordinal() -> Int? {
    attempt { grammar in
      if let number = grammar.takeNumber(1...31, digits: 2) {
        guard grammar.isJoined(), grammar.take(anyOf: ["st", "nd", "rd", "th"]) else { return nil }
        return number
      }
      if grammar.word() == "first", grammar.word(1) == "thing" { return nil }
      if let number = grammar.take(TimeNames.ordinals) { return number }
      guard let tens = grammar.take(["twenty": 20, "thirty": 30]),
        let ones = grammar.take(TimeNames.ordinals), ones < 10, tens + ones <= 31
      else { return nil }
      return tens + ones
    }
  }
}
