import Foundation
import Testing

/// The notes of `filter-evasion.txt`, which says what they are.
enum FilterEvasion {
  struct Row: Sendable, CustomTestStringConvertible {
    /// What the technique is called.
    let technique: String
    /// A note that tries it.
    let note: String

    var testDescription: String { technique }
  }

  static let rows: [Row] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "filter-evasion.txt")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return text.components(separatedBy: "\n=== ").dropFirst().map { part in
      let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      let note = lines.count > 1 ? String(lines[1]) : ""
      return Row(
        technique: String(lines[0]),
        note: note.replacingOccurrences(of: "␀", with: "\0")
          .replacingOccurrences(of: "→", with: "\t"))
    }
  }()
}
