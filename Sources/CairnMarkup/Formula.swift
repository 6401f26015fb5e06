import CairnText

/// A formula in a body, such as `$x_1$` or `$$\sum_i x_i$$`.
public struct Formula: Hashable, Sendable {
  /// The formula in the language of LaTeX, without the dollar signs around it.
  public let tex: String
  /// Whether the formula is shown on a line of its own (`$$…$$`).
  public let isBlock: Bool

  /// Creates a formula.
  public init(_ tex: String, isBlock: Bool) {
    self.tex = tex
    self.isBlock = isBlock
  }

  /// Reads the formula that begins with the dollar sign at `start`. Returns the formula and the
  /// ranges of its lines. Returns nil if no formula begins there.
  ///
  /// The rules are those of Pandoc, so that most prices are not formulas:
  ///
  /// - `$…$` is on one line, with no blank after its first sign, and no blank or `(` before its
  ///   last sign. No digit follows the last sign, and no letter or digit precedes the first sign.
  /// - `$$…$$` on several lines begins a line; see ``FirstLine``.
  ///
  /// In addition, a formula never hides a list item, a table row, a code fence or a link: it
  /// contains no backtick, no link, and no pipe in a table. It must end at the next unescaped sign
  /// or, for `$$`, at the next two signs, so the cost of all calls is linear.
  ///
  /// - Parameter table: The first of ``tables(in:_:)`` that ends after `start`.
  static func read(
    at start: Int, in bytes: [UInt8], _ body: Range<Int>, table: Range<Int>?
  ) -> (formula: Formula, lines: [Range<Int>])? {
    let sign = UInt8(ascii: "$")
    let isBlock = start + 1 < body.upperBound && bytes[start + 1] == sign
    let width = isBlock ? 2 : 1
    let content = start + width
    guard content < body.upperBound, bytes[content] != sign else { return nil }
    if start > body.lowerBound, bytes[start - 1].isAlphanumeric { return nil }
    if !isBlock, bytes[content].isWhitespace { return nil }
    var first: FirstLine?
    var lines: [Range<Int>] = []
    var (line, index) = (start, content)
    var openBrackets = 0
    var hasMarker = false
    while index < body.upperBound {
      switch bytes[index] {
      case .backslash where index + 1 < body.upperBound && !bytes[index + 1].isLineEnd: index += 1
      case .backtick, 0: return nil
      case .pipe where table?.contains(index) == true: return nil
      case .openBracket, .closeBracket, .colon:
        if isLink(at: index, in: bytes, upTo: body.upperBound) { return nil }
        if bytes[index] == .openBracket { openBrackets += 1 }
        if bytes[index] == .closeBracket { openBrackets = max(openBrackets - 1, 0) }
      case .lineFeed:
        // Each line has one end, so the cost stays linear.
        if isBlock, lines.isEmpty {
          first = FirstLine(signsAt: start, end: index, in: bytes, from: body.lowerBound)
        }
        guard let firstLine = first else { return nil }
        let end = index > line && bytes[index - 1] == .carriageReturn ? index - 1 : index
        lines.append(line..<end)
        line = self.start(
          ofLine: index + 1, in: bytes, upTo: body.upperBound, depth: firstLine.quoteDepth)
        if line == body.upperBound || bytes[line].isOne(of: "\r\n") { return nil }
        let text = bytes[line..<body.upperBound]
        if bytes[(index + 1)..<line].column < firstLine.column { return nil }
        if beginsSection(text) { return nil }
        // In a formula, the same character may be a sign such as minus.
        if text.markerEnd != nil {
          guard firstLine.hasOnlySigns else { return nil }
          hasMarker = true
        }
        index = line
        continue
      case .carriageReturn:
        let isLineFeedNext = index + 1 < body.upperBound && bytes[index + 1] == .lineFeed
        if !isLineFeedNext { return nil }
      case sign where !isBlock || index + 1 < body.upperBound && bytes[index + 1] == sign:
        let end = index + width
        if !isBlock {
          let isPrice = end < body.upperBound && bytes[end].isDigit
          let last = bytes[index - 1]
          if isPrice || last.isWhitespace || last == .openParenthesis { return nil }
        }
        if hasMarker, index > line { return nil }
        if openBrackets > 0,
          let next = bytes[end..<body.upperBound].firstIndex(where: { $0.isOne(of: "[]") }),
          bytes[next] == .closeBracket, isLink(at: next, in: bytes, upTo: body.upperBound)
        {
          return nil
        }
        lines.append(line..<end)
        let text = lines.map { String(decoding: bytes[$0], as: UTF8.self) }.joined(separator: "\n")
        let tex = text.dropFirst(width).dropLast(width)
        return tex.isBlank ? nil : (Formula(String(tex.trimmingBlanks), isBlock: isBlock), lines)
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Returns the ranges of lines that may be in a table, in order: each begins one line before a
  /// row such as `|---|`, and ends at the next blank line. Costs one pass.
  static func tables(in bytes: [UInt8], _ body: Range<Int>) -> [Range<Int>] {
    var tables: [Range<Int>] = []
    var (previous, start) = (body.lowerBound, body.lowerBound)
    var isTable = false
    while start < body.upperBound {
      let end = bytes[start..<body.upperBound].firstIndex(where: \.isLineEnd) ?? body.upperBound
      let line = bytes[start..<end]
      if line.allSatisfy({ $0.isWhitespace || $0 == .greater }) {
        isTable = false
      } else if isTable {
        tables.append(start..<end)
      } else if line.drop(while: { $0.isWhitespace || $0 == .greater }).mayBeDelimiterRow {
        tables.append(previous..<end)
        isTable = true
      }
      previous = start
      let isPair =
        end + 1 < body.upperBound && bytes[end] == .carriageReturn && bytes[end + 1] == .lineFeed
      start = end + (isPair ? 2 : 1)
    }
    return tables
  }

  /// Returns whether the byte at `index` begins a wikilink or a footnote mark, ends the text of a
  /// link, or is in an address.
  private static func isLink(at index: Int, in bytes: [UInt8], upTo end: Int) -> Bool {
    let rest = bytes[index..<end]
    switch bytes[index] {
    case .openBracket:
      return rest.starts(with: "[^".utf8)
        || InlineMask.wikilink(at: index, in: bytes, upTo: end) != nil
    case .closeBracket: return rest.starts(with: "](".utf8) || rest.starts(with: "][".utf8)
    case .colon: return rest.starts(with: "://".utf8)
    default: return false
    }
  }

  /// Returns whether a line begins with a code fence or a heading. No formula has such a line.
  private static func beginsSection(_ line: ArraySlice<UInt8>) -> Bool {
    if line.starts(with: "~~~".utf8) { return true }
    let rest = line.drop { $0 == .hash }
    return (1...6).contains(rest.startIndex - line.startIndex) && rest.first?.isWhitespace != false
  }

  /// The first line of a formula `$$…$$` that has several lines.
  ///
  /// Before the first `$$`, the line contains only blanks and the markers of block quotes and
  /// lists. Every other line must begin at or to the right of the column of the first `$$`;
  /// otherwise, the line could be the next list item. A line may begin with a marker, such as the
  /// minus in `- b`, only if the first line contains nothing after `$$` and the last line begins
  /// with `$$`.
  private struct FirstLine {
    /// The number of block quotes that contain the formula.
    let quoteDepth: Int
    /// The column of the first `$$`.
    let column: Int
    /// Whether nothing but white space follows the first `$$` on its line.
    let hasOnlySigns: Bool

    /// Reads the line that ends at `end`. Returns nil if the signs are preceded by anything but
    /// blanks and markers.
    init?(signsAt signs: Int, end: Int, in bytes: [UInt8], from first: Int) {
      let start = bytes[first..<signs].lastIndex(where: \.isLineEnd).map { $0 + 1 } ?? first
      let text = bytes[start..<signs]
      guard text.allSatisfy({ $0.isDigit || $0.isOne(of: " \t>-+*.)") }) else { return nil }
      quoteDepth = text.prefix { $0.isOne(of: " \t>") }.count { $0 == .greater }
      column = text.column
      hasOnlySigns = bytes[(signs + 2)..<end].allSatisfy(\.isWhitespace)
    }
  }

  /// Returns the offset of the text of the line that begins at `index`, after the blanks and the
  /// signs of `depth` block quotes.
  private static func start(
    ofLine index: Int, in bytes: [UInt8], upTo end: Int, depth: Int
  ) -> Int {
    var (index, depth) = (index, depth)
    while index < end, bytes[index].isOne(of: " \t") || bytes[index] == .greater && depth > 0 {
      if bytes[index] == .greater { depth -= 1 }
      index += 1
    }
    return index
  }
}

// MARK: - MathML

/// A formula in MathML that is safe to put on a page, even if its author is not trusted.
public struct MathML: Hashable, Sendable {
  /// The element `<math>` as HTML.
  public let html: String

  /// Reads the only `<math>` element in `text`. Drops all attributes that MathML Core does not
  /// need.
  ///
  /// Returns nil if there is not exactly one such element, if it contains anything that could load
  /// or run something, or if its elements are not nested correctly.
  public init?(in text: Substring) {
    guard let start = text.firstRange(of: "<math"), let end = text.firstRange(of: "</math>"),
      start.lowerBound < end.lowerBound, !text[end.upperBound...].contains("<math")
    else { return nil }
    var rest = Array(text[start.lowerBound..<end.upperBound].utf8)[...]
    var html: [UInt8] = []
    var open: [String] = []
    while let sign = rest.firstIndex(of: .less) {
      html += rest[...sign]
      rest = rest[(sign + 1)...]
      let isEnd = Self.take(.slash, from: &rest)
      let name = Self.takeName(from: &rest)
      guard Self.elements.contains(name) else { return nil }
      html += "\(isEnd ? "/" : "")\(name)".utf8
      while let (attribute, value) = Self.takeAttribute(from: &rest) {
        if Self.attributes.contains(attribute) {
          html += " \(attribute)=\"".utf8 + value + "\"".utf8
        }
      }
      let isEmpty = Self.take(.slash, from: &rest)
      if isEmpty { html.append(.slash) }
      guard rest.first == .greater, !isEnd || open.popLast() == name else { return nil }
      if !isEnd, !isEmpty { open.append(name) }
    }
    guard open.isEmpty else { return nil }
    self.html = String(decoding: html + rest, as: UTF8.self)
  }

  private static func take(_ byte: UInt8, from rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == byte else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func takeName(from rest: inout ArraySlice<UInt8>) -> String {
    let name = rest.prefix { $0.isAlphanumeric || $0 == .hyphen || $0 == .colon }
    rest = rest[name.endIndex...]
    return String(decoding: name, as: UTF8.self)
  }

  /// Takes the blanks and the attribute at the beginning of `rest`. Returns nil if there is no
  /// attribute with a value in double quotes.
  private static func takeAttribute(
    from rest: inout ArraySlice<UInt8>
  ) -> (name: String, value: ArraySlice<UInt8>)? {
    rest = rest.drop(while: \.isWhitespace)
    let name = takeName(from: &rest)
    guard !name.isEmpty, rest.starts(with: "=\"".utf8) else { return nil }
    let value = rest.dropFirst(2).prefix {
      $0 != UInt8(ascii: "\"") && $0 != .less && $0 != .greater
    }
    rest = rest[value.endIndex...]
    return take(UInt8(ascii: "\""), from: &rest) ? (name, value) : nil
  }

  private static let elements: Set<String> = [
    "annotation", "math", "merror", "mfrac", "mi", "mmultiscripts", "mn", "mo", "mover", "mpadded",
    "mphantom", "mprescripts", "mroot", "mrow", "ms", "mspace", "msqrt", "mstyle", "msub",
    "msubsup", "msup", "mtable", "mtd", "mtext", "mtr", "munder", "munderover", "none",
    "semantics",
  ]
  private static let attributes: Set<String> = [
    "accent", "accentunder", "columnalign", "columnlines", "columnspacing", "columnspan", "depth",
    "display", "displaystyle", "encoding", "fence", "form", "height", "largeop", "linethickness",
    "lspace", "mathvariant", "maxsize", "minsize", "movablelimits", "rowalign", "rowlines",
    "rowspacing", "rowspan", "rspace", "scriptlevel", "separator", "stretchy", "symmetric",
    "voffset", "width",
  ]
}
