/// A parser for the parts of links and link reference definitions (CommonMark 0.29 §6.5, §4.7).
enum LinkSyntax {
  /// The maximum nesting depth of parentheses in a destination.
  private static let deepestParentheses = 32
  /// The maximum length of a label in bytes.
  private static let longestLabel = 1000
  /// The maximum number of bytes that are read for a link's text. Without a limit, a misplaced
  /// bracket could turn a whole page into the text of a link.
  private static let longestText = 2000

  /// Returns the range of the destination at `start`, without `<` and `>`, and the offset after it;
  /// nil if there is none. The range can be empty, as in `[text]()`.
  static func destination(
    in text: [UInt8], _ start: Int, _ end: Int
  ) -> (range: Range<Int>, end: Int)? {
    guard start < end else { return nil }
    if text[start] == .less { return pointedDestination(in: text, start, end) }
    var index = start
    var depth = 0
    while index < end {
      let byte = text[index]
      if byte == .backslash, index + 1 < end, text[index + 1].isPunctuation {
        index += 2
        continue
      }
      if byte == .openParenthesis {
        depth += 1
        if depth > deepestParentheses { return nil }
      } else if byte == .closeParenthesis {
        if depth == 0 { break }
        depth -= 1
      } else if byte <= 0x20 || byte == 0x7F {
        if index == start { return nil }
        break
      }
      index += 1
    }
    // cmark does not require balanced parentheses if a blank ends the destination.
    return (start..<index, index)
  }

  private static func pointedDestination(
    in text: [UInt8], _ start: Int, _ end: Int
  ) -> (range: Range<Int>, end: Int)? {
    var index = start + 1
    while index < end {
      switch text[index] {
      case .greater: return (start + 1..<index, index + 1)
      case .backslash: index += index + 1 < end && !text[index + 1].isLineEnd ? 2 : 1
      case .less, .lineFeed, .carriageReturn: return nil
      default: index += 1
      }
    }
    return nil
  }

  /// Returns the offset after the title that begins at `start`, as in `[text](path.md "title")`.
  /// Returns nil if there is no title or it is not closed before `end`.
  static func title(in text: [UInt8], _ start: Int, _ end: Int) -> Int? {
    guard start < end else { return nil }
    let close: UInt8
    switch text[start] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): close = text[start]
    case .openParenthesis: close = .closeParenthesis
    default: return nil
    }
    var index = start + 1
    while index < end {
      let byte = text[index]
      if byte == close { return index + 1 }
      if byte == .openParenthesis, close == .closeParenthesis { return nil }
      index += byte == .backslash ? 2 : 1
    }
    return nil
  }

  /// Returns the range between the brackets of the label at `start`, or nil if there is no label.
  static func label(in text: [UInt8], _ start: Int, _ end: Int) -> Range<Int>? {
    guard start < end, text[start] == .openBracket else { return nil }
    var index = start + 1
    while index < end, index - start <= longestLabel + 1 {
      switch text[index] {
      case .closeBracket: return start + 1..<index
      case .openBracket: return nil
      case .backslash: index += index + 1 < end && text[index + 1].isPunctuation ? 2 : 1
      default: index += 1
      }
    }
    return nil
  }

  /// Returns the text that the inlines in `range` show.
  static func plainText(_ range: Range<Int>, in text: [UInt8]) -> String {
    let bytes = text[range.prefix(longestText)]
    if bytes.allSatisfy({ !$0.isOne(of: "\\`*_[]<&~\n\r") }) {
      return String(decoding: bytes, as: UTF8.self)
    }
    return CommonMark.plainText(ofInlines: bytes)
  }
}

// MARK: - Destinations

extension LinkSyntax {
  /// A parsed destination: the address and, if it is a path, its parts.
  struct Destination {
    /// The address with backslashes and entities resolved, as CommonMark reads it.
    let address: String
    /// The percent-decoded path, or the whole address of an external target.
    let target: String
    /// The part of the address after `#`, percent-decoded; nil if there is none, and for external
    /// targets.
    let fragment: String?
    /// The byte range of the target as written, up to a `#` that begins a fragment.
    let range: Range<Int>
    /// Whether the address has a scheme or begins with `//`.
    let isExternal: Bool

    /// Parses the destination at `range` of `text`.
    init(_ range: Range<Int>, in text: [UInt8]) {
      address = CommonMark.unescaped(
        String(decoding: text[range], as: UTF8.self), backslashes: true)
      isExternal = LinkSyntax.isExternal(address)
      // `#` after `&` may be part of an entity such as `&#35;`, so no fragment is split off there.
      let hash = text[range].firstIndex(of: .hash)
      guard !isExternal, let hash, hash == range.lowerBound || text[hash - 1] != UInt8(ascii: "&")
      else {
        self.range = range
        target = isExternal ? address : address.percentDecoded
        fragment = nil
        return
      }
      self.range = range.lowerBound..<hash
      (target, fragment) = LinkSyntax.parts(of: address, isExternal: false)
    }
  }

  /// Returns whether an address has a scheme or begins with `//`.
  static func isExternal(_ address: String) -> Bool {
    address.hasPrefix("//") || address.utf8.scheme != nil
  }

  /// Returns the path and the fragment of an address, percent-decoded. If `isExternal` is true,
  /// returns the whole address as the target, and no fragment.
  static func parts(
    of address: String, isExternal: Bool
  ) -> (target: String, fragment: String?) {
    guard !isExternal else { return (address, nil) }
    let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    return (
      String(parts[0]).percentDecoded, parts.count > 1 ? String(parts[1]).percentDecoded : nil
    )
  }
}

extension String.UTF8View {
  /// The scheme of an address (RFC 3986 §3.1), or nil if there is none. A scheme has at least two
  /// bytes here.
  var scheme: Substring.UTF8View? {
    guard first?.isLetter == true, let colon = firstIndex(where: { !$0.isSchemeByte }),
      self[colon] == .colon, index(after: startIndex) < colon
    else { return nil }
    return Substring(self[..<colon]).utf8
  }
}

extension String {
  /// The text with percent-encoding decoded: `%41` becomes `A`. If the decoded bytes would not be
  /// UTF-8, the text is unchanged.
  package var percentDecoded: String {
    guard utf8.contains(UInt8(ascii: "%")) else { return self }
    let source = Array(utf8)
    var bytes: [UInt8] = []
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%"), index + 2 < source.count,
        let value = source[index + 1].hexValue, let low = source[index + 2].hexValue
      {
        bytes.append(value << 4 | low)
        index += 3
      } else {
        bytes.append(source[index])
        index += 1
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? self
  }
}

extension UInt8 {
  /// The value of the hexadecimal digit, or nil if the byte is not a hexadecimal digit.
  fileprivate var hexValue: UInt8? {
    guard isHexDigit else { return nil }
    return isDigit ? self - 0x30 : (self | 0x20) - 0x61 + 10
  }
}
