import CairnCapture
import CairnDocument
import CairnMarkup
import CairnTemplates
import CairnText

/// A sentence that contains a link.
struct LinkSentence: Sendable {
  let text: String
  let link: Markup.Link

  /// Returns the sentence as a page shows it; nil if it consists only of the link. A wikilink
  /// without a text of its own shows `title`, the title of the linked capture.
  func shown(titled title: String) -> String? {
    var text = text
    if link.isUnlabelled, let range = text.firstRange(of: link.text) {
      text.replaceSubrange(range, with: link.shown(titled: title))
    }
    return text == title || text == link.text ? nil : text.withoutMarks
  }
}

/// A search for the sentences that contain the links of a body.
struct LinkPassages {
  private let text: [UInt8]
  private let body: Range<Int>
  /// The end of the last link found, as an offset in the text.
  private var index = 0
  /// The number of bytes that may still be searched. The number begins at eight times the length of
  /// the text, regardless of the number of links.
  private var budget: Int
  /// The line of the last link found: the offset of its start, and its sentences, each with the
  /// UTF-8 offset of its end in the line.
  private var line: (start: Int, sentences: [(end: Int, text: Substring)]) = (-1, [])

  /// The maximum length of a sentence in characters.
  private static let longest = 240

  init(_ text: BodyText, of capture: Capture) {
    self.text = text.plainText
    body = capture.document.body
    budget = 8 * text.plainText.count
  }

  /// Returns the sentence that contains a link, cut to ``longest`` characters; nil for a link in a
  /// field or without text, or if the search would take too long. Must be called for all links, in
  /// the order of the file.
  mutating func sentence(with link: Markup.Link) -> String? {
    let name = Array(link.text.utf8)
    guard body.contains(link.range.lowerBound), !name.isEmpty, budget > 0 else { return nil }
    guard let found = text[index...].firstRange(of: name) else {
      budget -= text.count - index
      return nil
    }
    budget -= found.upperBound - index
    index = found.upperBound
    let lineFeed = UInt8(ascii: "\n")
    let start = text[..<found.lowerBound].lastIndex(of: lineFeed).map { $0 + 1 } ?? 0
    let end = text[found.upperBound...].firstIndex(of: lineFeed) ?? text.count
    budget -= end - start
    if line.start != start {
      let text = String(decoding: text[start..<end], as: UTF8.self)
      let sentences = Sentences.flow(text[...]).map { sentence in
        (text.utf8.distance(from: text.startIndex, to: sentence.endIndex), sentence)
      }
      line = (start, sentences)
    }
    // Bytes that are not UTF-8 were replaced in the line, so they are replaced here too.
    let before = String(decoding: text[start..<found.lowerBound], as: UTF8.self).utf8.count
    let sentence = line.sentences.first { $0.end > before }?.text
    return sentence.map { String($0).cut(to: Self.longest) }
  }
}
