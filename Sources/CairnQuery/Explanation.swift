public import CairnCapture
import CairnText

/// The interpretation of a query, with the number of captures that match each part.
public struct Explanation: Hashable, Sendable {
  /// One part of the query.
  public struct Line: Hashable, Sendable {
    /// The nesting depth of the part; 0 for the whole query.
    public let depth: Int
    /// The canonical text of the part. For a part that consists of others: `all of`, `any of` or
    /// `not`. For a query without conditions: `everything`.
    public let text: String
    /// The number of captures that match this part of the query, regardless of the other parts.
    public let count: Int
    /// The number of files that were read to count the matches.
    public var filesRead = 0
    /// The spellings in which a mistyped word of this part was found, in folded form.
    public var spellings: [String] = []
  }

  /// The parts in the order of the query. Each part is followed by the parts nested in it.
  public let lines: [Line]
}

extension Explanation: CustomStringConvertible {
  /// The explanation as text. The line of each part begins with the part's count. The part's text
  /// follows, indented by the part's depth.
  public var description: String {
    let width = lines.map { String($0.count).count }.max() ?? 0
    return lines.map { line in
      let count = String(line.count)
      let pad = String(repeating: " ", count: width - count.count + 2 * line.depth)
      let cost = line.filesRead > 0 ? "  (\(line.filesRead.of("file")) read)" : ""
      let found =
        line.spellings.isEmpty ? "" : "  (found \(line.spellings.joined(separator: ", ")))"
      return pad + count + "  " + line.text + found + cost
    }.joined(separator: "\n")
  }
}

extension Query {
  /// Returns the number of captures that match each part of the query. Tests each part on each
  /// capture.
  public func explanation(
    over captures: some Sequence<Capture>, in context: QueryContext
  ) -> Explanation {
    let parts = condition.parts(depth: 0)
    let checks = parts.map { Check($0.condition, in: context) }
    var counts = parts.map { _ in 0 }
    var spellings = parts.map { SpellingFinder(part: $0.condition) }
    for capture in captures {
      let reading = CaptureReading(capture)
      for (index, check) in checks.enumerated()
      where check.accepts(reading, in: context) == true {
        counts[index] += 1
        spellings[index].add(reading)
      }
    }
    let lines = parts.indices.map { index in
      Explanation.Line(
        depth: parts[index].depth, text: parts[index].condition.headline, count: counts[index],
        spellings: spellings[index].found.flatMap(\.spellings))
    }
    return Explanation(lines: lines)
  }
}

extension Condition {
  /// Returns this condition and the conditions nested in it, in query order, each with its depth.
  func parts(depth: Int) -> [(depth: Int, condition: Condition)] {
    let inner: [Condition] =
      switch self {
      case .and(let parts), .or(let parts): parts
      case .not(.has): []
      case .not(let part): [part]
      default: []
      }
    return [(depth, self)] + inner.flatMap { $0.parts(depth: depth + 1) }
  }

  /// The text of this condition in an explanation.
  var headline: String {
    switch self {
    case .all: "everything"
    case .and: "all of"
    case .or: "any of"
    case .not(.has): description
    case .not: "not"
    default: description
    }
  }
}
