import CairnInsight
import Foundation

/// The quality of splitting texts, measured on lines such as `{"text", "pieces": [{"text"}]}`.
///
/// A piece is right if it has the same words as a labelled piece, regardless of case and
/// punctuation.
enum PieceMeasures {
  private struct Line: Decodable {
    struct Piece: Decodable {
      let text: String
      let label: String
    }
    let text: String
    let pieces: [Piece]
  }

  /// Returns the precision and recall of pieces, the share of right pieces with the right type, and
  /// the errors.
  static func report(_ path: String) throws -> String {
    let lines = try JSONLines.read(path, as: Line.self)
    let classifier = Classifier()
    var (right, found, labelled, typed) = (0, 0, 0, 0)
    var wrong: [String] = []
    for line in lines {
      let pieces = Splitter(classifier).pieces(of: line.text).map { String($0.text) }
      var rest = pieces.map(words)
      var missed: [String] = []
      for piece in line.pieces {
        guard let place = rest.firstIndex(of: words(of: piece.text)) else {
          missed.append(piece.text)
          continue
        }
        rest.remove(at: place)
        right += 1
        typed += classifier.classify(piece.text).kind?.rawValue == piece.label.lowercased() ? 1 : 0
      }
      found += pieces.count
      labelled += line.pieces.count
      if !missed.isEmpty { wrong.append("  " + pieces.joined(separator: " | ")) }
    }
    let share = { (count: Int, all: Int) in Measures.percent(Double(count) / Double(max(all, 1))) }
    return
      ([
        "\(path)\n",
        "pieces: precision \(share(right, found)), recall \(share(right, labelled)) of \(labelled); "
          + "type of these right \(share(typed, right))", "cut otherwise:",
      ] + wrong).joined(separator: "\n")
  }

  private static func words(of text: String) -> [Substring] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }
  }
}

/// A file with one object on each line.
enum JSONLines {
  /// Returns the objects.
  ///
  /// Throws ``TrainingError`` with the position of an invalid line, and errors of Foundation for a
  /// file that cannot be read.
  static func read<Line: Decodable>(_ path: String, as type: Line.Type) throws -> [Line] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return try text.split(separator: "\n").enumerated().map { index, line in
      do {
        return try JSONDecoder().decode(type, from: Data(line.utf8))
      } catch {
        throw TrainingError(description: "\(path):\(index + 1): \(error)")
      }
    }
  }
}
