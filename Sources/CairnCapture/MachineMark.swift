public import CairnDocument

/// The field beside a value that says which machine wrote it: `meaning_by: NAME 77b0e2`.
///
/// The last word is a digest of the value. Where it does not match the value any more, somebody
/// edited it, in whatever editor, and the value is a person's.
public struct MachineMark: Hashable, Sendable {
  /// The fields whose values a machine may write.
  public static let markedKeys: Set = ["type", "meaning", "due", "repeat", "person"]

  /// What stands in place of a mark where no machine was sure enough to write a value, and a person
  /// is to say what it is.
  public static let unsure = "unsure"

  /// Who wrote the value, and what else it said of it.
  public let maker: String
  /// Six hexadecimal digits of the value as it was written.
  public let digest: String

  /// The key of the mark beside a field.
  public static func key(for key: String) -> String { "\(key)_by" }

  /// Whether a field holds a mark, or stands for one that is missing. A person's own field of that name,
  /// `due_by: the auditors`, holds none.
  public static func isMark(_ field: Document.Field) -> Bool {
    guard field.key.hasSuffix("_by"), markedKeys.contains(String(field.key.dropLast(3))) else {
      return false
    }
    return field.value.text == unsure || MachineMark(field.value) != nil
  }

  /// A mark for a value that `maker` writes.
  public init(maker: String, value: String) {
    self.maker = maker
    digest = Self.digest(of: value)
  }

  /// The mark that a field holds, or nil where it is none.
  public init?(_ value: FieldValue?) {
    guard let words = value?.text?.split(separator: " "), words.count >= 2, let last = words.last,
      last.count == 6, last.allSatisfy(\.isHexDigit)
    else { return nil }
    maker = words.dropLast().joined(separator: " ")
    digest = String(last)
  }

  /// Whether `value` is still what the machine wrote.
  public func matches(_ value: String) -> Bool { Self.digest(of: value) == digest }

  /// The text of the mark as it stands in a file.
  public var text: String { "\(maker) \(digest)" }

  /// The first 24 of 64 bits of the value's FNV-1a hash, over its UTF-8. It tells whether a value
  /// was edited, no more: nothing is protected by it.
  private static func digest(of value: String) -> String {
    let hash = value.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String((String(repeating: "0", count: 16 - digits.count) + digits).prefix(6))
  }
}

extension Capture {
  /// The machine that wrote a field's value, or nil where a person did.
  public func maker(of key: String) -> String? {
    guard let mark = MachineMark(document[MachineMark.key(for: key)]), let value = text(key),
      mark.matches(value)
    else { return nil }
    return mark.maker
  }
}
