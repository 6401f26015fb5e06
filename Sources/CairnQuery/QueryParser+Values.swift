import CairnCapture
import CairnText

// MARK: - Tests

extension QueryParser {
  /// Parses the comma-separated alternatives of a test. The cursor must be after the colon or, as
  /// in `due>today`, at the operator. `start` is the offset of the field's name.
  mutating func parseTest(
    _ attribute: Attribute, named name: String, from start: Int
  ) throws(Diagnostic) -> Condition {
    if case .field = attribute { mention(.field, name, start..<cursor.index) }
    var alternatives: [Condition] = []
    repeat {
      alternatives.append(try parseAlternative(attribute, named: name))
    } while cursor.take(",")
    try cursor.expectBoundary(behind: "this value")
    return .disjunction(alternatives)
  }

  private mutating func parseAlternative(
    _ attribute: Attribute, named name: String
  ) throws(Diagnostic) -> Condition {
    let start = cursor.index
    if cursor.take(prefix: ">=") {
      return .test(attribute, .range(from: try bound(attribute, named: name), to: nil))
    }
    if cursor.take(prefix: "<=") {
      return .test(attribute, .range(from: nil, to: try bound(attribute, named: name)))
    }
    if cursor.take(">") {
      let bound = try bound(attribute, named: name, isIncluded: false)
      return .test(attribute, .range(from: bound, to: nil))
    }
    if cursor.take("<") {
      let bound = try bound(attribute, named: name, isIncluded: false)
      return .test(attribute, .range(from: nil, to: bound))
    }
    if cursor.take("=") {
      let text = try literal(named: name)
      try check(text, of: attribute, named: name, from: start)
      mentionCapture(text, attribute, from: start + 1)
      return .test(attribute, .equals(text))
    }
    if attribute == .collection { return .test(attribute, .matches(try collection(named: name))) }
    if cursor.take(prefix: "..") {
      return .test(attribute, .range(from: nil, to: try bound(attribute, named: name)))
    }
    if attribute == .path, let glob = takeGlob() { return .test(.path, .glob(glob)) }
    return try parseTermOrRange(attribute, named: name)
  }

  private mutating func parseTermOrRange(
    _ attribute: Attribute, named name: String
  ) throws(Diagnostic) -> Condition {
    let start = cursor.index
    try expectValue(named: name)
    var term = try cursor.takeTerm(stops: [","], stopsAtRange: true)
    if term.kind == .wordStart, attribute.kind != .text, cursor.scalars[cursor.index - 1] != "*" {
      // In a text attribute such as `title`, a bare word also matches the beginnings of longer
      // words. In any other attribute, the whole word must match.
      term = Term(.phrase, term.text)
    }
    if cursor.take(prefix: "..") {
      try checkRange(attribute, named: name, from: start)
      if term.kind == .similar {
        throw cursor.error(
          "query-bad-value", "a range cannot contain a word with `~`", at: start..<cursor.index)
      }
      try check(term.text, of: attribute, named: name, from: start)
      let isOpen = cursor.isAtEnd || cursor.isAtSpace || cursor.next == "," || cursor.next == ")"
      let end = isOpen ? nil : try bound(attribute, named: name)
      return .test(attribute, .range(from: Test.Bound(term.text), to: end))
    }
    if attribute == .due, term.text.folded == "overdue" { return .flag(.overdue) }
    try checkForm(term, of: attribute, named: name, from: start)
    mentionCapture(term.text, attribute, from: start)
    return .test(attribute, .matches(try checked(term, from: start)))
  }

  /// Consumes and checks a bound of a range. `isIncluded` states whether the range includes the
  /// bound itself.
  private mutating func bound(
    _ attribute: Attribute, named name: String, isIncluded: Bool = true
  ) throws(Diagnostic) -> Test.Bound {
    let start = cursor.index
    let text = try literal(named: name)
    try checkRange(attribute, named: name, from: start)
    try check(text, of: attribute, named: name, from: start)
    return Test.Bound(text, isIncluded: isIncluded)
  }

  /// Consumes a literal value, quoted or bare. `name` is the name of the field, for error messages.
  private mutating func literal(named name: String) throws(Diagnostic) -> String {
    try expectValue(named: name)
    if cursor.next == "\"" { return try cursor.takeQuoted() }
    let start = cursor.index
    let text = cursor.takeBare(stops: [",", "\""], stopsAtRange: true)
    guard !text.isEmpty else { throw emptyValue(named: name, at: start) }
    return text
  }

  /// Consumes and returns a path pattern. Returns nil and consumes nothing if the value is quoted,
  /// is a regular expression, contains neither `*` nor `?`, or has the form `*inside*`.
  private mutating func takeGlob() -> String? {
    guard cursor.next != "\"", cursor.next != "/" else { return nil }
    let saved = cursor.index
    let text = cursor.takeBare(stops: [",", "\""])
    let isInside =
      text.hasPrefix("*") && text.hasSuffix("*")
      && !text.dropFirst().dropLast().contains { $0 == "*" || $0 == "?" }
    if text.contains(where: { $0 == "*" || $0 == "?" }), !isInside { return text }
    cursor.index = saved
    return nil
  }

  /// Consumes a collection's path. `/` and `inbox` are the root; a leading slash is ignored.
  private mutating func collection(named name: String) throws(Diagnostic) -> Term {
    let start = cursor.index
    let isQuoted = cursor.next == "\""
    try expectValue(named: name)
    let text =
      isQuoted ? try cursor.takeQuoted() : cursor.takeBare(stops: [",", "\""])
    if text == "/" || (!isQuoted && text.folded == "inbox") { return Term(.phrase, "/") }
    guard let path = NotePath(String(text.drop { $0 == "/" })), !path.isRoot else {
      throw cursor.error(
        "query-bad-value",
        "`\(text)` is not a collection path; write the path from the notebook's root, such as "
          + "`in:work/acme`",
        at: start..<max(cursor.index, start + 1))
    }
    mention(.collection, path.description, start..<cursor.index)
    return Term(.phrase, path.description)
  }

  /// Records `name` as the name of a capture, if `attribute` is `link` or `linked-by`.
  private mutating func mentionCapture(_ name: String, _ attribute: Attribute, from start: Int) {
    guard attribute == .link || attribute == .linkedBy else { return }
    mention(.capture, name, start..<cursor.index)
  }

  mutating func mention(_ kind: Query.Mention.Kind, _ name: String, _ range: Range<Int>) {
    mentions.append(
      Query.Mention(
        kind: kind, name: name, argument: cursor.argument, range: cursor.utf8(range)))
  }

  mutating func mention(_ likened: Likened, _ range: Range<Int>) {
    mentions.append(
      Query.Mention(
        kind: .like, name: likened.description, argument: cursor.argument,
        range: cursor.utf8(range), likened: likened))
  }
}

// MARK: - Validation

extension QueryParser {
  private func emptyValue(named name: String, at place: Int) -> Diagnostic {
    cursor.error(
      "query-empty-value", Query.Mention.noValue(of: name), at: place..<place + 1)
  }

  private func expectValue(named name: String) throws(Diagnostic) {
    let isMissing = cursor.isAtEnd || cursor.isAtSpace || cursor.next == ")" || cursor.next == ","
    if isMissing { throw emptyValue(named: name, at: cursor.index) }
  }

  private func checkRange(
    _ attribute: Attribute, named name: String, from start: Int
  ) throws(Diagnostic) {
    guard attribute.kind == .name else { return }
    throw cursor.error(
      "query-no-order",
      "`\(name)` does not support ranges and comparisons, which only work with numbers, dates and "
        + "text",
      at: start..<max(cursor.index, start + 1))
  }

  /// If `attribute` is a score, a number, a time or a kind of content, checks that `text` is a
  /// valid value of it. `text` must end at the current position.
  private mutating func check(
    _ text: String, of attribute: Attribute, named name: String, from start: Int
  ) throws(Diagnostic) {
    let range = start..<max(cursor.index, start + 1)
    switch attribute.kind {
    case .score
    where !["0", "1", "2", "3", "undecided", "bad", "okay", "great"].contains(text.folded):
      throw cursor.error(
        "query-bad-value",
        "`\(text)` is not a valid score; use 0 to 3, or undecided, bad, okay or great. To query a "
          + "field `\(name)` with other values, write `\"\(name)\":VALUE`", at: range)
    case .number where Quantity(text) == nil:
      throw cursor.error(
        "query-bad-value", "`\(text)` is not a number; write \(name):>0.8 or \(name):0.5..0.9",
        at: range)
    case .name
    where attribute == .content && !ContentKind.allCases.map(\.rawValue).contains(text.folded):
      throw cursor.error(
        "query-bad-value",
        "`\(text)` is not a kind of content; use text, image, video or url. To query a field "
          + "`\(name)` with other values, write `\"\(name)\":VALUE`", at: range)
    case .time where DateExpression(plain: text) == nil:
      guard DateExpression.isPossible(text) else {
        throw cursor.error("query-bad-date", Query.Mention.badDate(text), at: range)
      }
      mention(.date, text, range)
    default: break
    }
  }

  /// Checks that the attribute supports the form of the term (word, phrase, regular expression …).
  private mutating func checkForm(
    _ term: Term, of attribute: Attribute, named name: String, from start: Int
  ) throws(Diagnostic) {
    switch (attribute.kind, term.kind) {
    case (.score, .wordStart), (.score, .phrase), (.time, .wordStart), (.time, .phrase),
      (.number, .wordStart), (.number, .phrase), (.name, .wordStart), (.name, .phrase):
      try check(term.text, of: attribute, named: name, from: start)
    case (.text, _), (.field, _): break
    case (.name, _) where attribute != .link && attribute != .linkedBy: break
    default:
      throw cursor.error(
        "query-bad-value",
        "`\(name)` does not support `*` patterns, `~` words or regular expressions",
        at: start..<max(cursor.index, start + 1))
    }
  }
}

// MARK: - Keywords

extension QueryParser {
  /// Parses the text after a keyword. For `sort:`, adds the names to ``sort`` and returns
  /// ``Condition/all``.
  mutating func parseKeyword(
    _ keyword: Keyword, from start: Int
  ) throws(Diagnostic) -> Condition {
    switch keyword {
    case .like: return try parseLike(from: start)
    case .has, .no:
      let conditions = try names { (parser) throws(Diagnostic) in
        Condition.has(try parser.attribute(keyword))
      }
      return keyword == .no ? .not(.disjunction(conditions)) : .disjunction(conditions)
    case .is:
      return .disjunction(
        try names { (parser) throws(Diagnostic) in Condition.flag(try parser.flag()) })
    case .sort:
      let keys = try names { (parser) throws(Diagnostic) in
        let isDescending = parser.cursor.take("-")
        return SortKey(try parser.sortAttribute(), isDescending: isDescending)
      }
      guard depth == 0 else {
        throw cursor.error(
          "query-sort-inside", "`sort:` applies to the whole result; move it out of the group",
          at: start..<cursor.index)
      }
      sort += keys
      return .all
    }
  }

  /// Parses names separated by commas, calling `name` to parse each one.
  private mutating func names<Name>(
    _ name: (inout QueryParser) throws(Diagnostic) -> Name
  ) throws(Diagnostic) -> [Name] {
    var names: [Name] = []
    repeat { names.append(try name(&self)) } while cursor.take(",")
    try cursor.expectBoundary(behind: "this name")
    return names
  }

  private mutating func attribute(
    _ keyword: Keyword, _ kind: Query.Mention.Kind = .field
  ) throws(Diagnostic) -> Attribute {
    let start = cursor.index
    if cursor.next == "\"" {
      let name = try cursor.takeQuoted()
      mention(kind, name, start..<cursor.index)
      return .field(name)
    }
    let name = cursor.takeBare(stops: [",", "\""])
    guard !name.isEmpty else {
      throw cursor.error(
        "query-empty-value", "`\(keyword.rawValue):` needs the name of a field",
        at: start..<start + 1)
    }
    let attribute = Attribute(named: name)
    if case .field = attribute { mention(kind, name, start..<cursor.index) }
    return attribute
  }

  private mutating func sortAttribute() throws(Diagnostic) -> Attribute {
    let start = cursor.index
    let attribute = try attribute(.sort, .sortKey)
    guard attribute == .link || attribute == .linkedBy else { return attribute }
    throw cursor.error(
      "query-no-order", "cannot sort by `\(attribute)`", at: start..<cursor.index)
  }

  private mutating func flag() throws(Diagnostic) -> Quality {
    let start = cursor.index
    let name = cursor.takeBare(stops: [",", "\""])
    if let flag = Quality(rawValue: name.folded) { return flag }
    let all = Quality.allCases.map(\.rawValue)
    let nearest = Nearest.name(to: name, among: all).map { "did you mean `is:\($0)`?" }
    throw cursor.error(
      "query-unknown-flag",
      "unknown state `is:\(name)`; "
        + (nearest ?? "use one of \(all.joined(separator: ", ")), or `type:` to filter by type"),
      at: start..<max(cursor.index, start + 1))
  }
}
