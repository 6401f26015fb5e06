import CairnText

/// A stretch of text that a terminal shows in one style; nothing in it can steer the terminal.
struct StyledText {
  /// The text, which is escaped.
  let text: String
  /// How it is set off.
  let style: TextStyle
  /// Where it leads where somebody follows it: an address for OSC 8, or nil.
  var address: String?

  /// `text` with all that could steer a terminal made visible; tabs and line ends become blanks.
  init(_ text: String, _ style: TextStyle = [], address: String? = nil) {
    let isLine = { (scalar: Unicode.Scalar) in scalar == "\t" || scalar == "\n" || scalar == "\r" }
    let line =
      text.unicodeScalars.contains(where: isLine)
      ? String(String.UnicodeScalarView(text.unicodeScalars.map { isLine($0) ? " " : $0 })) : text
    self.text = TerminalText.escaped(line)
    self.style = style
    self.address = address
  }

  /// A part of text that is escaped already.
  init(part text: some StringProtocol, of whole: StyledText) {
    self.text = String(text)
    style = whole.style
    address = whole.address
  }

  /// How many cells it takes.
  var width: Int { TerminalText.width(of: text) }
}

/// How text is set off.
struct TextStyle: OptionSet {
  let rawValue: Int

  static let bold = TextStyle(rawValue: 1)
  static let dim = TextStyle(rawValue: 2)
  static let italic = TextStyle(rawValue: 4)
  static let underlined = TextStyle(rawValue: 8)
  static let struck = TextStyle(rawValue: 16)
  static let code = TextStyle(rawValue: 32)
  static let link = TextStyle(rawValue: 64)

  /// The parameters of SGR (ECMA-48 §8.3.117).
  private static let parameters: [(TextStyle, String)] = [
    (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underlined, "4"), (.struck, "9"), (.code, "36"),
    (.link, "34"),
  ]

  /// The parameters of this style, `1;36`; empty for plain text.
  var parameters: String {
    Self.parameters.filter { contains($0.0) }.map(\.1).joined(separator: ";")
  }
}

/// The longest address that terminals take from OSC 8.
private let longestAddress = 2083

extension [StyledText] {
  /// How many cells it takes.
  var width: Int { reduce(0) { $0 + $1.width } }

  /// The line as it is written, without blanks at its end.
  ///
  /// - Parameters:
  ///   - isColored: Whether styles are shown.
  ///   - hasLinks: Whether addresses are (OSC 8, "Hyperlinks in Terminal Emulators").
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

  /// The same with neighbours of one style and one address as one.
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

  /// An address of which nothing can end the sequence it stands in: all but visible ASCII is
  /// percent-encoded. Nil where it is too long.
  private static func encoded(_ address: String) -> String? {
    var encoded = ""
    for byte in address.utf8 {
      if (0x21...0x7E).contains(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += "%" + (byte < 0x10 ? "0" : "") + digits
      }
    }
    return encoded.utf8.count <= longestAddress ? encoded : nil
  }
}
