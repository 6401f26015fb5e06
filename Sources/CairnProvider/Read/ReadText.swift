import CairnJSON
import CairnText

/// The text that a program extracted from a picture or a recording.
public struct ReadText: Hashable, Sendable {
  /// The text. It is never empty, and contains no control characters. No line begins or ends with a
  /// blank.
  public let text: String
  /// The program's confidence in the text, from 0 to 1; nil if the program did not state one.
  public let confidence: Double?

  /// Creates a text; nil if it contains no letter or digit.
  init?(_ text: String, confidence: Double?) {
    var lines: [String] = []
    let plain = text.replacing("\r\n", with: "\n").replacing("\u{0C}", with: "\n\n")
    for line in plain.split(separator: "\n", omittingEmptySubsequences: false) {
      let scalars = line.unicodeScalars.map { TerminalText.steers($0) ? " " : $0 }
      var clean = String(String.UnicodeScalarView(scalars))
      while clean.last?.isWhitespace == true { clean.removeLast() }
      clean = String(clean.drop(while: \.isWhitespace))
      if clean.isEmpty, lines.last?.isEmpty ?? true { continue }
      lines.append(clean)
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    self.text = lines.joined(separator: "\n")
    self.confidence = confidence.map { min(max($0, 0), 1) }
    guard self.text.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
  }

  /// Creates the text from the output of a program: plain text, or a JSON object with `text` and,
  /// optionally, `confidence`. PocketSphinx calls these members `t` and `p`. Nil if the text
  /// contains no letter or digit.
  ///
  /// Throws a ``WrongShape`` if the output is not valid UTF-8, or if a member has a wrong value.
  static func plain(_ output: [UInt8]) throws(WrongShape) -> ReadText? {
    guard let plain = String(validating: output, as: UTF8.self) else {
      throw WrongShape("the text that the program printed is not valid UTF-8")
    }
    let value = JSONValue(reading: output)
    guard let value, let key = ["text", "t"].first(where: { value[$0] != nil }) else {
      return ReadText(plain, confidence: nil)
    }
    let name = key == "t" ? "p" : "confidence"
    let confidence: Double? =
      switch value[name] {
      case .number(let number)?: number
      case .integer(let number)?: Double(number)
      case .null?, nil: nil
      case let other:
        throw WrongShape(field: name, other, expected: "a number from 0 to 1")
      }
    // PocketSphinx can state a probability slightly above 1.
    if name == "confidence", let confidence, !(0...1).contains(confidence) {
      throw WrongShape(field: name, value[name], expected: "a number from 0 to 1")
    }
    return ReadText(try value.string(key), confidence: confidence)
  }

  /// Creates the text from the table of words that tesseract prints (`tsv`). An empty line
  /// separates blocks and paragraphs. The confidence is the mean of the words' confidences,
  /// weighted by word length.
  static func table(_ output: [UInt8]) -> ReadText? {
    var text = ""
    var (sum, count) = (0.0, 0.0)
    var last: [Substring] = []
    for row in String(decoding: output, as: UTF8.self).split(separator: "\n").dropFirst() {
      let cells = row.split(
        separator: "\t", maxSplits: 11, omittingEmptySubsequences: false)
      guard cells.count == 12, cells[0] == "5", let confidence = Double(cells[10]),
        case let word = cells[11].filter({ !$0.isWhitespace }), !word.isEmpty
      else { continue }
      // The page, the block, the paragraph and the line.
      let place = Array(cells[1...4])
      if !last.isEmpty {
        text += place == last ? " " : place.dropLast() == last.dropLast() ? "\n" : "\n\n"
      }
      last = place
      text += word
      sum += max(confidence, 0) * Double(word.count)
      count += Double(word.count)
    }
    return count == 0 ? nil : ReadText(text, confidence: sum / count / 100)
  }
}
