/// Bytes that somebody else wrote, read at any place: what is not there is nil.
struct ByteCursor {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var count: Int { bytes.count }

  /// Whether these bytes stand at a place.
  func has(_ pattern: [UInt8], at place: Int) -> Bool {
    place >= 0 && place <= bytes.count - pattern.count
      && bytes[place..<(place + pattern.count)].elementsEqual(pattern)
  }

  /// Whether this text stands at a place, in ASCII.
  func has(_ text: String, at place: Int) -> Bool { has(Array(text.utf8), at: place) }

  /// `count` bytes as text.
  func text(_ count: Int, at place: Int) -> String? {
    guard place >= 0, place <= bytes.count - count else { return nil }
    return String(decoding: bytes[place..<(place + count)], as: UTF8.self)
  }

  /// A number of 1 to 4 bytes, the greatest first.
  func big(_ count: Int, at place: Int) -> Int? {
    guard place >= 0, place <= bytes.count - count else { return nil }
    return bytes[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// A number of 1 to 4 bytes, the smallest first.
  func little(_ count: Int, at place: Int) -> Int? {
    guard place >= 0, place <= bytes.count - count else { return nil }
    return bytes[place..<(place + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
