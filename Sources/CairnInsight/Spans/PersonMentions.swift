/// A search for the person whom a text concerns: `Sarah`, `Dr Patel`, `my sister`, `the window
/// cleaner`, `boss's wife`.
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
  func person(of kind: CaptureKind) -> String? {
    guard kind == .action || kind == .person else { return nil }
    let candidates = PersonCandidates(tokens, text, kind)
    let shares = PersonWeights.probabilities(of: candidates.all)
    return candidates.choice(shares).map { index in
      let span = candidates.all[index].tokens
      guard let end = placeEnd(behind: span) else { return candidates.all[index].text }
      return String(text[tokens[span.lowerBound].text.startIndex..<tokens[end - 1].ownerEnd])
    }
  }

  /// If a person is only `the girl` or `a man`, returns the end of the words that say which one:
  /// `the girl at the chemist`. Nil if there are no such words.
  private func placeEnd(behind span: Range<Int>) -> Int? {
    guard PersonWords.anybody.contains(tokens[span.upperBound - 1].word) else { return nil }
    let place = tokens[span.upperBound...].prefix(4)
    guard place.count > 2, ["from", "at"].contains(place.first?.word),
      PersonWords.articles.contains(place.dropFirst().first?.word ?? "")
    else { return nil }
    let names = place.dropFirst(2).prefix { token in
      token.kind == .word
        && token.classes.isDisjoint(with: [.grammar, .presentThird, .state, .pastForm, .time])
    }
    return names.isEmpty ? nil : names.endIndex
  }
}
