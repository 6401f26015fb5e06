import CairnDocument

/// A number for comparisons in queries. Integers are compared exactly, even those beyond 2⁵³ that
/// `Double` cannot represent.
package struct Quantity: Comparable, Sendable {
  /// The nearest floating-point number; never a NaN.
  private let value: Double
  /// The exact value if it is an integer that fits an `Int`; otherwise nil.
  private let whole: Int?

  package init(_ whole: Int) {
    value = Double(whole)
    self.whole = whole
  }

  /// Creates a quantity, or returns nil if `value` is NaN.
  package init?(_ value: Double) {
    if value.isNaN { return nil }
    self.value = value
    whole = Int(exactly: value)
  }

  /// Creates a quantity from a string, or returns nil if the string is not a finite number.
  init?(_ text: String) {
    if let whole = Int(text) {
      self.init(whole)
    } else {
      guard let value = Double(text), value.isFinite else { return nil }
      self.init(value)
    }
  }

  package static func < (left: Quantity, right: Quantity) -> Bool {
    guard left.value == right.value, let one = left.whole, let two = right.whole else {
      return left.value < right.value
    }
    return one < two
  }
}

extension FieldValue {
  /// The number in a numeric scalar, or in a string that can be read as a number. Nil for other
  /// values.
  package var number: Quantity? {
    switch self {
    case .integer(let number): Quantity(number)
    case .float(let number): Quantity(number)
    case .string(let text): Quantity(text)
    default: nil
    }
  }
}
