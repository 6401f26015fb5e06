import CairnText

/// The rules that decide which addresses are safe in HTML generated from untrusted notes.
///
/// Only listed schemes are allowed; an unknown scheme is rejected. The scheme is read as browsers
/// read it (WHATWG URL §4.4): control characters and blanks before the scheme, and tabs and line
/// ends within it, are ignored.
package enum SafeAddress {
  /// The allowed schemes, whose addresses open a page, a message or a program but do not run code.
  package static let schemes: Set<String> = [
    "http", "https", "mailto", "ftp", "ftps", "sftp", "tel", "sms", "geo", "irc", "ircs", "xmpp",
    "matrix", "magnet", "news", "nntp", "ssh", "git", "obsidian", "zotero", "doi", "urn",
  ]
  private static let images = ["png", "gif", "jpeg", "webp"]

  /// Returns whether a link to `address` is allowed.
  static func allowsLink(_ address: some Collection<UInt8>) -> Bool {
    guard let scheme = scheme(of: address) else { return true }
    return schemes.contains(scheme)
  }

  /// Returns whether an image from `address` is allowed. An image is allowed if a link to its
  /// address is allowed. A `data:` address is allowed for image types that cannot contain scripts,
  /// so not for SVG.
  static func allowsImage(_ address: some Collection<UInt8>) -> Bool {
    guard let scheme = scheme(of: address) else { return true }
    if scheme != "data" { return schemes.contains(scheme) }
    let text = String(decoding: address, as: UTF8.self).lowercased()
    return images.contains {
      text.hasPrefix("data:image/\($0);") || text.hasPrefix("data:image/\($0),")
    }
  }

  /// Returns whether `address` has a scheme or begins with two slashes or backslashes, so that it
  /// can lead to another site.
  package static func isExternal(_ address: some Collection<UInt8>) -> Bool {
    let start = address.prefix(2)
    return scheme(of: address) != nil
      || start.count == 2 && start.allSatisfy { $0 == .slash || $0 == .backslash }
  }

  /// Returns the text before the first colon, in lower case and without blanks and control
  /// characters. Returns nil if there is no colon, or if a `/`, `?` or `#` precedes it.
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

/// A buffer of HTML being written, as UTF-8.
struct HTMLBuffer {
  /// The bytes written so far.
  private(set) var bytes: [UInt8] = []

  /// The bytes written so far, as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends HTML without escaping it.
  mutating func raw(_ html: String) { bytes += html.utf8 }

  /// Appends text, escaped for use in an element or a quoted attribute. Characters not allowed in
  /// HTML are made visible (``TerminalText/shown(inPlaceOf:)``).
  mutating func escaped(_ text: some Sequence<UInt8>) {
    let copy: Void? = text.withContiguousStorageIfAvailable { copyEscaped($0) }
    if copy == nil { Array(text).withUnsafeBufferPointer { copyEscaped($0) } }
  }

  /// Escapes `text` and appends it. A run of characters that need no escaping is copied in a single
  /// operation.
  private mutating func copyEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var copied = 0
    // Characters from `?` to `~` need no escaping.
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

  /// Returns the length in bytes of the character at `index` if it is not allowed in HTML,
  /// otherwise 0.
  private static func controlLength(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let byte = { (offset: Int) in index + offset < text.count ? text[index + offset] : 0 }
    switch text[index] {
    case .tab, .lineFeed, .carriageReturn: return 0
    case ..<0x20, 0x7F: return 1
    // U+0080 … U+009F, U+FDD0 … U+FDEF, and the last two scalars of each plane.
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

  /// Appends an address, escaped for use in a quoted attribute. Invalid characters are
  /// percent-encoded.
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
      case _ where index < controlEnd: bytes += Address.escape(byte)
      case ...0x20, 0x7F, UInt8(ascii: "\""), .less, .greater, .backslash, UInt8(ascii: "^"),
        .backtick, UInt8(ascii: "{"), .pipe, UInt8(ascii: "}"):
        bytes += Address.escape(byte)
      case UInt8(ascii: "&"): raw("&amp;")
      case UInt8(ascii: "'"): raw("&#39;")
      default: bytes.append(byte)
      }
    }
  }
}
