import CairnInsight
import CairnNotebook
import CairnText

/// A piece of a text on its way to become a capture.
struct ProposedPiece {
  /// What it says.
  var text: String
  /// The line above it that says what it and its neighbours are.
  let heading: String?
  /// Where it stands in the text; nil once it was edited.
  var range: Range<String.Index>?
  /// What joins it to the piece before.
  let joint: String
  /// Whether the box in front of it is ticked; nil where it has none.
  var isTicked: Bool?
}

/// Cuts texts up, and tells what each piece is.
struct PieceJudge {
  private let classifier: Classifier
  private let threshold: Double

  init(_ session: Session) {
    classifier = Classifier(session.notebook.habits.experience)
    threshold = session.notebook.settings.threshold
  }

  /// The pieces of a text.
  func pieces(of text: String) -> [ProposedPiece] {
    Splitter(classifier).pieces(of: text).map { piece in
      ProposedPiece(
        text: String(piece.text), heading: piece.heading.map(String.init),
        range: piece.text.startIndex..<piece.text.endIndex, joint: String(piece.joint),
        isTicked: piece.isTicked)
    }
  }

  /// What a text was found to be, and whether that is sure.
  func classify(_ text: String) -> (found: Classification, isSure: Bool) {
    let found = classifier.classify(text)
    return (found, found.isSure(from: threshold))
  }

  /// The type in a word, for people.
  func word(for text: String) -> String {
    let (found, isSure) = classify(text)
    return isSure ? found.kind?.rawValue ?? "?" : "?"
  }

  /// Two or more neighbours as one piece: as they stand in `text` on one line, else each on its own.
  static func merged(_ pieces: ArraySlice<ProposedPiece>, of text: String) -> ProposedPiece? {
    guard let first = pieces.first, let last = pieces.last else { return nil }
    var merged = first
    if first.isTicked != nil { merged.isTicked = pieces.allSatisfy { $0.isTicked == true } }
    if let start = first.range, let end = last.range, pieces.allSatisfy({ $0.range != nil }),
      case let whole = text[start.lowerBound..<end.upperBound],
      !whole.contains(where: \.isNewline)
    {
      merged.text = String(whole)
      merged.range = start.lowerBound..<end.upperBound
    } else {
      merged.text = pieces.map(\.text).joined(separator: "\n")
      merged.range = nil
    }
    return merged
  }
}
