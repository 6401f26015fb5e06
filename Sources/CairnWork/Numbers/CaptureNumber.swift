import CairnCapture
public import CairnText

/// A number for a file, for programs whose ids are numbers or UUIDs.
///
/// If a capture has an id in Cairn's format, the number is the value of the id, which has at most
/// 50 bits. Any other file has a number of 53 bits that comes from the hash of its path. JavaScript
/// can represent all these numbers exactly.
public struct CaptureNumber: Hashable, Sendable {
  /// The number as an integer.
  public let value: Int

  private static let firstOfPaths = 1 << 52

  /// Creates the number of a capture from its id or, without an id, from its path.
  public init(id: String?, path: NotePath) {
    self = id.flatMap { CaptureID($0) }.map { CaptureNumber($0) } ?? CaptureNumber(path: path)
  }

  /// Creates the number of a file from its path.
  public init(path: NotePath) {
    let hash = Int(truncatingIfNeeded: Checksum.of(path.bytes)) & (Self.firstOfPaths - 1)
    value = Self.firstOfPaths | hash
  }

  private init(_ id: CaptureID) {
    value = id.text.utf8.reduce(0) { $0 << 5 | (CaptureID.alphabet.firstIndex(of: $1) ?? 0) }
  }

  /// Creates a number; nil if no file can have this number.
  public init?(_ value: Int) {
    guard (0..<(Self.firstOfPaths << 1)).contains(value) else { return nil }
    self.value = value
  }

  /// The id of the only capture that can have the number; nil if the number belongs to a path.
  var id: String? {
    guard value < 1 << 50 else { return nil }
    let digits = (0..<CaptureID.length).map { place -> UInt8 in
      let digit = (value >> (45 - 5 * place)) & 31
      return CaptureID.alphabet[digit]
    }
    return CaptureID(String(decoding: digits, as: UTF8.self))?.text
  }
}

// MARK: - UUIDs

extension CaptureNumber {
  /// The first half of every UUID that contains a number. It has version 8 (RFC 9562 §5.8), which
  /// is for custom formats.
  private static let namespace = "ca124e00-6e6f-8000"
  /// The variant of the UUID, in the bits above the number.
  private static let variant = UInt64(0b10) << 62

  /// The number as a UUID, in lower case.
  public var uuid: String {
    let digits = String(UInt64(value) | Self.variant, radix: 16)
    return "\(Self.namespace)-\(digits.prefix(4))-\(digits.dropFirst(4))"
  }

  /// Creates the number that a UUID contains; nil if the UUID contains none.
  public init?(uuid: String) {
    let parts = uuid.lowercased().split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[3].count == 4, parts[4].count == 12,
      parts[..<3].joined(separator: "-") == Self.namespace,
      let low = UInt64(parts[3] + parts[4], radix: 16), low >> 62 == 0b10
    else { return nil }
    self.init(Int(low & ~Self.variant))
  }
}
