/// The identity of a capture: ten characters of lower-case Crockford base32, 50 random bits, the
/// first a letter, so that no YAML reader takes it for a number.
///
/// Made once and kept for ever, independent of the file's name and folder.
public struct CaptureID: Hashable, Sendable {
  /// The ten characters.
  public let text: String

  /// Crockford's alphabet: digits and letters without i, l, o and u.
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
  /// How many characters an identity has.
  public static let length = 10

  /// A new identity.
  ///
  /// Among 100,000 captures the odds that two of them share one are below one in 200,000.
  public init(using generator: inout some RandomNumberGenerator) {
    let first = Self.alphabet[10...].randomElement(using: &generator) ?? Self.alphabet[10]
    let rest = (1..<Self.length).map { _ in
      Self.alphabet[Int(UInt8.random(in: 0..<32, using: &generator))]
    }
    text = String(decoding: [first] + rest, as: UTF8.self)
  }

  /// An identity that was written down, or nil where the text is none of ours.
  public init?(_ text: String) {
    var text = text
    guard text.withUTF8({ Self.isWritten(UnsafeRawBufferPointer($0)) }) else { return nil }
    self.text = text
  }

  /// Whether these bytes are an identity of ours.
  public static func isWritten(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count == length, bytes[0] >= UInt8(ascii: "a") else { return false }
    for byte in bytes where !isDigit[Int(byte)] { return false }
    return true
  }

  /// For each byte whether it is one of the alphabet's.
  private static let isDigit = (0...UInt8.max).map(alphabet.contains)
}
