import CairnDocument

/// A number as queries compare it: whole ones exactly, of which `Double` tells apart no more than
/// those up to 2⁵³.
package struct Quantity: Comparable, Sendable {
  /// The nearest floating-point number; never a NaN.
  private let value: Double
  /// The number itself, where it is a whole one that an `Int` holds.
  private let whole: Int?

  package init(_ whole: Int) {
    value = Double(whole)
    self.whole = whole
  }

  /// Nil for a NaN.
  package init?(_ value: Double) {
    if value.isNaN { return nil }
    self.value = value
    whole = Int(exactly: value)
  }

  /// The finite number that a text is.
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
  /// The number that a scalar is, or that its text reads as.
  package var number: Quantity? {
    switch self {
    case .integer(let number): Quantity(number)
    case .float(let number): Quantity(number)
    case .string(let text): Quantity(text)
    default: nil
    }
  }
}
