/// A search for the person whom a text concerns: `Sarah`, `Dr Patel`, `my sister`,
/// `the window cleaner`, `boss's wife`.
struct PersonMentions {
  private let tokens: [Token]
  private let text: String

  init(_ tokens: [Token], _ text: String) {
    self.tokens = tokens
    self.text = text
  }

  /// Returns the person whom a capture of type `kind` concerns: the person whom an action involves,
  /// or the person whom information is about. Returns nil if there is no such person, or if no
  /// candidate is likely enough.
  ///
  /// Always returns nil for ideas and facts.
  ///
  /// - Parameter confidence: The probability that the text is of a type that has persons. The
  ///   probability of a person is multiplied by it.
  func person(of kind: CaptureKind, confidence: Double = 1) -> String? {
    guard kind == .action || kind == .person else { return nil }
    let candidates = PersonCandidates(tokens, text, kind)
    let shares = PersonWeights.probabilities(of: candidates.all).map { $0 * confidence }
    return candidates.choice(shares).flatMap { index in
      guard let span = withParticles(candidates.all[index].tokens) else { return nil }
      let end = descriptionEnd(behind: span, kind) ?? span.upperBound
      return String(text[tokens[span.lowerBound].text.startIndex..<tokens[end - 1].ownerEnd])
    }
  }

  /// Returns the tokens of a name with the rest of a family name that contains particles:
  /// `Anneke van der Berg` for `Anneke`, `Mr. St. John` for `Mr. St`, `Mrs de la Cruz` for `Cruz`. A
  /// particle in lower case at the end is omitted. Nil if only a title is left.
  private func withParticles(_ span: Range<Int>) -> Range<Int>? {
    guard span.count > 1 || tokens[span.lowerBound].isCapitalised,
      !tokens[span.upperBound - 1].isPossessive
    else { return span }
    var start = span.lowerBound
    while start > 0, isParticle(start - 1), !tokens[start - 1].isCapitalised { start -= 1 }
    if start < span.lowerBound {
      let title = start > 1 && tokens[start - 1].word == "." ? start - 2 : start - 1
      guard title >= 0, tokens[title].isCapitalised,
        tokens[title].classes.contains(.title) || tokens[title].classes.contains(.name)
      else { return span }
      return title..<span.upperBound
    }
    var end = span.upperBound
    while end - 1 > span.lowerBound, isParticle(end - 1) { end -= 1 }
    var next = end
    while next < tokens.count, isParticle(next) || next > end && isDot(next) {
      // `Ask Bo St Ives` does not contain the name of a person called St Ives.
      if next == end, next == span.upperBound, tokens[next].isCapitalised { break }
      next += 1
    }
    if next > end, next < tokens.count, isFamilyName(next) { return span.lowerBound..<next + 1 }
    // `Dr. Van`
    let last = tokens[span.upperBound - 1]
    if last.isCapitalised || end == span.upperBound { return span }
    let rest = tokens[span.lowerBound..<end]
    return rest.allSatisfy { $0.kind == .sign || $0.classes.contains(.title) }
      ? nil : span.lowerBound..<end
  }

  private func isParticle(_ index: Int) -> Bool {
    PersonWords.nameParticles.contains(tokens[index].word)
      || index > 0 && PersonWords.furtherParticles.contains(tokens[index].word)
        && PersonWords.nameParticles.contains(tokens[index - 1].word)
  }

  /// Returns whether a token is the full stop of an abbreviated particle, as in `St. John`.
  private func isDot(_ index: Int) -> Bool {
    tokens[index].word == "." && tokens[index].isJoined && tokens[index - 1].word.utf8.count < 4
      && tokens[index - 1].isCapitalised
  }

  private func isFamilyName(_ index: Int) -> Bool {
    tokens[index].isCapitalised
      && tokens[index].classes.isDisjoint(with: [.grammar, .weekday, .month, .time])
  }

  /// If a person is only `the girl` or `the wife`, returns the end of the words that say which one:
  /// `the girl at the chemist`, `the wife of the baker`. Nil if there are no such words.
  private func descriptionEnd(behind span: Range<Int>, _ kind: CaptureKind) -> Int? {
    let last = tokens[span.upperBound - 1]
    let rest = tokens[span.upperBound...].prefix(4)
    guard !last.isPossessive, rest.count > 1, let link = rest.first?.word else { return nil }
    let isPlace =
      PersonWords.anybody.contains(last.word)
      && (["from", "at"].contains(link) || kind == .person && ["in", "with"].contains(link))
    guard isPlace || link == "of" && last.classes.contains(.relative) else { return nil }
    let name = rest.dropFirst()
    guard let first = name.first,
      first.isCapitalised || PersonWords.articles.contains(first.word)
    else { return nil }
    let words = name.dropFirst(first.isCapitalised ? 0 : 1).prefix { token in
      token.kind == .number
        || token.kind == .word
          && token.classes.isDisjoint(with: [.grammar, .presentThird, .state, .pastForm, .time])
    }
    return words.isEmpty ? nil : words.endIndex
  }
}
