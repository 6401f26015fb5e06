import CairnText

/// Text prepared for searching: folded and split into pieces on first use.
final class SearchText {
  /// The original text, in the form in which it was given.
  private enum Source {
    case text(String)
    case utf8([UInt8])
  }

  private let source: Source
  /// The folded text.
  private(set) lazy var folded = FoldedText(original)
  /// The pieces in order, as ranges of the folded bytes.
  private(set) lazy var pieces = Words.pieces(of: folded.bytes)

  init(_ text: String) { source = .text(text) }

  init(utf8 bytes: [UInt8]) { source = .utf8(bytes) }

  /// The original text.
  var original: String {
    switch source {
    case .text(let text): text
    case .utf8(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Calls `body` with the UTF-8 bytes of the original text, without a copy.
  func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    switch source {
    case .text(var text): text.withUTF8(body)
    case .utf8(let bytes): bytes.withUnsafeBufferPointer(body)
    }
  }
}

/// A term prepared for searching.
enum Needle: Sendable {
  /// Adjacent pieces. If `isOpen` is true, the last piece also matches longer pieces that begin
  /// with the last piece. `signs` contains the punctuation around each piece; empty if there is no
  /// punctuation.
  case pieces([[UInt8]], isOpen: Bool, signs: [Signs])
  /// Folded bytes, which match anywhere in the text.
  case inside([UInt8])
  /// A word that may be mistyped. Matches each piece that the user may have meant.
  case similar(MistypedWord)
  /// A regular expression, matched against the original text.
  case pattern(RegularExpression)
  /// A needle that matches nothing. Stands for an invalid pattern, which the parser rejects.
  case never

  /// Creates the needle for a term. Text that is only punctuation, such as `&` or `...`, is
  /// searched for literally. A last piece with punctuation after it, as in `c++`, matches only
  /// whole words. Punctuation that belongs to a word (``Signs``) must also occur in the searched
  /// text.
  init(_ term: Term) {
    if case .regex(let ignoresCase) = term.kind {
      self =
        (try? RegularExpression(term.text, ignoresCase: ignoresCase)).map(Needle.pattern) ?? .never
      return
    }
    if term.kind == .similar {
      self = MistypedWord(term.text).map(Needle.similar) ?? .never
      return
    }
    let bytes = FoldedText(term.text).bytes
    let ranges = Words.pieces(of: bytes)
    if term.kind == .inside || ranges.isEmpty {
      self = .inside(bytes)
    } else {
      let isOpen = term.kind == .wordStart && ranges.last?.upperBound == bytes.count
      self = .pieces(
        ranges.map { Array(bytes[$0]) }, isOpen: isOpen, signs: Signs.around(ranges, in: bytes))
    }
  }
}

/// The punctuation and symbols that belong to a word and are next to one of its pieces: `C++`,
/// `.NET`, `node.js`.
///
/// - After a piece, any of `+ # % & @ $ =`.
/// - Before a piece, `$` or a single period.
/// - Between two pieces, all characters, if they are ASCII without white space and include a period
///   or any of `+ # % & @ $ =`.
///
/// Other characters only separate pieces, such as the hyphen in `big-deal` and the comma in
/// `deal, big`.
struct Signs: Hashable, Sendable {
  var before: [UInt8] = []
  var after: [UInt8] = []

  private static let following = Set("+#%&@$=".utf8)
  private static let leading: Set<[UInt8]> = [Array(".".utf8), Array("$".utf8)]

  /// Returns the punctuation around each of `pieces`, which are ranges of the folded text `bytes`.
  /// Empty if no piece is next to punctuation.
  static func around(_ pieces: [Range<Int>], in bytes: [UInt8]) -> [Signs] {
    var signs = pieces.map { _ in Signs() }
    for index in 0...pieces.count {
      let start = index == 0 ? 0 : pieces[index - 1].upperBound
      let end = index == pieces.count ? bytes.count : pieces[index].lowerBound
      let gap = bytes[start..<end]
      let isInside = index > 0 && index < pieces.count && gap.allSatisfy { $0 > 0x20 && $0 < 0x80 }
      if isInside {
        let isLiteral = gap.contains { following.contains($0) || $0 == UInt8(ascii: ".") }
        guard isLiteral else { continue }
        (signs[index - 1].after, signs[index].before) = (Array(gap), Array(gap))
        continue
      }
      if index > 0 { signs[index - 1].after = Array(gap.prefix { following.contains($0) }) }
      if index < pieces.count {
        let last = gap.split { $0 <= 0x20 }.last.map(Array.init) ?? []
        if gap.last == last.last, leading.contains(last) { signs[index].before = last }
      }
    }
    return signs.contains { $0 != Signs() } ? signs : []
  }

  /// Returns whether this punctuation surrounds the piece at `range` of the folded text `bytes`.
  func surround(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
    bytes[..<range.lowerBound].suffix(before.count).elementsEqual(before)
      && bytes[range.upperBound...].starts(with: after)
  }
}

// MARK: - Finding

extension Needle {
  /// Returns whether the needle occurs in the text.
  func isFound(in text: SearchText) throws(RegularExpression.LimitExceeded) -> Bool {
    switch self {
    case .pieces(let wanted, _, _):
      text.pieces.indices.contains { isPhrase(wanted, at: $0, in: text) }
    case .inside(let bytes): text.folded.bytes.firstOffset(of: bytes) != nil
    case .similar(let word):
      text.pieces.contains { word.errors(for: text.folded.bytes[$0]) != nil }
    case .pattern(let pattern): try text.withUTF8 { pattern.isFound(in: $0) }.get()
    case .never: false
    }
  }

  /// Returns the indices of the pieces at which matches begin, in order. Always empty for a regular
  /// expression.
  func positions(in text: SearchText) -> [Int] {
    switch self {
    case .pieces(let wanted, _, _):
      text.pieces.indices.filter { isPhrase(wanted, at: $0, in: text) }
    case .inside(let bytes):
      text.folded.bytes.offsets(of: bytes).map { offset in
        text.pieces.partitioningIndex { $0.upperBound > offset }
      }
    case .similar(let word):
      text.pieces.indices.filter { word.errors(for: text.folded.bytes[text.pieces[$0]]) != nil }
    case .pattern, .never: []
    }
  }

  /// Returns the ranges of the original text that match the needle, in order; none if a regular
  /// expression exceeds its limits.
  func ranges(in text: SearchText) -> [Range<String.Index>] {
    switch self {
    case .pieces(let wanted, let isOpen, let signs):
      return positions(in: text).map { first in
        let last = first + wanted.count - 1
        let start = text.pieces[first].lowerBound - (signs.first?.before.count ?? 0)
        let end =
          isOpen
          ? text.pieces[last].lowerBound + (wanted.last?.count ?? 0) : text.pieces[last].upperBound
        return text.folded.originalRange(start..<end + (signs.last?.after.count ?? 0))
      }
    case .inside(let bytes):
      return text.folded.bytes.offsets(of: bytes).map {
        text.folded.originalRange($0..<$0 + bytes.count)
      }
    case .similar:
      return positions(in: text).map { text.folded.originalRange(text.pieces[$0]) }
    case .pattern(let pattern):
      let utf8 = text.original.utf8
      let found = (try? pattern.matches(in: Array(utf8))) ?? []
      return found.filter { !$0.isEmpty }.map { range in
        let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
        return text.original.charactersAround(start..<utf8.index(start, offsetBy: range.count))
      }
    case .never: return []
    }
  }

  /// This needle without inexact matches: it finds neither longer words nor other spellings.
  var closed: Needle {
    if case .similar(let word) = self { return .pieces([word.bytes], isOpen: false, signs: []) }
    guard case .pieces(let wanted, isOpen: true, let signs) = self else { return self }
    return .pieces(wanted, isOpen: false, signs: signs)
  }

  /// The number of pieces that a match spans, used to find adjacent words.
  var pieceCount: Int {
    if case .pieces(let wanted, _, _) = self { wanted.count } else { 1 }
  }

  private func isPhrase(_ wanted: [[UInt8]], at first: Int, in text: SearchText) -> Bool {
    guard case .pieces(_, let isOpen, let signs) = self,
      first + wanted.count <= text.pieces.count
    else { return false }
    for (offset, piece) in wanted.enumerated() {
      let found = text.folded.bytes[text.pieces[first + offset]]
      let mayGoOn = isOpen && offset == wanted.count - 1
      guard mayGoOn ? found.starts(with: piece) : found.elementsEqual(piece) else { return false }
    }
    return signs.enumerated().allSatisfy { offset, signs in
      signs.surround(text.pieces[first + offset], in: text.folded.bytes)
    }
  }
}

extension [UInt8] {
  /// Returns the offset of the first occurrence of `other` at or after `start`, or nil if there is
  /// none. `other` must not be empty.
  fileprivate func firstOffset(of other: [UInt8], from start: Int = 0) -> Int? {
    withUnsafeBufferPointer { text in
      other.withUnsafeBufferPointer { other in
        guard let first = other.first, text.count >= other.count else { return nil }
        for offset in start..<Swift.max(start, text.count - other.count + 1)
        where text[offset] == first {
          var length = 1
          while length < other.count, text[offset + length] == other[length] { length += 1 }
          if length == other.count { return offset }
        }
        return nil
      }
    }
  }

  /// Returns the offsets of nonoverlapping occurrences of `other`, in order.
  func offsets(of other: [UInt8]) -> [Int] {
    var offsets: [Int] = []
    var start = 0
    while let offset = firstOffset(of: other, from: start) {
      offsets.append(offset)
      start = offset + other.count
    }
    return offsets
  }
}

extension String {
  /// Returns a range extended to whole characters at both ends.
  func charactersAround(_ range: Range<String.Index>) -> Range<String.Index> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start > startIndex, String.Index(start, within: self) == nil {
      start = utf8.index(before: start)
    }
    while end < endIndex, String.Index(end, within: self) == nil { end = utf8.index(after: end) }
    return start..<end
  }
}
