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
      // Where a greeting begins that belongs to the part behind it.
      var opening: Substring.Index?
      let cuts = cuts(unit)
      for (number, cut) in cuts.enumerated() {
        let bond = number == 0 ? unit.bond : cut.bond
        let part = Clause(cut.text, self)
        guard !part.isEmpty else { continue }
        let isOpening = pieces.isEmpty && number + 1 < cuts.count && cuts[number + 1].text.hasWord
        if isOpening, Joints.isGreeting(part.tokens) {
          opening = opening ?? part.text.startIndex
          continue
        }
        if let last = pieces.last, last.heading == unit.heading, belongs(part, to: last, bond) {
          pieces[pieces.count - 1].parts.append(part)
        } else {
          pieces.append(
            Draft(parts: [part], heading: unit.heading, isTicked: unit.isTicked, opening: opening))
          opening = nil
        }
      }
    }
    return pieces.map { $0.piece(in: text, isAlone: pieces.count == 1) }
  }

  /// A piece as far as it has been read.
  struct Draft {
    var parts: [Clause]
    let heading: Substring?
    let isTicked: Bool?
    /// Where a greeting in front of it begins; nil where there is none.
    let opening: Substring.Index?
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
    /// The end of a line.
    case line
    /// A semicolon.
    case semicolon
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
    case .semicolon:
      return part.refersBack || part.isDatum && !piece.parts.contains(where: \.hasOrder)
    case .sentence: break
    }
    if part.opensAnew { return false }
    guard let first = piece.parts.first, let last = piece.parts.last else { return false }
    if part.refersBack || part.isFragment || goesOn(part, first, last) { return true }
    if part.isErrand {
      return part.pointsBack && first.isErrand || part.isDoneToIt && !last.text.hasSuffix("?")
    }
    if let (kind, other) = first.kind.flatMap({ kind in part.kind.map { (kind, $0) } }),
      kind != other
    {
      return false
    }
    return part.pointsBack
      || piece.parts.suffix(Self.remembered).contains { !$0.topics.isDisjoint(with: part.topics) }
  }
}

extension Splitter {
  /// Whether a sentence is told, asked or planned on from a piece that begins with one and ends with
  /// another.
  private func goesOn(_ part: Clause, _ first: Clause, _ last: Clause) -> Bool {
    if first.headsInstructions || first.headsPlan && !part.isKnowledge { return true }
    if part.isTelling { return !last.hasOrder || last.text.hasSuffix("?") }
    if part.isBringing { return first.isErrand && !first.isPlainOrder || first.kind == .fact }
    return part.goesOnTelling && last.isPast && !last.isErrand
      || first.isSupposition && part.isConditional && !part.hasOrder
  }
}

extension Splitter.Draft {
  /// The piece, from where its first part begins to where the last ends.
  ///
  /// - Parameter isAlone: Whether it is all of the text, which then keeps its first words.
  fileprivate func piece(in text: String, isAlone: Bool) -> Piece {
    let start = parts.first?.text.startIndex ?? text.startIndex
    let end = parts.last?.text.endIndex ?? start
    let said = text[start..<end].drop { $0.isWhitespace || ",;:-–—".contains($0) }
    let last = text[..<start].last { !$0.isWhitespace || $0.isNewline }
    let isWithin = last.map { $0.isLetter || $0.isNumber } ?? false
    let joined = Joints.end(of: said, isClause: said.startIndex > start || isWithin)
    let whole = text[(opening ?? said.startIndex)..<end]
    let hasJoint = !isAlone && (opening != nil || joined > said.startIndex)
    let joint = whole[..<(hasJoint ? joined : whole.startIndex)].trimmed
    let rest = whole[joint.endIndex...].drop { $0.isWhitespace || ",:-–—".contains($0) }
    // The signs at the end of a quotation, a row of a table or of several lines are theirs.
    let isWhole = rest.contains(where: \.isNewline) || rest.first == ">" || rest.first == "|"
    let ended = isWhole ? rest.trimmed : rest.withoutEnd(keepsStop: parts.count > 1)
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
