import CairnText

/// A seal at the end of a digest's file: a checksum of all bytes before it. The seal distinguishes
/// an unmodified digest from an edited one and from any other file, on any machine.
///
///     var seal = DigestSeal(.html)
///     for part in parts { try file.write(seal.add(part)) }
///     try file.write(seal.close())
///     DigestSeal.closes(bytes)    // true, until a byte changes
public struct DigestSeal {
  /// The syntax of the seal.
  public enum Style: CaseIterable, Sendable {
    /// A comment, for Markdown and HTML.
    case markup
    /// A line in brackets, for plain text.
    case text
    /// The last member, `checksum`, for JSON.
    case json
  }

  private let style: Style
  private let checksum = RunningChecksum()
  /// In JSON, the last of the added bytes. They are held back, because the checksum goes before the
  /// closing brace.
  private var held: [UInt8] = []
  private static let end = Array("}\n".utf8)

  /// Creates a seal to which no bytes have been added.
  public init(_ style: Style) {
    self.style = style
  }

  /// Creates the seal for a digest in a format; nil stands for JSON.
  public init(_ format: DigestFormat?) {
    self.init(format.map { $0 == .text ? .text : .markup } ?? .json)
  }

  /// Adds bytes of the file to the checksum, and returns the bytes that can be written now.
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

  /// Returns the remaining bytes of the file, which end with the seal.
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

  /// Returns the checksum digits of the seal at the end of `bytes`; nil if there is no seal.
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

  /// The number of bytes that ``isSealed(_:)`` needs from the end of a file.
  public static let endLength = 4096

  /// Returns whether a file is an unmodified digest, that is, ends with a seal that matches the
  /// bytes before the seal.
  public static func closes(_ file: [UInt8]) -> Bool {
    closes(file.count) { Array(file[$0]) }
  }

  /// Returns whether a file of `count` bytes is an unmodified digest. `read` returns a range of the
  /// file's bytes; the end is read first.
  ///
  /// - Throws: Any error that `read` throws.
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
