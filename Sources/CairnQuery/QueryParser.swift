import CairnText

/// A recursive descent parser for one argument of a query.
///
///     either  = all ("OR" all)*
///     all     = one ("AND"? one)*
///     one     = ("NOT" | "-") one | "(" either ")" | term | test | view | sort
struct QueryParser {
  /// The argument and the current position.
  var cursor: Cursor
  /// The sort keys parsed so far.
  var sort: [SortKey] = []
  /// The sort keys found so far in views. The sort keys of views apply only if the query has no
  /// sort keys of its own.
  var inheritedSort: [SortKey] = []
  /// The names found so far that can only be checked against a notebook.
  var mentions: [Query.Mention] = []
  /// Whether the argument contains a word that is searched for as text and is not quoted.
  private(set) var hasPlainWord = false
  /// Whether the argument contains a test, a view, a sort order, or an operator in capitals.
  private(set) var hasCondition = false
  /// The saved queries that the argument can name.
  var views: ViewExpansion
  /// The number of open groups and negations.
  private(set) var depth = 0

  /// The maximum nesting depth of a query. Deeper nesting could exhaust the stack.
  private static let maximumDepth = 100

  init(_ argument: String, views: ViewExpansion = ViewExpansion(texts: [:])) {
    cursor = Cursor(argument)
    self.views = views
  }

  /// Parses the whole argument and returns its condition, or ``Condition/all`` if the argument is
  /// blank.
  mutating func parse() throws(Diagnostic) -> Condition {
    cursor.skipSpaces()
    if cursor.isAtEnd { return .all }
    let condition = try parseEither()
    guard cursor.isAtEnd else { throw unopenedGroup }
    return condition
  }

  private var unopenedGroup: Diagnostic {
    cursor.error(
      "query-unopened-group", "this `)` has no matching `(`; to search for `)`, put it in quotes",
      at: cursor.index..<cursor.index + 1)
  }
}

// MARK: - Operators

extension QueryParser {
  private mutating func parseEither() throws(Diagnostic) -> Condition {
    var parts = [try parseAll()]
    var start = cursor.index
    while let range = cursor.take(word: "OR") {
      hasCondition = true
      guard parts.last != .all else { throw missingOperand("OR", at: range) }
      start = range.lowerBound
      parts.append(try parseAll(behind: ("OR", range)))
    }
    if parts.count > 1, parts.last == .all {
      throw missingOperand("OR", at: start..<start + 2)
    }
    return .disjunction(parts)
  }

  private mutating func parseAll(
    behind operator: (name: String, range: Range<Int>)? = nil
  ) throws(Diagnostic) -> Condition {
    var parts: [Condition] = []
    var pending = `operator`
    while true {
      cursor.skipSpaces()
      if cursor.isAtEnd || cursor.next == ")" || cursor.isAt(word: "OR") { break }
      if let range = cursor.take(word: "AND") {
        guard !parts.isEmpty, pending == nil else { throw missingOperand("AND", at: range) }
        hasCondition = true
        pending = ("AND", range)
        continue
      }
      parts.append(try parseOne())
      pending = nil
    }
    if let pending { throw missingOperand(pending.name, at: pending.range) }
    if parts.isEmpty {
      let range = cursor.index..<cursor.index + (cursor.isAt(word: "OR") ? 2 : 1)
      if cursor.isAt(word: "OR") { throw missingOperand("OR", at: range) }
      if depth == 0 { throw unopenedGroup }
      throw cursor.error("query-empty-group", "this group is empty", at: range)
    }
    return .conjunction(parts)
  }

  private mutating func parseOne() throws(Diagnostic) -> Condition {
    let start = cursor.index
    if let range = cursor.take(word: "NOT") {
      hasCondition = true
      cursor.skipSpaces()
      if cursor.isAtEnd || cursor.next == ")" || cursor.isAt(word: "OR") || cursor.isAt(word: "AND")
      {
        throw missingOperand("NOT", at: range)
      }
      return .not(try nested(at: start) { parser throws(Diagnostic) in try parser.parseOne() })
    }
    if cursor.next == "-" {
      cursor.advance()
      if cursor.isAtEnd || cursor.next == ")" || cursor.isAtSpace {
        throw missingOperand("-", at: start..<start + 1)
      }
      return .not(try nested(at: start) { parser throws(Diagnostic) in try parser.parseOne() })
    }
    if cursor.next == "(" {
      cursor.advance()
      let inner = try nested(at: start) { parser throws(Diagnostic) in try parser.parseEither() }
      guard cursor.take(")") else {
        throw cursor.error(
          "query-unclosed-group",
          "this `(` has no matching `)`; to search for `(`, put it in quotes",
          at: start..<start + 1)
      }
      return inner
    }
    return try parseAtom()
  }

  private mutating func nested(
    at start: Int, _ parse: (inout QueryParser) throws(Diagnostic) -> Condition
  ) throws(Diagnostic) -> Condition {
    guard views.depth + depth < Self.maximumDepth else {
      throw cursor.error(
        "query-too-deep",
        "groups and negations are nested more than \(Self.maximumDepth) levels deep",
        at: start..<start + 1)
    }
    depth += 1
    defer { depth -= 1 }
    return try parse(&self)
  }

  private func missingOperand(_ name: String, at range: Range<Int>) -> Diagnostic {
    let example =
      switch name {
      case "NOT": "NOT a"
      case "-": "-a"
      default: "a \(name) b"
      }
    return cursor.error(
      "query-missing-operand",
      "`\(name)` is missing a condition; pass the whole expression as one argument, such as "
        + "'\(example)', or search for the word itself with '\"\(name)\"'",
      at: range)
  }
}

// MARK: - Atoms

extension QueryParser {
  /// Parses a view, a term, or a test that begins with a name.
  private mutating func parseAtom() throws(Diagnostic) -> Condition {
    let start = cursor.index
    if let view = try parseView() {
      hasCondition = true
      return view
    }
    if cursor.next == "\"" {
      let text = try cursor.takeQuoted()
      if cursor.take(":") {
        hasCondition = true
        return try parseTest(.field(text), named: text, from: start)
      }
      let term = Term(cursor.take("*") ? .wordStart : .phrase, text)
      try cursor.expectBoundary(behind: "the closing quote")
      return .text(try checked(term, from: start))
    }
    if let name = cursor.fieldName() {
      if cursor.isChange(behind: name) { throw change(from: start) }
      if let test = try parseComparison(name, from: start) {
        hasCondition = true
        return test
      }
      if cursor.isTest(behind: name) {
        cursor.index = name.upperBound + 1
        let text = cursor.text(name)
        if let word = wordBeforeColon(text, from: start) { return word }
        hasCondition = true
        if let keyword = Keyword(rawValue: text.folded) {
          return try parseKeyword(keyword, from: start)
        }
        return try parseTest(Attribute(named: text), named: text, from: start)
      }
    }
    let term = try cursor.takeTerm(stops: [])
    try cursor.expectBoundary(behind: "this text")
    if case .regex = term.kind {} else { hasPlainWord = true }
    return .text(try checked(term, from: start))
  }

  /// Returns a text search for a word that is followed by a colon but no value, such as `re:` in
  /// `re: keys`. Returns nil if a value follows, or if the word is a built-in attribute or a
  /// keyword. The colon has been consumed. If the notebook has a field with this name, a later
  /// check reports that its value is missing.
  private mutating func wordBeforeColon(_ word: String, from start: Int) -> Condition? {
    guard cursor.isAtEnd || cursor.isAtSpace || cursor.next == ")",
      Keyword(rawValue: word.folded) == nil, case .field = Attribute(named: word)
    else { return nil }
    mention(.fieldWithoutValue, word, cursor.index..<cursor.index + 1)
    hasPlainWord = true
    return .text(Term(.wordStart, word))
  }

  /// Returns a term unchanged, after checking that it is valid and not empty.
  func checked(_ term: Term, from start: Int) throws(Diagnostic) -> Term {
    let range = start..<max(cursor.index, start + 1)
    var isPattern = false
    if case .regex(let ignoresCase) = term.kind {
      isPattern = true
      do throws(RegularExpression.Invalid) {
        _ = try RegularExpression(term.text, ignoresCase: ignoresCase)
      } catch {
        throw cursor.error(
          "query-bad-regex",
          "invalid regular expression, at character \(error.offset + 1): \(error.message)",
          at: range)
      }
    }
    if isPattern
      ? term.text.isEmpty : term.text.isBlank || term.text.folded.allSatisfy(\.isWhitespace)
    {
      throw cursor.error("query-empty-text", "the text to search for is empty", at: range)
    }
    return term
  }

  private mutating func change(from start: Int) -> Diagnostic {
    let text = cursor.takeBare(stops: [])
    return cursor.error(
      "query-change",
      "`\(text)` would change a field, but this is a query; to filter by a field, write "
        + "`FIELD:VALUE`, or put the text in quotes to search for it",
      at: start..<cursor.index)
  }

  /// Parses `field>=value` and similar tests. Returns nil if no comparison operator follows `name`.
  private mutating func parseComparison(
    _ name: Range<Int>, from start: Int
  ) throws(Diagnostic) -> Condition? {
    guard name.upperBound < cursor.scalars.count,
      ["<", ">"].contains(cursor.scalars[name.upperBound])
    else { return nil }
    cursor.index = name.upperBound
    let text = cursor.text(name)
    guard Keyword(rawValue: text.folded) == nil else {
      throw cursor.error(
        "query-bad-value", "`\(text)` does not work with `<` and `>`; write `\(text):…`", at: name)
    }
    return try parseTest(Attribute(named: text), named: text, from: start)
  }
}
