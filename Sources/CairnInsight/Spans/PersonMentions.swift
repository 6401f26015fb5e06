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
  func person(of kind: CaptureKind) -> String? {
    guard kind == .action || kind == .person else { return nil }
    let candidates = PersonCandidates(tokens, text, kind)
    let shares = PersonWeights.probabilities(of: candidates.all)
    return candidates.choice(shares).map { index in
      let span = candidates.all[index].tokens
      guard let end = descriptionEnd(behind: span, kind) else { return candidates.all[index].text }
      return String(text[tokens[span.lowerBound].text.startIndex..<tokens[end - 1].ownerEnd])
    }
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
