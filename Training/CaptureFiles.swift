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

  /// Returns the lines that the teacher labelled.
  ///
  /// Throws an error if the file cannot be read, or ``TrainingError`` with the position of an
  /// invalid line.
  static func taught(_ path: String) throws -> [TaughtLine] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return try text.split(separator: "\n").enumerated().map { index, line in
      guard let line = TaughtLine(line) else {
        throw TrainingError(description: "\(path):\(index + 1): not `thousandths, text`")
      }
      return line
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
}
