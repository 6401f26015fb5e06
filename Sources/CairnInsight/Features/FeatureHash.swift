/// Functions that compute 64-bit hashes of words and of features.
enum FeatureHash {
  private static let basis: UInt64 = 0xcbf2_9ce4_8422_2325
  private static let prime: UInt64 = 0x0000_0100_0000_01b3

  /// Returns the FNV-1a hash (Fowler, Noll, Vo) of bytes.
  static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash = basis
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* prime }
    return hash
  }

  /// Returns the FNV-1a hash of the UTF-8 bytes of `text`.
  static func of(_ text: some StringProtocol) -> UInt64 { of(text.utf8) }

  /// Returns a hash that combines two hashes. Swapping the two gives the same result.
  static func joined(_ hash: UInt64, _ next: UInt64) -> UInt64 {
    let mixed = (hash ^ next) &* 0x9e37_79b9_7f4a_7c15
    return mixed ^ (mixed >> 29)
  }
}
