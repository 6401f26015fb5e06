/// The wikilinks and formulas of a body, hidden from cmark behind tokens.
///
/// CommonMark has no `[[name|text]]` and no `$x_1$`, and would read their contents as markup.
/// Before cmark parses the text, a token replaces each candidate: a scalar that the body does not
/// contain, the candidate's number, and the scalar again. If cmark returns a token as ordinary
/// text, the token is a wikilink or a line of a formula. If cmark returns it in code, HTML or an
/// address, the original text replaces the token.
struct InlineMask: Sendable {
  /// The possible wikilinks, including `!` and brackets, and the lines of possible formulas, as
  /// ranges of the original bytes in order.
  let candidates: [Range<Int>]
  /// The formulas, keyed by the index of their first line in ``candidates``. The other lines of a
  /// formula have no entry.
  let formulas: [Int: Formula]
  private let mathLines: Set<Int>
  private let sources: [[UInt8]]
  private let sentinel: [UInt8]

  /// Returns the mask of `bytes[body]` and the masked text. Nil if there are no candidates, or if
  /// the body contains every scalar that tokens can use. Formulas are masked only if `readsMath` is
  /// true.
  static func masking(
    _ bytes: [UInt8], _ body: Range<Int>, readsMath: Bool = false
  ) -> (mask: InlineMask, text: [UInt8])? {
    let (candidates, formulas, mathLines) = candidates(in: bytes, body, readsMath: readsMath)
    guard !candidates.isEmpty, let sentinel = sentinel(for: bytes, body) else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(body.count)
    var copied = body.lowerBound
    for (index, candidate) in candidates.enumerated() {
      text += bytes[copied..<candidate.lowerBound]
      text += sentinel
      text += String(index).utf8
      text += sentinel
      copied = candidate.upperBound
    }
    text += bytes[copied..<body.upperBound]
    let mask = InlineMask(
      candidates: candidates, formulas: formulas, mathLines: mathLines,
      sources: candidates.map { Array(bytes[$0]) }, sentinel: sentinel)
    return (mask, text)
  }

  /// Returns the bytes that the token with the number `index` replaces.
  func source(of index: Int) -> [UInt8] { sources[index] }

  /// Returns whether the token with the number `index` replaces a line of a formula.
  func isMath(_ index: Int) -> Bool { mathLines.contains(index) }
}

// MARK: - Finding

extension InlineMask {
  /// Returns the whole wikilink or embed that begins at `start`, or nil if there is none.
  ///
  /// A wikilink is `[[text]]`, where the text is not empty and has no `[`, `]`, backtick, NUL or
  /// line break. `[[text]](` is not a wikilink: in CommonMark, it begins a link whose text is in
  /// brackets.
  static func wikilink(at start: Int, in bytes: [UInt8], upTo end: Int) -> Range<Int>? {
    var index = start
    if index < end, bytes[index] == UInt8(ascii: "!") { index += 1 }
    guard index + 4 < end, bytes[index] == UInt8(ascii: "["), bytes[index + 1] == UInt8(ascii: "[")
    else { return nil }
    index += 2
    let content = index
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "]"):
        guard index > content, index + 1 < end, bytes[index + 1] == UInt8(ascii: "]") else {
          return nil
        }
        let next = index + 2
        if next < end, bytes[next] == UInt8(ascii: "(") { return nil }
        return start..<next
      case UInt8(ascii: "["), UInt8(ascii: "`"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0:
        return nil
      default: index += 1
      }
    }
    return nil
  }

  private static func candidates(
    in bytes: [UInt8], _ body: Range<Int>, readsMath: Bool
  ) -> ([Range<Int>], [Int: Formula], mathLines: Set<Int>) {
    var found: [Range<Int>] = []
    var formulas: [Int: Formula] = [:]
    var mathLines = Set<Int>()
    var index = body.lowerBound
    let end = body.upperBound
    var tables: ArraySlice<Range<Int>> = []
    if readsMath, bytes[body].contains(UInt8(ascii: "$")) {
      tables = Formula.tables(in: bytes, body)[...]
    }
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "["), UInt8(ascii: "!"):
        if let range = wikilink(at: index, in: bytes, upTo: end) {
          found.append(range)
          index = range.upperBound
        } else {
          index += 1
        }
      case UInt8(ascii: "$") where readsMath:
        while let table = tables.first, table.upperBound <= index { tables = tables.dropFirst() }
        guard
          let (formula, lines) = Formula.read(at: index, in: bytes, body, table: tables.first)
        else {
          while index < end, bytes[index] == UInt8(ascii: "$") { index += 1 }
          break
        }
        formulas[found.count] = formula
        mathLines.formUnion(found.count..<found.count + lines.count)
        found += lines
        index = lines.last?.upperBound ?? end
      default: index += 1
      }
    }
    return (found, formulas, mathLines)
  }

  /// Returns the UTF-8 of a private-use scalar of plane 15 that `bytes[body]` does not contain, or
  /// nil if all 4,096 candidates occur.
  private static func sentinel(for bytes: [UInt8], _ body: Range<Int>) -> [UInt8]? {
    var used = Set<UInt16>()
    var index = body.lowerBound
    while index + 3 < body.upperBound {
      if bytes[index] == 0xF3, bytes[index + 1] == 0xB0 {
        used.insert(UInt16(bytes[index + 2]) << 8 | UInt16(bytes[index + 3]))
      }
      index += 1
    }
    for high in UInt8(0x80)...0xBF {
      for low in UInt8(0x80)...0xBF where !used.contains(UInt16(high) << 8 | UInt16(low)) {
        return [0xF3, 0xB0, high, low]
      }
    }
    return nil
  }
}

// MARK: - Restoring

extension InlineMask {
  /// A piece of masked text: ordinary text, or the number of a token.
  enum Piece {
    case text(Slice<UnsafeBufferPointer<UInt8>>)
    case token(Int)
  }

  /// Passes the pieces of masked text to `body` in order.
  func split(_ text: UnsafeBufferPointer<UInt8>, _ body: (Piece) -> Void) {
    var copied = 0
    var index = 0
    while index < text.count {
      guard text[index] == 0xF3, let (number, end) = token(at: index, in: text) else {
        index += 1
        continue
      }
      if copied < index { body(.text(text[copied..<index])) }
      body(.token(number))
      index = end
      copied = end
    }
    if copied < text.count { body(.text(text[copied..<text.count])) }
  }

  /// Returns the number of the token at `start` and the index after the token, or nil if there is
  /// no token.
  ///
  /// Entities can forge a token (`&#xF0000;0&#xF0000;`). A forged token is harmless: it only shows
  /// a wikilink or a formula of the same body again.
  private func token(at start: Int, in text: UnsafeBufferPointer<UInt8>) -> (Int, Int)? {
    func isSentinel(_ at: Int) -> Bool {
      at + 4 <= text.count && text[at..<(at + 4)].elementsEqual(sentinel)
    }
    guard isSentinel(start) else { return nil }
    var index = start + 4
    var number = 0
    while index < text.count, text[index] &- UInt8(ascii: "0") < 10, number < candidates.count {
      number = number * 10 + Int(text[index] - UInt8(ascii: "0"))
      index += 1
    }
    guard index > start + 4, number < candidates.count, isSentinel(index) else { return nil }
    return (number, index + 4)
  }
}
