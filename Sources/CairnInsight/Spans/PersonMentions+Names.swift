/// Evidence that a word is a name.
///
/// A name in ``GivenNames`` needs little evidence. Another word is a name only if it is not an
/// ordinary word and if the words around it concern a person. If in doubt, the word is not a name.
extension PersonMentions {
  /// Returns whether the token at `index` is a name.
  ///
  /// - Parameter mayBeUnknown: Whether the context allows names that are in no list.
  func isNameLike(_ index: Int, mayBeUnknown: Bool) -> Bool {
    let token = tokens[index]
    guard token.kind == .word, !isNoName(index) else { return false }
    if isMarked(index) { return true }
    // `/dev/sdb`, `learn the bridge of "Solveig"`
    if ["/", "\"", "“", "‘"].contains(word(index - 1)), token.isJoined { return false }
    // `The Tamar`, `the Crown`, but `the Hendersons`
    if token.isCapitalised, word(index - 1) == "the" { return mayBeUnknown && isFamily(index) }
    let isKnown = token.classes.contains(.name)
    guard token.isCapitalised else {
      guard isKnown, !Self.ambiguous.contains(token.owner) else { return false }
      return !Self.alsoThings.contains(token.owner) || isReached(index) || isSubject(index)
    }
    if isShop(index) { return false }
    if startsSentence(index), Self.ambiguous.contains(token.owner), !isSubject(index) {
      return false
    }
    if isKnown { return true }
    guard mayBeUnknown, !isAllCapitals(index), !isOrdinary(index),
      token.classes.isDisjoint(with: [.relative, .role, .time, .place])
    else { return false }
    return !startsSentence(index) || word(index - 1) == ":" || isActing(index)
  }

  /// Returns whether a word is an ordinary word, such as `Honestly` or `Quite`, and not a given
  /// name.
  func isOrdinary(_ index: Int) -> Bool {
    let token = tokens[index]
    if token.classes.contains(.name), token.isCapitalised { return false }
    return !token.classes.isDisjoint(with: [.grammar, .hedge]) || CommonWords.contains(token.owner)
  }

  /// Returns whether a word can only be a surname: it is neither an ordinary word nor a given name.
  /// In `coach Femi`, the name is `Femi`; in `professor Haddad`, the title belongs to the name.
  func isSurname(_ index: Int) -> Bool {
    !isOrdinary(index) && !tokens[index].classes.contains(.name)
  }

  /// Returns whether a word is the plural of a surname, which means a family: `the Okafors`.
  private func isFamily(_ index: Int) -> Bool {
    let owner = String(tokens[index].owner)
    guard owner.count > 3, owner.hasSuffix("s"), !isOrdinary(index), tokens[index].classes.isEmpty
    else { return false }
    // `the Adidas shoes`
    guard tokens.indices.contains(index + 1), tokens[index + 1].kind == .word else { return true }
    let next = tokens[index + 1]
    return tokens[index].isPossessive
      || !next.isCapitalised
        && next.classes.isDisjoint(with: [.thing, .place, .event, .work, .paper])
  }

  /// Returns whether a name is that of a shop or a restaurant: `a table at Luigi's`.
  private func isShop(_ index: Int) -> Bool {
    guard tokens[index].isPossessive, word(index - 1) == "at" else { return false }
    guard tokens.indices.contains(index + 1) else { return true }
    let next = tokens[index + 1]
    return next.kind != .word || next.classes.contains(.grammar)
      || !next.classes.isDisjoint(with: [.time, .weekday, .month])
  }

  /// Returns whether a word begins a sentence, so that its capital letter does not indicate a name.
  private func startsSentence(_ index: Int) -> Bool {
    index == 0 || [".", ":", "!", "?", ";", "\"", "“"].contains(word(index - 1))
  }

  /// Returns whether the word after `index` shows that the word at `index` is a person of whom
  /// something is said: `Will is`, `kayden hates`, `May's`.
  func isSubject(_ index: Int) -> Bool {
    if tokens[index].isPossessive { return true }
    guard tokens.indices.contains(index + 1) else { return false }
    let next = tokens[index + 1]
    if next.kind == .sign { return ["=", ":", "("].contains(next.word) }
    return Self.being.contains(next.word) || next.classes.contains(.presentThird)
      || next.classes.contains(.state)
  }

  /// Returns whether the words around `index` show that the word at `index` is a person, even if it
  /// is in no list of names: `call Wanjiru`, `settle up with Piers`, `find Jago a solicitor`.
  func isReached(_ index: Int) -> Bool {
    var before = index - 1
    if word(before) == "the" { before -= 1 }
    let last = word(before)
    if Self.asking.contains(last) || Self.asked.contains(last) { return true }
    if last == "/", word(before - 1) == "w" { return true }
    if Self.bringing.contains(last) { return Self.afterReceiver.contains(word(index + 1)) }
    // `wrap Ottilie's birthday present`
    if tokens[index].isPossessive, Self.personal.contains(word(index + 1)) { return true }
    let clause = tokens[..<max(before, 0)].suffix(8).map(\.word)
    switch last {
    case "to":
      return clause.contains(where: Self.giving.contains)
        || before < index - 1 && clause.contains(where: Self.returning.contains)
    case "for": return clause.contains(where: Self.gifts.contains)
    case "from": return clause.last == "back"
    case "at": return word(before + 1) == "the"
    default: return false
    }
  }

  /// Returns whether words around `index`, in a capture about a person, introduce that person: the
  /// first words, a role before a name, or `is called`.
  func isIntroduced(asSubject index: Int) -> Bool {
    if index == 0 || isSubject(index) { return true }
    let last = tokens[index - 1]
    // `goes by Lu`
    if last.word == "by" { return ["go", "goes", "went"].contains(word(index - 2)) }
    if last.word == "of" { return Self.personal.contains(word(index - 2)) }
    return Self.introducing.contains(last.word)
      || !last.classes.isDisjoint(with: [.role, .relative, .title, .name])
  }

  /// Returns whether the first word is a person who does or has something: `Hollis needs a
  /// reference`, `Xenia's cabin`.
  func isActing(_ index: Int) -> Bool {
    guard index == 0, let first = tokens.first, first.isCapitalised else { return false }
    return first.isPossessive || Self.acting.contains(word(1))
  }

  /// Returns whether a word for a relative is used like a name, as in `teach Nana how to knit`: it
  /// has a capital letter inside a sentence, and is not an owner.
  func isKinName(_ index: Int) -> Bool {
    tokens[index].isCapitalised && !tokens[index].isPossessive && !startsSentence(index)
      && !isAllCapitals(index)
  }
}
