import CairnText

/// A run of text in one style. All characters that could control the terminal are escaped.
struct StyledText {
  /// The text, already escaped.
  let text: String
  /// The style of the text, such as bold.
  var style: TextStyle
  /// The address that the text links to (OSC 8); nil if the text is not a link.
  var address: String?

  /// Creates a run of text, with all characters that could control the terminal escaped. Tabs and
  /// line ends become spaces.
  init(_ text: String, _ style: TextStyle = [], address: String? = nil) {
    let isLine = { (scalar: Unicode.Scalar) in scalar == "\t" || scalar == "\n" || scalar == "\r" }
    let line =
      text.unicodeScalars.contains(where: isLine)
      ? String(String.UnicodeScalarView(text.unicodeScalars.map { isLine($0) ? " " : $0 })) : text
    self.text = TerminalText.escaped(line)
    self.style = style
    self.address = address
  }

  /// Creates a part of the run `whole`, with the same style and address. `text` must be escaped
  /// already.
  init(part text: some StringProtocol, of whole: StyledText) {
    self.text = String(text)
    style = whole.style
    address = whole.address
  }

  /// The width of the text in cells.
  var width: Int { TerminalText.width(of: text) }
}

/// The style of a run of text.
struct TextStyle: OptionSet {
  let rawValue: Int

  static let bold = TextStyle(rawValue: 1)
  static let dim = TextStyle(rawValue: 2)
  static let italic = TextStyle(rawValue: 4)
  static let underlined = TextStyle(rawValue: 8)
  static let struck = TextStyle(rawValue: 16)
  static let code = TextStyle(rawValue: 32)
  static let link = TextStyle(rawValue: 64)
  static let match = TextStyle(rawValue: 128)

  /// Each style with its SGR parameter (ECMA-48 §8.3.117).
  private static let parameters: [(TextStyle, String)] = [
    (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underlined, "4"), (.struck, "9"), (.code, "36"),
    (.link, "34"), (.match, "1;33"),
  ]

  /// The SGR parameters of this style, such as `1;36`; empty for plain text.
  var parameters: String {
    Self.parameters.filter { contains($0.0) }.map(\.1).joined(separator: ";")
  }
}

/// The maximum length of an address that terminals accept in OSC 8, in bytes.
private let longestAddress = 2083

extension [StyledText] {
  /// The width of all runs together, in cells.
  var width: Int { reduce(0) { $0 + $1.width } }

  /// Returns the line with highlighted matches. `matches` returns the matches in the text of the
  /// line, in order and without overlaps.
  func highlighting(_ matches: (String) -> [Range<String.Index>]) -> [StyledText] {
    let text = map(\.text).joined()
    let found = matches(text).map { range in
      text.utf8.distance(
        from: text.startIndex, to: range.lowerBound)..<text.utf8.distance(
          from: text.startIndex, to: range.upperBound)
    }
    if found.isEmpty { return self }
    var start = 0
    return flatMap { run in
      let bytes = [UInt8](run.text.utf8)
      let own = start..<start + bytes.count
      start = own.upperBound
      var pieces: [StyledText] = []
      var copied = own.lowerBound
      func add(upTo end: Int, isMatch: Bool) {
        guard end > copied else { return }
        let part = bytes[copied - own.lowerBound..<end - own.lowerBound]
        var piece = StyledText(part: String(decoding: part, as: UTF8.self), of: run)
        if isMatch { piece.style.insert(.match) }
        pieces.append(piece)
        copied = end
      }
      for match in found.map({ $0.clamped(to: own) }) where !match.isEmpty {
        add(upTo: match.lowerBound, isMatch: false)
        add(upTo: match.upperBound, isMatch: true)
      }
      add(upTo: own.upperBound, isMatch: false)
      return pieces
    }
  }

  /// Returns the line as text with escape sequences and without trailing spaces.
  ///
  /// - Parameters:
  ///   - isColored: Whether to write styles.
  ///   - hasLinks: Whether to write addresses (OSC 8, "Hyperlinks in Terminal Emulators").
  func rendered(isColored: Bool, hasLinks: Bool) -> String {
    var line = ""
    var pieces = self
    while let last = pieces.last, last.text.last == " " || last.text.isEmpty {
      pieces.removeLast()
      let kept = last.text.reversed().drop { $0 == " " }.reversed()
      if !kept.isEmpty { pieces.append(StyledText(part: String(kept), of: last)) }
    }
    for piece in pieces.joined {
      let address = hasLinks ? piece.address.flatMap(Self.encoded) : nil
      if let address { line += "\u{1B}]8;;\(address)\u{1B}\\" }
      let parameters = isColored ? piece.style.parameters : ""
      line += parameters.isEmpty ? piece.text : "\u{1B}[\(parameters)m\(piece.text)\u{1B}[0m"
      if address != nil { line += "\u{1B}]8;;\u{1B}\\" }
    }
    return line
  }

  /// The runs, with adjacent runs of the same style and address joined.
  private var joined: [StyledText] {
    var joined: [StyledText] = []
    for piece in self {
      if let last = joined.last, last.style == piece.style, last.address == piece.address {
        joined[joined.count - 1] = StyledText(part: last.text + piece.text, of: last)
      } else {
        joined.append(piece)
      }
    }
    return joined
  }

  /// Returns an address in which every byte that is not a visible ASCII character is
  /// percent-encoded, because such a byte could end the escape sequence. Returns nil if the result
  /// is too long.
  private static func encoded(_ address: String) -> String? {
    let encoded = Address.visible(address)
    return encoded.utf8.count <= longestAddress ? encoded : nil
  }
}
