import CairnText

/// Decides which addresses may stand in HTML that is made of somebody's notes.
///
/// A scheme is allowed, never forbidden: what is not known to be harmless does not pass. It is read
/// as browsers read it (WHATWG URL §4.4): control characters and blanks before it, and tabs and line
/// ends anywhere in it, do not hide it.
package enum SafeAddress {
  /// The schemes that lead somewhere and run nothing.
  package static let schemes: Set<String> = [
    "http", "https", "mailto", "ftp", "ftps", "sftp", "tel", "sms", "geo", "irc", "ircs", "xmpp",
    "matrix", "magnet", "news", "nntp", "ssh", "git", "obsidian", "zotero", "doi", "urn",
  ]
  private static let images = ["png", "gif", "jpeg", "webp"]

  /// Whether a link may lead to `address`.
  static func allowsLink(_ address: some Collection<UInt8>) -> Bool {
    guard let scheme = scheme(of: address) else { return true }
    return schemes.contains(scheme)
  }

  /// Whether an image may be loaded from `address`: as for a link, or as `data:` of a kind that
  /// holds no script (an SVG image can).
  static func allowsImage(_ address: some Collection<UInt8>) -> Bool {
    guard let scheme = scheme(of: address) else { return true }
    if scheme != "data" { return schemes.contains(scheme) }
    let text = String(decoding: address, as: UTF8.self).lowercased()
    return images.contains {
      text.hasPrefix("data:image/\($0);") || text.hasPrefix("data:image/\($0),")
    }
  }

  /// Whether `address` leads away from where the page lies.
  static func isExternal(_ address: some Collection<UInt8>) -> Bool {
    let start = address.prefix(2)
    return scheme(of: address) != nil
      || start.count == 2 && start.allSatisfy { $0 == .slash || $0 == .backslash }
  }

  /// What stands before the first colon, in lower case, unless a `/`, `?` or `#` comes first.
  package static func scheme(of address: some Collection<UInt8>) -> String? {
    var scheme: [UInt8] = []
    for byte in address where byte > 0x20 && byte != 0x7F {
      if byte == .colon { return String(decoding: scheme, as: UTF8.self).lowercased() }
      if byte == .slash || byte == UInt8(ascii: "?") || byte == .hash { return nil }
      scheme.append(byte)
    }
    return nil
  }
}

/// HTML on its way out, as UTF-8.
struct HTMLBuffer {
  /// The bytes so far.
  private(set) var bytes: [UInt8] = []

  /// The bytes so far as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Adds HTML as it is.
  mutating func raw(_ html: String) { bytes += html.utf8 }

  /// Adds text, escaped so that it may stand in an element or in a quoted attribute; what HTML has
  /// no place for is made visible (``TerminalText/shown(inPlaceOf:)``).
  mutating func escaped(_ text: some Sequence<UInt8>) {
    let copy: Void? = text.withContiguousStorageIfAvailable { copyEscaped($0) }
    if copy == nil { Array(text).withUnsafeBufferPointer { copyEscaped($0) } }
  }

  /// Copies what lies between signs that are escaped in one go.
  private mutating func copyEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var copied = 0
    // Nothing from `?` to `~` means anything to HTML.
    for index in text.indices where text[index] &- 0x3F >= 0x40 {
      if let reference = Self.reference(for: text[index]) {
        bytes.append(contentsOf: text[copied..<index])
        reference.withUTF8Buffer { bytes.append(contentsOf: $0) }
        copied = index + 1
      } else if case let count = Self.controlLength(text, at: index), count > 0 {
        bytes.append(contentsOf: text[copied..<index])
        copied = index + count
        bytes +=
          TerminalText.showingControls(
            String(decoding: text[index..<copied], as: UTF8.self)
          ).utf8
      }
    }
    bytes.append(contentsOf: text[copied...])
  }

  /// How many bytes a character has that HTML has no place for; 0 for any other.
  private static func controlLength(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let byte = { (offset: Int) in index + offset < text.count ? text[index + offset] : 0 }
    switch text[index] {
    case .tab, .lineFeed, .carriageReturn: return 0
    case ..<0x20, 0x7F: return 1
    // U+0080 … U+009F, U+FDD0 … U+FDEF, and the last two of each plane.
    case 0xC2: return (0x80...0x9F).contains(byte(1)) ? 2 : 0
    case 0xEF:
      let isOne = byte(1) == 0xB7 && (0x90...0xAF).contains(byte(2))
      return isOne || byte(1) == 0xBF && byte(2) >= 0xBE ? 3 : 0
    case 0xF0...: return byte(1) & 0xF == 0xF && byte(2) == 0xBF && byte(3) >= 0xBE ? 4 : 0
    default: return 0
    }
  }

  private static func reference(for byte: UInt8) -> StaticString? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case .less: "&lt;"
    case .greater: "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: nil
    }
  }

  /// Adds an address, escaped for a quoted attribute; what no address may have is percent-encoded.
  mutating func address(_ address: some Sequence<UInt8>) {
    Array(address).withUnsafeBufferPointer { copyAddress($0) }
  }

  private mutating func copyAddress(_ address: UnsafeBufferPointer<UInt8>) {
    var controlEnd = 0
    for (index, byte) in address.enumerated() {
      if byte > 0x7F {
        controlEnd = max(controlEnd, index + Self.controlLength(address, at: index))
      }
      switch byte {
      case _ where index < controlEnd: percentEncode(byte)
      case ...0x20, 0x7F, UInt8(ascii: "\""), .less, .greater, .backslash, UInt8(ascii: "^"),
        .backtick, UInt8(ascii: "{"), .pipe, UInt8(ascii: "}"):
        percentEncode(byte)
      case UInt8(ascii: "&"): raw("&amp;")
      case UInt8(ascii: "'"): raw("&#39;")
      default: bytes.append(byte)
      }
    }
  }

  private mutating func percentEncode(_ byte: UInt8) {
    let digits = String(byte, radix: 16, uppercase: true)
    raw("%" + (digits.count < 2 ? "0" : "") + digits)
  }
}
