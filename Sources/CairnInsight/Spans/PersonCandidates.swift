/// The words in a text that may name the person whom the text concerns: `Sarah`, `Dr Patel`,
/// `my sister`, `the window cleaner`, `boss's wife`. Each candidate has features, by which
/// ``PersonWeights`` chooses among the candidates.
///
/// The candidates include many words that name nobody, such as any word with a capital letter. The
/// features describe the words of a candidate and the words around it.
package struct PersonCandidates {
  /// A run of words, as tokens of the text.
  package struct Candidate {
    package let tokens: Range<Int>
    /// The words as written, without a possessive `'s` at the end.
    package let text: String
    /// The indices of the candidate's weights in ``PersonWeights``.
    package let features: [Int]
  }

  /// The candidates in the order of the text. If two begin at the same word, the shorter comes
  /// first.
  package private(set) var all: [Candidate] = []

  let tokens: [Token]
  let kind: UInt64
  let isAction: Bool
  let forms: [PersonForm]
  let tags: [UInt64]
  /// The number of tokens searched, from the start of the text.
  private static let limit = 60

  /// Finds the candidates in the text of a capture of type `kind`, for training.
  package init(in text: String, of kind: CaptureKind) {
    self.init(Tokens.read(text, Lexicon.shared), text, kind)
  }

  init(_ tokens: [Token], _ text: String, _ kind: CaptureKind) {
    let tokens = Array(tokens.prefix(Self.limit))
    self.tokens = tokens
    self.kind = FeatureHash.of(kind.rawValue)
    isAction = kind == .action
    forms = tokens.indices.map { PersonForm(tokens, $0) }
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

// MARK: - Candidates

extension PersonCandidates {
  /// Returns the candidates that begin at a token.
  private func spans(at start: Int) -> [Range<Int>] {
    let form = forms[start]
    guard tokens[start].kind == .word else { return [] }
    // `the Tamar`, `the Henry hoover`, but not `the Williams` and `the Dutch lad`
    if form.isCapitalised, word(start - 1) == "the" {
      let isQualifier = forms.dropFirst(start + 1).first?.isDescription ?? false
      if form.base == .unknown, !isQualifier { return [] }
      let isLast = start + 1 == tokens.count || PersonForm.mayFollowFamily(tokens[start + 1])
      let isFamily = isLast && tokens[start].owner.hasSuffix("s")
      // `the Dean's secretary`
      let isOwner =
        tokens[start].isPossessive && (forms.dropFirst(start + 1).first?.isDescription ?? false)
      if [.name, .nameOrWord, .rareName].contains(form.base), !isFamily, !isOwner { return [] }
    }
    // `the collie pup Brendan`
    if form.isNamed, start > 0, tokens[start - 1].classes.contains(.animal) { return [] }
    // `meet at Victoria`, but not `dinner at Victoria's`
    if form.isNamed, ["in", "at"].contains(word(start - 1)),
      !tokens[start...].prefix(2).contains(where: \.isPossessive)
    {
      return []
    }
    // `back from Torquay`
    if [.unknown, .place, .rareName].contains(form.base), word(start - 1) == "from",
      PersonWords.travelling.contains(word(start - 2))
    {
      return []
    }
    var spans: [Range<Int>] = []
    // `Bruno the lurcher`, `Luna (husky)`
    if form.isNamed, isAnimal(start) { return [] }
    if form.isPerson || isUnknownSubject(start) || isUnknownObject(start) {
      spans.append(start..<start + 1)
    }
    if form.base == .title, word(start + 1) == ".", start + 2 < tokens.count {
      guard tokens[start + 2].kind == .word else { return spans }
      spans = [start..<start + 3]
      // `Rev. Hope Tindall`
      let name = start + 2..<start + 4
      if name.upperBound <= tokens.count, isRun(name), !tokens[start + 2].isPossessive,
        forms[start + 3].isNamed, tokens[start + 3].isCapitalised
      {
        spans.append(start..<name.upperBound)
      }
      return spans
    }
    // `Mr and Mrs Quartey`
    if form.base == .title, ["and", "&"].contains(word(start + 1)), start + 4 <= tokens.count,
      forms[start + 2].base == .title, forms[start + 3].isNamed
    {
      return [start..<start + 4]
    }
    for end in [start + 2, start + 3, start + 4] where end <= tokens.count {
      if isName(start..<end) || isDescribed(start..<end) {
        spans.append(start..<end)
      }
    }
    return spans
  }

  /// Returns whether the words in `span` may be a name with a title or a surname, or a role with a
  /// name.
  private func isName(_ span: Range<Int>) -> Bool {
    guard isRun(span), !tokens[span.dropLast()].contains(where: \.isPossessive),
      !span.contains(where: { forms[$0].isExcluded })
    else { return false }
    let first = forms[span.lowerBound]
    guard first.isDescription || first.isNamed else { return false }
    return span.dropFirst().allSatisfy { index in
      forms[index].isNamed
        || first.isNamed && PersonWords.honorifics.contains(String(tokens[index].owner))
        || tokens[index].isCapitalised && ![.grammar, .calendar].contains(forms[index].base)
        || span.count == 2 && [.unknown, .rareName, .name].contains(forms[index].base)
          && (first.base != .role || PersonWords.titlesOfNames.contains(word(span.lowerBound)))
          && !tokens[span.lowerBound].isCapitalised
    }
  }

  /// Returns whether words may be a role after a description, or somebody's role or relative:
  /// `boiler engineer`, `boss's wife`.
  private func isDescribed(_ span: Range<Int>) -> Bool {
    guard isRun(span), forms[span.upperBound - 1].isDescription,
      span.count < 4 || tokens[span].contains(where: \.isPossessive)
    else { return false }
    return span.dropLast().allSatisfy { index in
      let form = forms[index]
      // `Pauline's smoker`
      if tokens[index].isPossessive { return form.isPerson && forms[index + 1].base != .agent }
      // `Spotted Lena's brother`
      if !form.isDescription, tokens[index + 1].isPossessive, forms[index + 1].isNamed {
        return false
      }
      return mayDescribe(index) && (index > 0 || !form.isNamed)
    }
  }

  /// Returns whether a word can be the adjective or noun before a role: `new` in `her new boss`,
  /// but not `tell` in `tell Daddy` and `best` in `Noah's best friend`.
  func mayDescribe(_ index: Int) -> Bool {
    let word = word(index)
    if PersonWords.ordinals.contains(word) { return true }
    return forms[index].isQualifier && word != "best" && !PersonWords.calling.contains(word)
  }

  /// Returns whether all tokens in `span` are words, with white space between them.
  private func isRun(_ span: Range<Int>) -> Bool {
    tokens[span].allSatisfy { $0.kind == .word }
      && tokens[span].dropFirst().allSatisfy { !$0.isJoined }
  }

  /// Returns whether the word at `index` is the first of the text, is in no list, and seems to be
  /// the subject of a sentence: `kayden hates olives`.
  private func isUnknownSubject(_ index: Int) -> Bool {
    guard index == 0, forms[0].base == .unknown, tokens.count > 1 else { return false }
    return tokens[0].isPossessive || PersonWords.being.contains(tokens[1].word)
      || !tokens[1].classes.isDisjoint(with: [.presentThird, .state])
  }

  /// Returns whether the word at `index` is in no list, is written in lower case, and seems to be
  /// the object of a preposition or a verb: `radu` in `get the dongle back from radu`.
  private func isUnknownObject(_ index: Int) -> Bool {
    guard index > 0, forms[index].base == .unknown, !forms[index].isCapitalised,
      PersonWords.beforePersons.contains(word(index - 1))
        || PersonWords.asking.contains(word(index - 1))
    else { return false }
    guard index + 1 < tokens.count else { return true }
    let next = tokens[index + 1]
    return next.kind != .word
      || !next.classes.isDisjoint(with: [.grammar, .time, .weekday, .month])
  }

  /// Returns whether the words behind a name say that it is that of an animal: `Bruno the lurcher`,
  /// `Luna (husky)`. They do not in `Bridget the horse vet` and `tell Tom the cat is out`.
  private func isAnimal(_ name: Int) -> Bool {
    let sign = word(name + 1)
    var index = ["(", ","].contains(sign) ? name + 2 : name + 1
    if PersonWords.articles.contains(word(index)) || word(index) == "a" { index += 1 }
    guard index > name + 1, !PersonWords.asking.contains(word(name - 1)) else { return false }
    for place in index..<min(index + 2, tokens.count) {
      guard tokens[place].classes.contains(.animal) else { continue }
      let next = word(place + 1)
      switch sign {
      case "(": return [")", ","].contains(next)
      case ",": return [",", ""].contains(next)
      default: return place + 1 == tokens.count || !forms[place + 1].isDescription
      }
    }
    return false
  }

  /// Returns the word of a token; an empty string if there is no such token.
  func word(_ index: Int) -> String {
    tokens.indices.contains(index) ? tokens[index].word : ""
  }
}
