import CairnCapture
import CairnDocument
import CairnMarkup
import CairnTemplates
import CairnText

/// A sentence that contains a link.
struct LinkSentence: Sendable {
  let text: String
  let link: Markup.Link

  /// Returns the sentence as a page shows it. In a wikilink without a text of its own, `title`, the
  /// title of the linked capture, replaces the target. Returns nil if the sentence consists only of
  /// the link.
  func shown(titled title: String) -> String? {
    var text = text
    if link.isUnlabelled, let range = text.firstRange(of: link.text) {
      text.replaceSubrange(range, with: link.shown(titled: title))
    }
    return text == title || text == link.text ? nil : text.withoutMarks
  }
}

/// A finder of the sentences that contain the links of a body.
struct LinkPassages {
  private let text: [UInt8]
  private let body: Range<Int>
  /// The offset in the text after the last link found.
  private var index = 0
  /// The number of bytes that may still be searched. The limit is eight times the length of the
  /// text, even if the text has many links.
  private var budget: Int

  /// The maximum length of a sentence in characters.
  private static let longest = 240

  init(_ text: BodyText, of capture: Capture) {
    self.text = text.plainText
    body = capture.document.body
    budget = 8 * text.plainText.count
  }

  /// Returns the sentence that contains a link; nil for a link in a field, or if the search would
  /// take too long. Must be called for all links, in the order of the file.
  mutating func sentence(with link: Markup.Link) -> String? {
    let name = Array(link.text.utf8)
    guard body.contains(link.range.lowerBound), !name.isEmpty, budget > 0,
      let found = text[index...].firstRange(of: name)
    else {
      budget -= text.count - index
      return nil
    }
    budget -= found.upperBound - index
    index = found.upperBound
    let lineFeed = UInt8(ascii: "\n")
    let start = text[..<found.lowerBound].lastIndex(of: lineFeed).map { $0 + 1 } ?? 0
    let end = text[found.upperBound...].firstIndex(of: lineFeed) ?? text.count
    budget -= end - start
    let line = String(decoding: text[start..<end], as: UTF8.self)
    let before = String(decoding: text[start..<found.lowerBound], as: UTF8.self).count
    var length = 0
    // Finds the first sentence that ends after the start of the link. The lengths include the
    // blanks between sentences.
    var rest = line[...]
    for sentence in Sentences.flow(line[...]) {
      length += rest[..<sentence.endIndex].count
      rest = rest[sentence.endIndex...]
      if length > before { return String(sentence).cut(to: Self.longest) }
    }
    return nil
  }
}
