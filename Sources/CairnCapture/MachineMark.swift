public import CairnDocument

/// The field beside a value that records the program that generated it: `meaning_by: NAME 77b0e2`.
///
/// The last word is a digest of the value. If the value no longer matches the digest, somebody
/// edited it, and it counts as a person's.
public struct MachineMark: Hashable, Sendable {
  /// The fields whose values may be generated.
  public static let markedKeys: Set = ["type", "meaning", "due", "repeat", "person"]

  /// The text used instead of a mark if no program was sure enough to generate a value. A person
  /// should then provide one.
  public static let unsure = "unsure"

  /// The name of the program that generated the value, and anything else it recorded.
  public let maker: String
  /// Six hexadecimal digits of the hash of the value as generated.
  public let digest: String

  /// Returns the key of the mark for a field.
  public static func key(for key: String) -> String { "\(key)_by" }

  /// Returns whether a field contains a mark or ``unsure``. A person's own text in a field with
  /// such a key, as in `due_by: the auditors`, is not a mark.
  public static func isMark(_ field: Document.Field) -> Bool {
    guard field.key.hasSuffix("_by"), markedKeys.contains(String(field.key.dropLast(3))) else {
      return false
    }
    return field.value.text == unsure || MachineMark(field.value) != nil
  }

  /// Creates a mark for a value that `maker` generates.
  public init(maker: String, value: String) {
    self.maker = maker
    digest = Self.digest(of: value)
  }

  /// Creates the mark in a field's value; nil if the value is not a mark.
  public init?(_ value: FieldValue?) {
    guard let words = value?.text?.split(separator: " "), words.count >= 2, let last = words.last,
      last.count == 6, last.allSatisfy(\.isHexDigit)
    else { return nil }
    maker = words.dropLast().joined(separator: " ")
    digest = String(last)
  }

  /// Returns whether `value` is still the generated value.
  public func matches(_ value: String) -> Bool { Self.digest(of: value) == digest }

  /// The text of the mark in a file.
  public var text: String { "\(maker) \(digest)" }

  /// Returns the first 24 of 64 bits of the FNV-1a hash of the value's UTF-8. It only detects edits
  /// and offers no protection against tampering.
  private static func digest(of value: String) -> String {
    let hash = value.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String((String(repeating: "0", count: 16 - digits.count) + digits).prefix(6))
  }
}

extension Capture {
  /// Returns the program that generated a field's value, or nil if a person wrote the value.
  public func maker(of key: String) -> String? {
    guard let mark = MachineMark(document[MachineMark.key(for: key)]), let value = text(key),
      mark.matches(value)
    else { return nil }
    return mark.maker
  }
}
