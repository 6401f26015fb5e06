/// Functions that determine where a title ends.
extension WorkTitle {
  /// Returns the run of capitalized words, numbers and joining words that begins at a token; nil if
  /// the token cannot begin a title.
  func run(from start: Int) -> Range<Int>? {
    guard tokens.indices.contains(start), isProper(start) else { return nil }
    var end = start + 1
    while let next = next(after: end, start) { end = next }
    return start..<end
  }

  /// Returns the index after the next part of a title; nil if the title does not continue. `start`
  /// is the title's first token, and `end` is the token after the parts found so far.
  private func next(after end: Int, _ start: Int) -> Int? {
    guard tokens.indices.contains(end) else { return nil }
    let token = tokens[end]
    switch token.kind {
    case .number: return isMeasure(end) ? nil : end + 1
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

  /// Returns the index after the joining words at `index` and the word after them: `of the King`,
  /// `and Prejudice`. Nil if the title does not continue.
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
      if first == "at" { return nil }
    }
    return end + 1
  }

  /// Returns the index after the subtitle that begins at `start`, after a colon; nil if there is
  /// none. `Dune: Part Two` has a subtitle, but `Hades: Great game` does not.
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

  /// For a title in lower case, returns the words from a token up to a word that cannot be part of
  /// the title; nil if there are none.
  func lowerRun(from start: Int) -> Range<Int>? {
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

  /// Returns whether a number is a rating or counts the thing after it: `4/5`, `60 hours`.
  private func isCount(_ index: Int) -> Bool {
    if tokens[index].text.contains("/") { return true }
    let next = index + 1
    guard tokens.indices.contains(next), tokens[next].kind == .word else { return false }
    return !tokens[next].isCapitalised && !Self.verbs.contains(word(next))
      && !Self.joints.contains(word(next)) && !["again", "last"].contains(word(next))
  }

  /// Returns whether a number after a title is a quantity: true in `Elden Ring 120 hours`, false in
  /// `Portal 2 again`.
  private func isMeasure(_ index: Int) -> Bool {
    isCount(index)
      && (tokens[index].text.contains("/") || Self.counted.contains(word(index + 1))
        || !tokens[index + 1].classes.isDisjoint(with: [.unit, .time]))
  }

  /// Returns whether a season or an episode begins at a token: `s3`, `season 2`, `ep 4`.
  func isEpisode(_ index: Int) -> Bool {
    let isNumbered =
      tokens.indices.contains(index + 1) && tokens[index + 1].kind == .number
    return isNumbered
      && (["season", "series", "ep", "eps", "episode", "s"].contains(word(index)))
      || word(index).first == "s" && word(index).dropFirst().allSatisfy(\.isNumber)
        && word(index).count > 1
  }

  /// Returns whether a lower-case word continues a foreign title: `Cien años de soledad`.
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
