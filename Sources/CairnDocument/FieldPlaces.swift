/// A key as YAML compares it: by its bytes. Swift's strings are equal where they look the same.
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

/// Finds the last of many fields with a key.
struct FieldPlaces: Sendable {
  /// So few fields are compared one by one as fast.
  static let fewest = 24

  /// The last place of each key, among those that look the same.
  private var places: [String: Int] = [:]
  /// The last place of each key by its bytes, where some look the same that are not.
  private var exactPlaces: [KeyBytes: Int] = [:]

  init(_ keys: [String]) {
    places = Dictionary(zip(keys, keys.indices)) { $1 }
    guard places.count < keys.count else { return }
    exactPlaces = Dictionary(zip(keys.map(KeyBytes.init), keys.indices)) { $1 }
  }

  /// The place of a key; else of one that looks the same; else nil.
  subscript(key: String) -> Int? {
    guard let place = places[key] else { return nil }
    return exactPlaces[KeyBytes(key)] ?? place
  }
}
