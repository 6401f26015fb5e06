public import CairnCapture
import CairnDocument
import CairnMarkup
import CairnText

/// A passage of a capture that shows why it matches.
public struct Snippet: Hashable, Sendable {
  /// The passage on one line, with `…` where it is cut.
  public let text: String
  /// The matches in ``text``, in order and nonoverlapping, at character boundaries.
  public let matches: [Range<String.Index>]
}

/// A finder of the matches and passages to show in a query's results.
public struct Passages: Sendable {
  let needles: [Needle]
  /// For each of ``needles``, the index of the word that it is a form of.
  let owners: [Int]

  /// Creates a finder for the results of `query`.
  public init(_ query: Query) {
    needles = query.condition.rankedTerms.map(Needle.init)
    owners = Array(needles.indices)
  }

  /// Creates a finder for the answers to a question.
  public init(_ question: Question) {
    needles = question.query.condition.rankedTerms.map(Needle.init)
    owners = Array(question.words.indices) + question.forms.map(\.word)
  }

  /// Returns the matches of the query's words in text such as a title, in order and without
  /// overlaps.
  public func matches(in text: String) -> [Range<String.Index>] {
    if needles.isEmpty { return [] }
    return hits(in: SearchText(text)).reduce(into: []) { merged, hit in
      if let last = merged.last, hit.range.lowerBound <= last.upperBound {
        let end = max(last.upperBound, hit.range.upperBound)
        merged[merged.count - 1] = last.lowerBound..<end
      } else {
        merged.append(hit.range)
      }
    }
  }

  /// Returns a passage of about `length` characters from the body: the passage with the most words
  /// of the query, each counted once. If the body contains none of the words, uses the meaning; if
  /// the meaning contains none either, the beginning of the body.
  public func snippet(of capture: Capture, length: Int = 160) -> Snippet {
    passage(of: capture, length).snippet
  }

  /// Returns the passage of ``snippet(of:length:)``. `line` is the number, from 1, of the line in
  /// the file that contains the first match in the passage. `line` is nil if the body contains no
  /// match, or if the match cannot be located in the file.
  public func located(in capture: Capture, length: Int = 160) -> (snippet: Snippet, line: Int?) {
    let (snippet, body, hits, first) = passage(of: capture, length)
    return (
      snippet,
      hits.isEmpty
        ? nil : Self.line(of: hits[first].range, in: body.original, of: capture)
    )
  }

  /// Returns the passage of ``snippet(of:length:)``, the text of the body, the matches in the body,
  /// and the index of the passage's first match.
  private func passage(
    of capture: Capture, _ length: Int
  ) -> (snippet: Snippet, body: SearchText, hits: [Hit], first: Int) {
    let reading = CaptureReading(capture)
    let body = SearchText(String(decoding: reading.bodyText.plainText, as: UTF8.self))
    let found = hits(in: body)
    for (text, hits) in [(body, found)] + (reading.meaning.map { [($0, hits(in: $0))] } ?? []) {
      guard !hits.isEmpty else { continue }
      let first = best(hits, in: text.original, length)
      let snippet = cut(text.original, around: hits[first].range.lowerBound, length)
      return (snippet, body, found, first)
    }
    return (cut(body.original, around: body.original.startIndex, length), body, found, 0)
  }

  /// Returns the line of the file, numbered from 1, that contains a match in the body's plain text;
  /// nil if the match is not found in the file.
  ///
  /// The plain text lacks the file's markup, so the first word of the match is searched for again
  /// in the file. An occurrence inside a longer word counts only if the match is inside a longer
  /// word, too. If the word occurs equally often in both, its first occurrence in the plain text is
  /// its first occurrence in the file, and so on. Otherwise, markup such as addresses also contains
  /// the word, and the occurrence at the nearest relative position is used. Costs one pass over the
  /// text and the file.
  private static func line(
    of match: Range<String.Index>, in text: String, of capture: Capture
  ) -> Int? {
    let word = Array(text[match].prefix { !$0.isWhitespace }.utf8)
    let offset = text.utf8.distance(from: text.utf8.startIndex, to: match.lowerBound)
    let (bytes, start) = (capture.document.bytes, capture.document.body.lowerBound)
    let (plain, body) = (Array(text.utf8), Array(bytes[start...]))
    let sides = plain.sides(of: offset..<offset + word.count)
    let isAlike = { (bytes: [UInt8], place: Int) in
      bytes.sides(of: place..<place + word.count) == sides
    }
    let same = plain.offsets(of: word).filter { isAlike(plain, $0) }
    let found = body.offsets(of: word)
    let alike = found.filter { isAlike(body, $0) }
    // Markup can separate a part of a word from the rest.
    let places = alike.isEmpty ? found : alike
    let share = Double(offset) / Double(max(text.utf8.count, 1)) * Double(bytes.count - start)
    let place =
      places.count == same.count
      ? same.firstIndex(of: offset).map { places[$0] }
      : places.min { abs(Double($0) - share) < abs(Double($1) - share) }
    return place.map { bytes[..<(start + $0)].count { $0 == 0x0A } + 1 }
  }
}

extension [UInt8] {
  /// Returns whether a letter, a digit or a character beyond ASCII precedes a range, and whether
  /// one follows it.
  fileprivate func sides(of range: Range<Int>) -> [Bool] {
    [range.lowerBound - 1, range.upperBound].map { index in
      guard indices.contains(index) else { return false }
      let byte = self[index]
      return byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
  }
}

// MARK: - Choosing passages

extension Passages {
  private struct Hit {
    let needle: Int
    let range: Range<String.Index>
  }

  private func hits(in text: SearchText) -> [Hit] {
    needles.enumerated()
      .flatMap { index, needle in
        needle.ranges(in: text).map { Hit(needle: index, range: $0) }
      }
      .sorted {
        ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
      }
  }

  /// Returns the index of the first hit in the best passage. A passage has about `length`
  /// characters. The best passage has the largest number of distinct words; among passages with the
  /// same number, the one with the most matches is the best.
  private func best(_ hits: [Hit], in text: String, _ length: Int) -> Int {
    var best = (words: 0, count: 0, first: 0)
    // Only the first 200 hits can be the first hit of the passage. This limits the time for long
    // texts.
    for (index, hit) in hits.prefix(200).enumerated() {
      let end =
        text.index(hit.range.lowerBound, offsetBy: length * 3 / 4, limitedBy: text.endIndex)
        ?? text.endIndex
      let near = hits[index...].prefix { $0.range.upperBound <= end }
      let words = Set(near.map(\.needle)).count
      if (words, near.count) > (best.words, best.count) || best.count == 0 {
        best = (words, near.count, index)
      }
    }
    return best.first
  }
}

// MARK: - Excerpts

extension Passages {
  /// Returns the whole text on one line, with its matches.
  func whole(_ text: String) -> Snippet {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return Snippet(text: line, matches: matches(in: line))
  }

  /// Returns a passage on one line that begins shortly before `place`. The passage begins and ends
  /// with whole words, unless a word is longer than a quarter of `length`.
  func cut(_ text: String, around place: String.Index, _ length: Int) -> Snippet {
    let lead = length / 4
    var start = text.index(place, offsetBy: -lead, limitedBy: text.startIndex) ?? text.startIndex
    start =
      text.wordEdge(from: start, to: place, by: 1)
      ?? text.wordEdge(from: start, by: -1, atMost: lead) ?? start
    var end = text.index(start, offsetBy: length, limitedBy: text.endIndex) ?? text.endIndex
    let least = text.index(place, offsetBy: lead, limitedBy: end) ?? end
    end =
      text.wordEdge(from: end, to: least, by: -1)
      ?? text.wordEdge(from: end, by: 1, atMost: lead) ?? end
    let isCutBefore = text[..<start].contains { !$0.isWhitespace }
    let isCutBehind = text[end...].contains { !$0.isWhitespace }
    let passage = text[start..<end].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let shown = (isCutBefore ? "…" : "") + passage + (isCutBehind ? "…" : "")
    return Snippet(text: shown, matches: matches(in: shown))
  }
}

extension String {
  /// Returns the first place between two words, or nil if there is none. Searches from `start` in
  /// steps of `step` characters, up to and including `end`, for at most `most` steps.
  fileprivate func wordEdge(
    from start: Index, to end: Index? = nil, by step: Int, atMost most: Int = .max
  ) -> Index? {
    var place = start
    var steps = 0
    while !isWordEdge(place) {
      guard place != end, steps < most else { return nil }
      place = index(place, offsetBy: step)
      steps += 1
    }
    return place
  }
}
