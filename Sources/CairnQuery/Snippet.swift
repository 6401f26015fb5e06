public import CairnCapture
import CairnMarkup

/// A passage of a capture that shows why it matches.
public struct Snippet: Hashable, Sendable {
  /// The passage on one line, with `…` where it is cut.
  public let text: String
  /// The matches in ``text``, in order and nonoverlapping, at character boundaries.
  public let matches: [Range<String.Index>]
}

/// Finds the matches and passages to show in a query's results.
public struct Passages: Sendable {
  let needles: [Needle]

  /// Creates passages for the results of `query`.
  public init(_ query: Query) {
    needles = query.condition.rankedTerms.map(Needle.init)
  }

  /// Returns the matches of the query's words in a text such as a title, in order, nonoverlapping.
  public func matches(in text: String) -> [Range<String.Index>] {
    hits(in: SearchText(text)).reduce(into: []) { merged, hit in
      if let last = merged.last, hit.range.lowerBound <= last.upperBound {
        let end = max(last.upperBound, hit.range.upperBound)
        merged[merged.count - 1] = last.lowerBound..<end
      } else {
        merged.append(hit.range)
      }
    }
  }

  /// Returns the best passage of about `length` characters: the passage of the body that contains
  /// the most of the query's words. If the body contains none of them, uses the meaning; if the
  /// meaning contains none either, uses the beginning of the body.
  public func snippet(of capture: Capture, length: Int = 160) -> Snippet {
    let reading = CaptureReading(capture)
    let body = SearchText(String(decoding: reading.bodyText.plainText, as: UTF8.self))
    for text in [body] + [reading.meaning].compactMap(\.self) {
      let hits = hits(in: text)
      guard !hits.isEmpty else { continue }
      return cut(text.original, around: best(hits, in: text.original, length), length)
    }
    return cut(body.original, around: body.original.startIndex, length)
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

  /// Returns the start of the passage that contains the most different words and, among equals, the
  /// most matches.
  private func best(_ hits: [Hit], in text: String, _ length: Int) -> String.Index {
    var best = (words: 0, count: 0, start: text.startIndex)
    // More hits than this make no difference.
    for (index, hit) in hits.prefix(200).enumerated() {
      let end =
        text.index(hit.range.lowerBound, offsetBy: length * 3 / 4, limitedBy: text.endIndex)
        ?? text.endIndex
      let near = hits[index...].prefix { $0.range.upperBound <= end }
      let words = Set(near.map(\.needle)).count
      if (words, near.count) > (best.words, best.count) || best.count == 0 {
        best = (words, near.count, hit.range.lowerBound)
      }
    }
    return best.start
  }
}

// MARK: - Excerpts

extension Passages {
  /// Returns the whole text on one line.
  func whole(_ text: String) -> Snippet {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return Snippet(text: line, matches: matches(in: line))
  }

  /// Returns a passage on one line that begins shortly before `place`, at the start of a word if
  /// possible.
  func cut(_ text: String, around place: String.Index, _ length: Int) -> Snippet {
    let lead = length / 4
    var start = text.index(place, offsetBy: -lead, limitedBy: text.startIndex) ?? text.startIndex
    if start > text.startIndex, let gap = text[start..<place].firstIndex(where: \.isWhitespace) {
      start = text.index(after: gap)
    }
    var end = text.index(start, offsetBy: length, limitedBy: text.endIndex) ?? text.endIndex
    if end < text.endIndex {
      let tail = text[start..<end]
      let gap = tail.lastIndex(where: \.isWhitespace)
      if let gap, gap > place, tail.distance(from: gap, to: end) <= lead { end = gap }
    }
    let isCutBefore = text[..<start].contains { !$0.isWhitespace }
    let isCutBehind = text[end...].contains { !$0.isWhitespace }
    let passage = text[start..<end].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let shown = (isCutBefore ? "…" : "") + passage + (isCutBehind ? "…" : "")
    return Snippet(text: shown, matches: matches(in: shown))
  }
}
