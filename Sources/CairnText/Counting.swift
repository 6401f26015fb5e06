extension Int {
  /// Returns this number and `noun`, which gets an `s` unless the number is 1: `1 file`, `2 files`.
  public func of(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
