import CairnText

/// A formula in a body, such as `$x_1$` or `$$\sum_i x_i$$`.
public struct Formula: Hashable, Sendable {
  /// The formula in the language of LaTeX, without the dollar signs around it.
  public let tex: String
  /// Whether the formula has a line of its own (`$$…$$`).
  public let isBlock: Bool

  /// Creates a formula.
  public init(_ tex: String, isBlock: Bool) {
    self.tex = tex
    self.isBlock = isBlock
  }

  /// Reads the formula that begins with the dollar sign at `start`. Returns the formula and the
  /// ranges of its lines. Returns nil if no formula begins there.
  ///
  /// The rules are those of Pandoc, so that most prices are not formulas. `$…$` has no blank after
  /// its first sign and before its last sign; a digit does not follow, and a letter or a digit does
  /// not precede. A formula contains no backtick and no blank line. The next unescaped sign, or for
  /// `$$` the next two signs, must end the formula; so the cost of all calls is linear.
  static func read(
    at start: Int, in bytes: [UInt8], _ body: Range<Int>
  ) -> (formula: Formula, lines: [Range<Int>])? {
    let sign = UInt8(ascii: "$")
    let isBlock = start + 1 < body.upperBound && bytes[start + 1] == sign
    let width = isBlock ? 2 : 1
    let content = start + width
    guard content < body.upperBound, bytes[content] != sign else { return nil }
    if start > body.lowerBound, bytes[start - 1].isAlphanumeric { return nil }
    if !isBlock, bytes[content].isWhitespace { return nil }
    // Computed at the first line end, of which each line has one, so that the cost stays linear.
    lazy var depth = quoteDepth(before: start, in: bytes, from: body.lowerBound)
    var lines: [Range<Int>] = []
    var (line, index) = (start, content)
    while index < body.upperBound {
      switch bytes[index] {
      case .backslash where index + 1 < body.upperBound && !bytes[index + 1].isLineEnd: index += 1
      case .backtick, 0: return nil
      case .lineFeed:
        let end = index > line && bytes[index - 1] == .carriageReturn ? index - 1 : index
        lines.append(line..<end)
        line = self.start(ofLine: index + 1, in: bytes, upTo: body.upperBound, depth: depth)
        index = line
        if line == body.upperBound || bytes[line].isOne(of: "\r\n") { return nil }
        continue
      case sign where !isBlock || index + 1 < body.upperBound && bytes[index + 1] == sign:
        let end = index + width
        if !isBlock {
          let isPrice = end < body.upperBound && bytes[end].isDigit
          if isPrice || bytes[index - 1].isWhitespace { return nil }
        }
        lines.append(line..<end)
        let text = lines.map { String(decoding: bytes[$0], as: UTF8.self) }.joined(separator: "\n")
        let tex = text.dropFirst(width).dropLast(width)
        return tex.isBlank ? nil : (Formula(tex.trimmed, isBlock: isBlock), lines)
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Returns the number of block quotes that contain the byte at `index`.
  private static func quoteDepth(before index: Int, in bytes: [UInt8], from first: Int) -> Int {
    let start = bytes[first..<index].lastIndex(of: .lineFeed).map { $0 + 1 } ?? first
    return bytes[start..<index].prefix { $0.isOne(of: " \t>") }.count { $0 == .greater }
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

  /// Reads the only `<math>` element in `text`. Drops all attributes that MathML Core does not need.
  ///
  /// Returns nil if there is not exactly one such element, if it contains an element that could
  /// load or run anything, or if its elements are not nested correctly.
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
