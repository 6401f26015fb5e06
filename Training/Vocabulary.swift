import CairnInsight
import Foundation

/// The ordinary words for `Sources/CWeights/common.bin`, from dictionaries and from training lines.
struct Vocabulary {
  private(set) var words: Set<String> = []

  /// The minimum number of training lines that write a word in lower case. Rarer words may be
  /// misspelled.
  private static let fewest = 2

  /// Adds the words of a dictionary with one word on each line. Skips names, which are capitalized,
  /// and possessives.
  mutating func addDictionary(_ path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    words.formUnion(
      text.split(separator: "\n").map(String.init).filter {
        $0 == $0.lowercased() && !$0.contains("'")
      })
  }

  /// Adds the words that English training lines write in lower case and that are not part of a
  /// person.
  mutating func add(_ captures: [LabelledCapture]) {
    var counts: [String: Int] = [:]
    for capture in captures where !capture.isForeign {
      let persons = Self.words(of: capture.person.lowercased())
      for word in Self.words(of: capture.text) where word == word.lowercased() {
        if !persons.contains(word) { counts[word, default: 0] += 1 }
      }
    }
    words.formUnion(counts.filter { $0.value >= Self.fewest }.keys)
  }

  private static func words(of text: String) -> Set<String> {
    Set(text.split { !$0.isLetter }.map(String.init).filter { $0.count > 1 })
  }

  /// Writes the filter to a file.
  func write(to path: String) throws {
    try EmbeddedFile.write(CommonWords.bytes(for: words), to: path)
  }
}
