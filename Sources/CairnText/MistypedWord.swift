/// A word that may contain typing errors. Tests which spellings the user may have meant.
///
/// A typing error is a letter that is added, removed or changed, or two adjacent letters that are
/// swapped (``Nearest/distance(_:_:limit:)``). Words are compared in folded form (``FoldedText``).
public struct MistypedWord: Hashable, Sendable {
  /// The minimum number of letters of a word in which one error is allowed.
  public static let leastLetters = 4
  /// The minimum number of letters of a word in which two errors are allowed.
  private static let leastForTwo = 8

  /// The folded word as UTF-8.
  public let bytes: [UInt8]
  /// The maximum number of errors: 1 or 2.
  public let limit: Int
  private let letters: [Letter]

  /// The UTF-8 bytes of a Unicode scalar, combined into one number. Bytes of invalid UTF-8 are
  /// combined in the same way.
  private typealias Letter = UInt32

  /// Creates a word; nil unless `text` is a single word of at least ``leastLetters`` letters.
  public init?(_ text: String) {
    bytes = FoldedText(text).bytes
    guard Words.pieces(of: bytes) == [0..<bytes.count] else { return nil }
    letters = Self.letters(of: bytes)
    guard letters.count >= Self.leastLetters else { return nil }
    limit = letters.count < Self.leastForTwo ? 1 : 2
  }

  /// Returns the number of typing errors by which the word differs from `spelling`, which must be
  /// folded. Returns nil if there are more than ``limit``.
  public func errors(for spelling: some Collection<UInt8>) -> Int? {
    // A letter has at most four bytes.
    guard spelling.count <= (letters.count + limit) * 4 else { return nil }
    let distance = Nearest.distance(letters, Self.letters(of: spelling), limit: limit)
    return distance <= limit ? distance : nil
  }

  private static func letters(of bytes: some Collection<UInt8>) -> [Letter] {
    let bytes = Array(bytes)
    var letters: [Letter] = []
    var place = 0
    while place < bytes.count { letters.append(letter(of: bytes, &place)) }
    return letters
  }

  /// Returns the letter at `place`, and moves `place` past it.
  private static func letter(of bytes: [UInt8], _ place: inout Int) -> Letter {
    let first = bytes[place]
    let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let end = min(place + length, bytes.count)
    defer { place = end }
    return bytes[place..<end].reduce(0) { $0 << 8 | Letter($1) }
  }
}

// MARK: - Sorted spellings

extension MistypedWord {
  /// A comparison of a mistyped word with many spellings. Fast if they are sorted, because letters
  /// that a spelling shares with the previous one are not compared again.
  public struct Comparison {
    private let word: MistypedWord
    /// The compared letters of the last spelling, each with the byte offset after it.
    private var compared: [(letter: Letter, end: Int)] = []
    /// A table of edit distances. Row n contains the distances of the first n letters of the last
    /// spelling to every prefix of the word, from the empty one to the whole word.
    private var rows: [Int]
    /// The number of bytes at the start of the last spelling that were enough to rule out a match.
    /// Every spelling that begins with these bytes is ruled out too. Nil if the whole spelling was
    /// compared.
    public private(set) var ruledOut: Int?

    /// Creates a comparison with a word.
    public init(_ word: MistypedWord) {
      self.word = word
      rows = Array(0...word.letters.count)
    }

    /// Returns whether the word may be a mistyped form of `spelling`, which must be folded.
    ///
    /// - Parameter shared: The number of bytes at the start of `spelling` that are the same as in
    ///   the spelling of the previous call.
    public mutating func accepts(_ spelling: [UInt8], sharing shared: Int) -> Bool {
      if let ruledOut, shared >= ruledOut { return false }
      ruledOut = nil
      let width = word.letters.count + 1
      while let last = compared.last, last.end > shared {
        compared.removeLast()
        rows.removeLast(width)
      }
      var place = compared.last?.end ?? 0
      while place < spelling.count {
        let letter = MistypedWord.letter(of: spelling, &place)
        guard append(letter, endingAt: place) <= word.limit else {
          ruledOut = place
          return false
        }
      }
      return rows[rows.count - 1] <= word.limit
    }

    /// Adds the row for one more letter of the spelling, and returns the least number of errors in
    /// that row.
    private mutating func append(_ letter: Letter, endingAt end: Int) -> Int {
      let width = word.letters.count + 1
      let above = rows.count - width
      rows.append(compared.count + 1)
      var least = compared.count + 1
      for column in 1..<width {
        let wanted = word.letters[column - 1]
        var cost = min(
          rows[above + column - 1] + (letter == wanted ? 0 : 1), rows[above + column] + 1,
          rows[rows.count - 1] + 1)
        if column > 1, let last = compared.last, letter == word.letters[column - 2],
          last.letter == wanted
        {
          cost = min(cost, rows[above - width + column - 2] + 1)
        }
        rows.append(cost)
        least = min(least, cost)
      }
      compared.append((letter, end))
      return least
    }
  }
}
