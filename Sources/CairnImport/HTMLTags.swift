/// A tag of HTML or XML with its attributes.
struct HTMLTag {
  /// The name in lower case, with a slash before it for a closing tag.
  let name: String
  private let attributes: [String: String]

  /// Creates a tag from the bytes between `<` and `>`.
  init(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    let name = rest.prefix { !$0.isWhitespace }
    rest = rest[name.endIndex...]
    // `<br/>` is `br`.
    let isClosing = name.first == UInt8(ascii: "/")
    self.name =
      (isClosing ? "/" : "")
      + String(decoding: name.filter { $0 != UInt8(ascii: "/") }, as: UTF8.self).lowercased()
    var attributes: [String: String] = [:]
    while let start = rest.firstIndex(where: { !$0.isWhitespace && $0 != UInt8(ascii: "/") }) {
      rest = rest[start...]
      let key = rest.prefix { !$0.isWhitespace && $0 != UInt8(ascii: "=") }
      rest = rest[key.endIndex...].drop { $0.isWhitespace }
      guard rest.first == UInt8(ascii: "=") else {
        // A stray `=` has no key.
        if key.isEmpty { rest = rest.dropFirst() }
        attributes[Self.text(key).lowercased()] = ""
        continue
      }
      rest = rest.dropFirst().drop { $0.isWhitespace }
      let value: ArraySlice<UInt8>
      if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        value = rest.dropFirst().prefix { $0 != quote }
        rest = rest[value.endIndex...].dropFirst()
      } else {
        value = rest.prefix { !$0.isWhitespace }
        rest = rest[value.endIndex...]
      }
      attributes[Self.text(key).lowercased()] = Self.text(value).decodingEntities
    }
    self.attributes = attributes
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the value of an attribute; nil if the tag does not have the attribute.
  subscript(name: String) -> String? { attributes[name] }
}

/// A reader of the tags and texts of HTML or XML.
///
/// Skips document types, and does not expand entities that a document declares. A document
/// therefore cannot include other files or grow by expansion.
struct HTMLTags {
  /// A tag, or the byte range of text between two tags.
  enum Token {
    case tag(HTMLTag)
    /// Text in which a character reference such as `&amp;` stands for a character.
    case text(Range<Int>)
    /// Text in which `&` stands for itself: the content of `<![CDATA[…]]>`.
    case data(Range<Int>)
  }

  let bytes: [UInt8]
  /// The number of bytes that were read so far.
  private(set) var position = 0

  init(_ text: String) { self.init(Array(text.utf8)) }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next tag or text, or nil at the end.
  mutating func token() -> Token? {
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<"), position + 1 < bytes.count else {
        return .text(takeText())
      }
      switch bytes[position + 1] {
      case UInt8(ascii: "!"):
        if has("<![CDATA[") {
          position += 9
          return .data(take(upTo: "]]>"))
        }
        if has("<!--") {
          position += 4
          _ = take(upTo: "-->")
        } else {
          skipDeclaration()
        }
      case UInt8(ascii: "?"): _ = take(upTo: ">")
      case let next where next == UInt8(ascii: "/") || next.isLetter: return .tag(takeTag())
      default: return .text(takeText())
      }
    }
    return nil
  }

  /// Returns the next tag; nil if there are no more tags.
  mutating func next() -> HTMLTag? {
    while let token = token() {
      if case .tag(let tag) = token { return tag }
    }
    return nil
  }

  /// Reads up to and including the tag `name`. Returns the text before that tag, without other tags
  /// and without white space at both ends.
  mutating func text(until name: String) -> String { text(until: [name], takesTag: true) }

  /// Reads up to the first tag in `names`, but not the tag itself. Returns the text before that
  /// tag, without other tags and without white space at both ends.
  mutating func text(before names: Set<String>) -> String { text(until: names, takesTag: false) }

  private mutating func text(until names: Set<String>, takesTag: Bool) -> String {
    var text = ""
    while true {
      let start = position
      guard let token = token() else { break }
      switch token {
      case .text(let range): text += string(range).decodingEntities
      case .data(let range): text += string(range)
      case .tag(let tag):
        guard names.contains(tag.name) else { continue }
        if !takesTag { position = start }
        return text.trimmed
      }
    }
    return text.trimmed
  }

  /// Returns the text in a byte range as written.
  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func has(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[position...].starts(with: $0) }
  }

  private mutating func takeText() -> Range<Int> {
    let start = position
    let end = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    position = end
    return start..<end
  }

  /// Moves the position past the next `end`, and returns the byte range before it. If there is no
  /// `end`, the range extends to the end of the bytes.
  private mutating func take(upTo end: StaticString) -> Range<Int> {
    let start = position
    let first = end.utf8Start[0]
    while let found = bytes[position...].firstIndex(of: first) {
      position = found
      if has(end) {
        position += end.utf8CodeUnitCount
        return start..<found
      }
      position += 1
    }
    position = bytes.count
    return start..<bytes.count
  }

  /// Skips a declaration such as a document type, including any part in square brackets.
  private mutating func skipDeclaration() {
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">") where depth <= 0:
        position += 1
        return
      default: break
      }
      position += 1
    }
  }

  private mutating func takeTag() -> HTMLTag {
    let start = position + 1
    var (end, quote) = (start, UInt8?.none)
    while end < bytes.count, bytes[end] != UInt8(ascii: ">") || quote != nil {
      if bytes[end] == quote {
        quote = nil
      } else if quote == nil, "\"'".utf8.contains(bytes[end]) {
        quote = bytes[end]
      }
      end += 1
    }
    let tag = HTMLTag(bytes[start..<end])
    position = min(end + 1, bytes.count)
    // The contents of these elements are not text.
    for name in ["script", "style"] where tag.name == name {
      while position < bytes.count, !closes(name) { position += 1 }
    }
    return tag
  }

  /// Returns whether the closing tag of an element is at the current position.
  private func closes(_ name: String) -> Bool {
    let end = position + 2 + name.utf8.count
    return bytes[position] == UInt8(ascii: "<") && end <= bytes.count
      && string(position..<end).lowercased() == "</\(name)"
  }
}

extension UInt8 {
  /// Whether the byte is white space.
  var isWhitespace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
  /// Whether the byte is an ASCII letter.
  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
}

// MARK: - Character references

extension String {
  /// This text with each usual character reference of HTML replaced by its character.
  var decodingEntities: String {
    guard utf8.contains(UInt8(ascii: "&")) else { return self }
    var result = ""
    var rest = self[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      let name = rest[start...].dropFirst().prefix(11).prefix { $0 != ";" && !$0.isWhitespace }
      if name.count <= 10, name.endIndex < rest.endIndex, rest[name.endIndex] == ";",
        let character = Self.character(named: name)
      {
        result.unicodeScalars.append(character)
        rest = rest[name.endIndex...].dropFirst()
      } else {
        result += "&"
        rest = rest[start...].dropFirst()
      }
    }
    return result + rest
  }

  private static func character(named name: Substring) -> Unicode.Scalar? {
    if name.hasPrefix("#x") || name.hasPrefix("#X") {
      return UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    }
    if name.hasPrefix("#") { return UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init) }
    return named[String(name)]
  }

  /// The named character references that other tools write, such as `&eacute;`, keyed by name:
  /// those of XML, of Latin-1, and of typographic characters.
  private static let named: [String: Unicode.Scalar] = {
    var named: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "hellip": "…", "ndash": "–",
      "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”",
      "bdquo": "„", "bull": "•", "euro": "€", "trade": "™", "rarr": "→", "larr": "←",
      "minus": "−", "ensp": "\u{2002}", "emsp": "\u{2003}", "thinsp": "\u{2009}",
      "zwnj": "\u{200C}", "zwj": "\u{200D}", "lsaquo": "‹", "rsaquo": "›", "dagger": "†",
      "permil": "‰", "oelig": "œ", "OElig": "Œ", "scaron": "š", "Scaron": "Š",
    ]
    let latin = """
      nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn \
      sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave \
      Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml \
      ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN \
      szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave \
      iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute \
      ucirc uuml yacute thorn yuml
      """
    for (index, name) in latin.split(separator: " ").enumerated() {
      named[String(name)] = Unicode.Scalar(UInt8(160 + index))
    }
    return named
  }()
}
