/// A key compared by its bytes, as in YAML. Swift strings are equal if they look the same.
package struct KeyBytes: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: KeyBytes, right: KeyBytes) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

/// An index for finding the last of many fields with a key.
struct FieldPlaces: Sendable {
  /// Up to this number of fields, comparing them one by one is as fast.
  static let fewest = 24

  /// The last index of each key, where keys that look the same are equal.
  private var places: [String: Int] = [:]
  /// The last index of each key by its bytes; empty if no two keys look the same.
  private var exactPlaces: [KeyBytes: Int] = [:]

  init(_ keys: [String]) {
    places = Dictionary(zip(keys, keys.indices)) { $1 }
    guard places.count < keys.count else { return }
    exactPlaces = Dictionary(zip(keys.map(KeyBytes.init), keys.indices)) { $1 }
  }

  /// The index of a key, or of one that looks the same; nil if there is none.
  subscript(key: String) -> Int? {
    guard let place = places[key] else { return nil }
    return exactPlaces[KeyBytes(key)] ?? place
  }
}
