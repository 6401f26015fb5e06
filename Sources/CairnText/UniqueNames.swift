/// A generator of unique names. A name that is taken gets a number appended, as in `a-2`.
package struct UniqueNames {
  private let separator: String
  private let first: Int
  /// The names that are taken, each with the last number that was appended to it.
  private var last: [String: Int] = [:]

  /// Creates a generator that appends `separator` and a number, which is `first` or greater.
  package init(separator: String = "-", from first: Int) {
    (self.separator, self.first) = (separator, first)
  }

  /// Returns whether a name is taken.
  package func contains(_ name: String) -> Bool { last[name] != nil }

  /// Returns `name`, with a number appended if the name is taken. The result is then taken.
  package mutating func next(_ name: String) -> String {
    var unique = name
    if var number = last[name] {
      repeat {
        number += 1
        unique = "\(name)\(separator)\(number)"
      } while last[unique] != nil
      last[name] = number
    }
    last[unique] = first - 1
    return unique
  }
}
