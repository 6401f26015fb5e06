import CairnText

/// Cuts a text up that says several things, one after the other, into a piece for each.
///
///     let text = "Ring the plumber. Also the wifi password is lichen44"
///     Splitter(Classifier()).pieces(of: text).map(\.text)
///     // ["Ring the plumber", "the wifi password is lichen44"]
///
/// Where a person has set things apart, by list marks, paragraphs, lines, ` / ` or numbers, it is cut.
/// Between sentences and clauses it is cut where the subject changes: where the one is of another type
/// than the other, or they have no word in common, and the second does not refer back to the first.
///
/// No word is lost: what lies between two pieces is blanks, list marks and punctuation, and the words
/// that only join (``Piece/joint``) and head (``Piece/heading``) are given with the piece behind them.
///
/// Costs one classification for each sentence, and two for each place within one where a clause may
/// end.
public struct Splitter: Sendable {
  let classifier: Classifier
  let lexicon = Lexicon.shared

  /// A splitter that tells types as `classifier` does.
  public init(_ classifier: Classifier) {
    self.classifier = classifier
  }

  /// The pieces of a text, in their order; none where it has no word.
  public func pieces(of text: String) -> [Piece] {
    var pieces: [Draft] = []
    for unit in SplitLines(text).units {
      for (number, cut) in cuts(unit).enumerated() {
        let bond = number == 0 ? unit.bond : cut.bond
        let part = Clause(cut.text, self)
        guard !part.isEmpty else { continue }
        if let last = pieces.last, last.heading == unit.heading, belongs(part, to: last, bond) {
          pieces[pieces.count - 1].parts.append(part)
        } else {
          pieces.append(Draft(parts: [part], heading: unit.heading, isTicked: unit.isTicked))
        }
      }
    }
    return pieces.enumerated().map { $1.piece(in: text, isFirst: $0 == 0) }
  }

  /// A piece as far as it has been read.
  struct Draft {
    var parts: [Clause]
    let heading: Substring?
    let isTicked: Bool?
  }
}

// MARK: - Cutting

extension Splitter {
  /// A part of a unit, and what binds it to the part before.
  struct Cut {
    let text: Substring
    let bond: Bond
  }

  /// What stands between two parts.
  enum Bond {
    /// A list mark, a number or a slash: somebody set them apart.
    case apart
    /// The end of a line, or a semicolon.
    case line
    /// The end of a sentence.
    case sentence
  }

  /// Cuts a unit at marks within it, at the ends of sentences, and where clauses part.
  private func cuts(_ unit: SplitLines.Unit) -> [Cut] {
    guard !unit.isWhole, unit.text.utf8.count <= Self.longest else {
      return [Cut(text: unit.text, bond: unit.bond)]
    }
    let isLower = unit.text.first(where: \.isLetter)?.isLowercase ?? false
    return SplitMarks.cut(unit.text, after: unit.number).flatMap { marked in
      Sentences.flow(marked.text, inLowerCase: isLower).enumerated().flatMap { number, sentence in
        clauses(of: sentence).enumerated().map { place, clause in
          let bond = place > 0 ? Bond.apart : number > 0 ? .sentence : marked.bond
          return Cut(text: clause, bond: bond)
        }
      }
    }
  }
}

// MARK: - Bringing together

extension Splitter {
  /// A line of more bytes was not written in one go, and is not cut.
  private static let longest = 20_000
  /// So many parts of a piece are asked what they are about.
  private static let remembered = 8

  /// Whether a part goes on with what a piece says.
  private func belongs(_ part: Clause, to piece: Draft, _ bond: Bond) -> Bool {
    switch bond {
    case .apart: return false
    case .line: return part.refersBack
    case .sentence: break
    }
    if part.opensAnew { return false }
    if part.refersBack || part.isFragment { return true }
    guard let first = piece.parts.first else { return false }
    if part.isErrand { return first.isErrand && part.pointsBack }
    if let (kind, other) = first.kind.flatMap({ kind in part.kind.map { (kind, $0) } }),
      kind != other
    {
      return false
    }
    return part.pointsBack
      || piece.parts.suffix(Self.remembered).contains { !$0.topics.isDisjoint(with: part.topics) }
  }
}

extension Splitter.Draft {
  /// The piece, from where its first part begins to where the last ends.
  fileprivate func piece(in text: String, isFirst: Bool) -> Piece {
    let start = parts.first?.text.startIndex ?? text.startIndex
    let end = parts.last?.text.endIndex ?? start
    let whole = text[start..<end].drop { $0.isWhitespace || ",;:-–—".contains($0) }
    let isClause = whole.startIndex > start
    let joint =
      isFirst ? whole.prefix(0) : whole[..<Joints.end(of: whole, isClause: isClause)]
    let said = whole[joint.endIndex...].drop { $0.isWhitespace || ",:".contains($0) }
    // The signs at the end of a quotation, a row of a table or of several lines are theirs.
    let isWhole = said.contains(where: \.isNewline) || said.first == ">" || said.first == "|"
    let ended = isWhole ? said.trimmed : said.withoutEnd(keepsStop: parts.count > 1)
    return Piece(text: ended, joint: joint, heading: heading, isTicked: isTicked)
  }
}

extension Substring {
  /// This without the signs at its end that only part it from the next one.
  fileprivate func withoutEnd(keepsStop: Bool) -> Substring {
    var rest = self
    while let last = rest.last, last.isWhitespace || ",;…/|•·–—".contains(last) {
      rest.removeLast()
    }
    if rest.hasSuffix("..") {
      while rest.last == "." || rest.last == "…" { rest.removeLast() }
    } else if !keepsStop, rest.last == "." {
      rest.removeLast()
    }
    return rest.isEmpty ? self : rest
  }
}
