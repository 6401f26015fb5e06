public import CairnCapture
import CairnMarkup
import CairnText

/// The passage of one capture that answers a question best.
public struct AnsweringPassage: Sendable {
  /// The passage.
  public let passage: Snippet
  /// How much of the question it says: the weights of the words in it, and half of the weights of
  /// those that only the title, the meaning or a tag has.
  public let weight: Double
}

extension Passages {
  /// The paragraph that says most of the question, as much of it as `length` characters hold, cut
  /// between sentences: where several say as much, the shortest, then the first. The meaning where
  /// the body has none of the words, else the body's beginning.
  ///
  /// - Parameter weights: how much it tells that a passage has each of the words (``Question``).
  public func answer(in capture: Capture, weights: [Double], length: Int = 320) -> AnsweringPassage
  {
    let reading = CaptureReading(capture)
    let context = ([reading.title] + [reading.meaning].compactMap(\.self) + reading.tags)
      .reduce(UInt64(0)) { $0 | words(in: $1) }
    let body = String(decoding: reading.bodyText.plainText, as: UTF8.self)
    let isLine = capture.titleIsFirstLine(of: reading.bodyText)
    let title = isLine ? "" : reading.title.original
    var best: Stretch?
    for paragraph in body.split(whereSeparator: \.isNewline) where paragraph != title {
      let found = stretch(of: String(paragraph), weights, length)
      if found.weight > 0, found.isBetter(than: best) { best = found }
    }
    let half = { (said: UInt64) in Self.sum(weights, context & ~said) / 2 }
    if let best {
      return AnsweringPassage(
        passage: snippet(of: best.text, length), weight: best.weight + half(best.words))
    }
    let rest = reading.meaning?.original ?? body
    return AnsweringPassage(passage: snippet(of: rest, length), weight: half(0))
  }

  /// Some sentences in a row.
  private struct Stretch {
    var text: String
    /// Which words it has, a bit for each.
    var words: UInt64
    var weight: Double

    func isBetter(than other: Stretch?) -> Bool {
      guard let other else { return true }
      return weight != other.weight ? weight > other.weight : text.count < other.text.count
    }
  }

  /// The sentences of a paragraph that say most; all of it where it is short enough.
  private func stretch(of paragraph: String, _ weights: [Double], _ length: Int) -> Stretch {
    let all = words(in: SearchText(paragraph))
    let whole = Stretch(text: paragraph, words: all, weight: Self.sum(weights, all))
    guard all != 0, paragraph.count > length else { return whole }
    let sentences = Sentences.read(paragraph).map {
      (text: $0, words: words(in: SearchText(String($0))))
    }
    var best: Stretch?
    for first in sentences.indices where sentences[first].words != 0 {
      var said: UInt64 = 0
      for sentence in sentences[first...] {
        let text = paragraph[sentences[first].text.startIndex..<sentence.text.endIndex]
        if said != 0, text.count > length { break }
        said |= sentence.words
        let found = Stretch(
          text: String(text), words: said, weight: Self.sum(weights, said))
        if found.isBetter(than: best) { best = found }
      }
    }
    return best ?? whole
  }

  /// Which words of the query are in a text, a bit for each; no more than 64 are looked at.
  private func words(in text: SearchText) -> UInt64 {
    needles.prefix(64).enumerated().reduce(0) { words, needle in
      needle.element.positions(in: text).isEmpty ? words : words | 1 << UInt64(needle.offset)
    }
  }

  private static func sum(_ weights: [Double], _ words: UInt64) -> Double {
    weights.indices.reduce(0) { $1 < 64 && words & 1 << UInt64($1) != 0 ? $0 + weights[$1] : $0 }
  }

  /// A text on one line with the words marked, cut around the first one where it is too long.
  private func snippet(of text: String, _ length: Int) -> Snippet {
    guard text.count > length else { return whole(text) }
    return cut(text, around: matches(in: text).first?.lowerBound ?? text.startIndex, length)
  }
}
