import CairnText

/// The name of a file that exists only while something is being written: `.cairn-NUMBER.tmp`.
///
/// It begins with a dot, so that scans, shells and note programs pass over the file.
public struct TemporaryName: Hashable, Sendable, CustomStringConvertible {
  /// What tells it from the others, written in hexadecimal.
  let number: UInt64

  private static let prefix = Array(".cairn-".utf8)
  private static let suffix = Array(".tmp".utf8)

  /// A name that nothing has: 64 random bits.
  public static func fresh() -> TemporaryName {
    TemporaryName(number: .random(in: .min ... .max))
  }

  /// The name itself.
  public var description: String { String(decoding: bytes, as: UTF8.self) }

  /// The name itself.
  var bytes: [UInt8] { Self.prefix + Array(String(number, radix: 16).utf8) + Self.suffix }

  /// Whether this is a name that ``fresh()`` makes, to the letter: nothing else has hexadecimal
  /// digits there and nothing else.
  static func isExactly(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    let number = name.dropFirst(prefix.count).dropLast(suffix.count)
    return isOne(name) && (1...16).contains(number.count)
      && number.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }

  /// Whether this is a name that ``fresh()`` makes.
  static func isOne(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    name.starts(with: prefix) && name.suffix(suffix.count).elementsEqual(suffix)
  }
}

extension NotePath {
  /// A temporary file in this folder.
  func appending(_ name: TemporaryName) -> NotePath { appending(listed: name.bytes) }
}
