/// A highlighter that finds the comments, strings, numbers and keywords of code.
///
///     CodeHighlighter("let x = 1 // one", language: "swift")?.pieces
///     // keyword "let", plain " x = ", number "1", plain " ", comment "// one"
///
/// It knows words and punctuation, but no grammar, and its tables (``CodeLanguage``) are small.
/// Costs one pass.
struct CodeHighlighter {
  /// The kind of a piece of code.
  enum Kind: String {
    case plain = ""
    case comment = "hl-c"
    case string = "hl-s"
    case number = "hl-n"
    case keyword = "hl-k"
  }

  /// The pieces, in order. All pieces together are the whole code.
  private(set) var pieces: [(kind: Kind, range: Range<Int>)] = []

  private let code: [UInt8]
  private let language: CodeLanguage
  private var index = 0
  private var plainStart = 0
  /// For each kind of quotation mark, the offset up to which a search found no closing mark. A mark
  /// before that offset does not begin a string.
  private var unclosed: [UInt8: Int] = [:]

  /// Finds the pieces of code; nil if the language is unknown.
  init?(_ code: some Sequence<UInt8>, language name: String) {
    guard let language = CodeLanguage.named(name) else { return nil }
    self.code = Array(code)
    self.language = language
    read()
  }

  private mutating func read() {
    if language.isDiff { return readDiff() }
    while index < code.count {
      if let end = commentEnd() {
        add(.comment, to: end)
      } else if let end = stringEnd() {
        add(isKey(behind: end) ? .keyword : .string, to: end)
      } else if code[index].isDigit, !isWord(at: index - 1) {
        add(.number, to: end { $0.isAlphanumeric || $0 == .dot || $0 == .underscore })
      } else if isWord(at: index) {
        let end = end { isWord($0) }
        let word = String(decoding: code[index..<end], as: UTF8.self)
        if language.has(word) || isKey(behind: end) {
          add(.keyword, to: end)
        } else {
          index = end
        }
      } else {
        index += 1
      }
    }
    add(.plain, to: code.count)
  }

  /// Adds the code from `index` to `end` as a piece of this kind. If the code before `index` is in
  /// no piece yet, first adds that code as a plain piece.
  private mutating func add(_ kind: Kind, to end: Int) {
    let start = kind == .plain ? end : index
    if plainStart < start { pieces.append((.plain, plainStart..<start)) }
    if start < end { pieces.append((kind, start..<end)) }
    (index, plainStart) = (end, end)
  }

  /// Returns the offset of the first byte at or after `index` that does not meet `condition`, or
  /// the end of the code if there is none.
  private func end(while condition: (UInt8) -> Bool) -> Int {
    code[index...].firstIndex { !condition($0) } ?? code.count
  }

  private func isWord(at place: Int) -> Bool {
    code.indices.contains(place) && isWord(code[place])
  }

  private func isWord(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || byte == .underscore || byte >= 0x80 || language.wordSigns.contains(byte)
  }

  private func begins(with sign: String, at place: Int) -> Bool {
    code[place...].starts(with: sign.utf8)
  }

  /// The end of the line that contains `index`, without its line feed.
  private var lineEnd: Int { code[index...].firstIndex(of: .lineFeed) ?? code.count }

  /// Returns the offset after the first occurrence of `sign` at or after `place`, or the end of the
  /// code if there is none.
  private func end(behind sign: String, from place: Int) -> Int {
    guard let first = sign.utf8.first else { return place }
    var place = place
    while let found = code[min(place, code.count)...].firstIndex(of: first) {
      if begins(with: sign, at: found) { return found + sign.utf8.count }
      place = found + 1
    }
    return code.count
  }

  /// Returns the end of the comment that begins at `index`; nil if no comment begins there.
  private func commentEnd() -> Int? {
    for sign in language.lineComments where begins(with: sign, at: index) {
      // As in shells, `#` begins a comment only at the beginning of a word.
      let isWithinWord = sign == "#" && index > 0 && !code[index - 1].isWhitespace
      if !isWithinWord { return lineEnd }
    }
    for (open, close) in language.blockComments where begins(with: open, at: index) {
      return end(behind: close, from: index + open.utf8.count)
    }
    return nil
  }

  /// Returns the end of the string that begins at `index`; nil if no string begins there.
  private mutating func stringEnd() -> Int? {
    for sign in language.longStrings where begins(with: sign, at: index) {
      return end(behind: sign, from: index + sign.utf8.count)
    }
    let quote = code[index]
    guard language.quotes.contains(quote) else { return nil }
    // An apostrophe within a word, as in `it's`, is not a quotation mark.
    if quote == UInt8(ascii: "'"), isWord(at: index - 1) { return nil }
    if index < unclosed[quote, default: 0] { return nil }
    var place = index + 1
    scan: while place < code.count {
      switch code[place] {
      case quote: return place + 1
      case .backslash: place += 1
      case .lineFeed where quote != .backtick: break scan
      default: break
      }
      place += 1
    }
    unclosed[quote] = place
    return nil
  }

  /// Returns whether a key such as `title:` ends at `end`.
  private func isKey(behind end: Int) -> Bool {
    guard let sign = language.keySign else { return false }
    let next = code[end...].first { $0 != .space }
    return next == sign
  }

  private mutating func readDiff() {
    while index < code.count {
      let end = min(lineEnd + 1, code.count)
      switch code[index] {
      case UInt8(ascii: "+"): add(.string, to: end)
      case .hyphen: add(.number, to: end)
      case .at: add(.keyword, to: end)
      default: index = end
      }
    }
    add(.plain, to: code.count)
  }
}

extension HTMLBuffer {
  /// Appends code. If the language is known, each comment, string, number and keyword gets its own
  /// element.
  mutating func code(_ code: ArraySlice<UInt8>, language: ArraySlice<UInt8>) {
    let name = String(decoding: language, as: UTF8.self)
    guard let highlighter = CodeHighlighter(code, language: name) else { return escaped(code) }
    for (kind, range) in highlighter.pieces {
      let text = code[(code.startIndex + range.lowerBound)..<(code.startIndex + range.upperBound)]
      if kind != .plain { raw("<span class=\"\(kind.rawValue)\">") }
      escaped(text)
      if kind != .plain { raw("</span>") }
    }
  }
}
