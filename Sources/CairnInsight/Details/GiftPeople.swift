/// A search for the recipient of a gift among the people mentioned in a line.
struct GiftPeople {
  /// A person who is mentioned in the line.
  struct Person {
    /// The tokens of the name, without an article.
    let name: Range<Int>
    /// The end of the name in the text, before any `'s`.
    let end: String.Index
    /// The tokens of the name and of the words that introduce it: `for my sister`.
    let phrase: Range<Int>
    /// A rank for how certain it is that the gift is for this person; 0 is the most certain.
    var rank: Int
  }

  private let tokens: [Token]
  private let used: Set<Int>
  private let starts: Set<Int>

  init(_ tokens: [Token], _ used: Set<Int>) {
    self.tokens = tokens
    self.used = used
    starts = Set(GiftSegment.all(in: tokens).map(\.lowerBound))
  }

  /// The recipient: the person with the lowest rank; the first one wins a tie. Nil if no person is
  /// mentioned.
  var recipient: Person? {
    var index = 0
    var found: [Person] = []
    while index < tokens.count {
      if let person = person(at: index) {
        found.append(person)
        index = max(person.phrase.upperBound, index + 1)
      } else {
        index += 1
      }
    }
    let surest = found.enumerated()
      .min { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }?.element
    guard let surest, surest.rank > 1, !surest.name.contains(where: isNamed) else { return surest }
    // In `Teacher's present (Ms Adeyemi)`, a separate name says who the teacher is.
    return found.first { person in
      isAlone(person) && person.name.contains(where: isNamed)
    } ?? surest
  }

  private func isAlone(_ person: Person) -> Bool {
    (starts.contains(person.phrase.lowerBound)
      || GiftWords.presents.contains(word(person.phrase.lowerBound - 1)))
      && isEnd(person.phrase.upperBound)
  }

  /// Returns whether a word is part of a name rather than a role.
  private func isNamed(_ index: Int) -> Bool {
    tokens[index].isCapitalised && !tokens[index].classes.isDisjoint(with: [.name, .title])
  }

  private func word(_ index: Int) -> String {
    tokens.indices.contains(index) ? tokens[index].word : ""
  }

  /// Returns the person whose mention begins at a token; nil if there is none. The more certain it
  /// is that the gift is for this person, the lower the rank.
  private func person(at index: Int) -> Person? {
    let last = word(index - 1)
    let isOfGift = GiftWords.gifts.contains(word(index - 2))
    if last == "for" || last == "to" && isOfGift {
      // `for the neighbours` is more certain than `for the balcony`.
      if var person = named(at: index, mayBeAnything: false, from: index - 1, rank: 0) {
        if last == "to" { person.rank = 1 }
        let isSure =
          isOfGift || person.name.contains(where: isKnown) || isKin(person.name.lowerBound)
        if !isSure { person.rank = 3 }
        return person
      }
      return named(at: index, mayBeAnything: true, from: index - 1, rank: isOfGift ? 1 : 7)
    }
    if GiftWords.giving.contains(last) {
      return named(at: index, mayBeAnything: false, from: index, rank: 1)
    }
    guard let person = named(at: index, mayBeAnything: false, from: index, rank: 9) else {
      return starts.contains(index) ? owner(at: index) : nil
    }
    let next = word(person.name.upperBound)
    let isPlaced = starts.contains(index)
    let isOwner = tokens[person.name.upperBound - 1].isPossessive
    var rank = 6
    if isPlaced, GiftWish(in: tokens[...], from: person.name.upperBound) != nil { rank = 2 }
    if GiftWords.gifts.contains(next) { rank = 2 }
    if used.contains(person.name.upperBound), isPlaced || isOwner { rank = 3 }
    if GiftWords.gifts.contains(last) || used.contains(index - 1), isEnd(person.name.upperBound) {
      rank = 3
    }
    if isPlaced, isEnd(person.name.upperBound) { rank = 3 }
    if GiftWords.liked.contains(next), !isPlaced { rank = 4 }
    // A lower-case word from the list of names is not enough evidence of a person: `fossil kit`,
    // `olive tree`.
    let isOurs = isPlaced && person.name.lowerBound > index
    guard rank < 6 || isOurs || person.name.contains(where: isKnown) else { return nil }
    return Person(name: person.name, end: person.end, phrase: person.phrase, rank: rank)
  }

  /// Returns the person named by one or two words if a word for a gift follows: `dog walker` in
  /// `dog walker gift`. The words need not be in a list of names. Nil if no word for a gift
  /// follows.
  private func owner(at index: Int) -> Person? {
    let end = [index + 1, index + 2].first { GiftWords.gifts.contains(word($0)) }
    guard let end,
      (index..<end).allSatisfy({ place in
        tokens[place].kind == .word && !used.contains(place)
          && tokens[place].classes.isDisjoint(with: [.grammar, .hedge])
          && !GiftWords.vague.contains(word(place)) && !GiftWords.leads.contains(word(place))
      })
    else { return nil }
    return Person(
      name: index..<end, end: tokens[end - 1].ownerEnd, phrase: index..<end, rank: 5)
  }

  /// Returns whether a word denotes a person without further evidence: a capitalized name, a
  /// relative or a title.
  private func isKnown(_ index: Int) -> Bool {
    let token = tokens[index]
    return !token.classes.isDisjoint(with: [.relative, .title])
      || token.isCapitalised && token.classes.contains(.name)
  }

  private func isEnd(_ index: Int) -> Bool {
    !tokens.indices.contains(index) || tokens[index].kind == .sign
  }
}

// MARK: - Names

extension GiftPeople {
  /// Returns the person whose name begins at a token, possibly after an article; nil if no name
  /// begins there.
  ///
  /// - Parameters:
  ///   - mayBeAnything: Whether any one or two words after an article count as a name, because a
  ///     word such as `for` indicates a person: `for the bin men`.
  ///   - from: The first token of the words that introduce the name.
  private func named(at index: Int, mayBeAnything: Bool, from: Int, rank: Int) -> Person? {
    var start = GiftWords.articles.contains(word(index)) ? index + 1 : index
    if GiftWords.descriptions.contains(word(start)) { start += 1 }
    guard let end = nameEnd(start, mayBeAnything && start > index), end > start else { return nil }
    var last = end
    // `Ade and Kim`, `Mum & Dad`.
    if ["and", "&", "+"].contains(word(end)) {
      let second = GiftWords.articles.contains(word(end + 1)) ? end + 2 : end + 1
      last = nameEnd(second, false) ?? end
    }
    return Person(
      name: start..<last, end: tokens[last - 1].ownerEnd, phrase: from..<last, rank: rank)
  }

  /// Returns the index of the first token after the name that begins at a token; nil if no name
  /// begins there. If `mayBeAnything` is true, almost any word counts as a name.
  private func nameEnd(_ index: Int, _ mayBeAnything: Bool) -> Int? {
    guard tokens.indices.contains(index), !used.contains(index), tokens[index].kind == .word else {
      return nil
    }
    let token = tokens[index]
    let isTitle = token.classes.contains(.title) && tokens.indices.contains(index + 1)
    var end = index
    if isTitle {
      let dot = word(index + 1) == "." ? 1 : 0
      if tokens.indices.contains(index + 1 + dot), tokens[index + 1 + dot].isCapitalised {
        end = index + 2 + dot
      }
    }
    if end == index {
      // `the window cleaner`, `the bin men`
      if GiftWords.articles.contains(word(index - 1)), token.kind == .word, isRole(index + 1),
        token.classes.isDisjoint(with: [.grammar, .relative, .name]), !used.contains(index)
      {
        return index + 2
      }
      guard isName(index) || isKin(index) else {
        guard mayBeAnything, token.classes.isDisjoint(with: Self.neverPeople) else { return nil }
        let next = index + 1
        let goesOn =
          tokens.indices.contains(next) && tokens[next].kind == .word
          && tokens[next].classes.isDisjoint(with: .grammar) && !used.contains(next)
        return goesOn ? next + 1 : next
      }
      end = index + 1
      while !tokens[end - 1].isPossessive, tokens.indices.contains(end), isSurname(end) { end += 1 }
    }
    if word(end) == "in", word(end + 1) == "law" { end += 2 }
    if tokens[end - 1].isPossessive, isKin(end) { end += 1 }
    return end
  }

  private static let neverPeople: WordClasses = [.grammar, .time, .month, .place, .work, .unit]

  private func isName(_ index: Int) -> Bool {
    let token = tokens[index]
    if token.classes.contains(.name) { return true }
    guard token.isCapitalised, !starts.contains(index), !used.contains(index) else {
      return token.isCapitalised && starts.contains(index) && isLikelyName(index)
    }
    return token.classes.isDisjoint(
      with: [.grammar, .weekday, .month, .grocery, .work, .event, .unit, .time])
      && !GiftWords.gifts.contains(token.word)
  }

  /// Returns whether the capitalized first word of a segment is a name, judging by the word after
  /// it.
  private func isLikelyName(_ index: Int) -> Bool {
    let token = tokens[index]
    guard token.isUnlisted, !GiftWords.gifts.contains(token.word) else { return false }
    let next = index + 1
    return token.isPossessive || isEnd(next) || used.contains(next)
      || GiftWords.wishing.contains(word(next))
  }

  private func isSurname(_ index: Int) -> Bool {
    tokens[index].isCapitalised && !used.contains(index)
      && tokens[index].classes.isDisjoint(with: [.grammar, .weekday, .month])
      && !GiftWords.gifts.contains(word(index))
  }

  private func isRole(_ index: Int) -> Bool {
    isKin(index) && !tokens[index].classes.contains(.relative)
  }

  private func isKin(_ index: Int) -> Bool {
    guard tokens.indices.contains(index), !used.contains(index) else { return false }
    return !tokens[index].classes.isDisjoint(with: [.relative, .role])
      || GiftWords.kin.contains(word(index))
  }
}
