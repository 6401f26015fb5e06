public import CairnCapture

/// How a query was understood, and how many captures each part of it fits.
public struct Explanation: Hashable, Sendable {
  /// One part of the query.
  public struct Line: Hashable, Sendable {
    /// How many parts it is within.
    public let depth: Int
    /// The part in words: an operator, or the canonical text.
    public let text: String
    /// How many captures fit it, whatever the other parts say.
    public let count: Int
    /// How many files had to be read to know it.
    public var filesRead = 0
  }

  /// The parts from the whole down, in the order they are written.
  public let lines: [Line]
}

extension Explanation: CustomStringConvertible {
  /// A line for each part, indented, with its count in front.
  public var description: String {
    let width = lines.map { String($0.count).count }.max() ?? 0
    return lines.map { line in
      let count = String(line.count)
      let pad = String(repeating: " ", count: width - count.count + 2 * line.depth)
      let cost = line.filesRead > 0 ? "  (\(line.filesRead) files read)" : ""
      return pad + count + "  " + line.text + cost
    }.joined(separator: "\n")
  }
}

extension Query {
  /// Counts what each part of the query fits among `captures`. Each part is tested on each capture.
  public func explanation(
    over captures: some Sequence<Capture>, in context: QueryContext
  ) -> Explanation {
    let parts = condition.parts(depth: 0)
    let checks = parts.map { Check($0.condition, in: context) }
    var counts = parts.map { _ in 0 }
    for capture in captures {
      let reading = CaptureReading(capture)
      for (index, check) in checks.enumerated()
      where check.accepts(reading, in: context) == true { counts[index] += 1 }
    }
    let lines = zip(parts, counts).map { part, count in
      Explanation.Line(depth: part.depth, text: part.condition.headline, count: count)
    }
    return Explanation(lines: lines)
  }
}

extension Condition {
  /// This part and those within it, in the order they are written.
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

  /// What a line of an explanation says of this part.
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
