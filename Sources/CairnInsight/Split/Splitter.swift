import CairnText

/// A splitter that cuts text about several things into pieces, one for each thing.
///
///     let text = "Ring the plumber. Also the wifi password is lichen44"
///     Splitter(Classifier()).pieces(of: text).map(\.text)
///     // ["Ring the plumber", "the wifi password is lichen44"]
///
/// Text is cut at list marks, paragraphs, lines, ` / ` and numbers. Text is also cut between two
/// sentences or clauses if the subject changes. The subject changes if the two differ in type or
/// share no word. A sentence that refers back to the previous one (`It …`) does not change the
/// subject.
///
/// No word is lost. Only white space, list marks and punctuation between pieces are dropped.
/// Joining words (``Piece/joint``) and headings (``Piece/heading``) belong to the following piece.
///
/// Classifies each sentence once. Also classifies the text before and after each place where a
/// sentence might be cut.
public struct Splitter: Sendable {
  let classifier: Classifier
  let lexicon = Lexicon.shared

  /// Creates a splitter that uses `classifier` to determine the types of sentences and clauses.
  public init(_ classifier: Classifier) {
    self.classifier = classifier
  }

  /// Returns the pieces of `text` in order, or an empty array if `text` has no words.
  public func pieces(of text: String) -> [Piece] {
    var pieces: [OpenPiece] = []
    for unit in SplitLines(text).units {
      // The start of a greeting, which becomes part of the next piece.
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
            OpenPiece(
              parts: [part], heading: unit.heading, isTicked: unit.isTicked, opening: opening))
          opening = nil
        }
      }
    }
    return pieces.map { $0.piece(in: text, isAlone: pieces.count == 1) }
  }

  /// A piece to which further parts may be added.
  struct OpenPiece {
    var parts: [Clause]
    let heading: Substring?
    let isTicked: Bool?
    /// The start of a greeting before the piece, or nil if there is none.
    let opening: Substring.Index?
  }
}

// MARK: - Cutting

extension Splitter {
  /// A part of a unit, and the separator between the previous part and this one.
  struct Cut {
    let text: Substring
    let bond: Bond
  }

  /// The separator between two parts.
  enum Bond {
    /// A list mark, a number, a slash or a cut between clauses: the parts are always separate.
    case apart
    /// The end of a line.
    case line
    /// A semicolon.
    case semicolon
    /// The end of a sentence.
    case sentence
  }

  /// Returns the parts of a unit, which is cut at its marks, at the ends of sentences, and between
  /// clauses.
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
  /// The maximum size, in bytes, of a unit that is split. Larger units stay whole.
  private static let longest = 20_000
  /// The number of parts at the end of a piece whose topics are compared with the next part. The
  /// next part continues the piece if it shares a topic with one of them.
  private static let remembered = 8

  /// Returns whether a part continues a piece, given the separator between them.
  private func belongs(_ part: Clause, to piece: OpenPiece, _ bond: Bond) -> Bool {
    switch bond {
    case .apart: return false
    case .line: return part.refersBack
    case .semicolon:
      return part.refersBack || part.isDatum && !piece.parts.contains(where: \.hasOrder)
    case .sentence: break
    }
    guard let first = piece.parts.first, let last = piece.parts.last else { return false }
    if part.refersBack || part.isFragment || first.headsInstructions { return true }
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

extension Splitter.OpenPiece {
  /// Returns the finished piece, from the start of its first part to the end of its last part.
  ///
  /// - Parameter isAlone: Whether the text has no other piece. If so, the piece keeps joining words
  ///   at its start.
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
    // A quotation, a table row or a piece of several lines keeps its final punctuation.
    let isWhole = rest.contains(where: \.isNewline) || rest.first == ">" || rest.first == "|"
    let ended = isWhole ? rest.trimmed : rest.withoutEnd(keepsStop: parts.count > 1)
    return Piece(text: ended, joint: joint, heading: heading, isTicked: isTicked)
  }
}

extension Substring {
  /// Returns the text without the white space and punctuation at its end that separate it from the
  /// next piece. Removes a single full stop only if `keepsStop` is false.
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
