public import CairnDocument
import CairnText

/// A record of the program that generated the value of a field. A second field contains the record:
/// `meaning_by: NAME 77b0e2`.
///
/// The last word is a digest of the generated value. If the value no longer matches the digest, a
/// person has edited the value, and the value counts as written by that person.
public struct MachineMark: Hashable, Sendable {
  /// The keys of the fields whose values can be generated.
  public static let markedKeys: Set = [
    "type", "meaning", "due", "repeat", "person", "title", "year", "genre", "author", "artist",
    "director", "platform", "score", "recipient", "occasion", "date", "budget",
    "birthday",
  ]

  /// The text stored instead of a mark if no program was sure enough to generate a value. A person
  /// then has to provide the value.
  public static let unsure = "unsure"

  /// The text stored instead of a mark if no program could determine the value, for example because
  /// the text is in an unknown language. A capture marked ``unsure`` counts as evidence that the
  /// notebook uses types that Cairn can detect; a capture marked with this text does not.
  public static let undetected = "undetected"

  /// Returns whether a text says that a person has to provide the value: ``unsure`` or
  /// ``undetected``.
  public static func isWaiting(_ text: String?) -> Bool { text == unsure || text == undetected }

  /// The name of the program that generated the value, and any other words that the program
  /// recorded.
  public let maker: String
  /// The first six hexadecimal digits of a hash of the generated value.
  public let digest: String

  /// Returns the key of the field that stores the mark for `key`: `meaning_by` for `meaning`.
  public static func key(for key: String) -> String { "\(key)_by" }

  /// The keys of the marks that do not describe the value of a single field: `read_by` describes
  /// the text of the capture, and `looked_up` the whole capture.
  private static let otherKeys: Set = ["read_by", "looked_up"]

  /// Returns whether a field contains a mark, or ``unsure`` or ``undetected`` in its place. False
  /// for a person's text, even if the field's key ends in `_by`, as in `due_by: the auditors`.
  public static func isMark(_ field: Document.Field) -> Bool {
    if otherKeys.contains(field.key) { return MachineMark(field.value) != nil }
    guard field.key.hasSuffix("_by"), markedKeys.contains(String(field.key.dropLast(3))) else {
      return false
    }
    return isWaiting(field.value.text) || MachineMark(field.value) != nil
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

  /// Returns whether `value` matches the digest, that is, is still the generated value.
  public func matches(_ value: String) -> Bool { Self.digest(of: value) == digest }

  /// The text of the mark in a file.
  public var text: String { "\(maker) \(digest)" }

  /// Returns six hexadecimal digits: the first 24 bits of a 64-bit FNV-1a hash of the value's UTF-8
  /// bytes. The digest only detects edits; it does not protect against tampering.
  private static func digest(of value: String) -> String {
    String(Checksum.fnv(value.utf8).hexadecimal(width: 16).prefix(6))
  }
}

extension Capture {
  /// Returns the name of the program that generated a field's value; nil if a person wrote or
  /// edited the value, or if there is no value.
  public func maker(of key: String) -> String? {
    guard let mark = MachineMark(document[MachineMark.key(for: key)]), let value = text(key),
      mark.matches(value)
    else { return nil }
    return mark.maker
  }
}
