/// A text in another language, with its words for times translated to the English words that
/// ``TimeGrammar`` parses. Each English piece has the range of the words that it translates.
struct ForeignText {
  /// The pieces of the text. A word that is not part of a time becomes the piece `…`, which has no
  /// meaning.
  private(set) var pieces: [TimePiece] = []
  /// Whether any words were translated.
  private(set) var isTranslated = false

  private let table: ForeignTable
  private let language: TimeLanguage
  private let units: [Unit]
  private let isWhole: Bool

  /// A word, a number or a punctuation mark of the text. In dense scripts, each character of a word
  /// is a unit.
  private struct Unit {
    let word: String
    let range: Range<String.Index>
    let kind: Token.Kind
    let isJoined: Bool

    /// The value of the unit if it consists of at most four digits; otherwise nil.
    var number: Int? { kind == .number && word.utf8.count <= 4 ? Int(word) : nil }
  }

  init(_ text: String, _ language: TimeLanguage, isWhole: Bool) {
    table = ForeignTable.of(language)
    self.language = language
    self.isWhole = isWhole
    units = language.isDense ? Self.characters(of: text) : Self.words(of: text)
    var index = 0
    while index < units.count { index = translate(at: index) }
  }

  private static func words(of text: String) -> [Unit] {
    let units = Tokens.read(text, Lexicon.shared).map {
      Unit(
        word: $0.word, range: $0.text.startIndex..<$0.text.endIndex, kind: $0.kind,
        isJoined: $0.isJoined)
    }
    // `5-kor` is read like `5 kor`.
    return units.indices.filter { index in
      !(units[index].word == "-" && units[index].isJoined && index > 0
        && units[index - 1].number != nil && index + 1 < units.count && units[index + 1].isJoined
        && units[index + 1].kind == .word)
    }.map { units[$0] }
  }

  private static func characters(of text: String) -> [Unit] {
    let units = Tokens.read(text, Lexicon.shared).flatMap { token -> [Unit] in
      let range = token.text.startIndex..<token.text.endIndex
      if token.kind != .word {
        return [Unit(word: token.word, range: range, kind: token.kind, isJoined: token.isJoined)]
      }
      return token.text.indices.map { place in
        Unit(
          word: token.text[place].lowercased(), range: place..<token.text.index(after: place),
          kind: .word, isJoined: place > range.lowerBound || token.isJoined)
      }
    }
    let words = units.map(\.word)
    var found: [Unit] = []
    var index = 0
    while index < units.count {
      let numeral = Numeral(in: words, at: index, isJoined: units[index].isJoined)
      let count = numeral?.count ?? 1
      found.append(
        Unit(
          word: numeral.map { "\($0.value)" } ?? units[index].word,
          range: units[index].range.lowerBound..<units[index + count - 1].range.upperBound,
          kind: numeral == nil ? units[index].kind : .number, isJoined: units[index].isJoined))
      index += count
    }
    return found
  }
}

// MARK: - Translating

extension ForeignText {
  /// Adds the pieces for the longest known sequence of units at `index`, or for one unknown unit.
  /// Returns the index after these units.
  private mutating func translate(at index: Int) -> Int {
    for count in stride(from: min(table.longest, units.count - index), to: 0, by: -1) {
      let words = units[index..<index + count]
      let numbers = words.compactMap { number($0) }
      let keys = words.map { number($0) == nil || count == 1 ? $0.word : "#" }
      guard let meaning = table.meaning(of: keys) ?? table.meaning(of: words.map(\.word)),
        count > 1 || isMeant(index, meaning)
      else { continue }
      add(
        meaning, numbers, words[index].range.lowerBound..<words[index + count - 1].range.upperBound)
      return index + count
    }
    let unit = units[index]
    if isSuperfluous(index) { return index + 1 }
    let isKept = unit.kind != .word || ["h", "uhr", "am", "pm"].contains(unit.word)
    pieces.append(
      TimePiece(
        word: isKept ? unit.word : "…", kind: isKept ? unit.kind : .sign, range: unit.range,
        isJoined: unit.isJoined, isCapitalised: false, isCapitals: false))
    return index + 1
  }

  /// Returns the value of a number in digits or as a word; nil if the unit is not a number.
  private func number(_ unit: Unit) -> Int? {
    if let number = unit.number { return number }
    guard unit.kind == .word, let meaning = table.meaning(of: [unit.word]) else { return nil }
    return TimeNames.numbers[meaning]
  }

  /// Returns whether a single word means a time. In text about other things, a short name of a day
  /// or month counts only beside a number, before a full stop, or after other words of a time.
  private func isMeant(_ index: Int, _ meaning: String) -> Bool {
    let isName = TimeNames.weekdays[meaning] != nil || TimeNames.months[meaning] != nil
    guard isName, !isWhole, !language.isDense, units[index].word.count <= 3 else { return true }
    let isBeside = [index - 1, index + 1].contains { place in
      units.indices.contains(place)
        && (units[place].kind == .number || place > index && units[place].word == ".")
    }
    return isBeside || pieces.last.map { $0.kind == .word && $0.word != "on" } ?? false
  }

  /// Returns whether a sign or an ending after a number has no meaning in English: `3. Mai`, `1er`,
  /// `5-ig`.
  private func isSuperfluous(_ index: Int) -> Bool {
    guard index > 0, units[index].isJoined, units[index - 1].number != nil else { return false }
    return [".", "er", "º", "ª", "-", "e", "го"].contains(units[index].word)
      || units[index].word == "年" || units[index].word == "년"
  }

  /// Adds the English words of a meaning as pieces that translate a range of the text.
  private mutating func add(_ meaning: String, _ numbers: [Int], _ range: Range<String.Index>) {
    isTranslated = true
    if meaning.hasPrefix("half before") { return addHalf(before: numbers.last ?? 0, range) }
    for word in meaning.split(separator: " ").map(String.init) {
      if word.hasPrefix("<") {
        insertBehind(String(word.dropFirst()), range)
      } else if word.hasPrefix("~") {
        pieces.insert(
          piece(String(word.dropFirst()), pieces.last?.range ?? range),
          at: max(pieces.count - 1, 0))
        extend(to: range.upperBound)
      } else {
        for text in Self.filled(word, numbers) {
          pieces.append(piece(text, range, isJoined: text == "th"))
        }
      }
    }
  }

  private mutating func addHalf(before hour: Int, _ range: Range<String.Index>) {
    guard (1...12).contains(hour) else { return }
    pieces.append(piece("\(hour == 1 ? 12 : hour - 1):30", range))
  }

  /// Inserts an English word before the time that was just translated. In the other language, the
  /// word follows the time: `金曜日までに` means `by Friday`.
  private mutating func insertBehind(_ word: String, _ range: Range<String.Index>) {
    let start = pieces.lastIndex { $0.kind == .sign }.map { $0 + 1 } ?? 0
    guard start < pieces.count else { return }
    let place = pieces[start].range.lowerBound
    extend(to: range.upperBound)
    pieces.insert(piece(word, place..<place), at: start)
  }

  /// Extends the range of the last piece to `end`.
  private mutating func extend(to end: String.Index) {
    guard let last = pieces.popLast() else { return }
    pieces.append(piece(last.word, last.range.lowerBound..<end, isJoined: last.isJoined))
  }

  private func piece(
    _ word: String, _ range: Range<String.Index>, isJoined: Bool = false
  ) -> TimePiece {
    TimePiece(
      word: word, kind: word.first?.isNumber ?? false ? .number : .word, range: range,
      isJoined: isJoined, isCapitalised: true, isCapitals: false)
  }

  /// Returns the English word `word` with a number in place of each `#`. An ordinal number becomes
  /// two words: a number and `th`.
  private static func filled(_ word: String, _ numbers: [Int]) -> [String] {
    func value(_ place: Int) -> Int { numbers.indices.contains(place) ? numbers[place] : 0 }
    let padded = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    switch word {
    case "#": return ["\(value(0))"]
    case "@#": return ["\(value(0))", "th"]
    case "#:0": return ["\(value(0)):00"]
    case "#:15", "#:30": return ["\(value(0)):\(word.suffix(2))"]
    case "#1:#2": return ["\(value(0)):\(padded(value(1)))"]
    case "#2": return ["\(value(1))"]
    case "month#1":
      return (1...12).contains(value(0)) ? [TimeNames.longMonths[value(0) - 1]] : ["…"]
    default: return [word]
    }
  }
}
