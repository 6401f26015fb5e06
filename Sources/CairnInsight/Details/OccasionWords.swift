/// A search for occasions of gifts in text: `Mother's Day`, `ruby wedding`, `Grandad's 80th`,
/// `xmas`.
struct OccasionWords {
  /// An occasion found in the text.
  struct Found {
    let tokens: Range<Int>
    /// The end of the occasion in the text, before any `'s`.
    let end: String.Index
    /// Words to add to the occasion because the text omits them: ` birthday` after `80th`. Usually
    /// empty.
    let rest: String
  }

  private let words: TokenRow

  init(_ tokens: [Token]) { words = TokenRow(tokens) }

  /// Returns whether a word in lower case is the name of an occasion.
  static func isOccasion(_ word: Substring) -> Bool { phrases.contains(String(word)) }

  /// The first occasion in the text; nil if there is none.
  var first: Found? {
    var index = 0
    var found: Found?
    while index < words.tokens.count, found == nil {
      found = occasion(at: index)
      index += 1
    }
    return found
  }

  private func occasion(at index: Int) -> Found? {
    if let length = ageLength(at: index) {
      let next = words.word(index + length)
      if Self.days.contains(next) { return found(index, length + 1) }
      guard isAge(at: index, length) else { return nil }
      return found(index, length, rest: " birthday")
    }
    for length in [4, 3, 2, 1] where index + length <= words.tokens.count {
      let last = words.tokens[index + length - 1]
      let first = (index..<index + length - 1).map(words.word)
      func isPhrase(_ word: String) -> Bool {
        Self.phrases.contains((first + [word]).joined(separator: " "))
      }
      if isPhrase(last.word) { return found(index, length) }
      // `his birthday's in March`
      if isPhrase(String(last.owner)) { return found(index, length, end: last.ownerEnd) }
    }
    let next = words.word(index + 1)
    guard Self.jubilees.contains(words.word(index)), next == "wedding" || Self.days.contains(next)
    else { return nil }
    return found(index, 2)
  }

  /// Returns the occasion of `length` tokens at `index`. A following word for a party belongs to
  /// the occasion: `do` in `Farewell do`. Without such a word, the occasion ends at `end` or, if
  /// `end` is nil, with its last token. `rest` becomes the ``Found/rest`` of the result.
  private func found(
    _ index: Int, _ length: Int, rest: String = "", end: String.Index? = nil
  ) -> Found {
    let isParty = rest.isEmpty && Self.parties.contains(words.word(index + length))
    let tokens = index..<index + length + (isParty ? 1 : 0)
    let last = words.tokens[tokens.upperBound - 1].text.endIndex
    return Found(tokens: tokens, end: isParty ? last : end ?? last, rest: rest)
  }

  /// Returns the number of tokens in the ordinal number at `index`, such as `80th`; nil if there is
  /// none.
  private func ageLength(at index: Int) -> Int? {
    guard let number = words.number(index), Int(number) != nil,
      words.tokens.indices.contains(index + 1), words.tokens[index + 1].isJoined,
      ["st", "nd", "rd", "th"].contains(words.word(index + 1))
    else { return nil }
    return 2
  }

  /// Returns whether the ordinal number of `length` tokens at `index` is an age rather than a day
  /// of a month.
  private func isAge(at index: Int, _ length: Int) -> Bool {
    let age = words.number(index).flatMap { Int($0) } ?? 0
    let last = index > 0 ? words.word(index - 1) : ""
    let hasMonth = [index - 1, index + length].contains { place in
      words.tokens.indices.contains(place) && words.tokens[place].classes.contains(.month)
    }
    guard !hasMonth, !["the", "on", "of", "by", "before"].contains(last),
      words.word(index + length) != "of"
    else { return false }
    let isTheirs = ["her", "his", "their"].contains(last)
    return age > 31 && age <= 110 || [18, 21, 30].contains(age) || isTheirs
  }

  private static let parties: Set<String> = [
    "do", "party", "eve", "bash", "celebration", "ceremony", "dinner", "drinks", "lunch", "bbq",
  ]
  private static let days: Set<String> = ["birthday", "bday", "b-day", "anniversary"]
  private static let jubilees: Set<String> = """
    paper cotton tin china crystal silver pearl ruby sapphire golden gold diamond emerald platinum
    wooden leather first second third fourth fifth sixth seventh eighth ninth tenth fiftieth
    twentieth sixtieth
    """.words()
  private static let phrases: Set<String> = [
    "birthday", "bday", "b-day", "christmas", "xmas", "crimbo", "easter", "eid", "diwali",
    "hanukkah", "ramadan", "halloween", "valentines", "valentine's", "anniversary", "wedding",
    "graduation", "housewarming", "christening", "baptism", "communion", "first communion",
    "confirmation", "retirement", "farewell", "engagement", "thank-you", "thank you", "thanks",
    "phd", "kwanzaa", "nowruz", "holi", "passover", "purim", "midsummer", "quinceañera",
    "thanksgiving", "new baby", "new-baby", "baby shower", "bridal shower", "new home", "new house",
    "new flat", "new job", "new year", "new year's", "new years", "mother's day", "mothers day",
    "mothering sunday", "father's day", "fathers day", "valentine's day", "valentines day",
    "secret santa", "get well", "end of term", "end of year", "name day", "bar mitzvah",
    "bat mitzvah", "leaving do", "leaving party", "leaving", "hen do", "stag do", "hen party",
    "stag party", "wedding anniversary", "golden anniversary", "prom", "boxing day",
    "lunar new year", "chinese new year", "teacher's day", "ordination", "day of the dead",
    "rosh hashanah", "sorry", "congratulations", "hogmanay", "new year's eve", "nye",
    "bonfire night", "burns night", "carnival", "sinterklaas", "epiphany", "advent", "rakhi",
    "raksha bandhan", "songkran", "onam", "pongal", "lohri", "tet", "tết", "navratri", "vaisakhi",
    "sukkot", "shavuot", "naming ceremony", "jubilee", "promotion", "driving test",
    "maternity leave", "send-off", "going away", "goodbye", "newborn", "civil partnership",
    "bachelorette", "condolence", "recovery", "last day of term", "end of the year", "birth",
  ]
}
