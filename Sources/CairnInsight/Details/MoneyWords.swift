/// A search for price limits in text: `£60 tops`, `about 40 quid`, `max a tenner`, `under 200`.
struct MoneyWords {
  /// A sum of money, including words such as `about` and `tops` that limit it.
  struct Sum {
    /// The indices of the sum's tokens.
    let tokens: Range<Int>
    /// The amount of the sum; for a range, the upper end.
    let amount: Double
  }

  private let words: TokenRow

  init(_ tokens: [Token]) { words = TokenRow(tokens) }

  /// The first sum in the text; nil if there is none.
  var first: Sum? {
    words.tokens.indices.lazy.compactMap(sum).first
  }

  private func sum(at index: Int) -> Sum? {
    let limit = limitLength(at: index)
    let isLimited = limit > 0 || isBudget(index)
    guard let (length, amount) = amount(at: index + limit, isLimited: isLimited) else {
      return nil
    }
    let end = index + limit + length
    return Sum(tokens: index..<end + tailLength(at: end), amount: amount)
  }

  /// Returns whether the word "budget" precedes a token: `budget 40`, `budget: 40`.
  private func isBudget(_ index: Int) -> Bool {
    words.word(words.word(index - 1) == ":" ? index - 2 : index - 1) == "budget"
  }

  /// If words for a limit, such as `up to`, `max.` or `about`, begin at a token, returns the number
  /// of their tokens. Otherwise returns 0.
  private func limitLength(at index: Int) -> Int {
    let pair = words.word(index) + " " + words.word(index + 1)
    if Self.limits.contains("\(pair) \(words.word(index + 2))") { return 3 }
    if Self.limits.contains(pair) { return 2 }
    guard Self.limits.contains(words.word(index)) else { return 0 }
    return [".", ":"].contains(words.word(index + 1)) ? 2 : 1
  }

  /// Returns the number of tokens of words that qualify the sum before them, such as `tops`, `ish`,
  /// `or so` or `a head`; 0 if there are none.
  private func tailLength(at index: Int) -> Int {
    let word = words.word(index)
    if Self.tails.contains("\(word) \(words.word(index + 1))") { return 2 }
    if word == "-", words.word(index + 1) == "ish" { return 2 }
    return Self.tails.contains(word) ? 1 : 0
  }

  /// Returns the value of the sum at a token, such as `£60`, and the number of its tokens; nil if
  /// there is no sum. A number without a currency is a sum only after limiting words (`isLimited`)
  /// or before a word such as `each` or `max`.
  private func amount(at index: Int, isLimited: Bool) -> (Int, Double)? {
    let word = words.word(index)
    if Self.signs.contains(word), let (count, value) = value(index + 1) {
      let (length, upper) = range(after: index + 1 + count)
      return (1 + count + length, upper ?? value)
    }
    if ["a", "one"].contains(word), let value = Self.notes[words.word(index + 1)] {
      return (2, value)
    }
    if let value = Self.notes[word] { return (1, value) }
    guard let (count, value) = value(index) ?? Self.numbers[word].map({ (1, $0) }) else {
      return nil
    }
    let (length, upper) = range(after: index + count)
    let next = words.word(index + count + length)
    if Self.signs.contains(next) || Self.currencies.contains(next) {
      return (1 + count + length, upper ?? value)
    }
    let isEach = ["each", "apiece", "pp", "tops", "max"].contains(next)
    guard isLimited || isEach, words.number(index) != nil else { return nil }
    return (count + length, upper ?? value)
  }

  /// Returns the upper end of a range (`– 30`, or `and 30` after `between 20`): its length in tokens
  /// and its value. Returns (0, nil) if there is none.
  private func range(after index: Int) -> (Int, Double?) {
    let isBetween =
      words.word(index) == "and"
      && [words.word(index - 2), words.word(index - 3)].contains("between")
    guard isBetween || ["-", "–", "to", "or"].contains(words.word(index)) else { return (0, nil) }
    let sign = Self.signs.contains(words.word(index + 1)) ? 1 : 0
    guard let (count, value) = value(index + 1 + sign) else { return (0, nil) }
    return (1 + count + sign, value)
  }

  /// Returns the value of the number at a token, and the number of its tokens: 1,500 and 2 for
  /// `1.5k`. Nil for any other token, and for a number with other letters, such as `2bn`.
  private func value(_ index: Int) -> (Int, Double)? {
    guard let text = words.number(index) else { return nil }
    let parts = text.split(separator: "-")
    guard parts.count < 3, let last = parts.last, let value = Self.value(last) else { return nil }
    guard words.tokens.indices.contains(index + 1), words.tokens[index + 1].isJoined,
      words.tokens[index + 1].kind == .word
    else { return (1, value) }
    let next = words.word(index + 1)
    if next == "k" { return (2, value * 1000) }
    return Self.currencies.contains(next) || Self.tails.contains(next) ? (1, value) : nil
  }

  /// Returns the value of digits. A comma separates thousands (`1,200`) unless two digits at the end
  /// follow it (`12,50`).
  private static func value(_ text: Substring) -> Double? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let isDecimal = parts.count == 2 && parts[1].utf8.count == 2
    let digits = parts.joined(separator: isDecimal ? "." : "")
    return digits.contains { !$0.isNumber && $0 != "." } ? nil : Double(digits)
  }

  private static let signs: Set<String> = ["£", "€", "$", "¥", "₹"]
  private static let currencies: Set<String> = [
    "quid", "pound", "pounds", "euro", "euros", "dollar", "dollars", "bucks", "eur", "gbp", "usd",
    "chf", "kr", "sek", "nok", "dkk", "yen", "rupees", "francs", "cad", "aud", "zł", "pln",
  ]
  private static let notes: [String: Double] = ["fiver": 5, "tenner": 10]
  private static let numbers: [String: Double] = [
    "five": 5, "ten": 10, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100,
  ]
  private static let limits: Set<String> = [
    "about", "around", "under", "below", "max", "maximum", "roughly", "approx", "approximately",
    "circa", "ca", "within", "upto", "~", "<", "≤", "up to", "less than", "at most", "no more than",
    "not more than", "not over", "just under", "just over", "over", "between",
  ]
  private static let tails: Set<String> = [
    "tops", "max", "maximum", "ish", "each", "apiece", "pp", "limit", "or so", "or less",
    "or under", "at most", "a month", "a year", "a week", "per month", "a head", "per person",
    "per head", "in total", "or thereabouts",
  ]
}
