extension TimeGrammar {
  /// Returns whether words for a day that were just parsed may mean something else, such as `may`
  /// or `sat`.
  func isWeak(_ found: DayWords) -> Bool {
    let last = pieces[index - 1]
    switch found {
    case .ordinal:
      return TimeNames.ordinals[last.word] != nil || word(-3) != "the" && word(-2) != "the"
    case .weekday:
      return ["sat", "sun", "mon", "wed", "tue"].contains(last.word) && !last.isCapitalised
    case .days(_, .month) where TimeNames.months[last.word] != nil:
      let isSure = ["next", "last", "this", "of", "early", "mid", "late"].contains(word(-2))
      return !isSure
    case .days(_, .quarter) where TimeNames.seasons[last.word] != nil:
      return !["next", "last", "this", "of"].contains(word(-2))
    case .days(_, .quarter): return ["q", "h"].contains(word(-2))
    case .days(_, .week):
      return ["week", "wk", "kw", "w"].contains(word(-2)) && last.kind == .number
    case .days(_, .weekend):
      return CalendarUnit(word(-1)) == .weekend && !Self.pointers.contains(word(-2))
    case .days(_, .year) where last.kind == .number: return true
    case .days(_, .day) where last.kind == .number:
      return last.word.utf8.count < 6 && last.word.contains { "/.".contains($0) }
    case .days(_, .day):
      return Self.loneHolidays.contains(last.word) && !["before", "after"].contains(word(-2))
    default: return false
    }
  }

  private static let pointers: Set<String> = Set(TimeNames.directions.keys).union(["the", "coming"])

  /// Names of holidays that are often part of the name of a thing: `Christmas cards`,
  /// `an Easter egg`.
  private static let loneHolidays: Set<String> = """
    christmas xmas easter halloween thanksgiving valentines valentine's year year's years
    """.words()

  /// Returns whether ambiguous words that were just parsed mean a time in their context.
  ///
  /// - Parameters:
  ///   - first: The index of the first piece after a word such as "on" or "by".
  ///   - isLed: Whether such a word precedes the time.
  func isMeant(_ parts: Parts, from first: Int, isLed: Bool) -> Bool {
    let last = pieces[index - 1]
    let before = first > 0 ? pieces[first - 1].word : ""
    if parts.time != nil {
      // `study for 2h`
      if first + 1 < index, pieces[first + 1].word == "h" {
        return Self.beforeHours.contains(before)
      }
      let mayGoOn = !goesOn || before == "at" && isBeforeOrder(from: first)
      return mayGoOn && (isLed || Self.beforeHours.contains(before))
    }
    switch parts.day {
    case .weekday:
      // `sun cream`
      let isSun = last.word == "sun" && goesOn
      let isPlain =
        Self.beforePlainWords.contains(before) || isSun
        || last.word == "sat" && Self.behindSitting.contains(word())
      // `moved from mon to wed`, but not `moved to sun loungers`
      let isMoved =
        before == "to" && !isSun
        && pieces[..<first].suffix(5).contains { TimeMentions.moves.contains($0.word) }
      return !isPlain || isMoved || isLed && word(-2) != "the"
    case .ordinal:
      // `dentist 27th`, but not `Dad's 30th` or `come 3rd`
      if digits(-2) != nil, first > 0, !goesOn, !before.hasSuffix("'s"),
        !Self.beforePlaces.contains(before)
      {
        return true
      }
      // `on the first`, but not `go in first`
      return isLed && !goesOn && (last.kind != .word || word(-2) == "the" || digits(-2) != nil)
    case .days(_, .month) where last.kind == .word:
      // `move it from the April to the May pot`
      if before == "from", word() == "to", TimeNames.months[word(1)] != nil, piece(2) != nil {
        return false
      }
      let mayBeName = Self.nameLikeMonths.contains(last.word)
      if isLed { return (before != "for" || !mayBeName) && (word(-2) != "the" || !goesOn) }
      return isAtEnd && first > 0 && (!mayBeName || last.isCapitalised && before != "for")
    case .days(_, .day) where last.kind == .number:
      // In `expires 08/27`, the numbers may be a month and a year.
      let lead = isLed && first > 1 ? pieces[first - 2].word : before
      let numbers = last.word.split { "/.".contains($0) }.compactMap { Int($0) }
      guard numbers.count == 2 else { return false }
      let mayBeMonth = numbers[0] <= 12 && numbers[1] > 12
      if mayBeMonth, [before, lead].contains(where: Self.expiries.contains) { return false }
      let isDated = isBehindDateWord(first)
      // `lunch 25/12` and `25/12: lunch`, but not `1/2 cup`
      let isSlashed =
        last.word.contains("/") && (first > 0 || word() == ":")
        && !Self.beforeNames.contains(before)
      guard goesOn else { return isLed || isDated || isSlashed }
      if isDated, isBeforeOrder(from: first) { return true }
      // `refresher 3/12 online`, but not `3/4 inch plywood`
      return isSlashed && !isCount && (isDated || !isLed && !isFraction(numbers, behind: first))
    case .days(_, .year): return isLed && !goesOn && !Self.beforeNames.contains(before)
    case .days(_, .week), .days(_, .quarter):
      guard last.kind == .number else { return isLed && !goesOn }
      return !goesOn && first > 0 && !Self.beforeNames.contains(before)
    default: return isLed
    }
  }

  /// Returns whether two numbers with a slash may be a fraction, a rating, a size, or the number of
  /// a thing in a series: `3/4`, `7/10`, `5/16`, `episode 3/12`. `first` is the index of their
  /// piece.
  private func isFraction(_ numbers: [Int], behind first: Int) -> Bool {
    let (top, bottom) = (numbers[0], numbers[1])
    if Self.denominators.contains(bottom) && top <= max(8, bottom) || numbers == [9, 11] {
      return true
    }
    let before = pieces[first - 1]
    let classes = Self.classes(before)
    return before.kind == .word && !classes.isDisjoint(with: .verbs) && !classes.contains(.event)
      || Self.counted.contains(before.word) || Self.labels.contains(before.word)
  }

  /// The second numbers of common fractions, ratings and sizes.
  private static let denominators: Set<Int> = [2, 3, 4, 5, 6, 8, 10, 16, 20, 32]

  /// Whether the next word may be the unit of the number just parsed, or what it counts: `cup`,
  /// `chapters`, `done`.
  private var isCount: Bool {
    // `vet 7/12 w/ Rex`
    if word() == "w", word(1) == "/" { return false }
    let isPlural = word().hasSuffix("s") && !word().hasSuffix("ss") && !word().hasSuffix("'s")
    return isPlural || Self.progress.contains(word())
      || !Self.classes(piece()).isDisjoint(with: [.unit, .grocery, .count])
  }

  /// Words after the number of things that are done or counted: `3/12 done`.
  private static let progress: Set<String> = [
    "complete", "completed", "done", "finished", "full", "left", "of", "paid", "read", "year",
  ]

  /// Returns whether a task follows a time at the start of a clause: `at 5 call him`,
  /// `by 15.12 file the tax return`. `first` is the index of the first piece after `at` or `by`.
  private func isBeforeOrder(from first: Int) -> Bool {
    guard first == 1 || first > 1 && pieces[first - 2].kind == .sign else { return false }
    let classes = Lexicon.shared.classes(of: word(), isCapitalised: false)
    return classes.contains(.chore)
      && classes.isDisjoint(with: [.grocery, .place, .thing, .work, .unit])
  }

  /// Whether the next word may change the meaning of the words just parsed, as `floor` does in
  /// `the 3rd floor`.
  var goesOn: Bool {
    guard let next = piece() else { return false }
    return next.kind == .word && !Self.joints.contains(next.word)
  }

  /// Words that precede the date until which something is valid: `expires …`.
  private static let expiries: Set<String> = [
    "bbe", "exp", "expired", "expires", "expire", "expiry", "expiring", "valid",
  ]
  /// Words that a time of day may follow without "at": `they close 5.30`.
  private static let beforeHours: Set<String> = [
    "close", "closes", "closed", "shuts", "shut", "opens", "starts", "ends",
  ]
  /// Words before a rank or a birthday: `finish 3rd`, `my 30th`.
  private static let beforePlaces: Set<String> = """
    came come finish finished her his my our place placed ranked their your a an
    """.words()
  private static let beforeNames: Set<String> = [
    "a", "about", "an", "for", "from", "my", "of", "our", "since", "that", "the", "this", "your",
  ]
  /// Words after which `sat`, `sun` and `wed` are ordinary words, not weekdays.
  private static let beforePlainWords: Set<String> = [
    "i", "the", "in", "he", "she", "we", "they", "it", "a", "still", "full", "to", "be", "of",
  ]
  /// Words after which `sat` is a form of `sit`: `sat down with Bo`.
  private static let behindSitting: Set<String> = ["beside", "down", "through"]
  /// Names of months that are also names of people or other words.
  private static let nameLikeMonths: Set<String> = [
    "april", "may", "june", "august", "jan", "march", "mar", "dec",
  ]
  /// Words that do not change the meaning of the words before them, unlike `floor` in
  /// `the 3rd floor`.
  static let joints: Set<String> = """
    about after and are as at because before but by for from he i if in is it latest not on or
    please pls re she onwards sharp since so that then they til till to today tomorrow tonight until
    via we when while will with you
    """.words()
}
