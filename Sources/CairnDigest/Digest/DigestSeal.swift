import CairnText

/// The end of a digest's file: a checksum of everything before it. It distinguishes an unmodified
/// digest, written on any machine, from an edited one and from any other file.
///
///     var seal = DigestSeal(.html)
///     for part in parts { try file.write(seal.add(part)) }
///     try file.write(seal.close())
///     DigestSeal.closes(bytes)    // true, until a byte changes
public struct DigestSeal {
  /// The syntax of the seal.
  public enum Style: CaseIterable, Sendable {
    /// Markdown and HTML: a comment.
    case markup
    /// Plain text: a line in brackets.
    case text
    /// JSON: the last member, `checksum`.
    case json
  }

  private let style: Style
  private let checksum = RunningChecksum()
  /// The last bytes added to JSON, held back because the checksum goes before the closing brace.
  private var held: [UInt8] = []
  private static let end = Array("}\n".utf8)

  /// Creates the seal of an empty file.
  public init(_ style: Style) {
    self.style = style
  }

  /// Creates the seal for a digest in a format; nil stands for JSON.
  public init(_ format: DigestFormat?) {
    self.init(format.map { $0 == .text ? .text : .markup } ?? .json)
  }

  /// Adds bytes of the file and returns those that can be written now.
  public mutating func add(_ bytes: [UInt8]) -> [UInt8] {
    var ready = bytes
    if style == .json {
      ready = held + bytes
      held = ready.suffix(Self.end.count)
      ready.removeLast(held.count)
    }
    checksum.add(ready[...])
    return ready
  }

  /// Returns the bytes that end the file.
  public mutating func close() -> [UInt8] {
    if style == .json, held != Self.end {
      checksum.add(held[...])
      return held + style.line(checksum.digits)
    }
    return style.line(checksum.digits)
  }
}

extension DigestSeal.Style {
  fileprivate var parts: (before: String, behind: String) {
    switch self {
    case .markup: ("\n<!-- Made by Cairn, checksum ", " -->\n")
    case .text: ("\n[Made by Cairn, checksum ", "]\n")
    case .json: (",\"checksum\":\"", "\"}\n")
    }
  }

  fileprivate func line(_ digits: String) -> [UInt8] {
    Array((parts.before + digits + parts.behind).utf8)
  }

  /// The length of the seal in bytes.
  fileprivate var length: Int {
    parts.before.utf8.count + DigestSeal.digitCount + parts.behind.utf8.count
  }

  /// Returns the checksum digits of the seal that ends `bytes`; nil if no seal is at the end.
  fileprivate func digits(in bytes: [UInt8]) -> String? {
    guard bytes.count >= length else { return nil }
    let seal = bytes[(bytes.count - length)...]
    let digits = seal.dropFirst(parts.before.utf8.count).prefix(DigestSeal.digitCount)
    let text = String(decoding: digits, as: UTF8.self)
    return line(text).elementsEqual(seal) ? text : nil
  }
}

// MARK: - Reading

extension DigestSeal {
  fileprivate static let digitCount = 32

  /// The number of bytes at the end of a file that ``isSealed(_:)`` needs.
  public static let endLength = 4096

  /// Returns whether a file is an unmodified digest, that is, ends with a seal that matches it.
  public static func closes(_ file: [UInt8]) -> Bool {
    closes(file.count) { Array(file[$0]) }
  }

  /// Returns whether a file of `count` bytes is an unmodified digest. Reads the end first.
  public static func closes<Failure: Error>(
    _ count: Int, read: (Range<Int>) throws(Failure) -> [UInt8]
  ) throws(Failure) -> Bool {
    let end = try read(max(0, count - endLength)..<count)
    for style in Style.allCases {
      guard let digits = style.digits(in: end) else { continue }
      let checksum = RunningChecksum()
      var place = 0
      while place < count - style.length {
        let next = min(place + 1 << 16, count - style.length)
        try checksum.add(read(place..<next)[...])
        place = next
      }
      return checksum.digits == digits
    }
    return false
  }

  /// Returns whether the last ``endLength`` bytes contain a seal, even if its checksum is wrong.
  public static func isSealed(_ file: [UInt8]) -> Bool {
    let end = String(decoding: file.suffix(endLength), as: UTF8.self)
    return Style.allCases.contains { style in
      end.ranges(of: style.parts.before.drop { $0 == "\n" }).contains { mark in
        let digits = end[mark.upperBound...].prefix(digitCount)
        return digits.count == digitCount && digits.allSatisfy(\.isHexDigit)
      }
    }
  }
}
