/// A search for the title of a book, film, game or record in a line, and for the work's author and
/// year.
///
/// A title may be in quotes, after a label (`Film: …`), after a verb (`finished …`), or at the
/// start. The title continues as long as words are capitalized or join capitalized words.
struct WorkTitle {
  private(set) var range: Range<String.Index>?
  private(set) var authorRange: Range<String.Index>?
  private(set) var year: Int?

  let tokens: [Token]
  private let text: String

  init(_ tokens: [Token], _ text: String) {
    (self.tokens, self.text) = (tokens, text)
    year = bracketedYear
    let found = quoted ?? labelled ?? called ?? led ?? opening ?? named
    guard let found, !found.isEmpty else { return }
    range = span(found)
    authorRange = author(found).map(span)
  }

  private func span(_ range: Range<Int>) -> Range<String.Index> {
    tokens[range.lowerBound].text.startIndex..<tokens[range.upperBound - 1].text.endIndex
  }

  func word(_ index: Int) -> String {
    tokens.indices.contains(index) ? tokens[index].word : ""
  }
}

// MARK: - Position of the title

extension WorkTitle {
  /// The tokens between quotation marks, asterisks or underscores; nil if there are none.
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

  /// The title after a label, as in `Film: The Holdovers` or `now reading: Emma`; nil if there is
  /// no label.
  private var labelled: Range<Int>? {
    guard let colon = tokens.prefix(6).firstIndex(where: { $0.word == ":" }), colon > 0,
      tokens[..<colon].allSatisfy({ Self.announcements.contains($0.word) })
    else { return nil }
    return run(from: colon + 1) ?? lowerRun(from: colon + 1)
  }

  /// The title after "called" or "titled"; nil if neither word occurs, or if no title follows.
  private var called: Range<Int>? {
    guard let label = tokens.firstIndex(where: { ["called", "titled"].contains($0.word) }) else {
      return nil
    }
    return run(from: label + 1) ?? lowerRun(from: label + 1)
  }

  /// The title after a verb at the start of the text, as in `finished Piranesi` or
  /// `want to see Past Lives`; nil without such a verb.
  private var led: Range<Int>? {
    var index = 0
    while index < tokens.count, isLead(index) { index += 1 }
    // `finished season 2 of Dark`
    if isEpisode(index) {
      let behind = index + 2
      index = word(behind) == "of" ? behind + 1 : index
    }
    guard index > 0, index < tokens.count,
      tokens[..<index].contains(where: { Self.acts.contains($0.word) })
    else { return nil }
    // After `my` or `the new album`, the title comes later.
    if Self.labels.contains(word(index)), let run = run(from: index + 1) { return run }
    guard let run = run(from: index) else { return lowerRun(from: index) }
    return behindMaker(run) ?? run
  }

  /// Returns the range of the title that follows `maker`, the name of an author or artist:
  /// `In Rainbows` after `Radiohead`. Nil if there is none; empty if two readings are equally
  /// likely.
  private func behindMaker(_ maker: Range<Int>) -> Range<Int>? {
    // `Max Richter's Sleep`
    let tail = maker.lowerBound + 2
    if tail < maker.upperBound, tokens[maker.lowerBound].classes.contains(.name),
      tokens[maker.lowerBound + 1].isPossessive
    {
      return tail..<maker.upperBound
    }
    // `Radiohead – In Rainbows`: the title may be on either side.
    if ["–", "-", "—"].contains(word(maker.upperBound)),
      let other = run(from: maker.upperBound + 1), other.count > 1
    {
      return maker.lowerBound..<maker.lowerBound
    }
    let label = word(maker.upperBound) == "." ? maker.upperBound + 1 : maker.upperBound
    return Self.labels.contains(word(label)) ? run(from: label + 1) : nil
  }

  /// Returns whether a token is one of the words before a title, such as `finally watched`. Apart
  /// from `I`, a capitalized word counts only at the start of the line.
  private func isLead(_ index: Int) -> Bool {
    let token = tokens[index]
    guard token.kind == .word else { return false }
    if Self.acts.contains(token.word) { return index == 0 || !token.isCapitalised }
    return Self.leads.contains(token.word)
      && (!token.isCapitalised || ["i", "i've", "i'm"].contains(token.word)
        || index == 0 && tokens.count > 1 && !tokens[1].isCapitalised)
  }

  /// The title at the start of the line; nil if there is none, and empty if two readings are
  /// equally likely.
  private var opening: Range<Int>? {
    guard let first = tokens.first else { return nil }
    let isSmall = !text.contains(where: \.isUppercase)
    if first.classes.contains(.grammar) || Self.persons.contains(first.word) {
      let isTitle =
        tokens.count > 1 && first.isCapitalised
        && (tokens[1].isCapitalised || tokens[1].kind == .number)
      guard isTitle || isSmall && ["the", "a", "an"].contains(first.word) else { return nil }
    }
    guard let run = run(from: 0) else {
      return isSmall ? lowerRun(from: 0) : nil
    }
    return behindMaker(run) ?? run
  }

  /// The title inside a sentence: the capitalized words after a word such as `film`. Without a word
  /// of this kind, the longest run of capitalized words; nil if no word is capitalized.
  private var named: Range<Int>? {
    var runs: [Range<Int>] = []
    var index = 1
    while index < tokens.count {
      let startsSentence = tokens[index - 1].kind == .sign
      if tokens[index].isCapitalised, let run = run(from: index) {
        if !startsSentence || run.count > 1 { runs.append(run) }
        index = run.upperBound
      } else {
        index += 1
      }
    }
    let open = runs.filter { !Self.isPlatform(tokens[$0].map(\.word).joined(separator: " ")) }
    return open.first { Self.labels.contains(word($0.lowerBound - 1)) }
      ?? open.max { $0.count < $1.count }
  }
}

// MARK: - Author and year

extension WorkTitle {
  /// Returns the tokens of the author or artist: the name after "by". Without "by", returns the
  /// name before a word such as `record`, if the title directly follows that word. Nil if there is
  /// no such name.
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

  /// Returns the tokens of the name that begins at a token, such as `Joni Mitchell`,
  /// `J. R. R. Tolkien` or `Ursula K. Le Guin`; nil if no name begins there.
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

  /// The first year in brackets; nil if there is none.
  private var bracketedYear: Int? {
    tokens.indices.first { index in
      tokens[index].kind == .number && tokens[index].text.count == 4
        && (1870...2100).contains(Int(tokens[index].text) ?? 0)
        && ["(", "["].contains(word(index - 1)) && [")", "]", ","].contains(word(index + 1))
    }.flatMap { Int(tokens[$0].text) }
  }
}
