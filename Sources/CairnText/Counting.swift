extension Int {
  /// Returns this number and `noun`, which gets an `s` unless the number is 1: `1 file`, `2 files`.
  public func of(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension Double {
  /// This number, which must be from 0 to 1, as text with two decimals: `0.25`.
  public var inHundredths: String {
    let hundredths = Int((self * 100).rounded())
    return "\(hundredths / 100)." + (hundredths % 100 < 10 ? "0" : "") + "\(hundredths % 100)"
  }
}
