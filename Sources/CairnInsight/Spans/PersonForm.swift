/// The kind of a word, used to decide whether the word denotes a person.
struct PersonForm {
  enum Base: String {
    case title, relative, role, agent, group, name, nameOrWord, rareName, family, place, ordinary,
      unknown
    case grammar
    case calendar
    case number, sign
  }

  let base: Base
  let isCapitalised: Bool
  let isCapitals: Bool
  let isPossessive: Bool
  let startsSentence: Bool
  /// Whether the word follows an `@` that is not part of an address.
  let isMarked: Bool
  /// Whether the word is in ``PersonWords/noNames``, or does not mean a person in this context.
  let isExcluded: Bool
  let hash: UInt64

  init(_ tokens: [Token], _ index: Int) {
    let token = tokens[index]
    let last = index > 0 ? tokens[index - 1].word : ""
    let next = tokens.indices.contains(index + 1) ? tokens[index + 1] : nil
    isCapitalised = token.isCapitalised
    isPossessive = token.isPossessive
    isCapitals = Self.isCapitals(token)
    let base =
      Self.isTitleOfName(tokens, index)
      ? .title : Self.base(of: token, behind: last, before: next)
    // `BAS` and `DOT`, but not `ASK DOT`
    let isAcronym =
      isCapitals && token.text.count > 2 && [.nameOrWord, .rareName, .place].contains(base)
      && tokens.contains { $0.kind == .word && $0.text.count > 2 && !Self.isCapitals($0) }
    self.base = isAcronym ? .unknown : base
    let isFirst = index == 0 || [".", ":", "!", "?", ";", "\"", "“", "-", "–"].contains(last)
    startsSentence = isFirst
    isMarked =
      last == "@" && token.isJoined && token.kind == .word
      && !(index > 1 && tokens[index - 1].isJoined)
    let isOther =
      Self.isBareTitle(tokens, index) || Self.isEvening(tokens, index)
      || Self.isFirm(tokens, index)
      || isFirst && Self.isVerb(tokens, index)
    isExcluded = !isMarked && (isOther || PersonWords.noNames.contains(String(token.owner)))
    var hash = FeatureHash.of(base.rawValue)
    for flag in [isCapitalised, isCapitals, startsSentence && isCapitalised, isMarked] {
      hash = FeatureHash.joined(hash, flag ? 1 : 0)
    }
    self.hash = hash
  }

  private static func isCapitals(_ token: Token) -> Bool {
    token.isCapitalised && token.text.count > 1 && !token.text.contains(where: \.isLowercase)
  }

  /// Returns whether a token is one of ``PersonWords/titlesOfNames`` before a name. A title that is
  /// also an ordinary word must have a capital letter.
  private static func isTitleOfName(_ tokens: [Token], _ index: Int) -> Bool {
    let title = tokens[index]
    guard PersonWords.titlesOfNames.contains(title.word),
      title.isCapitalised || !CommonWords.contains(title.word)
    else { return false }
    let rest = tokens[(index + 1)...]
    guard let name = rest.first?.word == "." ? rest.dropFirst().first : rest.first else {
      return false
    }
    return name.isCapitalised && name.text.contains(where: \.isLowercase)
      && (name.isPossessive || !CommonWords.contains(name.owner))
      && name.classes.isDisjoint(with: [.grammar, .weekday, .month, .time])
  }

  /// Returns whether a token is an abbreviated title without a name: `Dr` in `Dr appt`. After a
  /// word such as `the`, a title is a person: `call the dr`.
  private static func isBareTitle(_ tokens: [Token], _ index: Int) -> Bool {
    let title = tokens[index]
    guard PersonWords.abbreviatedTitles.contains(title.word) else { return false }
    if index > 0, PersonWords.articles.contains(tokens[index - 1].word) { return false }
    let rest = tokens[(index + 1)...]
    guard let next = rest.first?.word == "." ? rest.dropFirst().first : rest.first,
      next.kind == .word
    else { return true }
    if next.isCapitalised || next.classes.contains(.name) { return false }
    return title.isCapitalised || !next.classes.isEmpty || CommonWords.contains(next.word)
  }

  /// Returns whether a word is part of a firm's name: `Hadley` and `Sons` in `Hadley & Sons`,
  /// `Moss` in `Moss Ltd`.
  private static func isFirm(_ tokens: [Token], _ index: Int) -> Bool {
    let isEnd = { (token: Token) in
      token.isCapitalised && token.text.contains(where: \.isLowercase)
        && PersonWords.firms.contains(token.word)
    }
    let joints = ["&", "and", "+"]
    if index > 1, isEnd(tokens[index]) { return joints.contains(tokens[index - 1].word) }
    let rest = tokens[(index + 1)...]
    guard let next = rest.first else { return false }
    return isEnd(next) || joints.contains(next.word) && rest.dropFirst().first.map(isEnd) ?? false
  }

  /// Returns whether a token is `eve` and means *evening*: `parents eve`, `New Year's Eve`. In
  /// lower case, `eve` is a name only as the object of a verb such as `call`.
  private static func isEvening(_ tokens: [Token], _ index: Int) -> Bool {
    guard tokens[index].word == "eve" else { return false }
    guard index > 0 else { return !tokens[index].isCapitalised }
    let last = tokens[index - 1]
    let isOfDay =
      !last.classes.isDisjoint(with: [.weekday, .month, .time]) || last.word == "'"
      || ["christmas", "xmas", "year", "years", "parents", "parent", "hallows"].contains(last.owner)
    return isOfDay || !tokens[index].isCapitalised && !PersonWords.asking.contains(last.word)
  }

  /// Returns whether a name at the start of a sentence is a verb: `Will pay rent`, `Chase invoice`,
  /// `Mark the essays`.
  private static func isVerb(_ tokens: [Token], _ index: Int) -> Bool {
    let rest = tokens[(index + 1)...]
    guard let next = rest.first, next.kind == .word, !next.isCapitalised else { return false }
    let word = tokens[index].word
    switch word {
    case "will", "may":
      return next.classes.contains(.chore) || PersonWords.behindModal.contains(next.word)
    case "chase", "hope":
      return !PersonWords.being.contains(next.word)
        && next.classes.isDisjoint(with: [.presentThird, .state, .pastForm])
    default:
      guard PersonWords.alsoVerbs.contains(word) else { return false }
      // `Mark up the floor`, but not `Mark up in Leeds`
      let object = PersonWords.particles.contains(next.word) ? rest.dropFirst() : rest
      guard let first = object.first, PersonWords.objects.contains(first.word) else { return false }
      // `Mark the essays`, but not `Mark the plumber` and `Mark our cousin`
      return object.dropFirst().first?.classes.isDisjoint(with: [.role, .relative]) ?? true
    }
  }

  private static func base(of token: Token, behind last: String, before next: Token?) -> Base {
    if token.kind != .word { return token.kind == .number ? .number : .sign }
    let classes = token.classes
    let isNameOrWord = PersonWords.ambiguous.contains(token.owner)
    if PersonWords.groups.contains(token.owner) { return .group }
    if classes.contains(.grammar) {
      return token.isCapitalised && isNameOrWord ? .nameOrWord : .grammar
    }
    if classes.contains(.title) { return .title }
    if classes.contains(.relative) { return .relative }
    if classes.contains(.name) || token.isCapitalised && isNameOrWord {
      return isNameOrWord || PersonWords.alsoThings.contains(token.owner) ? .nameOrWord : .name
    }
    let isCommon = CommonWords.contains(token.owner)
    // `Diwali`, `Pongal`
    let isFestival = !isCommon && OccasionWords.isOccasion(token.owner)
    if isFestival || !classes.isDisjoint(with: [.weekday, .month, .time]) { return .calendar }
    if classes.contains(.role), !PersonWords.noRoles.contains(token.owner) { return .role }
    // `leeds`, `Bath`, but not `bath`
    if token.isCapitalised || !isCommon, PlaceNames.all.contains(String(token.owner)) {
      return .place
    }
    if isAgent(token) { return .agent }
    if isCommon { return .ordinary }
    if GivenNames.contains(token.owner) { return .rareName }
    // `the Okafors`, but not `the Adidas shoes`
    let isPlural = token.isCapitalised && token.owner.count > 4 && token.owner.hasSuffix("s")
    let isLast = next.map(mayFollowFamily) ?? true
    return isPlural && last == "the" && isLast ? .family : .unknown
  }

  /// Returns whether a word can be the name of an occupation: `scaffolder`, `registrar`.
  private static func isAgent(_ token: Token) -> Bool {
    guard token.owner.count > 5, !token.isCapitalised || token.text.allSatisfy({ !$0.isLowercase }),
      token.classes.isDisjoint(with: notAgents), !PersonWords.noAgents.contains(token.owner)
    else { return false }
    return agentEndings.contains { token.owner.hasSuffix($0) }
  }

  private static let agentEndings = [
    "er", "or", "ist", "ian", "man", "woman",
  ]
  private static let notAgents: WordClasses = [
    .weekday, .month, .time, .unit, .record, .animal, .grocery, .state, .event, .work,
    .abstraction, .place, .thing, .paper, .colour, .body, .quality, .chore, .proposal, .verb,
  ]

  /// Returns whether a token shows that the word before it is a family's name, not an adjective.
  /// Such a token is a sign, or a word such as `moved` in `the Okafors moved`.
  static func mayFollowFamily(_ token: Token) -> Bool {
    token.kind != .word || !token.classes.isDisjoint(with: behindFamily)
  }

  private static let behindFamily: WordClasses = [
    .grammar, .time, .weekday, .month, .state, .presentThird, .pastForm, .verb, .chore,
  ]

  /// Whether the word may be a name.
  var isNamed: Bool {
    if isExcluded { return false }
    if isMarked { return true }
    return switch base {
    case .name, .nameOrWord, .rareName, .family: true
    case .unknown, .place: isCapitalised
    // `Juniper's costume`
    case .ordinary where isPossessive: isCapitalised && !isCapitals
    case .ordinary, .grammar: isCapitalised && !isCapitals && !startsSentence
    default: false
    }
  }

  /// A number for the kind of word, with fewer distinctions than ``base``: known and unknown names,
  /// relatives, roles and others.
  var coarse: UInt64 {
    if isMarked { return 0 }
    return switch base {
    case .name: isCapitalised ? 1 : 2
    case .nameOrWord: isCapitalised ? 3 : 4
    case .unknown where isCapitals: 15
    case .unknown: isCapitalised && !startsSentence ? 5 : 6
    case .rareName: isCapitalised ? 13 : 14
    case .relative: 7
    case .family: 12
    case .role, .title, .group: 8
    case .agent: 16
    case .place: 17
    default: startsSentence ? 10 : 11
    }
  }

  /// Whether the word alone may denote a person.
  var isPerson: Bool { isNamed || isDescription && !isExcluded }

  /// Whether the word says what somebody is: `dentist`, `sister`.
  var isDescription: Bool { [.title, .relative, .role, .agent, .group].contains(base) }

  /// Whether the word can qualify a role: `gas` in `gas man`, `Leeds` in `the Leeds plumber`.
  var isQualifier: Bool {
    [.ordinary, .unknown, .place, .role, .agent, .relative, .title].contains(base)
  }
}
