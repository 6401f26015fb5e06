public import CairnCapture
import CairnMarkup
import CairnText

/// The passage of a capture that best answers a question.
public struct AnsweringPassage: Sendable {
  /// The passage on one line, with the places where the question's words occur in it.
  public let passage: Snippet
  /// A measure of how well the capture covers the question: the sum of the weights of the
  /// question's words. A word counts with its whole weight if it occurs in the passage or the
  /// title, and with half its weight if it occurs only in the passage's heading, the meaning or a
  /// tag.
  public let weight: Double

  /// Whether the passage contains a number, or the name of a day or a month.
  public var hasNumber: Bool {
    let words = passage.text.lowercased().split { !$0.isLetter }
    return passage.text.contains(where: \.isNumber)
      || (CalendarNames.weekdays + CalendarNames.months).contains { name in
        words.contains { $0 == name.lowercased() || $0.dropLast() == name.lowercased() }
      }
  }
}

extension Passages {
  /// Returns the paragraph, or the capture's meaning, in which the question's words have the
  /// greatest total weight. Words that occur only in the paragraph's heading count half.
  ///
  /// A paragraph of more than `length` characters is cut, between sentences if possible, and a short
  /// one can be followed by the next ones (``Stretch/extended(to:_:)``). Among paragraphs of equal
  /// weight, prefers the shortest, then the first. Prefers a paragraph to a meaning of equal weight.
  ///
  /// Returns another text if no passage contains any of the words, or if the best passage only
  /// repeats words of a title that is not the body's first line. The other text is the beginning of
  /// the body if the title contains any of the words. Otherwise, the other text is the meaning or,
  /// without a meaning, the beginning of the body.
  ///
  /// - Parameter weights: The weight of each of the question's words
  ///   (``Question/weights(frequencies:of:)``).
  public func answer(in capture: Capture, weights: [Double], length: Int = 320) -> AnsweringPassage
  {
    let reading = CaptureReading(capture)
    let context = ([reading.title] + [reading.meaning].compactMap(\.self) + reading.tags)
      .reduce(UInt64(0)) { $0 | words(in: $1) }
    let body = String(decoding: reading.bodyText.plainText, as: UTF8.self)
    let isLine = capture.titleIsFirstLine(of: reading.bodyText)
    let title = isLine ? "" : reading.title.original
    let named = words(in: reading.title)
    var best: Stretch?
    let paragraphs = Self.paragraphs(of: body, reading.bodyText.headingTexts)
    for (index, paragraph) in paragraphs.enumerated()
    where paragraph.text != title && !isFileName(paragraph.text) {
      var found = stretch(of: paragraph.text, weights, length)
      let headed = paragraph.heading.map { words(in: SearchText(String($0))) } ?? 0
      found.headed = headed & ~found.words
      found.weight += Self.sum(weights, found.headed) / 2
      found.paragraph = index
      if found.weight > 0, found.isBetter(than: best) { best = found }
    }
    if let meaning = reading.meaning?.original {
      let found = stretch(of: meaning[...], weights, length)
      if found.weight > best?.weight ?? 0 { best = found }
    }
    // A passage that only repeats the title says less than the beginning of the body.
    if let found = best, !isLine, (found.words | found.headed) & ~named == 0 { best = nil }
    let rest = isLine || named == 0 ? reading.meaning?.original ?? body : body
    let passage = snippet(of: best.map { $0.extended(to: length, paragraphs) } ?? rest, length)
    let said = best?.words ?? 0
    let others = (isLine ? context : context & ~named) | (best?.headed ?? 0)
    return AnsweringPassage(
      passage: passage,
      weight: Self.sum(weights, said | (isLine ? 0 : named))
        + Self.sum(weights, others & ~said) / 2)
  }

  /// A paragraph, and the heading of its section; nil if there is none.
  private typealias Paragraph = (text: Substring, heading: Substring?)

  /// Returns the paragraphs of a body. A heading without paragraphs counts as a paragraph.
  private static func paragraphs(of body: String, _ headings: [String]) -> [Paragraph] {
    var found: [Paragraph] = []
    var headings = headings.filter { !$0.isEmpty }[...]
    var heading: Substring?
    var isBare = false
    for line in body.split(whereSeparator: \.isNewline) {
      if let next = headings.first, next == line {
        headings = headings.dropFirst()
        if isBare, let heading { found.append((heading, nil)) }
        (heading, isBare) = (line, true)
      } else {
        found.append((line, heading))
        isBare = false
      }
    }
    if isBare, let heading { found.append((heading, nil)) }
    return found
  }

  /// Returns whether a paragraph is only the name of a picture or another file.
  private func isFileName(_ paragraph: Substring) -> Bool {
    !paragraph.contains(where: \.isWhitespace) && paragraph.allSatisfy(\.isASCII)
      && paragraph.dropLast().contains(".")
  }

  /// Returns `text` on one line as a passage of weight 0, with the places of the question's words.
  /// Text of more than `length` characters is cut: to the part around the first of these words or,
  /// if none of them occurs, to its beginning.
  public func answer(beginning text: String, length: Int = 320) -> AnsweringPassage {
    AnsweringPassage(passage: snippet(of: text, length), weight: 0)
  }

  /// Consecutive sentences of a paragraph.
  private struct Stretch {
    var text: Substring
    /// The words of the question that occur in the text. Bit n is set if the word with the index n
    /// occurs.
    var words: UInt64
    /// The words of the question that occur only in the heading of the section.
    var headed: UInt64 = 0
    var weight: Double
    /// The sentences of the paragraph; empty if the text is the whole paragraph.
    var sentences: [Substring] = []
    /// The index of the paragraph; nil if the text is not from the body.
    var paragraph: Int?

    /// Returns the text with as much context as fits into `length` characters: first the next
    /// sentences of the paragraph, then the previous ones. A paragraph that ends with a question
    /// mark or a colon is followed by the next paragraphs of its section.
    func extended(to length: Int, _ paragraphs: [Paragraph]) -> String {
      var (start, end) = (text.startIndex, text.endIndex)
      for sentence in sentences where sentence.endIndex > end {
        guard text.base[start..<sentence.endIndex].count <= length else { break }
        end = sentence.endIndex
      }
      for sentence in sentences.reversed() where sentence.startIndex < start {
        guard text.base[sentence.startIndex..<end].count <= length else { break }
        start = sentence.startIndex
      }
      var extended = String(text.base[start..<end])
      guard let paragraph, extended.hasSuffix("?") || extended.hasSuffix(":") else {
        return extended
      }
      for next in paragraphs[(paragraph + 1)...] {
        guard next.heading == paragraphs[paragraph].heading,
          extended.count + next.text.count < length
        else { break }
        extended += "\n" + next.text
      }
      return extended
    }

    func isBetter(than other: Stretch?) -> Bool {
      guard let other else { return true }
      return weight != other.weight ? weight > other.weight : text.count < other.text.count
    }
  }

  /// Returns the run of consecutive sentences of a paragraph in which the question's words have the
  /// greatest total weight. The run has at most `length` characters, unless its first sentence is
  /// longer. A paragraph that is short enough, or has none of the words, is returned whole.
  private func stretch(of paragraph: Substring, _ weights: [Double], _ length: Int) -> Stretch {
    let all = words(in: SearchText(String(paragraph)))
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
          text: text, words: said, weight: Self.sum(weights, said),
          sentences: sentences.map(\.text))
        if found.isBetter(than: best) { best = found }
      }
    }
    return best ?? whole
  }

  /// Returns which of the question's first 64 words occur in `text`. Bit n is set if the word with
  /// the index n occurs.
  private func words(in text: SearchText) -> UInt64 {
    zip(needles, owners).reduce(0) { words, form in
      guard form.1 < 64 else { return words }
      let isSaid = form.0.positions(in: text).contains { place in
        Self.isForm(text.folded.bytes[text.pieces[place]], of: form.0)
      }
      return isSaid ? words | 1 << UInt64(form.1) : words
    }
  }

  /// Returns whether a folded word, which begins with a word of the question, is a form of that
  /// word. If the question's word has at most three letters, the ending decides: `buses` is a form
  /// of `bus`, but `business` is not. Otherwise, always returns true.
  private static func isForm(_ word: some Sequence<UInt8>, of needle: Needle) -> Bool {
    guard case .pieces(let wanted, _, _) = needle, let start = wanted.first, start.count <= 3,
      let last = start.last, start.allSatisfy({ $0 &- 0x61 < 26 })
    else { return true }
    var ending = Array(word.dropFirst(start.count))
    // Skips a doubled consonant, as in `cutting`.
    if ending.count > 2, ending[0] == last { ending.removeFirst() }
    return endings.contains(String(decoding: ending, as: UTF8.self))
  }

  private static let endings: Set<String> = [
    "", "s", "es", "d", "ed", "e", "er", "y", "ing", "ies", "ied",
  ]

  private static func sum(_ weights: [Double], _ words: UInt64) -> Double {
    weights.indices.reduce(0) { $1 < 64 && words & 1 << UInt64($1) != 0 ? $0 + weights[$1] : $0 }
  }

  /// Returns `text` on one line with its matches. Text of more than `length` characters is cut
  /// around the first match.
  private func snippet(of text: String, _ length: Int) -> Snippet {
    guard text.count > length else { return whole(text) }
    return cut(text, around: matches(in: text).first?.lowerBound ?? text.startIndex, length)
  }
}
