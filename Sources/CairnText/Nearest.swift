/// Suggestions for mistyped names.
public enum Nearest {
  /// Returns the candidate that the user most likely meant by `name`, or nil if none is close
  /// enough.
  ///
  /// Compares names in folded form (``FoldedText``). Allows `limit` typos; by default, one for
  /// every three letters of `name`, and at least one. If several candidates are equally close,
  /// prefers one that begins with `name`, then the first in alphabetical order.
  public static func name(
    to name: String, among candidates: some Sequence<String>, limit: Int? = nil
  ) -> String? {
    var search = Search(for: name, limit: limit)
    for candidate in candidates { search.compare(candidate) }
    return search.best?.name
  }

  /// Returns the end of a sentence that suggests the candidate that the user most likely meant by
  /// `name`, such as ``; did you mean `inbox`?``. If none is close enough, returns the advice
  /// `otherwise` after a semicolon, or an empty string if it is nil.
  public static func advice(
    to name: String, among candidates: some Sequence<String>, otherwise: String? = nil
  ) -> String {
    let near = self.name(to: name, among: candidates).map { "did you mean `\($0)`?" }
    return (near ?? otherwise).map { "; \($0)" } ?? ""
  }

  /// A search for the candidate that the user most likely meant by a name. The rules are those of
  /// ``name(to:among:limit:)``. Candidates are passed one at a time, so they need not all be in
  /// memory.
  public struct Search {
    private let name: String
    private let wanted: [Unicode.Scalar]
    private let limit: Int
    /// The best candidate so far; nil if none is close enough.
    public private(set) var best: (distance: Int, begins: Int, name: String)?

    /// Begins a search. `limit` is the number of typos to allow; nil for the default.
    public init(for name: String, limit: Int? = nil) {
      self.name = name
      wanted = Array(name.folded.unicodeScalars)
      self.limit = limit ?? max(1, wanted.count / 3)
    }

    /// Compares a candidate with the name.
    public mutating func compare(_ candidate: String) {
      compare(Array(candidate.folded.unicodeScalars)) { candidate }
    }

    /// Compares a candidate with the name. `folded` is the folded candidate as valid UTF-8. `read`
    /// returns the candidate; it is called only if the candidate is close enough.
    public mutating func compare(
      folded: UnsafeRawBufferPointer, _ read: () -> String?
    ) {
      // Most candidates differ too much in length, so they are not decoded.
      let length = folded.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
      guard abs(length - wanted.count) <= limit else { return }
      compare(Array(String(decoding: folded, as: UTF8.self).unicodeScalars), read)
    }

    private mutating func compare(_ letters: [Unicode.Scalar], _ read: () -> String?) {
      let distance = Nearest.distance(wanted, letters, limit: limit)
      guard distance <= limit, distance <= best?.distance ?? .max, let candidate = read() else {
        return
      }
      let found = (distance, candidate.hasPrefix(name) ? 0 : 1, candidate)
      if let best, best <= found { return }
      best = found
    }
  }

  /// Returns the indices of the candidates that the user may have meant by `name`: at most `count`,
  /// likeliest first.
  ///
  /// Names are compared in folded form (``FoldedText``). The order is:
  ///
  /// - candidates that begin with `name`;
  /// - candidates in which a later word begins with `name`, if `name` has at least three letters;
  /// - candidates that differ from `name` by no more typos than ``name(to:among:limit:)`` allows by
  ///   default;
  /// - candidates in which a single word differs from `name` by no more than this number of typos,
  ///   if `name` has at least four letters and no space.
  public static func places(
    of name: String, among candidates: some Sequence<String>, most count: Int
  ) -> [Int] {
    let folded = name.folded
    let wanted = Array(folded.unicodeScalars)
    let limit = max(1, wanted.count / 3)
    var found: [(kind: Int, distance: Int, text: String, place: Int)] = []
    guard !wanted.isEmpty else { return [] }
    for (place, candidate) in candidates.enumerated() {
      let text = candidate.folded
      if text.hasPrefix(folded) {
        found.append((0, 0, text, place))
      } else if wanted.count > 2, text.contains(" \(folded)") {
        found.append((1, 0, text, place))
      } else if case let distance = distance(wanted, Array(text.unicodeScalars), limit: limit),
        distance <= limit
      {
        found.append((2, distance, text, place))
      } else if wanted.count > 3, !folded.contains(" "),
        case let distance = text.split(separator: " ").map({ word in
          Nearest.distance(wanted, Array(word.unicodeScalars), limit: limit)
        }).min() ?? .max, distance <= limit
      {
        found.append((3, distance, text, place))
      }
    }
    return found.sorted { $0 < $1 }.prefix(count).map(\.place)
  }

  /// Returns the number of letters to add, remove, change or swap to turn one word into the other
  /// (Damerau–Levenshtein, optimal string alignment). Returns `limit + 1` if the number is greater
  /// than `limit`.
  public static func distance<Letter: Equatable>(
    _ left: [Letter], _ right: [Letter], limit: Int = .max - 1
  ) -> Int {
    guard abs(left.count - right.count) <= limit else { return limit + 1 }
    var beforeLast: [Int] = []
    var previous = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let isSame = left[row] == right[column]
        var cost = min(
          previous[column] + (isSame ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      guard current.min() ?? 0 <= limit else { return limit + 1 }
      beforeLast = previous
      previous = current
    }
    return min(previous[right.count], limit + 1)
  }
}
