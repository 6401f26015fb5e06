import CairnText

/// A hash of everything from which a file of a site is made. The parts are added one by one.
struct SiteInputs {
  private var bytes: [UInt8] = []

  /// Creates the hash of these parts.
  init(_ parts: String?...) {
    for part in parts { add(part) }
  }

  /// Adds a part. The hash distinguishes nil from an empty string.
  mutating func add(_ part: String?) {
    guard let part else { return bytes.append(0xFF) }
    withUnsafeBytes(of: UInt64(part.utf8.count).littleEndian) { bytes += $0 }
    bytes += part.utf8
  }

  /// Adds the number of `parts`, then each part.
  mutating func add(_ parts: [String]) {
    add(String(parts.count))
    for part in parts { add(part) }
  }

  /// The hash in 32 hexadecimal digits.
  var digits: String { Checksum.digits(of: bytes) }
}
