/// What kind of word a token is, as far as persons are concerned.
struct PersonForm {
  enum Base: String {
    case title, relative, role, group, name, nameOrWord, family, ordinary, unknown, grammar
    case calendar
    case number, sign
  }

  let base: Base
  let isCapitalised: Bool
  let isCapitals: Bool
  let startsSentence: Bool
  /// Whether the word follows an `@` that is not part of an address.
  let isMarked: Bool
  /// Whether the word is in ``PersonWords/noNames``.
  let isExcluded: Bool
  let hash: UInt64

  init(_ tokens: [Token], _ index: Int) {
    let token = tokens[index]
    let last = index > 0 ? tokens[index - 1].word : ""
    let next = tokens.indices.contains(index + 1) ? tokens[index + 1] : nil
    base = Self.base(of: token, behind: last, before: next)
    isCapitalised = token.isCapitalised
    isCapitals =
      token.isCapitalised && token.text.count > 1 && !token.text.contains(where: \.isLowercase)
    startsSentence = index == 0 || [".", ":", "!", "?", ";", "\"", "“", "-", "–"].contains(last)
    isMarked =
      last == "@" && token.isJoined && token.kind == .word
      && !(index > 1 && tokens[index - 1].isJoined)
    isExcluded = !isMarked && PersonWords.noNames.contains(String(token.owner))
    var hash = FeatureHash.of(base.rawValue)
    for flag in [isCapitalised, isCapitals, startsSentence && isCapitalised, isMarked] {
      hash = FeatureHash.joined(hash, flag ? 1 : 0)
    }
    self.hash = hash
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
    if !classes.isDisjoint(with: [.weekday, .month, .time]) { return .calendar }
    if classes.contains(.role), !PersonWords.noRoles.contains(token.owner) { return .role }
    if CommonWords.contains(token.owner) { return .ordinary }
    // `the Okafors`, but not `the Adidas shoes`
    let isPlural = token.isCapitalised && token.owner.count > 4 && token.owner.hasSuffix("s")
    let isLast = next.map(mayFollowFamily) ?? true
    return isPlural && last == "the" && isLast ? .family : .unknown
  }

  /// Returns whether a token may follow a family, but not an adjective: a sign, or `moved` in `the
  /// Okafors moved`.
  static func mayFollowFamily(_ token: Token) -> Bool {
    token.kind != .word || !token.classes.isDisjoint(with: behindFamily)
  }

  private static let behindFamily: WordClasses = [
    .grammar, .time, .weekday, .month, .state, .presentThird, .pastForm,
  ]

  /// Whether the word may be a name.
  var isNamed: Bool {
    if isExcluded { return false }
    if isMarked { return true }
    return switch base {
    case .name, .nameOrWord, .family: true
    case .unknown: isCapitalised
    case .ordinary, .grammar: isCapitalised && !isCapitals && !startsSentence
    default: false
    }
  }

  /// The kind of word in few classes: known and unknown names, relatives, roles.
  var coarse: UInt64 {
    if isMarked { return 0 }
    return switch base {
    case .name: isCapitalised ? 1 : 2
    case .nameOrWord: isCapitalised ? 3 : 4
    case .unknown: isCapitalised && !startsSentence ? 5 : 6
    case .relative: 7
    case .family: 12
    case .role, .title, .group: 8
    default: startsSentence ? 10 : 11
    }
  }

  /// Whether the word may say by itself who somebody is.
  var isPerson: Bool { isNamed || isDescription && !isExcluded }

  /// Whether the word says what somebody is: `dentist`, `sister`.
  var isDescription: Bool { [.title, .relative, .role, .group].contains(base) }

  /// Whether the word may describe somebody's role further: `gas` in `gas man`.
  var isQualifier: Bool { [.ordinary, .unknown, .role, .relative].contains(base) }
}
