/// A search for people in text: `Sarah`, `Dr Patel`, `my sister`, `the window cleaner`, `boss's
/// wife`.
struct PersonMentions {
  /// A person who is mentioned in the text.
  private struct Mention {
    /// The index of the first token of the mention.
    var start: Int
    /// The end of the mention in the text, before any possessive `'s`.
    let end: String.Index
    /// Whether the mention is a name or has a title, rather than being a role.
    let isNamed: Bool
    let isRelative: Bool
  }

  let tokens: [Token]
  private let text: String

  init(_ tokens: [Token], _ text: String) {
    self.tokens = tokens
    self.text = text
  }

  /// Returns the person whom a capture of type `kind` concerns: the person whom an action involves,
  /// or the person whom information is about. Returns nil if there is no such person.
  ///
  /// Always returns nil for ideas and facts.
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
      return best.map { span($0.0) }
    }
  }

  private func span(_ mention: Mention) -> String {
    String(text[tokens[mention.start].text.startIndex..<mention.end])
  }

  /// Returns the word after a mention; an empty string if there is none.
  private func afterwards(_ mention: Mention) -> String {
    tokens.first { $0.text.startIndex >= mention.end }?.word ?? ""
  }

  /// Returns the word at `index`; an empty string if `index` is out of bounds.
  func word(_ index: Int) -> String {
    tokens.indices.contains(index) ? tokens[index].word : ""
  }
}

// MARK: - Choosing

extension PersonMentions {
  /// Returns the mentions with their scores in an action. In `Mum and Raj`, Raj does not score
  /// higher than Mum.
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

  /// Returns a score for how likely it is that an action is for the person mentioned; higher is
  /// likelier.
  private func scoreInAction(_ mention: Mention) -> Int {
    let start = mention.start
    let (last, before) = (word(start - 1), word(start - 2))
    let isObject =
      Self.reaching.contains(last)
      || Self.reaching.contains(before) && Self.between.contains(last)
    var score = isObject ? 3 : 0
    if mention.isNamed { score += 2 }
    if mention.isRelative { score += isKinName(start) ? 2 : 1 }
    if start == 0 { score += mention.isNamed || mention.isRelative ? 1 : -3 }
    if ["a", "an", "every", "some", "any"].contains(last) { score -= 4 }
    if !mention.isNamed, !mention.isRelative, !isObject { score -= 2 }
    return score
  }

  /// Returns a score for how likely it is that a capture is about the person mentioned; higher is
  /// likelier.
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
    // `Carmel = Dan's mum`
    if mention.isNamed, start < 2, "=" == afterwards(mention) { score += 50 }
    if mention.isNamed, start > 0 {
      if ["=", ":", "(", "called", "named"].contains(last), start <= 9 { score += 50 }
      if start <= 4, isRole(start - 1) || isRelative(start - 1) { score += 45 }
      if start <= 7, last == "is", start > 1, isIntroduced(start) { score += 50 }
    }
    if ["met", "saw", "with", "to", "is", "name", "that"].contains(last) { score += 5 }
    return score
  }

  /// Returns whether the name at `start`, which follows "is", is introduced by a role or by "name":
  /// `the postman is Dev`.
  private func isIntroduced(_ start: Int) -> Bool {
    tokens[..<start].contains { $0.word == "name" } || tokens[start - 2].classes.contains(.role)
  }

  /// The first one or two words of the text, if they look like a name that is in no list; otherwise
  /// nil. At the start of a text, a capital letter alone is not evidence of a name, so the first
  /// word must not be an ordinary word.
  private var subject: Mention? {
    guard let first = tokens.first, first.kind == .word, text.contains(where: \.isLowercase),
      first.classes.isDisjoint(with: [.grammar, .role, .relative, .hedge, .time, .place]),
      !isNoName(0), !isOrdinary(0), first.isCapitalised || isSubject(0)
    else { return nil }
    var last = first
    if first.isCapitalised, tokens.count > 1, tokens[1].isCapitalised, !first.isPossessive,
      !isNoName(1)
    {
      last = tokens[1]
    }
    return Mention(start: 0, end: last.ownerEnd, isNamed: true, isRelative: false)
  }
}

// MARK: - Finding

extension PersonMentions {
  /// Returns all mentions of people, in order. In an action (`isAction`), a capitalized word that
  /// is not a known name counts only in certain positions, such as after `ask`.
  private func mentions(isAction: Bool) -> [Mention] {
    var mentions: [Mention] = []
    var index = 0
    while index < tokens.count {
      let mayBeUnknown =
        isReached(index) || isMarked(index) || isActing(index)
        || !isAction && isIntroduced(asSubject: index)
      if let (mention, next) = mention(at: index, mayBeUnknown: mayBeUnknown) {
        mentions.append(widened(mention))
        index = next
      } else {
        index += 1
      }
    }
    return mentions
  }

  /// Returns the mention that begins at a token and the index of the token after the mention; nil
  /// if there is none. If `mayBeUnknown` is true, a capitalized word that is not a known name
  /// may count, too.
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
        && !(isAllCapitals(next) && isOrdinary(next))
      return mention(hasSurname ? 2 : 1, named: isName)
    }
    // `write to Councillor Oduya`
    if isRole(index), token.isCapitalised, tokens.indices.contains(index + 1),
      tokens[index + 1].isCapitalised, !isNoName(index + 1), isSurname(index + 1),
      !isAllCapitals(index + 1)
    {
      return mention(2, named: true)
    }
    if isRole(index), !isPluralBeforeThing(index) { return mention(1, named: false) }
    return Self.compounds.contains(token.word) && isRole(index + 1)
      ? mention(2, named: false) : nil
  }

  /// Returns a mention of a role, extended by a word before it that specifies the role: `gas man`,
  /// `allotment neighbour`. Returns other mentions unchanged.
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

  /// Returns the number of tokens in a title and the name after it; nil if no title with a name
  /// begins at a token.
  private func titledLength(_ index: Int) -> Int? {
    guard tokens[index].classes.contains(.title) else { return nil }
    let isShort = ["mr", "mrs", "ms", "dr", "prof", "miss"].contains(word(index))
    let name = index + (isShort && word(index + 1) == "." ? 2 : 1)
    guard tokens.indices.contains(name), tokens[name].kind == .word else { return nil }
    let isTitle =
      isShort || tokens[name].isCapitalised && (tokens[index].isCapitalised || isSurname(name))
    // `Dr. May`
    let isName = isShort && tokens[index].isCapitalised && tokens[name].isCapitalised
    return isTitle && (!isNoName(name) || isName) ? name - index + 1 : nil
  }

  /// Returns whether a word follows an `@` that marks a name rather than being part of an address.
  func isMarked(_ index: Int) -> Bool {
    index > 0 && word(index - 1) == "@" && tokens[index].isJoined && tokens[index].kind == .word
      && !(index > 1 && tokens[index - 1].isJoined)
  }

  /// Returns whether a word is a given name, capitalized or not.
  private func isGivenName(_ index: Int) -> Bool {
    guard tokens.indices.contains(index), !Self.ambiguous.contains(tokens[index].owner) else {
      return false
    }
    let classes = Lexicon.shared.classes(of: String(tokens[index].owner), isCapitalised: true)
    return classes.contains(.name)
  }

  /// Returns whether a word is the plural of people who own the thing named by the next word:
  /// `carers leave`, `kids' camp`.
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

  func isAllCapitals(_ index: Int) -> Bool {
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
    let classes = tokens[index].classes
    return classes.contains(.role) && !classes.contains(.grammar)
      || ["ex", "partner"].contains(word(index))
  }

  /// Returns whether a word denotes somebody's relative or companion: `wife`, `brother`,
  /// `assistant`.
  private func isKin(_ index: Int) -> Bool {
    tokens.indices.contains(index)
      && (tokens[index].classes.contains(.relative) || Self.belonging.contains(word(index)))
  }

  /// Returns whether a word is known not to be a person's name although it is often capitalized,
  /// such as a weekday, a month, `BBC` or `London`.
  func isNoName(_ index: Int) -> Bool {
    Self.noNames.contains(String(tokens[index].owner))
      || !tokens[index].classes.isDisjoint(with: [.weekday, .month])
  }
}
