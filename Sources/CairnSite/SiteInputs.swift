import CairnIndex
import CairnText

/// The hash of all that a file of a site is made of: parts one after the other, each with its length.
struct SiteInputs {
  private var bytes: [UInt8] = []

  /// The hash of nothing but these parts.
  init(_ parts: String?...) {
    for part in parts { add(part) }
  }

  /// Adds a part; none differs from an empty one.
  mutating func add(_ part: String?) {
    guard let part else { return bytes.append(0xFF) }
    withUnsafeBytes(of: UInt64(part.utf8.count).littleEndian) { bytes += $0 }
    bytes += part.utf8
  }

  /// Adds several parts, and how many they are.
  mutating func add(_ parts: [String]) {
    add(String(parts.count))
    for part in parts { add(part) }
  }

  /// The hash in 32 hexadecimal digits.
  var digits: String { Checksum.digits(of: bytes) }
}
