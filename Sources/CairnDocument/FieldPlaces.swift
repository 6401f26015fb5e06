/// A key that is compared by its bytes, as in YAML. Swift compares strings by canonical
/// equivalence, so strings with different bytes can be equal.
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

/// A dictionary from keys to field indices, for front matter with many fields. A key that occurs
/// more than once has the index of its last field.
struct FieldPlaces: Sendable {
  /// Front matter with more than this number of fields uses the dictionary. With fewer fields, a
  /// linear search is as fast.
  static let fewest = 24

  /// The index of each key's last field. Keys that differ only in Unicode normalization are equal
  /// here.
  private var places: [String: Int] = [:]
  /// The index of each key's last field, keyed by bytes; empty if no two keys are
  /// equal under Unicode normalization.
  private var exactPlaces: [KeyBytes: Int] = [:]

  init(_ keys: [String]) {
    places = Dictionary(zip(keys, keys.indices)) { $1 }
    guard places.count < keys.count else { return }
    exactPlaces = Dictionary(zip(keys.map(KeyBytes.init), keys.indices)) { $1 }
  }

  /// Returns the index of the field with this key; nil if there is none. A key with the same bytes
  /// takes precedence over one that differs only in Unicode normalization.
  subscript(key: String) -> Int? {
    guard let place = places[key] else { return nil }
    return exactPlaces[KeyBytes(key)] ?? place
  }
}
