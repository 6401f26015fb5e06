import CairnText

/// The end of an unfinished query argument: the kind of text that is allowed there, and the text
/// written so far.
///
///     let place = QueryPlace(endOf: "type:action tag:wo")
///     place?.expected            // .value(.tag)
///     place?.fragment            // "wo"
///     place?.text(with: "work")  // "type:action tag:work"
public struct QueryPlace: Hashable, Sendable {
  /// The kinds of text that a query allows at a place.
  public enum Expected: Hashable, Sendable {
    /// Text to find, a name before a colon, or a view.
    case word
    /// The name of a view, after `@`.
    case view
    /// A value of an attribute.
    case value(Attribute)
    /// The name of a field, after `has:` or `no:`.
    case field
    /// A quality, after `is:`.
    case quality
    /// A name to sort by, after `sort:`.
    case sortKey
  }

  /// The kind of text that the query allows here.
  public let expected: Expected
  /// The text of the argument before the unfinished part.
  public let head: String
  /// The unfinished part, without quotes and escapes.
  public let fragment: String
  /// Whether the unfinished part begins with a double quote.
  public let isQuoted: Bool

  /// Creates the place at the end of `argument`. Returns nil if nothing can be completed there, as
  /// in a regular expression or after a closing quote.
  public init?(endOf argument: String) {
    var reader = PlaceReader(cursor: Cursor(argument))
    guard let (expected, start) = reader.place() else { return nil }
    let cursor = reader.cursor
    var fragment = cursor.text(start..<cursor.scalars.count)
    isQuoted = fragment.unicodeScalars.first == "\""
    if isQuoted {
      var quoted = Cursor(fragment + "\"")
      guard let text = try? quoted.takeQuoted(), quoted.isAtEnd else { return nil }
      fragment = text
    }
    self.expected = expected
    self.fragment = fragment
    head = cursor.text(0..<start)
  }

  /// Returns the argument with the unfinished part replaced by `name`, which is quoted if
  /// necessary.
  public func text(with name: String) -> String {
    let written =
      switch expected {
      case _ where isQuoted: name.quoted
      case .value(.collection): name.collectionValue
      case .value: name.literal
      case .word, .view, .field, .quality, .sortKey: name
      }
    return head + written
  }
}

/// A reader that finds the unfinished part at the end of an argument. Skips text that the parser
/// would reject.
private struct PlaceReader {
  var cursor: Cursor

  /// The kind of text that is expected at the end of the argument, and the scalar offset at which
  /// the unfinished part begins.
  typealias Found = (expected: QueryPlace.Expected, start: Int)

  mutating func place() -> Found? {
    while true {
      skipOperators()
      let start = cursor.index
      if cursor.isAtEnd { return (.word, start) }
      if cursor.next == "\"" {
        guard (try? cursor.takeQuoted()) != nil else { return nil }
        let name = cursor.text(start + 1..<cursor.index - 1)
        if cursor.take(":") {
          if let found = values(.value(.field(name))) { return found }
        }
      } else if cursor.next == "/" || cursor.next == "*" {
        guard (try? cursor.takeTerm(stops: [])) != nil, !cursor.isAtEnd else { return nil }
      } else if let expected = expectedBehindName() {
        if let found = values(expected) { return found }
      } else {
        let word = cursor.takeBare(stops: ["\""])
        if cursor.isAtEnd { return (word.hasPrefix("@") ? .view : .word, start) }
      }
      if cursor.isAtEnd || cursor.next == "\"" { return nil }
      // Skip a character that nothing above consumes, so that the loop always ends.
      if !cursor.isAtSpace { cursor.advance() }
      if cursor.isAtEnd { return nil }
    }
  }

  private mutating func skipOperators() {
    while true {
      cursor.skipSpaces()
      if cursor.take("(") || cursor.take("-") { continue }
      let isWord = ["AND", "OR", "NOT"].contains { word in
        cursor.isAt(word: word) && cursor.peek(word.count) != nil && cursor.take(word: word) != nil
      }
      if !isWord { return }
    }
  }

  /// Consumes a name that is followed by a colon or a comparison operator. A colon is consumed,
  /// too. Returns the kind of text expected next, or nil if no such name is next.
  private mutating func expectedBehindName() -> QueryPlace.Expected? {
    guard let name = cursor.fieldName(), name.upperBound < cursor.scalars.count else { return nil }
    let text = cursor.text(name)
    if cursor.isTest(behind: name) {
      cursor.index = name.upperBound + 1
      switch Keyword(rawValue: text.folded) {
      case .has, .no: return .field
      case .is: return .quality
      case .sort: return .sortKey
      case .like: return .value(.id)
      case nil: return .value(Attribute(named: text))
      }
    }
    guard ["<", ">"].contains(cursor.scalars[name.upperBound]) else { return nil }
    cursor.index = name.upperBound
    return .value(Attribute(named: text))
  }

  /// Consumes the finished values at the current position. Returns the place of an unfinished value
  /// at the end of the argument, or nil if there is none.
  private mutating func values(_ expected: QueryPlace.Expected) -> Found? {
    repeat {
      for sign in [">=", "<=", ">", "<", "=", ".."] where cursor.take(prefix: sign) { break }
      if expected == .sortKey { _ = cursor.take("-") }
      repeat {
        let start = cursor.index
        if cursor.next == "\"" {
          guard (try? cursor.takeQuoted()) != nil else { return (expected, start) }
        } else if cursor.next == "/", expected != .value(.collection) {
          guard (try? cursor.takeRegex()) != nil else { return nil }
        } else {
          _ = cursor.takeBare(stops: [",", "\""], stopsAtRange: true)
          if cursor.isAtEnd { return (expected, start) }
        }
      } while cursor.take(prefix: "..")
    } while cursor.take(",")
    return nil
  }
}
