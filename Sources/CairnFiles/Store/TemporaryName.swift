public import CairnText

/// The name of a file that exists only during a write: `.cairn-NUMBER.tmp`.
///
/// The name begins with a dot, so that scans, shells and note programs ignore the file.
public struct TemporaryName: Hashable, Sendable, CustomStringConvertible {
  /// The number in the name, written in hexadecimal; random in a ``fresh()`` name.
  let number: UInt64

  private static let prefix = Array(".cairn-".utf8)
  private static let suffix = Array(".tmp".utf8)

  /// Returns a new unique name, made from 64 random bits.
  public static func fresh() -> TemporaryName {
    TemporaryName(number: .random(in: .min ... .max))
  }

  /// The name as text.
  public var description: String { String(decoding: bytes, as: UTF8.self) }

  /// The name as bytes.
  var bytes: [UInt8] { Self.prefix + Array(String(number, radix: 16).utf8) + Self.suffix }

  /// Returns whether a name has exactly the form of a ``fresh()`` name: between the prefix and the
  /// suffix, there are only 1 to 16 hexadecimal digits.
  static func isExactly(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    let number = name.dropFirst(prefix.count).dropLast(suffix.count)
    return isOne(name) && (1...16).contains(number.count)
      && number.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }

  /// Returns whether a name has the prefix and suffix of a temporary name.
  static func isOne(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    name.starts(with: prefix) && name.suffix(suffix.count).elementsEqual(suffix)
  }
}

extension NotePath {
  /// Returns the path of a temporary file in this folder.
  public func appending(_ name: TemporaryName) -> NotePath { appending(listed: name.bytes) }
}
