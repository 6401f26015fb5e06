/// A pattern of gitignore(5), matched against bytes: `*`, `?`, `[a-z]` within a name, `**` across
/// names.
///
/// Matching backtracks only to the latest `*` in a name and to the latest `**`. It takes at most as
/// many steps as the pattern's length times the path's length.
struct IgnorePattern: Sendable {
  /// A part of the pattern, between two slashes.
  private enum Segment {
    /// `**`, which matches any number of folders or, at the end of a pattern, everything below a
    /// folder.
    case anyFolders
    case name([Element])
  }

  /// A matcher for one byte of a name; `star` matches any number of bytes.
  private enum Element {
    case byte(UInt8)
    case anyByte
    case anyOf(ByteSet)
    case star
  }

  private let segments: [Segment]

  /// Parses a pattern. Returns nil if the pattern can never match because it has an unclosed or
  /// invalid bracket expression or ends with `\`.
  init?(_ pattern: ArraySlice<UInt8>) {
    var segments: [Segment] = []
    var elements: [Element] = []
    var rest = pattern
    func finish() {
      let isStars = elements.allSatisfy { if case .star = $0 { true } else { false } }
      segments.append(isStars && elements.count > 1 ? .anyFolders : .name(elements))
      elements = []
    }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "/"): finish()
      case UInt8(ascii: "*"): elements.append(.star)
      case UInt8(ascii: "?"): elements.append(.anyByte)
      case UInt8(ascii: "["):
        guard let set = ByteSet(bracket: &rest) else { return nil }
        elements.append(.anyOf(set))
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst() else { return nil }
        if escaped == UInt8(ascii: "/") { finish() } else { elements.append(.byte(escaped)) }
      default: elements.append(.byte(byte))
      }
    }
    finish()
    self.segments = segments
  }
}

// MARK: - Matching

extension IgnorePattern {
  /// Returns whether the pattern matches a whole path. `names` are the names in the path.
  func matches(_ names: ArraySlice<ArraySlice<UInt8>>) -> Bool {
    var (segment, name) = (0, names.startIndex)
    var retry: (segment: Int, name: Int)?
    while name < names.endIndex {
      if segment < segments.count {
        switch segments[segment] {
        case .anyFolders:
          if segment == segments.count - 1 { return true }
          segment += 1
          retry = (segment, name)
          continue
        case .name(let elements):
          if Self.matches(elements, names[name]) {
            segment += 1
            name += 1
            continue
          }
        }
      }
      guard let last = retry else { return false }
      retry = (last.segment, last.name + 1)
      (segment, name) = (last.segment, last.name + 1)
    }
    return segment == segments.count
  }

  private static func matches(_ elements: [Element], _ name: ArraySlice<UInt8>) -> Bool {
    var (element, index) = (0, name.startIndex)
    var retry: (element: Int, index: Int)?
    while index < name.endIndex {
      if element < elements.count {
        if case .star = elements[element] {
          element += 1
          retry = (element, index)
          continue
        }
        if accepts(elements[element], name[index]) {
          element += 1
          index += 1
          continue
        }
      }
      guard let last = retry else { return false }
      retry = (last.element, last.index + 1)
      (element, index) = (last.element, last.index + 1)
    }
    return elements[element...].allSatisfy { if case .star = $0 { true } else { false } }
  }

  private static func accepts(_ element: Element, _ byte: UInt8) -> Bool {
    switch element {
    case .byte(let wanted): wanted == byte
    case .anyByte: true
    case .anyOf(let set): set.contains(byte)
    case .star: false
    }
  }
}

// MARK: - Brackets

/// The bytes that a bracket expression matches (POSIX.1-2017 §2.13.1, as in git's wildmatch).
private struct ByteSet: Sendable {
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  private var isNegated = false

  /// Parses a bracket expression and removes it from `rest`, which must begin after the `[`.
  /// Returns nil if the expression is not valid.
  init?(bracket rest: inout ArraySlice<UInt8>) {
    if rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^") {
      isNegated = true
      rest.removeFirst()
    }
    var isFirst = true
    var previous: UInt8?
    while var byte = rest.popFirst() {
      if byte == UInt8(ascii: "]") && !isFirst { return }
      isFirst = false
      if byte == UInt8(ascii: "["), rest.first == UInt8(ascii: ":") {
        rest.removeFirst()
        guard let close = rest.firstIndex(of: UInt8(ascii: "]")), close > rest.startIndex,
          rest[close - 1] == UInt8(ascii: ":"),
          let bytes = Self.members(of: String(decoding: rest[..<(close - 1)], as: UTF8.self))
        else { return nil }
        bytes.forEach { insert($0) }
        rest = rest[(close + 1)...]
        previous = nil
        continue
      }
      if byte == UInt8(ascii: "-"), let low = previous, let next = rest.first,
        next != UInt8(ascii: "]")
      {
        rest.removeFirst()
        var high = next
        if high == UInt8(ascii: "\\") {
          guard let escaped = rest.popFirst() else { return nil }
          high = escaped
        }
        if low <= high { (low...high).forEach { insert($0) } }
        previous = nil
        continue
      }
      if byte == UInt8(ascii: "\\") {
        guard let escaped = rest.popFirst() else { return nil }
        byte = escaped
      }
      insert(byte)
      previous = byte
    }
    return nil
  }

  func contains(_ byte: UInt8) -> Bool { isMember(byte) != isNegated }

  private func isMember(_ byte: UInt8) -> Bool {
    let bit: UInt64 = 1 << UInt64(byte & 63)
    return switch byte >> 6 {
    case 0: words.0 & bit != 0
    case 1: words.1 & bit != 0
    case 2: words.2 & bit != 0
    default: words.3 & bit != 0
    }
  }

  private mutating func insert(_ byte: UInt8) {
    let bit: UInt64 = 1 << UInt64(byte & 63)
    switch byte >> 6 {
    case 0: words.0 |= bit
    case 1: words.1 |= bit
    case 2: words.2 |= bit
    default: words.3 |= bit
    }
  }

  /// Returns the ASCII members of a character class, or nil if the class does not exist.
  private static func members(of name: String) -> [UInt8]? {
    let isMember: (Unicode.Scalar) -> Bool
    switch name {
    case "alnum": isMember = { $0.properties.isAlphabetic || ("0"..."9").contains($0) }
    case "alpha": isMember = { $0.properties.isAlphabetic }
    case "blank": isMember = { $0 == " " || $0 == "\t" }
    case "cntrl": isMember = { $0.value < 32 || $0.value == 127 }
    case "digit": isMember = { ("0"..."9").contains($0) }
    case "graph": isMember = { (33...126).contains($0.value) }
    case "lower": isMember = { ("a"..."z").contains($0) }
    case "print": isMember = { (32...126).contains($0.value) }
    case "punct":
      isMember = {
        (33...126).contains($0.value) && !$0.properties.isAlphabetic && !("0"..."9").contains($0)
      }
    case "space": isMember = { $0.properties.isWhitespace }
    case "upper": isMember = { ("A"..."Z").contains($0) }
    case "xdigit": isMember = { $0.properties.isASCIIHexDigit }
    default: return nil
    }
    return (0..<128).filter { isMember(Unicode.Scalar($0)) }
  }
}
