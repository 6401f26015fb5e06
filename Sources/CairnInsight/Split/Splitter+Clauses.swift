extension Splitter {
  /// Cuts a sentence at each change of subject, and returns the parts.
  /// `my boot size is 42, so reply to the lodge` has two parts. Each item in a list of errands is a
  /// part too: `pay nursery, ring plumber, get milk`.
  func clauses(of sentence: Substring) -> [Substring] {
    let tokens = Tokens.read(sentence, lexicon)
    let brackets = Brackets(sentence)
    let seams = Seam.all(in: tokens).filter { !brackets.hold($0.start) }
    var parts: [Substring] = []
    // The start of the part, and the start of its clause after any joining words.
    let opening = Joints.end(of: sentence, isClause: true)
    let label = Joints.labelEnd(sentence, tokens)
    var (start, clause) = (sentence.startIndex, max(opening, label))
    if label == sentence.startIndex {
      clause = sentence[clause...].drop { ",: ".contains($0) }.startIndex
    }
    var hasErrands = false
    for (number, seam) in seams.enumerated() where seam.start > clause {
      let next = number + 1 < seams.count ? seams[number + 1].start : sentence.endIndex
      guard
        let reason = reason(
          sentence[clause..<seam.start], seam, sentence[seam.end..<next], hasErrands)
      else { continue }
      hasErrands = hasErrands || reason == .errand
      parts.append(sentence[start..<seam.start])
      (start, clause) = (seam.start, seam.end)
    }
    return parts + [sentence[start...]]
  }

  /// The reason to cut a sentence before a clause.
  private enum Reason {
    /// The next clause announces another subject or has another type.
    case subject
    /// The next clause is another errand in a list.
    case errand
  }

  /// Returns the reason to cut a sentence between the clauses `left` and `right`; nil if it should
  /// not be cut. `hasErrands` is true if the sentence has already been cut between two errands. In
  /// this case, `and` before an errand is also a reason to cut.
  private func reason(
    _ left: Substring, _ seam: Seam, _ right: Substring, _ hasErrands: Bool
  ) -> Reason? {
    let next = Clause(right, self)
    guard next.isIndependent, !next.refersBack else { return nil }
    let last = Clause(left, self)
    guard last.isIndependent else { return nil }
    if seam.opensAnew { return .subject }
    if seam.isBare {
      return !last.hasOrder && next.isPlainOrder && next.hasObject && !next.pointsBack
        ? .subject : nil
    }
    if seam.isAnd, last.isErrandBy(Clause.settling), next.isErrandBy(Clause.reaching),
      next.hasObject, last.hasObject, !next.pointsBack
    {
      return .errand
    }
    if let (kind, other) = last.kind.flatMap({ kind in next.kind.map { (kind, $0) } }),
      kind != other
    {
      return .subject
    }
    let isErrand = last.hasOrder && next.hasOrder && next.hasObject && !next.pointsBack
    return isErrand && (!seam.hasAnd || hasErrands) ? .errand : nil
  }
}

/// A seam: the punctuation and words between two clauses, such as `, and`, ` so ` or ` also `.
private struct Seam {
  /// The start of the seam, which is the end of the clause before it.
  let start: Substring.Index
  /// The start of the next clause.
  let end: Substring.Index
  let opensAnew: Bool
  let hasAnd: Bool
  /// Whether the seam is only the word "and", without punctuation.
  let isAnd: Bool
  /// Whether the seam is only the word "so", without punctuation.
  let isBare: Bool

  private static let signs: Set<String> = [",", "-", "–", "—"]
  private static let words = Joints.openings.union(["and", "so", "then"])

  /// Returns the seams between the tokens of a sentence, in order. Leaves out a seam if there are
  /// no words before or after the seam.
  static func all(in tokens: [Token]) -> [Seam] {
    var seams: [Seam] = []
    var index = 1
    while index < tokens.count {
      let end = tokens[index...].firstIndex { !isSeam($0) } ?? tokens.count
      if end > index, end < tokens.count, let seam = Seam(tokens, index..<end) {
        seams.append(seam)
      }
      index = max(end, index + 1)
    }
    return seams
  }

  private static func isSeam(_ token: Token) -> Bool {
    token.kind == .sign ? signs.contains(token.word) : words.contains(token.word)
  }

  private init?(_ tokens: [Token], _ range: Range<Int>) {
    let seam = tokens[range]
    let hasSign = seam.contains { $0.kind == .sign }
    let said = seam.filter { $0.kind != .sign }.map(\.word)
    // `then` alone usually belongs to the clause.
    guard hasSign || said != ["then"],
      !(seam.first?.isJoined == true && seam.first?.word == "-")
    else { return nil }
    start = tokens[range.lowerBound].text.startIndex
    end = tokens[range.upperBound].text.startIndex
    opensAnew = said.contains(where: Joints.openings.contains)
    hasAnd = said.contains("and") || !hasSign && said.contains("then")
    isAnd = !hasSign && said == ["and"]
    isBare = !hasSign && said == ["so"]
  }
}
