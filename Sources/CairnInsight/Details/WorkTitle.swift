/// Where a line names a book, a film, a game or a record, who made it, and when.
///
/// It knows no titles. One stands in quotes, behind a label (`Film: …`), behind what was done with it
/// (`finished …`), else at the beginning, and goes on over words with capital letters and what joins them.
struct WorkTitle {
  private(set) var range: Range<String.Index>?
  private(set) var authorRange: Range<String.Index>?
  private(set) var year: Int?

  private let tokens: [Token]
  private let text: String

  init(_ tokens: [Token], _ text: String) {
    (self.tokens, self.text) = (tokens, text)
    year = bracketedYear
    let found = quoted ?? labelled ?? led ?? opening ?? named
    if let found, !found.isEmpty { range = span(found) }
    authorRange = found.flatMap(author).map(span)
  }

  private func span(_ range: Range<Int>) -> Range<String.Index> {
    tokens[range.lowerBound].text.startIndex..<tokens[range.upperBound - 1].text.endIndex
  }

  private func word(_ index: Int) -> String {
    tokens.indices.contains(index) ? tokens[index].word : ""
  }
}

// MARK: - Where it stands

extension WorkTitle {
  /// What stands in quotation marks, asterisks or underscores.
  private var quoted: Range<Int>? {
    for (open, close) in [("“", "”"), ("\"", "\""), ("*", "*"), ("_", "_"), ("«", "»"), ("‘", "’")]
    {
      guard let start = tokens.firstIndex(where: { $0.word == open }),
        let end = tokens[(start + 1)...].firstIndex(where: { $0.word == close }), end > start + 1
      else { continue }
      return start + 1..<end
    }
    return nil
  }

  /// What stands behind a label: `Film: The Holdovers`, `now reading: Emma`.
  private var labelled: Range<Int>? {
    guard let colon = tokens.prefix(4).firstIndex(where: { $0.word == ":" }), colon > 0,
      tokens[..<colon].allSatisfy({ Self.labels.contains($0.word) || Self.acts.contains($0.word) })
    else { return nil }
    return run(from: colon + 1) ?? lowerRun(from: colon + 1)
  }

  /// What stands behind what was done with it: `finished Piranesi`, `want to see Past Lives`.
  private var led: Range<Int>? {
    var index = 0
    while index < tokens.count, isLead(index) { index += 1 }
    guard index > 0, index < tokens.count,
      tokens[..<index].contains(where: { Self.acts.contains($0.word) })
    else { return nil }
    // `my`, `the new album`: the title is somewhere behind.
    if Self.labels.contains(word(index)), let run = run(from: index + 1) { return run }
    return run(from: index) ?? lowerRun(from: index)
  }

  /// Whether a token leads to the title: a word with a capital letter only at the beginning.
  private func isLead(_ index: Int) -> Bool {
    let token = tokens[index]
    guard token.kind == .word else { return false }
    if Self.acts.contains(token.word) { return index == 0 || !token.isCapitalised }
    return Self.leads.contains(token.word)
      && (!token.isCapitalised || ["i", "i've", "i'm"].contains(token.word)
        || index == 0 && tokens.count > 1 && !tokens[1].isCapitalised)
  }

  /// What the line begins with, where that is no sentence.
  private var opening: Range<Int>? {
    guard let first = tokens.first else { return nil }
    if first.classes.contains(.grammar) || Self.persons.contains(first.word) {
      guard tokens.count > 1, tokens[1].isCapitalised || tokens[1].kind == .number,
        first.isCapitalised
      else { return nil }
    }
    if let run = run(from: 0) { return run }
    return text.contains(where: \.isUppercase) ? nil : lowerRun(from: 0)
  }

  /// A name inside a sentence: behind a word for what it is, else the longest.
  private var named: Range<Int>? {
    var runs: [Range<Int>] = []
    var index = 1
    while index < tokens.count {
      if tokens[index].isCapitalised, let run = run(from: index) {
        runs.append(run)
        index = run.upperBound
      } else {
        index += 1
      }
    }
    let open = runs.filter { !Self.isPlatform(tokens[$0].map(\.word).joined(separator: " ")) }
    return open.first {
      Self.labels.contains(word($0.lowerBound - 1)) || word($0.lowerBound - 1) == "called"
    }
      ?? open.max { $0.count < $1.count } ?? lowerAfterLabel
  }

  private var lowerAfterLabel: Range<Int>? {
    guard let label = tokens.indices.first(where: { word($0) == "called" }) else { return nil }
    return lowerRun(from: label + 1)
  }
}

// MARK: - How far it goes

extension WorkTitle {
  /// Words with capital letters, numbers and what joins them, from a token on.
  private func run(from start: Int) -> Range<Int>? {
    guard tokens.indices.contains(start), isProper(start) else { return nil }
    var end = start + 1
    while let next = next(after: end, start) { end = next }
    return start..<end
  }

  /// Where the title ends that goes on at a token; nil where it does not.
  private func next(after end: Int, _ start: Int) -> Int? {
    guard tokens.indices.contains(end) else { return nil }
    let token = tokens[end]
    switch token.kind {
    case .number: return isCount(end) ? nil : end + 1
    case .sign:
      let joins = ["&", "+", "'", "-", "/", "!"].contains(token.word)
      if joins, isProper(end + 1), token.word != "!" || tokens[end].isJoined { return end + 2 }
      if token.word == ".",
        tokens[end - 1].classes.contains(.title) || tokens[end - 1].text.count == 1,
        isProper(end + 1)
      {
        return end + 2
      }
      return token.word == ":" ? subtitle(from: end + 1) : nil
    case .word:
      if isEpisode(end) { return nil }
      if token.isCapitalised { return end + 1 }
      if isForeign(end) { return end + 1 }
      return joined(at: end, start)
    }
  }

  /// Where the title ends behind a joining word: `of the King`, `and Prejudice`.
  private func joined(at index: Int, _ start: Int) -> Int? {
    var end = index
    while tokens.indices.contains(end), Self.joints.contains(word(end)), end < index + 3,
      !tokens[end].isCapitalised
    {
      end += 1
    }
    guard end > index, tokens.indices.contains(end), isProper(end), !isEpisode(end) else {
      return nil
    }
    let first = word(index)
    let isTime = !tokens[end].classes.isDisjoint(with: [.weekday, .month])
    if ["on", "in", "for", "from", "with", "at"].contains(first) {
      let isPerson = !tokens[end].classes.isDisjoint(with: [.name, .relative])
      if isTime || Self.isPlatform(word(end)) || first == "with" && isPerson { return nil }
      if first == "at", !tokens[end].isPossessive { return nil }
    }
    return end + 1
  }

  /// Where a subtitle ends: `Dune: Part Two`, but not `Hades: Great game`.
  private func subtitle(from start: Int) -> Int? {
    guard tokens.indices.contains(start), tokens[start].isCapitalised else { return nil }
    var end = start + 1
    while tokens.indices.contains(end),
      tokens[end].isCapitalised || tokens[end].kind == .number
        || joined(at: end, start) != nil
    {
      end = joined(at: end, start) ?? end + 1
    }
    let isEnded =
      !tokens.indices.contains(end) || tokens[end].kind == .sign
      || Self.verbs.contains(word(end))
    return end > start + 1 || isEnded && !tokens[start].classes.contains(.grammar) ? end : nil
  }

  /// Words in small letters, up to what is no title any more.
  private func lowerRun(from start: Int) -> Range<Int>? {
    var end = start
    while tokens.indices.contains(end), end < start + 8 {
      let token = tokens[end]
      if token.kind == .sign, !(token.isJoined && ["-", "'", "&"].contains(token.word)) { break }
      if Self.verbs.contains(token.word) || Self.stops.contains(token.word) || isEpisode(end) {
        break
      }
      if token.kind == .number, isCount(end) { break }
      end += 1
    }
    while end > start, Self.joints.contains(word(end - 1)) { end -= 1 }
    return end > start ? start..<end : nil
  }

  private func isProper(_ index: Int) -> Bool {
    guard tokens.indices.contains(index) else { return false }
    return tokens[index].isCapitalised || tokens[index].kind == .number && !isCount(index)
  }

  /// Whether a number counts something: `60 hours`, `2 seasons`.
  private func isCount(_ index: Int) -> Bool {
    if tokens[index].text.contains("/") { return true }
    let next = index + 1
    guard tokens.indices.contains(next), tokens[next].kind == .word else { return false }
    return !tokens[next].isCapitalised && !Self.verbs.contains(word(next))
      && !Self.joints.contains(word(next)) && !["again", "last"].contains(word(next))
  }

  /// `s3`, `season 2`, `ep 4`
  private func isEpisode(_ index: Int) -> Bool {
    let isNumbered =
      tokens.indices.contains(index + 1) && tokens[index + 1].kind == .number
    return isNumbered
      && (["season", "series", "ep", "eps", "episode", "s"].contains(word(index)))
      || word(index).first == "s" && word(index).dropFirst().allSatisfy(\.isNumber)
        && word(index).count > 1
  }

  /// Whether a word in small letters goes on with a title in another language: `Cien años de soledad`.
  private func isForeign(_ index: Int) -> Bool {
    let token = tokens[index]
    if token.text.contains(where: { $0.isLetter && !$0.isASCII }) { return true }
    if Self.foreign.contains(token.word) {
      return tokens.indices.contains(index + 1) && tokens[index + 1].kind == .word
        && (tokens[index + 1].isCapitalised || tokens[index + 1].classes.isEmpty)
    }
    let last = tokens[index - 1].text
    return token.classes.isSubset(of: .name)
      && (Self.foreign.contains(word(index - 1)) || last.contains { $0.isLetter && !$0.isASCII })
  }
}

// MARK: - Who and when

extension WorkTitle {
  /// Who made it: behind "by" or "directed by", or in front of `record` and the title.
  private func author(_ title: Range<Int>) -> Range<Int>? {
    for index in tokens.indices where word(index) == "by" && !title.contains(index) {
      if let name = name(from: index + 1) { return name }
    }
    let label = title.lowerBound - 1
    guard label > 0, ["record", "album", "single", "novel", "film", "song"].contains(word(label)),
      tokens[label - 1].isCapitalised, !tokens[label - 1].classes.contains(.grammar)
    else { return nil }
    var start = label - 1
    while start > 0, tokens[start - 1].isCapitalised,
      !tokens[start - 1].classes.contains(.grammar)
    {
      start -= 1
    }
    return start..<label
  }

  /// A name that begins at a token: `Joni Mitchell`, `J. R. R. Tolkien`, `Ursula K. Le Guin`.
  private func name(from start: Int) -> Range<Int>? {
    guard tokens.indices.contains(start), tokens[start].isCapitalised else { return nil }
    var end = start + 1
    while tokens.indices.contains(end), end < start + 8 {
      let isInitial = word(end) == "." && tokens[end - 1].text.count == 1
      let joins = ["de", "van", "von", "der", "la", "le", "di", "and", "&"].contains(word(end))
      if tokens[end].isCapitalised || isInitial
        || joins && tokens.indices.contains(end + 1) && tokens[end + 1].isCapitalised
      {
        end += 1
      } else {
        break
      }
    }
    return start..<end
  }

  /// A year in brackets, else one that stands alone behind a comma.
  private var bracketedYear: Int? {
    let years = tokens.indices.filter { index in
      tokens[index].kind == .number && tokens[index].text.count == 4
        && (1870...2100).contains(Int(tokens[index].text) ?? 0)
    }
    let closed = years.first {
      ["(", "["].contains(word($0 - 1)) && [")", "]", ","].contains(word($0 + 1))
    }
    let stated = years.first {
      word($0 - 1) == ","
        || ["from", "the"].contains(word($0 - 1))
          && !["(", ")"].contains(word($0 + 1))
    }
    return (closed ?? stated).flatMap { Int(tokens[$0].text) }
  }
}
