import CairnText

/// A parser for an answer that chooses from a numbered list.
public enum NumberChoice {
  /// Parses numbers and ranges, such as `1,3-5`. Returns distinct indices, counted from 0, in the
  /// order typed. Nil if the text is invalid, contains no number, or contains a number outside 1 …
  /// `count`.
  public static func places(_ text: String, of count: Int) -> [Int]? {
    var places: [Int] = []
    for part in text.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard ends.count <= 2, let from = ends.first ?? nil, let to = ends.last ?? nil,
        from >= 1, from <= to, to <= count
      else { return nil }
      for place in from - 1..<to where !places.contains(place) { places.append(place) }
    }
    return places.isEmpty ? nil : places
  }
}

/// A user's answer to a proposal to split a text into numbered pieces. Indices of pieces begin at
/// 0.
public enum PieceChoice: Hashable, Sendable {
  case keep, stop
  case edit(Int)
  case drop(Set<Int>)
  case merge(Range<Int>)

  /// Parses an answer. Returns nil if the answer is invalid or contains a piece number that is not
  /// from 1 to `count`.
  public init?(_ answer: String, count: Int) {
    let answer = answer.trimmingBlanks.lowercased()
    guard let letter = answer.first else {
      self = .keep
      return
    }
    let numbers = NumberChoice.places(String(answer.dropFirst()), of: count)
    switch letter {
    case "q" where answer == "q" || answer == "quit": self = .stop
    case "y" where answer == "y" || answer == "yes": self = .keep
    case "e":
      guard let numbers, numbers.count == 1, let number = numbers.first else { return nil }
      self = .edit(number)
    case "d":
      guard let numbers else { return nil }
      self = .drop(Set(numbers))
    case "m":
      guard let numbers, let first = numbers.min(), let last = numbers.max(), first < last,
        last - first < numbers.count
      else { return nil }
      self = .merge(first..<last + 1)
    default: return nil
    }
  }
}

/// A user's answer to a list of fields that Cairn detected in some text.
public enum DetailChoice: Hashable, Sendable {
  case keep, stop
  /// The name of a field and its new value; an empty value removes the field.
  case set(String, String)

  /// Parses an answer. Returns nil if the answer is invalid.
  public init?(_ answer: String) {
    let answer = answer.trimmingBlanks
    switch answer.lowercased() {
    case "", "y", "yes": self = .keep
    case "n", "no": self = .stop
    default:
      guard let sign = answer.firstIndex(of: "="), sign > answer.startIndex else { return nil }
      self = .set(
        String(answer[..<sign].trimmingBlanks),
        String(answer[answer.index(after: sign)...].trimmingBlanks))
    }
  }
}
