/// The natural logarithm, which the standard library lacks.
enum Logarithm {
  /// Returns ln `value` to about 15 digits. `value` must be a positive normal number.
  ///
  /// The value is 2ᵉ·s with s in 1 ..< 2. Computes ln s = 2·artanh((s − 1)/(s + 1)) as a series.
  static func natural(_ value: Double) -> Double {
    let ratio = (value.significand - 1) / (value.significand + 1)
    let square = ratio * ratio
    var power = ratio
    var sum = 0.0
    for divisor in stride(from: 1.0, through: 33, by: 2) {
      sum += power / divisor
      power *= square
    }
    return 2 * sum + Double(value.exponent) * 0.693_147_180_559_945_3
  }
}
