import CairnInsight

/// The quality of splitting texts, measured on lines such as `{"text", "pieces": [{"text"}]}`.
///
/// A piece is right if it has the same words as a labelled piece, regardless of case and
/// punctuation.
struct PieceMeasures {
  /// The measures of the pieces.
  let pieces: FieldShares
  /// The texts that were split otherwise, one on each line.
  let mistakes: [String]

  private struct Line: Decodable {
    struct Piece: Decodable { let text: String }
    let text: String
    let pieces: [Piece]
  }

  /// Measures the lines of a file. Nil if there is no such file.
  init?(_ folder: EvalFolder, _ name: String) throws {
    guard let lines = try folder.read(name, as: Line.self) else { return nil }
    let splitter = Splitter(Classifier())
    var (right, found, labelled) = (0, 0, 0)
    var mistakes: [String] = []
    for line in lines {
      let pieces = splitter.pieces(of: line.text).map { String($0.text) }
      var rest = pieces.map(Self.words)
      for piece in line.pieces {
        guard let place = rest.firstIndex(of: Self.words(of: piece.text)) else { continue }
        rest.remove(at: place)
        right += 1
      }
      found += pieces.count
      labelled += line.pieces.count
      if !rest.isEmpty || pieces.count != line.pieces.count {
        mistakes.append("split: " + pieces.joined(separator: " | "))
      }
    }
    pieces = FieldShares(
      name: "split pieces", precision: Share(right, of: found), recall: Share(right, of: labelled))
    self.mistakes = mistakes
  }

  private static func words(of text: String) -> [Substring] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }
  }
}
