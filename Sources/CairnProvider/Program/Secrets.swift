import CairnJSON

extension String {
  /// Returns this text with each occurrence of a secret replaced by `…`.
  func hiding(_ secrets: [String]) -> String {
    secrets.filter { !$0.isEmpty }.reduce(self) { $0.replacing($1, with: "…") }
  }

  /// Returns at most `count` characters of this text, followed by `…` if characters were cut off.
  func shortened(to count: Int) -> String {
    self.count > count ? "\(prefix(count))…" : self
  }
}

extension JSONValue {
  /// Returns this value with each secret in its strings replaced by `…`.
  func hiding(_ secrets: [String]) -> JSONValue {
    switch self {
    case .string(let text): .string(text.hiding(secrets))
    case .array(let elements): .array(elements.map { $0.hiding(secrets) })
    case .object(let members):
      .object(members.map { JSONValue.Member($0.name, $0.value.hiding(secrets)) })
    default: self
    }
  }
}
