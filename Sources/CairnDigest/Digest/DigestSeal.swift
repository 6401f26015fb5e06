import CairnText
import CairnIndex

/// What the file of a digest ends with: a checksum of all that stands before it. It tells a digest that
/// is as it was written from one that somebody wrote into, on any machine, and from any other file.
///
///     var seal = DigestSeal(.html)
///     for part in parts { try file.write(seal.add(part)) }
///     try file.write(seal.close())
///     DigestSeal.closes(bytes)    // true, until anybody changes a byte
public struct DigestSeal {
  /// In what language the file is written.
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
  /// What may be the end of the file already: an object is closed behind the checksum.
  private var held: [UInt8] = []
  private static let end = Array("}\n".utf8)

  /// The seal of a file of which nothing is written yet.
  public init(_ style: Style) {
    self.style = style
  }

  /// The seal of a file in a format of templates; nil for JSON.
  public init(_ format: DigestFormat?) {
    self.init(format.map { $0 == .text ? .text : .markup } ?? .json)
  }

  /// Takes bytes of the file; gives those that can be written now.
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

  /// What is written behind all that was added.
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

  /// How many bytes it takes.
  fileprivate var length: Int {
    parts.before.utf8.count + DigestSeal.digitCount + parts.behind.utf8.count
  }

  /// The digits of a seal that `bytes` ends with; nil where it ends with none.
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

  /// How much of a file's end ``isSealed(_:)`` wants.
  public static let endLength = 4096

  /// Whether a file is a digest as it was written: whether it ends with a seal that fits.
  public static func closes(_ file: [UInt8]) -> Bool {
    closes(file.count) { Array(file[$0]) }
  }

  /// The same of a file with `count` bytes that is read a part at a time, the end first.
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

  /// Whether there is a seal near the end of a file, whatever stands around it.
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
