/// The id of a capture: ten characters of lowercase Crockford base32 (about 49 random bits). The
/// first character is a letter, so that no YAML reader mistakes the id for a number.
///
/// A capture gets an id once and keeps it when its file is renamed or moved.
public struct CaptureID: Hashable, Sendable {
  /// The ten characters of the id.
  public let text: String

  /// Crockford's alphabet: the digits, and all letters except i, l, o and u.
  package static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
  /// The number of characters in an id.
  public static let length = 10

  /// Creates a new id.
  ///
  /// Among 100,000 captures, the probability that two share an id is below 1 in 150,000.
  public init(using generator: inout some RandomNumberGenerator) {
    let first = Self.alphabet[10...].randomElement(using: &generator) ?? Self.alphabet[10]
    let rest = (1..<Self.length).map { _ in
      Self.alphabet[Int(UInt8.random(in: 0..<32, using: &generator))]
    }
    text = String(decoding: [first] + rest, as: UTF8.self)
  }

  /// Creates an id from existing text. Returns nil if the text does not have the form of a Cairn
  /// id.
  public init?(_ text: String) {
    var text = text
    guard text.withUTF8({ Self.isWritten(UnsafeRawBufferPointer($0)) }) else { return nil }
    self.text = text
  }

  /// Returns whether these bytes have the form of a Cairn id.
  public static func isWritten(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count == length, bytes[0] >= UInt8(ascii: "a") else { return false }
    for byte in bytes where !isDigit[Int(byte)] { return false }
    return true
  }

  /// A table that contains, for each byte value, whether the byte is in the alphabet.
  private static let isDigit = (0...UInt8.max).map(alphabet.contains)
}
