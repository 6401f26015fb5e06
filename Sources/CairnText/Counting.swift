extension Int {
  /// This many of something: `1 file`, `2 files`.
  public func of(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
