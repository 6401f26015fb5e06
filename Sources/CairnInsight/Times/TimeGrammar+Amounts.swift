/// Functions that recognize numbers that are not times: prices, measures and numbers of things.
extension TimeGrammar {
  /// Whether the next piece is a number that has a currency or a unit, or that counts things:
  /// `£12.50`, `7.15 EUR`, `12.50kg`, `3.15%`, `section 4.30`.
  var isAmount: Bool {
    guard let text = digits() else { return false }
    if hasCurrency { return true }
    guard text.split(separator: ".").count == 2, !isWithMeridiem else { return false }
    return hasUnit || Self.labels.contains(word(-1))
      || word(-1) == "." && Self.labels.contains(word(-2))
      || isSum || isVersion
  }

  /// Whether a currency precedes or follows the next number, as in `CHF 12.50`, `12.50 quid` and
  /// `3.15%`. In `20 quid 5.30`, the currency belongs to the number before it.
  private var hasCurrency: Bool {
    let isOfNumber = digits(-2) != nil
    if Self.currencies.contains(word(-1)) { return !isOfNumber }
    if Self.signs.contains(word(-1)) { return isJoined() || !isOfNumber }
    if Self.currencies.contains(word(1)) || word(1) == "%" { return true }
    // In `7.30 £5`, the currency belongs to the number after it.
    let isOfNext = !isJoined(1) && digits(2) != nil && isJoined(2)
    return Self.signs.contains(word(1)) && !isOfNext
  }

  /// Whether the next words are the period of a price or a number: `63 a day`, `£5 a week`.
  var isRate: Bool {
    ["a", "an"].contains(word()) && (digits(-1) != nil || Self.currencies.contains(word(-1)))
  }

  /// Whether the next number has a unit of measure: `12.50kg`, `4.30 miles`.
  private var hasUnit: Bool {
    guard let next = piece(1), next.kind == .word else { return word(1) == "°" }
    if next.isJoined {
      return !Self.clockEndings.contains(next.word) && TimeNames.zones[next.word] == nil
    }
    if ["each", "per", "pp", "apiece"].contains(next.word) { return true }
    return !Self.alsoWords.contains(next.word)
      && Lexicon.shared.classes(of: next.word, isCapitalised: false).contains(.unit)
  }

  /// Whether `am` or `pm` follows the next number.
  private var isWithMeridiem: Bool {
    ["am", "pm"].contains(word(1)) || isJoined(1) && ["a", "p"].contains(word(1))
      || ["a", "p"].contains(word(1)) && word(2) == "." && word(3) == "m"
  }

  /// Whether the next number is an amount because the clause is about a payment:
  /// `pay Sam 12.50 friday`. A word such as "at" before the number makes it a time.
  private var isSum: Bool {
    !Self.leads.contains(word(-1)) && clause.contains { Self.payments.contains($0.word) }
  }

  /// Whether the next number is a software version, as in `upgrade Python to 3.12`. A number after
  /// a day or after a word such as "at" is a time instead.
  private var isVersion: Bool {
    let last = word(-1)
    return !Self.leads.contains(last) && TimeNames.weekdays[last] == nil
      && TimeNames.days[last] == nil
      && clause.contains { Self.releases.contains($0.word) }
  }

  /// The pieces before the next piece in the same clause.
  private var clause: ArraySlice<TimePiece> {
    let start = pieces[..<index].lastIndex { piece in
      piece.kind == .sign && !Self.signs.contains(piece.word)
        || ["and", "then"].contains(piece.word)
    }
    return pieces[(start.map { $0 + 1 } ?? 0)..<index]
  }

  private static let signs: Set<String> = ["£", "€", "$", "¥", "₹", "#"]
  private static let currencies: Set<String> = """
    quid pound pounds euro euros dollar dollars bucks pence cents percent eur gbp usd chf sek nok
    dkk yen jpy rupees inr rs francs cad aud nzd zł pln kr huf czk
    """.words()
  /// Words that may directly follow the digits of a time.
  static let clockEndings: Set<String> = [
    "am", "pm", "a", "p", "h", "hrs", "hours", "ish", "uhr", "o'clock", "oclock", "til", "till",
  ]
  /// Units of measure that are also other words: `5.30 in the morning`, `5.30 pints with Jo`.
  private static let alsoWords: Set<String> = """
    in long high deep wide tall thick bar cup cups pint pints page pages words size st
    """.words()
  /// Words before the number of a thing: `section 4.30`, `version 2.30`.
  static let labels: Set<String> = """
    act appendix article chapter ch clause edition ex example exercise fig figure item level line
    model no nr number page par para paragraph part point problem question release room rule sec
    section size step table task theorem unit v ver version verse vol volume §
    """.words()
  private static let payments: Set<String> = """
    pay paid pays repay owe owes owed lend transfer refund spend spent cost costs charge charges
    donate price fare fee venmo paypal
    """.words()
  private static let releases: Set<String> = [
    "upgrade", "update", "install", "release", "deploy", "downgrade", "bump", "ship", "tag",
  ]
}
