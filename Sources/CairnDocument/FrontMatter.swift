/// The place and format of a file's front matter.
///
/// YAML is between a first line `---` and a line `---` or `...`. TOML is between two lines `+++`.
/// JSON is either an object that begins at the first byte, or the text between two lines `;;;`,
/// which may lack the braces. White space may follow a fence, and a byte order mark may precede the
/// front matter. The headers of other tools (``Foreign``) count as body, and nothing is inserted
/// before them.
public struct FrontMatter: Hashable, Sendable {
  /// The kind of header at the top of the file.
  public enum Kind: Hashable, Sendable {
    /// No header. The whole file is body, and front matter can be added before it.
    case none
    /// A block between fences, read as YAML.
    case yaml
    /// A block between `+++` lines.
    case toml
    /// An object, or a block between `;;;` lines.
    case json
    /// An opening fence or brace without a closing one. The whole file is body.
    case unclosed
    /// A header in the format of another tool. The whole file counts as body.
    case foreign(Foreign)
  }

  /// A header in the format of another tool. Cairn does not read the header, and inserts nothing
  /// before it.
  public enum Foreign: String, Hashable, Sendable {
    /// The file is UTF-16 text, according to its byte order mark.
    case utf16
    /// Git conflict markers precede the front matter.
    case conflict
    /// A fence that is indented or follows blank lines.
    case lateFence
    /// A fence of five or more dashes, or a fence followed by text.
    case otherFence
    /// An HTML comment, in which some tools keep a header.
    case comment
    /// A `%{` map or `key::` properties.
    case properties
  }

  /// The kind of header at the top of the file.
  public let kind: Kind
  /// The range of the bytes between the fences, or of the whole JSON object; empty if there is no
  /// front matter.
  public let content: Range<Int>
  /// The offset of the body, which follows the byte order mark and the front matter.
  public let end: Int
}

extension FrontMatter {
  /// Whether the front matter is in one of the formats that Cairn reads.
  public var isReadable: Bool { isFenced || kind == .json }

  /// Whether the front matter is a block of YAML or TOML between fences.
  public var isFenced: Bool { kind == .yaml || kind == .toml }
}

// MARK: - Finding

extension FrontMatter {
  /// Finds the front matter of a file.
  ///
  /// Costs one pass over the front matter, or over the whole file if a fence is never closed.
  init(of bytes: [UInt8]) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let none = { (kind: Kind) in FrontMatter(kind: kind, content: start..<start, end: start) }
    let head = bytes[start...].prefix(3)
    if head.elementsEqual("---".utf8) || head.elementsEqual("+++".utf8)
      || head.elementsEqual(";;;".utf8)
    {
      let first = bytes.line(at: start)
      if let mark = bytes.fenceMark(first), head.allSatisfy({ $0 == mark }) {
        guard let fence = bytes.closingFence(of: mark, from: first.next) else {
          self = none(.unclosed)
          return
        }
        let kind: Kind =
          mark == UInt8(ascii: "-") ? .yaml : mark == UInt8(ascii: "+") ? .toml : .json
        self.init(kind: kind, content: first.next..<fence.start, end: fence.next)
        return
      }
    }
    if bytes.beginsObject(at: start) {
      guard let object = bytes.object(from: start) else {
        self = none(.unclosed)
        return
      }
      // Text after the object makes the front matter malformed. It stays part of the content, so
      // that searches find it.
      let line = bytes.line(at: object.upperBound)
      let isAlone = bytes[object.upperBound..<line.end].allSatisfy(\.isBlank)
      self.init(kind: .json, content: isAlone ? object : start..<line.end, end: line.next)
      return
    }
    self = none(Foreign(startingAt: start, in: bytes).map(Kind.foreign) ?? .none)
  }
}

extension FrontMatter.Foreign {
  /// Recognizes the header of another tool at `start`. Returns nil if there is none.
  init?(startingAt start: Int, in bytes: [UInt8]) {
    let text = bytes[start...]
    let begins = { (prefix: String) in text.starts(with: prefix.utf8) }
    if text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF]) {
      self = .utf16
    } else if begins("<<<<<<< ") {
      self = .conflict
    } else if begins("<!--") {
      self = .comment
    } else if begins("%{") || Self.isProperty(bytes[start..<bytes.line(at: start).end]) {
      self = .properties
    } else if begins("+++") || begins(";;;") || Self.isOtherFence(text) {
      self = .otherFence
    } else if Self.isLateFence(text, in: bytes) {
      self = .lateFence
    } else {
      return nil
    }
  }

  /// Returns whether a line is a `key:: value` property.
  private static func isProperty(_ line: ArraySlice<UInt8>) -> Bool {
    let key = line.prefix { $0.isASCIIWord || $0 == UInt8(ascii: "-") }
    guard let first = key.first, first.isASCIIWord, !first.isASCIIDigit else { return false }
    return line.dropFirst(key.count).starts(with: "::".utf8)
  }

  /// Returns whether the first line consists of five or more dashes, or of `---` followed by text.
  private static func isOtherFence(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.starts(with: "---".utf8) else { return false }
    let line = text.prefix { !$0.isLineBreak }
    let rest = line.drop { $0 == UInt8(ascii: "-") }.drop { $0.isBlank }
    return line.starts(with: "-----".utf8) ? rest.isEmpty : line.starts(with: "----".utf8) == false
  }

  /// Returns whether the text begins with white space or line breaks followed by a fence.
  private static func isLateFence(_ text: ArraySlice<UInt8>, in bytes: [UInt8]) -> Bool {
    let rest = text.drop { $0.isBlank || $0.isLineBreak || $0 == 0x0B || $0 == 0x0C }
    guard rest.startIndex > text.startIndex, rest.starts(with: "---".utf8) else { return false }
    return bytes.fenceMark(bytes.line(at: rest.startIndex)) == UInt8(ascii: "-")
  }
}

// MARK: - Fences

extension [UInt8] {
  /// Returns the character of the fence on `line`, or nil if the line is not a fence. A fence is
  /// three `-`, `+`, `;` or `.`, followed only by white space.
  fileprivate func fenceMark(_ line: Line) -> UInt8? {
    guard line.end - line.start >= 3 else { return nil }
    let mark = self[line.start]
    guard mark.isFenceMark, self[line.start + 1] == mark, self[line.start + 2] == mark,
      self[(line.start + 3)..<line.end].allSatisfy(\.isBlank)
    else { return nil }
    return mark
  }

  /// Returns the first line at or after `offset` that closes a fence of the character `mark`, or
  /// nil if there is none. A line `...` also closes `---`.
  fileprivate func closingFence(of mark: UInt8, from offset: Int) -> Line? {
    var position = offset
    while position < count {
      guard self[position].isFenceMark else {
        position = line(at: position).next
        continue
      }
      let line = line(at: position)
      if let found = fenceMark(line),
        found == mark || (found == UInt8(ascii: ".") && mark == UInt8(ascii: "-"))
      {
        return line
      }
      position = line.next
    }
    return nil
  }

  /// Returns whether the bytes at `start` are meant as a JSON object: a brace and a quotation mark
  /// of any kind, or two braces, possibly with white space between them.
  fileprivate func beginsObject(at start: Int) -> Bool {
    guard byte(at: start) == UInt8(ascii: "{") else { return false }
    let inner = self[(start + 1)...].drop { $0.isBlank || $0.isLineBreak }
    return ["\"", "}", "'", "“", "‘"].contains { inner.starts(with: $0.utf8) }
  }

  /// Returns the range of the object at `start`, including its braces, or nil if the object is
  /// never closed. Braces in strings of JSON (RFC 8259 §7) do not count.
  fileprivate func object(from start: Int) -> Range<Int>? {
    var depth = 0
    var inString = false
    var index = start
    while index < count {
      let byte = self[index]
      switch byte {
      case UInt8(ascii: "\\") where inString: index += 1
      case UInt8(ascii: "\""): inString.toggle()
      case UInt8(ascii: "{") where !inString: depth += 1
      case UInt8(ascii: "}") where !inString:
        depth -= 1
        if depth == 0 { return start..<(index + 1) }
      default: break
      }
      index += 1
    }
    return nil
  }
}

extension UInt8 {
  /// Whether the byte is a fence character: `-`, `+`, `;` or `.`.
  fileprivate var isFenceMark: Bool {
    self == UInt8(ascii: "-") || self == UInt8(ascii: ".") || self == UInt8(ascii: "+")
      || self == UInt8(ascii: ";")
  }
}
