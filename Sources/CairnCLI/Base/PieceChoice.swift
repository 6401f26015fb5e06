import CairnCapture

/// A person's answer to a list of proposed pieces, numbered from 0.
enum PieceChoice: Hashable {
  case keep, stop
  case edit(Int)
  case drop(Set<Int>)
  case merge(Range<Int>)

  /// Parses an answer; nil if it is invalid or names pieces that do not exist.
  init?(_ answer: String, count: Int) {
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
