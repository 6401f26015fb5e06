/// Where lines of output differ from the lines expected, which may hold wildcards.
///
/// The wildcards are `{{…}}`, any text within a line, also none; `{{id}}`, a capture's id; and
/// `{{n}}`, one digit or more. Anything else in double braces stands for itself.
struct LineDifference {
  /// One line of the comparison.
  enum Edit: Equatable {
    /// Line `expected` matches line `actual` (indices from 0).
    case keep(expected: Int, actual: Int)
    /// Line `expected` was not printed.
    case missing(Int)
    /// Line `actual` was printed and not expected.
    case unexpected(Int)
  }

  let expected: [String]
  let actual: [String]
  /// The edits that lead from one to the other, with as many lines kept as can be.
  let edits: [Edit]

  /// Compares line by line; costs the product of the two counts.
  init(expected: [String], actual: [String]) {
    self.expected = expected
    self.actual = actual
    // kept[i][j]: how many lines of expected[i...] and actual[j...] can be matched in order.
    let none = Array(repeating: 0, count: actual.count + 1)
    var kept = Array(repeating: none, count: expected.count + 1)
    let matches = expected.map { pattern in actual.map { LinePattern(pattern).matches($0) } }
    for row in expected.indices.reversed() {
      for column in actual.indices.reversed() {
        let skipped = max(kept[row + 1][column], kept[row][column + 1])
        let taken = matches[row][column] ? kept[row + 1][column + 1] + 1 : 0
        kept[row][column] = max(skipped, taken)
      }
    }
    var edits: [Edit] = []
    var (row, column) = (0, 0)
    while row < expected.count || column < actual.count {
      let canKeep =
        row < expected.count && column < actual.count && matches[row][column]
        && kept[row][column] == kept[row + 1][column + 1] + 1
      if canKeep {
        edits.append(.keep(expected: row, actual: column))
        (row, column) = (row + 1, column + 1)
      } else if column == actual.count
        || (row < expected.count && kept[row + 1][column] >= kept[row][column + 1])
      {
        edits.append(.missing(row))
        row += 1
      } else {
        edits.append(.unexpected(column))
        column += 1
      }
    }
    self.edits = edits
  }
}

// MARK: - What becomes of it

extension LineDifference {
  /// Whether what was printed is what was expected.
  var isEmpty: Bool {
    edits.allSatisfy { if case .keep = $0 { true } else { false } }
  }

  /// The lines printed, with those of the expectation kept, wildcards and all, where they match.
  var recorded: [String] {
    edits.compactMap { edit in
      switch edit {
      case .keep(let line, _): expected[line]
      case .unexpected(let line): actual[line]
      case .missing: nil
      }
    }
  }

  /// A unified diff with `context` lines around each change; `place` names the file, and
  /// `firstLine` the line in it that the expectation begins on.
  func unified(place: String, firstLine: Int, context: Int = 3) -> String {
    let changed = edits.indices.filter { if case .keep = edits[$0] { false } else { true } }
    var lines: [String] = []
    var expectedLine = firstLine
    var isCut = true
    for (index, edit) in edits.enumerated() {
      if changed.contains(where: { abs($0 - index) <= context }) {
        if isCut { lines.append("@@ \(place):\(expectedLine) @@") }
        lines.append(line(edit))
        isCut = false
      } else {
        isCut = true
      }
      if case .unexpected = edit { continue }
      expectedLine += 1
    }
    return lines.joined(separator: "\n")
  }

  private func line(_ edit: Edit) -> String {
    switch edit {
    case .keep(let line, _): " " + expected[line]
    case .missing(let line): "-" + expected[line]
    case .unexpected(let line): "+" + actual[line]
    }
  }
}

/// A line of text with wildcards in it.
struct LinePattern {
  private enum Piece {
    case character(Character)
    case anything
    case id
    case digits
  }

  private let pieces: [Piece]

  private static let wildcards: [(text: String, piece: Piece)] = [
    ("{{…}}", .anything), ("{{id}}", .id), ("{{n}}", .digits),
  ]

  /// Reads the wildcards in `line`.
  init(_ line: String) {
    var pieces: [Piece] = []
    var rest = line[...]
    while let first = rest.first {
      if let wildcard = Self.wildcards.first(where: { rest.hasPrefix($0.text) }) {
        pieces.append(wildcard.piece)
        rest = rest.dropFirst(wildcard.text.count)
      } else {
        pieces.append(.character(first))
        rest = rest.dropFirst()
      }
    }
    self.pieces = pieces
  }

  /// Whether all of `line` is what this pattern says.
  func matches(_ line: String) -> Bool {
    Self.matches(pieces[...], Array(line)[...])
  }

  private static func matches(_ pieces: ArraySlice<Piece>, _ text: ArraySlice<Character>) -> Bool {
    guard let piece = pieces.first else { return text.isEmpty }
    let rest = pieces.dropFirst()
    switch piece {
    case .character(let character):
      return text.first == character && matches(rest, text.dropFirst())
    case .anything:
      return (text.startIndex...text.endIndex).contains { matches(rest, text[$0...]) }
    case .id:
      return text.count >= 10 && text.prefix(10).allSatisfy(isIDCharacter)
        && matches(rest, text.dropFirst(10))
    case .digits:
      let digits = text.prefix { ("0"..."9").contains($0) }
      return !digits.isEmpty && matches(rest, text.dropFirst(digits.count))
    }
  }

  private static func isIDCharacter(_ character: Character) -> Bool {
    "0123456789abcdefghjkmnpqrstvwxyz".contains(character)
  }
}
