import CairnInsight
import Foundation

/// A file that cannot be learned from or measured with.
struct TrainingError: Error, CustomStringConvertible {
  let description: String
}

/// Reads labelled captures.
enum CaptureFiles {
  /// All lines of the `.tsv` files of a folder, in the order of their names.
  ///
  /// Throws ``TrainingError`` for a line that is none, with its place, and what Foundation throws for
  /// a file that cannot be read.
  static func training(_ folder: String) throws -> [LabelledCapture] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return try names.filter { $0.hasSuffix(".tsv") }.sorted().flatMap { name in
      try lines("\(folder)/\(name)", voice: String(name.dropLast(4)))
    }
  }

  /// The lines of one file, as ``training(_:)`` reads them.
  static func lines(_ path: String, voice: String = "") throws -> [LabelledCapture] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return try text.split(separator: "\n").enumerated().map { index, line in
      guard let capture = LabelledCapture(line: line, voice: voice) else {
        throw TrainingError(
          description: "\(path):\(index + 1): not `type, text, person, due` with tabs between, or "
            + "the person or due time is not in the text")
      }
      return capture
    }
  }

  /// A line of a file to measure with.
  private struct Line: Decodable {
    let label: String
    let text: String
    let person: String?
    let due: String?
    /// The types between which to ask, where the label is none.
    let alt: [String]?
  }

  /// The captures of a JSONL file: `{"label", "text", "person", "due", "alt"}` in each line.
  ///
  /// Throws ``TrainingError`` for a line that is none, with its place.
  static func measuring(_ path: String) throws -> [LabelledCapture] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return try text.split(separator: "\n").enumerated().map { index, line in
      guard let line = try? JSONDecoder().decode(Line.self, from: Data(line.utf8)) else {
        throw TrainingError(description: "\(path):\(index + 1): no label or no text")
      }
      let kind = CaptureKind(rawValue: line.label.lowercased())
      let others = (line.alt ?? []).compactMap { CaptureKind(rawValue: $0.lowercased()) }
      return LabelledCapture(
        voice: path, kinds: kind.map { [$0] } ?? (others.isEmpty ? CaptureKind.allCases : others),
        text: line.text, person: line.person ?? "", due: line.due ?? "")
    }
  }
}
