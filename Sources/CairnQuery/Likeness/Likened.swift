public import CairnText

/// A text or a capture after `like:` in a query, as in `like:"…"` or `like:ID`. The query compares
/// all captures with it, by the vectors of their texts.
public enum Likened: Hashable, Sendable {
  /// A text in quotes.
  case text(String)
  /// A capture, given by its id or another handle as written in the query.
  case capture(String)
}

extension Likened: CustomStringConvertible {
  /// The text as written after `like:`.
  public var description: String {
    switch self {
    case .text(let text): text.quoted
    case .capture(let handle): handle
    }
  }
}

extension Query {
  /// The texts and captures after `like:` in the query, in order, including those in excluded
  /// parts. Such a query needs a ``QueryContext`` that contains the similar captures
  /// (``QueryContext/similar``).
  public var likes: [Likened] { condition.likes }

  /// Whether the most similar captures come first, because the query has no sort keys and compares
  /// captures with a text or a capture.
  public var isRankedBySimilarity: Bool { sort.isEmpty && !condition.rankingLikes.isEmpty }

  /// Returns an error at the place where the query contains `likened`.
  public func error(at likened: Likened, _ code: String, _ message: String) -> Diagnostic {
    guard let mention = mentions.first(where: { $0.likened == likened }) else {
      return Diagnostic(.error, code, message)
    }
    return mention.error(code, message)
  }
}

extension Condition {
  /// The texts and captures after `like:` in the condition, in order, including those in excluded
  /// parts.
  fileprivate var likes: [Likened] {
    switch self {
    case .like(let likened): [likened]
    case .and(let parts), .or(let parts): parts.flatMap(\.likes)
    case .not(let inner): inner.likes
    case .all, .text, .test, .has, .flag: []
    }
  }

  /// The texts and captures after `like:` in the condition, without those in excluded parts.
  var rankingLikes: [Likened] {
    switch self {
    case .like(let likened): [likened]
    case .and(let parts), .or(let parts): parts.flatMap(\.rankingLikes)
    case .all, .not, .text, .test, .has, .flag: []
    }
  }
}

extension QueryContext {
  /// Returns the sum of the similarities of the capture at `path` to each of `likes`. The
  /// similarity is 0 if ``similar`` does not contain the capture.
  func similarity(of path: NotePath, to likes: [Likened]) -> Double {
    likes.reduce(0) { $0 + (similar[$1]?[path] ?? 0) }
  }
}

// MARK: - Parsing

extension QueryParser {
  /// Parses the texts and handles after `like:`.
  mutating func parseLike(from start: Int) throws(Diagnostic) -> Condition {
    var alternatives: [Condition] = []
    repeat {
      let place = cursor.index
      let likened: Likened
      if cursor.next == "\"" {
        likened = .text(try cursor.takeQuoted())
      } else {
        likened = .capture(cursor.takeBare(stops: [",", "\""]))
      }
      let range = place..<max(cursor.index, place + 1)
      switch likened {
      case .text(let text) where text.isBlank:
        throw cursor.error("query-empty-text", "the text to compare with is empty", at: range)
      case .capture(""):
        throw cursor.error(
          "query-empty-value",
          "`like:` needs a text in quotes or a handle; in a shell, write 'like:\"TEXT\"' or like:ID",
          at: range)
      default: break
      }
      mention(likened, range)
      alternatives.append(.like(likened))
    } while cursor.take(",")
    try cursor.expectBoundary(behind: "this value")
    return .disjunction(alternatives)
  }
}
