import CairnInsight
import Foundation

/// An error in a file to learn from or to measure with.
struct TrainingError: Error, CustomStringConvertible {
  let description: String
}

/// Functions that read labelled captures.
enum CaptureFiles {
  /// Returns all lines of the `.tsv` files in a folder, in the order of the file names.
  ///
  /// Throws ``TrainingError`` with the position of an invalid line, and errors of Foundation for a
  /// file that cannot be read.
  static func training(_ folder: String) throws -> [LabelledCapture] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return try names.filter { $0.hasSuffix(".tsv") }.sorted().flatMap { name in
      try lines("\(folder)/\(name)", voice: String(name.dropLast(4)))
    }
  }

  /// Returns the lines of one file, in the format of ``training(_:)``.
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
    /// The types to choose from if the label is not a type.
    let alt: [String]?
    /// The day that `due` means if the text is read on Tuesday, 24 November 2026.
    let ref: String?
  }

  /// Returns the captures of a JSONL file with `{"label", "text", "person", "due", "alt"}` on each
  /// line.
  ///
  /// Throws ``TrainingError`` with the position of an invalid line.
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
        text: line.text, person: line.person ?? "", due: line.due ?? "",
        day: line.ref.map { String($0.prefix(10)) })
    }
  }
}
