import CairnText

/// A small metadata file in the state folder, with a line `key value` for each field. Values can
/// contain any bytes.
///
/// In keys and values, every byte except ASCII letters, digits and `-._~/:` is written as `%` and
/// two hexadecimal digits (RFC 3986 §2.1), so each field is one line of plain ASCII.
struct Record {
  var fields: [(key: String, value: [UInt8])]

  init(_ fields: [(key: String, value: [UInt8])]) {
    self.fields = fields
  }

  /// Parses a record; nil if a line is malformed.
  init?(_ bytes: [UInt8]) {
    fields = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let space = line.firstIndex(of: UInt8(ascii: " ")),
        let key = Self.decoded(line[..<space]), let value = Self.decoded(line[(space + 1)...])
      else { return nil }
      fields.append((String(decoding: key, as: UTF8.self), value))
    }
  }

  subscript(key: String) -> [UInt8]? { fields.first { $0.key == key }?.value }

  subscript(text key: String) -> String? {
    self[key].map { String(decoding: $0, as: UTF8.self) }
  }

  var bytes: [UInt8] {
    Array(
      fields.map { key, value in
        "\(Address.encoded(key.utf8, keeping: "/:")) \(Address.encoded(value, keeping: "/:"))\n"
      }.joined().utf8)
  }

  private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}

extension Record {
  /// Returns a time as `seconds.nanoseconds` since the epoch. The nanoseconds are an integer, not a
  /// fraction: half a second is `0.500000000`, a nanosecond `0.1`.
  static func text(_ time: Instant) -> [UInt8] {
    Array("\(time.seconds).\(time.nanoseconds)".utf8)
  }

  /// Returns the time stored under a key; nil if the time is missing or malformed.
  func time(_ key: String) -> Instant? {
    let parts = self[text: key]?.split(separator: ".").compactMap { Int($0) } ?? []
    guard parts.count == 2, Instant.calendarSeconds.contains(parts[0]),
      (0..<1_000_000_000).contains(parts[1])
    else { return nil }
    return Instant(seconds: parts[0], nanoseconds: parts[1])
  }
}
