import CairnInsight
import Foundation

/// A folder of files to measure with, such as `../shared/eval`. Each file has one JSON object on
/// each line.
struct EvalFolder {
  /// The lines of a file that are measured, counted from 0. While rules are being written, only the
  /// even lines of a file are looked at, so that the odd lines measure what the rules are worth.
  enum Half: String {
    case all, even, odd

    func contains(_ index: Int) -> Bool {
      self == .all || index % 2 == (self == .even ? 0 : 1)
    }
  }

  let path: String
  let half: Half

  /// Returns the objects of a file. If there is no such file, says so on standard error and returns
  /// nil.
  ///
  /// Throws ``TrainingError`` with the position of an invalid line, and errors of Foundation for a
  /// file that cannot be read.
  func read<Line: Decodable>(_ name: String, as type: Line.Type) throws -> [Line]? {
    let file = "\(path)/\(name)"
    guard FileManager.default.fileExists(atPath: file) else {
      FileHandle.standardError.write(Data("eval: skipped \(name): no such file in \(path)\n".utf8))
      return nil
    }
    let text = try String(contentsOfFile: file, encoding: .utf8)
    return try text.split(separator: "\n").enumerated().filter { half.contains($0.offset) }.map {
      index, line in
      do {
        return try JSONDecoder().decode(type, from: Data(line.utf8))
      } catch {
        throw TrainingError(description: "\(file):\(index + 1): \(error)")
      }
    }
  }

  /// Returns the captures of a file with `{"label", "text", "person", "due", "alt", "ref"}` on each
  /// line, as ``read(_:as:)`` does.
  func captures(_ name: String) throws -> [LabelledCapture]? {
    try read(name, as: Line.self)?.map { line in
      let kind = CaptureKind(rawValue: line.label.lowercased())
      let others = (line.alt ?? []).compactMap { CaptureKind(rawValue: $0.lowercased()) }
      return LabelledCapture(
        voice: name, kinds: kind.map { [$0] } ?? (others.isEmpty ? CaptureKind.allCases : others),
        text: line.text, person: line.person ?? "", due: line.due ?? "",
        days: line.ref.map(Self.days))
    }
  }

  private struct Line: Decodable {
    let label: String
    let text: String
    let person: String?
    let due: String?
    /// The types to choose from if the label is not a type.
    let alt: [String]?
    /// The day that `due` means, or the first and the last day: `2026-12-31..2027-01-31`.
    let ref: String?
  }

  private static func days(_ text: String) -> ClosedRange<String> {
    let first = String(text.prefix(10))
    return first...max(first, String(text.suffix(10)))
  }
}
