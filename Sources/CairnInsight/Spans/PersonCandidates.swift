/// The words in a text that may name the person whom it concerns, with the features by which
/// ``PersonWeights`` chooses among them: `Sarah`, `Dr Patel`, `my sister`, `the window cleaner`,
/// `boss's wife`.
///
/// The candidates include many words that name nobody, such as any word with a capital letter. The
/// features say what kind of words a candidate consists of, and which words and kinds of words are
/// around it.
package struct PersonCandidates {
  /// A run of words, as tokens of the text.
  package struct Candidate {
    package let tokens: Range<Int>
    /// The words as written, without a possessive `'s` at the end.
    package let text: String
    /// The places of the candidate's weights among ``PersonWeights``.
    package let features: [Int]
  }

  /// The candidates in the order of the text; of two with the same start, the shorter first.
  package private(set) var all: [Candidate] = []

  private let tokens: [Token]
  private let kind: UInt64
  private let forms: [Form]
  private let tags: [UInt64]
  /// The number of tokens searched, from the start of the text.
  private static let limit = 60

  /// Finds the candidates of a text with a type, for training.
  package init(in text: String, of kind: CaptureKind) {
    self.init(Tokens.read(text, Lexicon.shared), text, kind)
  }

  init(_ tokens: [Token], _ text: String, _ kind: CaptureKind) {
    let tokens = Array(tokens.prefix(Self.limit))
    self.tokens = tokens
    self.kind = FeatureHash.of(kind.rawValue)
    forms = tokens.indices.map { Form(tokens, $0) }
    tags = GrammarTags.of(tokens).map { FeatureHash.of($0) }
    let runs = tokens.indices.flatMap { spans(at: $0) }
    let named = runs.filter { forms[$0.upperBound - 1].isNamed }
    all = runs.map { run in
      let start = tokens[run.lowerBound].text.startIndex
      return Candidate(
        tokens: run, text: String(text[start..<tokens[run.upperBound - 1].ownerEnd]),
        features: features(of: run, others: named.count { !$0.overlaps(run) }))
    }
  }
}

// MARK: - Words

extension PersonCandidates {
  /// What kind of word a token is, as far as persons are concerned.
  private struct Form {
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
      let isLast = next.map { $0.kind != .word || !$0.classes.isDisjoint(with: Self.behindFamily) }
      return isPlural && last == "the" && isLast ?? true ? .family : .unknown
    }

    /// The kinds of words that may follow a family, but not an adjective.
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
}

// MARK: - Candidates

extension PersonCandidates {
  /// Returns the candidates that begin at a token.
  private func spans(at start: Int) -> [Range<Int>] {
    let form = forms[start]
    guard tokens[start].kind == .word else { return [] }
    // `the Tamar`
    if form.base == .unknown, form.isCapitalised, word(start - 1) == "the" { return [] }
    var spans: [Range<Int>] = []
    if form.isPerson || isUnknownSubject(start) { spans.append(start..<start + 1) }
    if tokens[start].classes.contains(.relative), word(start + 1) == "in", word(start + 2) == "law"
    {
      return [start..<start + 3]
    }
    if form.base == .title, word(start + 1) == ".", start + 2 < tokens.count {
      return tokens[start + 2].kind == .word ? [start..<start + 3] : spans
    }
    for end in [start + 2, start + 3] where end <= tokens.count {
      if isName(start..<end) || isDescribed(start..<end) { spans.append(start..<end) }
    }
    return spans
  }

  /// Returns whether words may be a name with a title or a surname, or a role with a name.
  private func isName(_ span: Range<Int>) -> Bool {
    guard isRun(span), !tokens[span.dropLast()].contains(where: \.isPossessive),
      !span.contains(where: { forms[$0].isExcluded })
    else { return false }
    let first = forms[span.lowerBound]
    guard first.isDescription || first.isNamed else { return false }
    return span.dropFirst().allSatisfy { index in
      forms[index].isNamed || tokens[index].isCapitalised && forms[index].base != .grammar
        || span.count == 2 && [.unknown, .name].contains(forms[index].base)
          && first.base != .role && !tokens[span.lowerBound].isCapitalised
    }
  }

  /// Returns whether words may be a role with words before it, or somebody's relative: `boiler
  /// engineer`, `boss's wife`.
  private func isDescribed(_ span: Range<Int>) -> Bool {
    guard isRun(span), forms[span.upperBound - 1].isDescription else { return false }
    return span.dropLast().allSatisfy { index in
      let form = forms[index]
      if tokens[index].isPossessive { return form.isPerson }
      return form.isQualifier && (index > 0 || !form.isNamed)
    }
  }

  /// Returns whether the tokens are words, and no sign is between them.
  private func isRun(_ span: Range<Int>) -> Bool {
    tokens[span].allSatisfy { $0.kind == .word }
      && tokens[span].dropFirst().allSatisfy { !$0.isJoined }
  }

  /// Returns whether the first word is in no list, and the next word says something
  /// about it: `kayden hates
  /// olives`.
  private func isUnknownSubject(_ index: Int) -> Bool {
    guard index == 0, forms[0].base == .unknown, tokens.count > 1 else { return false }
    return tokens[0].isPossessive || PersonWords.being.contains(tokens[1].word)
      || !tokens[1].classes.isDisjoint(with: [.presentThird, .state])
  }

  private func word(_ index: Int) -> String {
    tokens.indices.contains(index) ? tokens[index].word : ""
  }
}

// MARK: - Choosing

extension PersonCandidates {
  /// Returns the index of the likeliest candidate; nil if nobody is likely enough.
  ///
  /// Several candidates may be parts of one name, or describe the same person, so that only their sum
  /// is the probability of the person.
  ///
  /// - Parameter shares: The probability of each candidate.
  package func choice(_ shares: [Double], threshold: Double = PersonWeights.threshold) -> Int? {
    let marked = all.indices.first { index in
      all[index].tokens.count == 1 && forms[all[index].tokens.lowerBound].isMarked
    }
    if let marked { return marked }
    guard let best = shares.indices.max(by: { shares[$0] < shares[$1] }) else { return nil }
    let name = name(for: best)
    let sum = shares.indices.reduce(0) { sum, index in
      let isSame =
        all[index].tokens.overlaps(all[best].tokens) || self.name(for: index) == name
      return isSame ? sum + shares[index] : sum
    }
    return sum >= (isKnown(name) ? threshold : max(threshold, PersonWeights.thresholdOfUnknown))
      ? name : nil
  }

  /// Returns whether a candidate is more than a word with a capital letter that is in no list.
  private func isKnown(_ index: Int) -> Bool {
    all[index].tokens.contains { ![.unknown, .ordinary, .grammar].contains(forms[$0].base) }
  }

  /// Returns the index of the candidate that names the person whom a candidate describes, or the
  /// index itself: `Walter` for `neighbour` in `my neighbour Walter`, `Imogen` for `babysitter` in
  /// `the babysitter (Imogen)`, `Pauline` in `Dr Hussain's receptionist is called Pauline`.
  package func name(for index: Int) -> Int {
    let span = all[index].tokens
    if ["and", "&"].contains(word(span.lowerBound - 1)),
      let first = all.indices.last(where: { all[$0].tokens.upperBound == span.lowerBound - 1 })
    {
      return name(for: first)
    }
    if let called = called(behind: span.upperBound) { return called }
    if span.count == 1, let titled = titled(span) { return titled }
    let last = forms[span.upperBound - 1]
    if span.count > 1, last.isNamed { return withoutRole(span) ?? index }
    guard last.isDescription, !tokens[span.upperBound - 1].isPossessive else { return index }
    if let name = named(at: span.upperBound) { return withoutRole(all[name].tokens) ?? name }
    if word(span.upperBound) == "is", let name = named(at: span.upperBound + 1) {
      // `the postman is Dev`, but not `the postman is Dev's cousin`
      let last = all[name].tokens.upperBound
      let isLast = last == tokens.count || tokens[last].kind == .sign
      let isOwner = tokens[last - 1].isPossessive || tokens[span].contains(where: \.isPossessive)
      return isLast && !isOwner ? name : index
    }
    guard ["(", ":", "=", ","].contains(word(span.upperBound)) else { return index }
    return named(at: span.upperBound + 1).map { withoutRole(all[$0].tokens) ?? $0 } ?? index
  }

  /// Returns the index of a name without the role before it: `Walter` of `neighbour Walter`. Nil for
  /// a formal title, an aunt or an uncle, and before a surname.
  private func withoutRole(_ span: Range<Int>) -> Int? {
    let first = forms[span.lowerBound]
    guard first.isDescription, !PersonWords.formal.contains(word(span.lowerBound)) else {
      return nil
    }
    let next = forms[span.lowerBound + 1]
    let isTitled = PersonWords.formal.contains(word(span.lowerBound + 1))
    guard isTitled || [.name, .nameOrWord].contains(next.base) else { return nil }
    return all.firstIndex { $0.tokens == span.lowerBound + 1..<span.upperBound }
  }

  /// Returns the index of a surname with the title before it: `Councillor Oduya` for `Oduya`.
  private func titled(_ span: Range<Int>) -> Int? {
    let start = span.lowerBound - 1
    guard start >= 0, forms[span.lowerBound].base == .unknown, forms[start].isDescription,
      tokens[start].isCapitalised
    else { return nil }
    return all.firstIndex { $0.tokens == start..<span.upperBound }
  }

  /// Returns the index of the longest name that begins at a token; nil if there is none.
  private func named(at start: Int) -> Int? {
    all.indices.last { index in
      let span = all[index].tokens
      return span.lowerBound == start && forms[span.upperBound - 1].isNamed
        && tokens[span.upperBound - 1].isCapitalised
    }
  }

  /// Returns the index of the name after `called`, `named` or `name is` in the same sentence.
  private func called(behind start: Int) -> Int? {
    for index in start..<max(start, tokens.count) {
      if [".", "!", "?", ";"].contains(word(index)) { return nil }
      if tokens[index].classes.contains(.animal) { return nil }
      let isCalled = ["called", "named"].contains(word(index)) && forms[index - 1].base == .grammar
      let isName =
        ["name", "names"].contains(word(index)) && ["is", "'s"].contains(word(index + 1))
      if isCalled { return named(at: index + 1) }
      if isName { return named(at: index + 2) }
    }
    return nil
  }
}

// MARK: - Features

extension PersonCandidates {
  /// Returns the features of a candidate.
  ///
  /// - Parameter others: The number of names elsewhere in the text.
  private func features(of span: Range<Int>, others: Int) -> [Int] {
    let (start, end) = (span.lowerBound, span.upperBound)
    let form = span.reduce(FeatureHash.of("form")) {
      FeatureHash.joined($0, forms[$1].hash)
    }
    let last = tokens[end - 1]
    let (before, after) = (tag(start - 1), tag(end))
    let owner: UInt64 = last.isPossessive ? 1 : 0
    let position = UInt64(start < 4 ? start : start < 8 ? 4 : 5)
    let isNamed = forms[end - 1].isNamed
    let general: UInt64 = isNamed ? 2 : forms[end - 1].base == .relative ? 1 : 0
    let coarse = forms[span.lowerBound].base == .title && span.count > 1 ? 9 : forms[end - 1].coarse
    var found: [Int] = []
    func add(_ name: UInt64, _ parts: UInt64...) {
      found.append(
        PersonWeights.place(of: parts.reduce(FeatureHash.joined(name, kind), FeatureHash.joined)))
    }
    add(1, form)
    add(2, form, position)
    add(3, form, before)
    add(4, form, after)
    add(5, coarse, owner, after)
    add(6, coarse, before, after)
    add(7, general, hash(start - 1))
    add(8, general, hash(end), owner)
    add(9, general, hash(start - 2), hash(start - 1))
    add(10, coarse, tag(start - 2), before)
    add(11, coarse, after, tag(end + 1))
    add(12, general, hash(end), hash(end + 1))
    add(13, coarse, position, tag(0))
    add(14, coarse, before)
    add(15, coarse, UInt64(min(others, 2)), position)
    add(16, coarse, after)
    add(17, general, hash(start - 2))
    add(18, coarse, position, owner)
    add(25, coarse, hash(start - 1))
    if !isNamed {
      add(19, FeatureHash.of(last.owner))
      if span.count > 1 { add(20, hash(start)) }
    } else if forms[end - 1].base != .name {
      add(21, FeatureHash.of(String(last.owner.suffix(2))))
    }
    add(26, coarse, isReached(start) ? 1 : 0)
    // The nearest verb before the candidate in its clause.
    if let verb = verb(before: start) {
      add(22, general, verb)
      add(23, general, verb, hash(start - 1))
    }
    add(24, general, tokens[..<start].contains { [".", ";", "!", "?"].contains($0.word) } ? 1 : 0)
    return found
  }

  /// Returns whether a verb whose object is a person comes before a token, except for an article.
  private func isReached(_ start: Int) -> Bool {
    let isAfterArticle = PersonWords.articles.contains(word(start - 1))
    return PersonWords.asking.contains(word(isAfterArticle ? start - 2 : start - 1))
  }

  /// Returns the hash of the nearest word before `index`, in the same clause, that may be a verb.
  private func verb(before index: Int) -> UInt64? {
    for token in tokens[..<index].reversed().prefix(8) {
      if token.kind == .sign, token.word != "'" { return nil }
      let isVerb = !token.classes.isDisjoint(
        with: [.chore, .proposal, .verb, .state, .presentThird, .pastForm, .progressive])
      if isVerb { return token.hash }
    }
    return nil
  }

  private func hash(_ index: Int) -> UInt64 {
    tokens.indices.contains(index)
      ? tokens[index].hash : UInt64(bitPattern: Int64(index < 0 ? -1 : -2))
  }

  private func tag(_ index: Int) -> UInt64 {
    tags.indices.contains(index) ? tags[index] : UInt64(bitPattern: Int64(index < 0 ? -1 : -2))
  }
}
