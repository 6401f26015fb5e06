/// A reader of untrusted bytes at any offset. Reading out of bounds returns nil.
struct ByteCursor {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var count: Int { bytes.count }

  /// Returns whether these bytes occur at an offset.
  func has(_ pattern: [UInt8], at place: Int) -> Bool {
    place >= 0 && place <= bytes.count - pattern.count
      && bytes[place..<(place + pattern.count)].elementsEqual(pattern)
  }

  /// Returns whether this ASCII text occurs at an offset.
  func has(_ text: String, at place: Int) -> Bool { has(Array(text.utf8), at: place) }

  /// Returns the `count` bytes at an offset as text, or nil if they are out of range.
  func text(_ count: Int, at place: Int) -> String? {
    guard place >= 0, place <= bytes.count - count else { return nil }
    return String(decoding: bytes[place..<(place + count)], as: UTF8.self)
  }

  /// Returns the big-endian number in the `count` bytes (1 to 4) at an offset; nil if they are out
  /// of range.
  func big(_ count: Int, at place: Int) -> Int? {
    guard place >= 0, place <= bytes.count - count else { return nil }
    return bytes[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns the little-endian number in the `count` bytes (1 to 4) at an offset; nil if they are
  /// out of range.
  func little(_ count: Int, at place: Int) -> Int? {
    guard place >= 0, place <= bytes.count - count else { return nil }
    return bytes[place..<(place + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
