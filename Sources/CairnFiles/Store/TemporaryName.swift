/// Names of files that exist only while something is being written.
///
/// They begin with a dot, so that scans, shells and note programs pass over them.
enum TemporaryName {
  private static let prefix = Array(".cairn-".utf8)
  private static let suffix = Array(".tmp".utf8)

  /// A name that nothing has: 64 random bits.
  static func fresh() -> [UInt8] {
    prefix + Array(String(UInt64.random(in: .min ... .max), radix: 16).utf8) + suffix
  }

  /// Whether this is a name that ``fresh()`` makes.
  static func isOne(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    name.starts(with: prefix) && name.suffix(suffix.count).elementsEqual(suffix)
  }
}
