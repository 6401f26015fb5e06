public import CairnCapture
import CairnMarkup
import CairnText

extension Capture {
  /// The maximum size of a piece of text in bytes of UTF-8, without the title. Many models read at
  /// most 512 tokens, and a piece of this size has no more than 512 tokens in any language.
  private static let longestPiece = 1200
  /// The maximum number of pieces. The rest of a longer text has no vector.
  private static let mostPieces = 16

  /// The pieces of text whose vectors represent the capture; empty if it contains no text. Each
  /// piece has the title and a part of the text; the first also has the meaning.
  public var embeddedTexts: [String] {
    let body = bodyText
    let text = String(decoding: body.plainText, as: UTF8.self)
    let lines = [writtenTitle, meaning, text].compactMap(\.self).filter { !$0.isBlank }
    let parts = Self.parts(of: lines.joined(separator: "\n"))
    guard let first = parts.first else { return [] }
    let title = String(self.title(in: body).prefix(200))
    return [first] + parts.dropFirst().map { "\(title)\n\($0)" }
  }

  /// Returns the parts of a text, at most ``mostPieces`` of them, each of at most ``longestPiece``
  /// bytes. A part ends at the end of a line, a sentence or a word if possible.
  private static func parts(of text: String) -> [String] {
    var parts: [String] = []
    var part = ""
    func add(_ piece: Substring, _ separator: String) {
      if !part.isEmpty, part.utf8.count + piece.utf8.count > longestPiece {
        parts.append(part)
        part = ""
      }
      part += part.isEmpty ? String(piece) : separator + piece
    }
    for line in text.split(whereSeparator: \.isNewline) {
      if parts.count > mostPieces { break }
      guard line.utf8.count > longestPiece else {
        add(line, "\n")
        continue
      }
      var separator = "\n"
      for words in Sentences.flow(line).flatMap({ $0.chunks(ofAtMost: longestPiece / 4) }) {
        add(words, separator)
        separator = " "
      }
    }
    if !part.isBlank { parts.append(part) }
    return Array(parts.prefix(mostPieces))
  }
}

extension Substring {
  /// Returns this text in pieces of at most `size` bytes, unless a single character is longer. Cuts
  /// at blanks if possible.
  fileprivate func chunks(ofAtMost size: Int) -> [Substring] {
    var chunks: [Substring] = []
    var (start, blank) = (startIndex, startIndex)
    var (index, count) = (startIndex, 0)
    while index < endIndex {
      let length = self[index].utf8.count
      if count + length > size, index > start {
        let isAtBlank = blank > start
        chunks.append(self[start..<(isAtBlank ? blank : index)])
        start = isAtBlank ? self.index(after: blank) : index
        count = start < index ? self[start..<index].utf8.count : 0
      }
      if self[index].isWhitespace { blank = index }
      count += length
      index = self.index(after: index)
    }
    return chunks + [self[start...]]
  }
}
