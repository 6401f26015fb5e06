extension Int {
  /// Returns this number and `noun`, which gets an `s` unless the number is 1: `1 file`, `2 files`.
  public func of(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension Double {
  /// A number from 0 to 1 with two decimals.
  public var inHundredths: String {
    let hundredths = Int((self * 100).rounded())
    return "\(hundredths / 100)." + (hundredths % 100 < 10 ? "0" : "") + "\(hundredths % 100)"
  }
}
