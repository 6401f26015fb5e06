/// Where a text names people: `Sarah`, `Dr Patel`, `my sister`, `the window cleaner`, `boss's wife`.
struct PersonMentions {
  /// Somebody who is named.
  private struct Mention {
    /// The first token.
    var start: Int
    /// Where the name ends in the text, without `'s`.
    let end: String.Index
    /// Whether it is a name or has a title, and not a role.
    let isNamed: Bool
    let isRelative: Bool
  }

  private let tokens: [Token]
  private let text: String

  init(_ tokens: [Token], _ text: String) {
    self.tokens = tokens
    self.text = text
  }

  /// The person that a capture of this type is about, or that the action is for.
  ///
  /// Only actions and captures about people have one: an idea or a fact that names somebody stays an
  /// idea or a fact.
  func person(of kind: CaptureKind) -> String? {
    switch kind {
    case .idea, .fact: return nil
    case .action:
      let scored = scoredInAction(mentions(isAction: true))
      guard let best = scored.max(by: { ($0.1, -$0.0.start) < ($1.1, -$1.0.start) }), best.1 >= 2
      else { return nil }
      return span(best.0)
    case .person:
      var mentions = mentions(isAction: false)
      if mentions.first?.start != 0, let subject { mentions.insert(subject, at: 0) }
      let scored = mentions.map { ($0, scoreOfSubject($0)) }
      let best = scored.max { ($0.1, -$0.0.start) < ($1.1, -$1.0.start) }
      return best.map { span($0.0) } ?? firstWord
    }
  }

  private func span(_ mention: Mention) -> String {
    String(text[tokens[mention.start].text.startIndex..<mention.end])
  }

  /// The word at `index`; nothing outside of the text.
  private func word(_ index: Int) -> String {
    tokens.indices.contains(index) ? tokens[index].word : ""
  }
}

// MARK: - Choosing

extension PersonMentions {
  /// The mentions, and how likely each is who the action is for: of `Mum and Raj` the first is no less so.
  private func scoredInAction(_ mentions: [Mention]) -> [(Mention, Int)] {
    var scored: [(Mention, Int)] = []
    for mention in mentions {
      var score = scoreInAction(mention)
      let start = mention.start
      if let (last, before) = scored.last, start > 1, ["and", "&"].contains(word(start - 1)),
        tokens[start - 2].ownerEnd == last.end
      {
        score = min(score, before)
      }
      scored.append((mention, score))
    }
    return scored
  }

  /// How likely a mention is who the action is for.
  private func scoreInAction(_ mention: Mention) -> Int {
    let start = mention.start
    let (last, before) = (word(start - 1), word(start - 2))
    let isObject =
      Self.reaching.contains(last)
      || Self.reaching.contains(before) && Self.between.contains(last)
    var score = isObject ? 3 : 0
    if mention.isNamed { score += 2 }
    if mention.isRelative { score += 1 }
    if start == 0 { score += mention.isNamed || mention.isRelative ? 1 : -3 }
    if ["a", "an", "every", "some", "any"].contains(last) { score -= 4 }
    if !mention.isNamed, !mention.isRelative, !isObject { score -= 2 }
    return score
  }

  /// How likely a mention is who the capture is about, in tenths.
  private func scoreOfSubject(_ mention: Mention) -> Int {
    let start = mention.start
    let last = word(start - 1)
    var score = -start
    if start == 0 || start == 1 && ["the", "my", "our", "a"].contains(last) {
      score += 40
    } else if start <= 2 {
      score += 10
    }
    if mention.isNamed { score += 20 }
    if mention.isRelative { score += 10 }
    if mention.isNamed, start > 0 {
      if ["=", ":", "(", "called", "named"].contains(last), start <= 9 { score += 50 }
      if start <= 4, isRole(start - 1) || isRelative(start - 1) { score += 45 }
      if start <= 7, last == "is", start > 1, isIntroduced(start) { score += 50 }
    }
    if ["met", "saw", "with", "to", "is", "name", "that"].contains(last) { score += 5 }
    return score
  }

  /// Whether the name after "is" at `start` is whose role stands before: `the postman is Dev`.
  private func isIntroduced(_ start: Int) -> Bool {
    tokens[..<start].contains { $0.word == "name" } || tokens[start - 2].classes.contains(.role)
  }

  /// The first word, where it looks like a name that is in no list.
  private var subject: Mention? {
    guard let first = tokens.first, first.isCapitalised, text.contains(where: \.isLowercase),
      first.classes.isDisjoint(with: [.grammar, .role, .relative, .hedge]),
      !Self.openings.contains(first.word)
    else { return nil }
    var last = first
    if tokens.count > 1, tokens[1].isCapitalised, !first.isPossessive, !isNoName(1) {
      last = tokens[1]
    }
    return Mention(start: 0, end: last.ownerEnd, isNamed: true, isRelative: false)
  }

  /// The first word, or the one after an article, where nobody is named.
  private var firstWord: String? {
    let start = ["the", "my", "our", "a"].contains(word(0)) ? 1 : 0
    guard tokens.indices.contains(start), tokens[start].kind == .word else { return nil }
    return String(tokens[start].text[..<tokens[start].ownerEnd])
  }
}

// MARK: - Finding

extension PersonMentions {
  /// Everybody who is named, in the order of the text.
  private func mentions(isAction: Bool) -> [Mention] {
    var mentions: [Mention] = []
    var index = 0
    while index < tokens.count {
      let mayBeUnknown =
        !isAction || Self.asking.contains(word(index - 1)) || isMarked(index)
        || index == 0 && [":", "–", "—", "-"].contains(word(1))
      if let (mention, next) = mention(at: index, mayBeUnknown: mayBeUnknown) {
        mentions.append(widened(mention))
        index = next
      } else {
        index += 1
      }
    }
    return mentions
  }

  /// The mention that begins at a token, and the token after it.
  private func mention(at index: Int, mayBeUnknown: Bool) -> (Mention, Int)? {
    let token = tokens[index]
    let isName = isNameLike(index, mayBeUnknown: mayBeUnknown)
    let isRelative = isRelative(index)
    func mention(_ length: Int, named: Bool) -> (Mention, Int) {
      let end = tokens[index + length - 1].ownerEnd
      let found = Mention(start: index, end: end, isNamed: named, isRelative: isRelative)
      return (found, index + length)
    }
    if let length = titledLength(index) { return mention(length, named: true) }
    if isRelative, ["in", "in-law"].contains(word(index + 1)) {
      if word(index + 1) == "in-law" { return mention(2, named: false) }
      if word(index + 2) == "law" { return mention(3, named: false) }
    }
    if Self.kinTitles.contains(token.word), isGivenName(index + 1) {
      return mention(2, named: false)
    }
    if token.isPossessive, isName || isRelative || isRole(index), isKin(index + 1),
      index > 0 || !isName
    {
      return mention(2, named: isName)
    }
    if isRelative, !isName, isPluralBeforeThing(index) { return nil }
    if isName || isRelative {
      let next = index + 1
      let hasSurname =
        !token.isPossessive && tokens.indices.contains(next) && tokens[next].isCapitalised
        && !isNoName(next) && tokens[next].classes.isDisjoint(with: [.role, .relative])
        && isAllCapitals(next) == isAllCapitals(index)
      return mention(hasSurname ? 2 : 1, named: isName)
    }
    if isRole(index), !isPluralBeforeThing(index) { return mention(1, named: false) }
    return Self.compounds.contains(token.word) && isRole(index + 1)
      ? mention(2, named: false) : nil
  }

  /// A role with the word that says which one: `gas man`, `allotment neighbour`.
  private func widened(_ mention: Mention) -> Mention {
    let start = mention.start
    guard !mention.isNamed, !mention.isRelative, start > 0 else { return mention }
    let last = tokens[start - 1]
    let isQualifier =
      last.kind == .word && !last.isCapitalised && !last.isPossessive
      && last.classes.isDisjoint(with: [.grammar, .chore, .proposal])
    let before = word(start - 2)
    guard isQualifier, start == 1 || Self.articles.contains(before) || Self.asking.contains(before)
    else { return mention }
    var wider = mention
    wider.start = start - 1
    return wider
  }

  /// How many tokens a title takes with its name.
  private func titledLength(_ index: Int) -> Int? {
    guard tokens[index].classes.contains(.title) else { return nil }
    let isShort = ["mr", "mrs", "ms", "dr", "prof", "miss"].contains(word(index))
    let name = index + (isShort && word(index + 1) == "." ? 2 : 1)
    guard tokens.indices.contains(name), tokens[name].kind == .word else { return nil }
    let isTitle = isShort || tokens[index].isCapitalised && tokens[name].isCapitalised
    // `Dr. May`
    let isName = isShort && tokens[index].isCapitalised && tokens[name].isCapitalised
    return isTitle && (!isNoName(name) || isName) ? name - index + 1 : nil
  }

  /// Whether `@` stands before a word, as before somebody's name, and not within an address.
  private func isMarked(_ index: Int) -> Bool {
    index > 0 && word(index - 1) == "@" && tokens[index].isJoined && tokens[index].kind == .word
      && !(index > 1 && tokens[index - 1].isJoined)
  }

  /// Whether a given name stands at a place, in capitals or not.
  private func isGivenName(_ index: Int) -> Bool {
    guard tokens.indices.contains(index), !Self.ambiguous.contains(tokens[index].owner) else {
      return false
    }
    let classes = Lexicon.shared.classes(of: String(tokens[index].owner), isCapitalised: true)
    return classes.contains(.name)
  }

  /// Whether several stand before what is theirs: `carers leave`, `kids' camp`.
  private func isPluralBeforeThing(_ index: Int) -> Bool {
    let word = word(index)
    guard word.hasSuffix("s"), !tokens[index].isPossessive, tokens.indices.contains(index + 1),
      Self.groups.contains(word)
        || !Lexicon.shared.classes(of: String(word.dropLast()), isCapitalised: false)
          .isDisjoint(with: [.role, .relative])
    else { return false }
    let next = tokens[index + 1]
    if next.isJoined, ["'", "’"].contains(next.word) { return true }
    return next.kind == .word && next.classes.isDisjoint(with: [.grammar, .time, .weekday, .month])
  }

  private func isNameLike(_ index: Int, mayBeUnknown: Bool) -> Bool {
    let token = tokens[index]
    guard token.kind == .word, !isNoName(index) else { return false }
    if isMarked(index) { return true }
    // `The Tamar`, `the Crown`, but `the Hendersons`
    if token.isCapitalised, word(index - 1) == "the", !token.word.hasSuffix("s") { return false }
    let isKnown = token.classes.contains(.name)
    guard token.isCapitalised else { return isKnown && !Self.ambiguous.contains(token.owner) }
    if isKnown { return true }
    let startsSentence =
      index == 0 || [".", ":", "!", "?", ";", "\"", "“"].contains(word(index - 1))
    return mayBeUnknown && !startsSentence && !(isAllCapitals(index))
      && token.classes.isDisjoint(with: [.relative, .role, .time])
  }

  private func isAllCapitals(_ index: Int) -> Bool {
    tokens[index].text.count > 1 && !tokens[index].text.contains(where: \.isLowercase)
  }

  private func isRelative(_ index: Int) -> Bool {
    tokens[index].classes.contains(.relative)
      && !["ma", "pa", "da", "ex", "partner", "twin"].contains(tokens[index].owner)
  }

  private func isRole(_ index: Int) -> Bool {
    guard tokens.indices.contains(index), !Self.noRoles.contains(tokens[index].owner) else {
      return false
    }
    return tokens[index].classes.contains(.role) || ["ex", "partner"].contains(word(index))
  }

  /// Whether somebody stands at `index` who is somebody's: `wife`, `brother`.
  private func isKin(_ index: Int) -> Bool {
    tokens.indices.contains(index)
      && (tokens[index].classes.contains(.relative) || Self.belonging.contains(word(index)))
  }

  /// Whether a word with a capital letter is no name.
  private func isNoName(_ index: Int) -> Bool {
    Self.noNames.contains(String(tokens[index].owner))
      || !tokens[index].classes.isDisjoint(with: [.weekday, .month])
  }
}
