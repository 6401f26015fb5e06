import CairnText

/// A position in an argument, with methods that parse small parts of the syntax from there.
struct Cursor {
  /// The argument that is being parsed, unchanged.
  let argument: String
  let scalars: [Unicode.Scalar]
  /// The current position, as a scalar offset from 0.
  var index = 0

  init(_ argument: String) {
    self.argument = argument
    scalars = Array(argument.unicodeScalars)
  }

  var isAtEnd: Bool { index >= scalars.count }

  var next: Unicode.Scalar? { isAtEnd ? nil : scalars[index] }

  var isAtSpace: Bool { next?.properties.isWhitespace ?? false }

  /// Returns the scalar that is `offset` scalars after the next one, or nil if the argument ends
  /// before that.
  func peek(_ offset: Int) -> Unicode.Scalar? {
    index + offset < scalars.count ? scalars[index + offset] : nil
  }

  func text(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[range])
    return String(view)
  }

  mutating func advance() { index += 1 }

  mutating func skipSpaces() {
    while isAtSpace { index += 1 }
  }

  /// If the argument continues with `scalar`, consumes this scalar and returns true. Otherwise
  /// returns false.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    index += 1
    return true
  }

  /// If the argument continues with `text`, consumes this text and returns true. Otherwise returns
  /// false.
  mutating func take(prefix text: String) -> Bool {
    guard scalars[index...].starts(with: text.unicodeScalars) else { return false }
    index += text.unicodeScalars.count
    return true
  }

  /// Returns an error at the scalars in `range`.
  func error(_ code: String, _ message: String, at range: Range<Int>) -> Diagnostic {
    Diagnostic(.error, code, message, at: utf8(range), in: Array(argument.utf8))
  }

  /// Converts scalar offsets to UTF-8 offsets.
  func utf8(_ range: Range<Int>) -> Range<Int> {
    let start = scalars.prefix(range.lowerBound).reduce(0) { $0 + UTF8.width($1) }
    let inner = scalars[min(range.lowerBound, scalars.count)..<min(range.upperBound, scalars.count)]
    return start..<start + inner.reduce(0) { $0 + UTF8.width($1) }
  }
}

// MARK: - Operators and boundaries

extension Cursor {
  /// Returns whether the operator `word`, such as `AND`, is next. White space, a parenthesis or the
  /// end of the argument must follow it.
  func isAt(word: String) -> Bool {
    guard scalars[index...].starts(with: word.unicodeScalars) else { return false }
    guard let follower = peek(word.unicodeScalars.count) else { return true }
    return follower.properties.isWhitespace || follower == "(" || follower == ")"
  }

  /// Consumes a word operator and returns its range, or nil if the operator is not next.
  mutating func take(word: String) -> Range<Int>? {
    guard isAt(word: word) else { return nil }
    let start = index
    index += word.unicodeScalars.count
    return start..<index
  }

  /// Throws a `Diagnostic` unless a space, a `)` or the end of the argument is next. In the
  /// message, `what` names the text before this position.
  func expectBoundary(behind what: String) throws(Diagnostic) {
    guard !isAtEnd, next != ")", !isAtSpace else { return }
    throw error(
      "query-missing-space", "expected a space after \(what)", at: index..<index + 1)
  }
}

// MARK: - Names

extension Cursor {
  /// Returns the range, in scalar offsets, of the field name that begins at the cursor; nil if no
  /// field name begins there. Consumes nothing.
  func fieldName() -> Range<Int>? {
    guard let next, FieldName.begins(next) else { return nil }
    let end = scalars[index...].firstIndex { !FieldName.continues($0) } ?? scalars.count
    return index..<end
  }

  /// Returns whether the colon of a test follows `name`. In `http://` and `std::`, the colon is
  /// text.
  func isTest(behind name: Range<Int>) -> Bool {
    guard name.upperBound < scalars.count, scalars[name.upperBound] == ":" else { return false }
    let rest = scalars[(name.upperBound + 1)...]
    return rest.first != ":" && !rest.starts(with: "//".unicodeScalars)
  }

  /// Returns whether the operator of a change (`=`, `+=` or `-=`) follows `name`.
  func isChange(behind name: Range<Int>) -> Bool {
    let rest = scalars[name.upperBound...]
    // A name may end with `-`, so in `tags-=x` that character is part of the name.
    return rest.first == "=" || rest.starts(with: "+=".unicodeScalars)
  }
}

// MARK: - Text

extension Cursor {
  /// Consumes text in double quotes, in which `\"` and `\\` are escapes. Returns the text without
  /// quotes and escapes.
  mutating func takeQuoted() throws(Diagnostic) -> String {
    let start = index
    index += 1
    var text = String.UnicodeScalarView()
    while let scalar = next {
      index += 1
      if scalar == "\"" { return String(text) }
      if scalar == "\\", let escaped = next, escaped == "\"" || escaped == "\\" {
        text.append(escaped)
        index += 1
      } else {
        text.append(scalar)
      }
    }
    throw error(
      "query-unclosed-quote",
      "this quote is not closed; to search for a quote, write `\"\\\"\"`",
      at: start..<start + 1)
  }

  /// Consumes a regular expression `/pattern/flags`, in which `\/` is a slash.
  mutating func takeRegex() throws(Diagnostic) -> Term {
    let start = index
    index += 1
    var pattern = String.UnicodeScalarView()
    while let scalar = next, scalar != "/" {
      index += 1
      guard scalar == "\\", let escaped = next else {
        pattern.append(scalar)
        continue
      }
      if escaped != "/" { pattern.append(scalar) }
      pattern.append(escaped)
      index += 1
    }
    guard take("/") else {
      throw error(
        "query-unclosed-regex",
        "this regular expression is not closed by `/`; to search for the text, put it in quotes",
        at: start..<start + 1)
    }
    let ignoresCase = take("i")
    if let next, next.properties.isAlphabetic {
      throw error(
        "query-bad-regex",
        "unknown flag `\(next)` after the regular expression; only `i` is supported. To search for "
          + "the text, put it in quotes",
        at: index..<index + 1)
    }
    return Term(.regex(ignoresCase: ignoresCase), String(pattern))
  }

  /// Consumes text and returns it. The text ends before white space, an unmatched `)`, one of
  /// `stops` or, if `stopsAtRange` is true, `..`.
  mutating func takeBare(stops: [Unicode.Scalar], stopsAtRange: Bool = false) -> String {
    let start = index
    var opened = 0
    while let scalar = next, !isAtSpace, !stops.contains(scalar) {
      if scalar == "(" { opened += 1 }
      if scalar == ")" {
        if opened == 0 { break }
        opened -= 1
      }
      if stopsAtRange, scalar == ".", peek(1) == "." {
        let dots = scalars[index...].prefix { $0 == "." }.count
        if dots == 2 { break }
        index += dots
      } else {
        index += 1
      }
    }
    return text(start..<index)
  }

  /// Consumes a term in any of its forms. ``takeBare(stops:stopsAtRange:)`` describes where a bare
  /// term ends.
  mutating func takeTerm(
    stops: [Unicode.Scalar], stopsAtRange: Bool = false
  ) throws(Diagnostic) -> Term {
    let start = index
    switch next {
    case "\"":
      let text = try takeQuoted()
      return Term(take("*") ? .wordStart : .phrase, text)
    case "/": return try takeRegex()
    case "~":
      index += 1
      let text = takeBare(stops: stops + ["\""], stopsAtRange: stopsAtRange)
      guard MistypedWord(text) != nil else { throw notAWord(at: start..<index) }
      return Term(.similar, text)
    case "*" where peek(1) == "\"":
      index += 1
      let text = try takeQuoted()
      guard take("*") else { throw strayStar(at: start..<start + 1) }
      return Term(.inside, text)
    default:
      let bare = takeBare(stops: stops, stopsAtRange: stopsAtRange)
      return try term(bare, from: start)
    }
  }

  /// Returns the term for a bare word. Stars at the ends of the word determine how the term
  /// matches.
  private func term(_ bare: String, from start: Int) throws(Diagnostic) -> Term {
    if let quote = scalars[start..<index].firstIndex(of: "\"") {
      throw error(
        "query-stray-quote",
        "a quote cannot begin inside a word; put a space before it, or quote the whole text",
        at: quote..<quote + 1)
    }
    let inner = bare.drop { $0 == "*" }
    var word = inner
    while word.last == "*" { word = word.dropLast() }
    let text = String(word)
    let leading = inner.startIndex > bare.startIndex
    let trailing = word.endIndex < inner.endIndex
    if word.contains(where: { $0 == "*" }) || text.isEmpty || (leading && !trailing) {
      let star = scalars[start..<index].firstIndex(of: "*") ?? start
      throw strayStar(at: star..<star + 1)
    }
    return Term(leading ? .inside : .wordStart, text)
  }

  private func notAWord(at range: Range<Int>) -> Diagnostic {
    error(
      "query-no-word",
      "`~` needs one word of \(MistypedWord.leastLetters) or more letters after it, such as "
        + "`~custard`; to search for a `~`, put the text in quotes",
      at: range)
  }

  private func strayStar(at range: Range<Int>) -> Diagnostic {
    error(
      "query-stray-star",
      "`*` is allowed only after a word (`art*`) or on both sides of it (`*art*`); to search for a "
        + "star, put it in quotes",
      at: range)
  }
}
