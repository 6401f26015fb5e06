/// Names for the bytes that CommonMark's syntax uses, and tests for its classes of bytes
/// (CommonMark 0.29 §2.1).
extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let tab = UInt8(ascii: "\t")
  static let bang = UInt8(ascii: "!")
  static let hash = UInt8(ascii: "#")
  static let pipe = UInt8(ascii: "|")
  static let backslash = UInt8(ascii: "\\")
  static let backtick = UInt8(ascii: "`")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let openParenthesis = UInt8(ascii: "(")
  static let closeParenthesis = UInt8(ascii: ")")
  static let less = UInt8(ascii: "<")
  static let greater = UInt8(ascii: ">")
  static let colon = UInt8(ascii: ":")
  static let hyphen = UInt8(ascii: "-")
  static let tilde = UInt8(ascii: "~")
  static let underscore = UInt8(ascii: "_")
  static let slash = UInt8(ascii: "/")
  static let dot = UInt8(ascii: ".")
  static let at = UInt8(ascii: "@")

  /// Whether the byte is a space, tab, line feed, line tabulation, form feed or carriage return.
  var isWhitespace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }

  /// Whether the byte is a line feed or a carriage return.
  var isLineEnd: Bool { self == .lineFeed || self == .carriageReturn }

  /// Whether the byte is `0` … `9`.
  var isDigit: Bool { self &- 0x30 < 10 }

  /// Whether the byte is `A` … `Z` or `a` … `z`.
  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// Whether the byte is one of the ASCII bytes in `set`.
  @inline(__always)
  func isOne(of set: StaticString) -> Bool {
    for index in 0..<set.utf8CodeUnitCount where set.utf8Start[index] == self { return true }
    return false
  }

  /// Whether the byte is an ASCII letter or a digit.
  var isAlphanumeric: Bool { isLetter || isDigit }

  /// Whether the byte is `0` … `9`, `A` … `F` or `a` … `f`.
  var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }

  /// Whether the byte is one of ``!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~``, which a backslash escapes.
  var isPunctuation: Bool {
    (self >= 0x21 && self <= 0x7E) && !isAlphanumeric
  }
}

extension Collection<UInt8> {
  /// Whether a line with these bytes may be the delimiter row below a table's header, such as
  /// `|:--|--:|` (GFM 0.29 §4.10). A line with only hyphens underlines a heading instead. Line
  /// tabulations and form feeds count as pipes, because cmark-gfm accepts them in cells.
  var mayBeDelimiterRow: Bool {
    var (hasHyphen, isOfTable) = (false, false)
    for byte in self {
      switch byte {
      case .hyphen: hasHyphen = true
      case .pipe, .colon, 0x0B, 0x0C: isOfTable = true
      case .space, .tab: break
      default: return false
      }
    }
    return hasHyphen && isOfTable
  }
}
