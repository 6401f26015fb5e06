import CairnMarkup
import CairnText

/// Text put into Markdown so that it stays text, and bodies put so that they keep to themselves.
enum MarkdownText {
  /// `text` on one line, with a backslash before every sign that could begin markup, wherever in a
  /// paragraph or heading it is put (CommonMark 0.31 §2.4; GFM's addresses and tables too).
  static func escaped(_ text: String) -> String {
    let scalars = line(text).unicodeScalars
    var escaped = String.UnicodeScalarView()
    for index in scalars.indices {
      if isMarkup(scalars, at: index) { escaped.append("\\") }
      escaped.append(scalars[index])
    }
    return String(escaped)
  }

  /// `text` on one line, as it is read where it is ``escaped(_:)``.
  static func line(_ text: String) -> String {
    TerminalText.escaped(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  /// A wikilink as a Markdown link that shows a text, or as that where it leads nowhere.
  static func link(_ link: Markup.Link, _ text: String, to address: String?) -> String {
    let text = escaped(text)
    return address.map { "\(link.isEmbeddedImage ? "!" : "")[\(text)](\($0))" } ?? text
  }

  private static func isMarkup(
    _ scalars: String.UnicodeScalarView, at index: String.Index
  ) -> Bool {
    let before = scalars[..<index]
    let next = scalars[scalars.index(after: index)...].first
    // Asked for of few signs: it costs a look at all before.
    lazy var endsNumber = before.isNumber && (next == nil || next == " ")
    return switch scalars[index] {
    case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "~", "#", "$", "@": true
    // A list, a rule or an underline, at the beginning.
    case "-", "+", "=": before.isEmpty
    case ")": endsNumber
    // An item of a list, and an address that needs no scheme.
    case ".": endsNumber || before.suffix(3).elementsEqual("www".unicodeScalars)
    case ":": next == "/"
    case "&": next == "#" || next?.properties.isAlphabetic == true
    default: false
    }
  }

  /// `body`, and behind it whatever closes what it leaves open: a fence, a comment, a tag whose text
  /// is raw. What follows after a blank line is then on its own.
  static func closed(_ body: [UInt8]) -> [UInt8] {
    if !mayBeOpen(body) || isClosed(body) { return body }
    for end in endings(for: body) {
      let candidate = body + Array("\n\(end)".utf8)
      if isClosed(candidate) { return candidate }
    }
    return fenced(body)
  }

  /// `body` as a block of code, whatever it holds.
  static func fenced(_ body: [UInt8]) -> [UInt8] {
    let fence = String(repeating: "`", count: max(3, longestRun(of: UInt8(ascii: "`"), body) + 1))
    return Array("\(fence)\n".utf8) + body + Array("\n\(fence)".utf8)
  }

  private static func endings(for body: [UInt8]) -> [String] {
    let fences = ["`", "~"].map { mark in
      String(repeating: mark, count: max(3, longestRun(of: Array(mark.utf8)[0], body)))
    }
    let tags = ["-->", "?>", "]]>", ">", "</script>", "</style>", "</pre>", "</textarea>"]
    return fences + tags
  }

  /// Whether there is anything in `body` that could reach beyond a blank line.
  private static func mayBeOpen(_ body: [UInt8]) -> Bool {
    body.contains(UInt8(ascii: "<")) || longestRun(of: UInt8(ascii: "`"), body) >= 3
      || longestRun(of: UInt8(ascii: "~"), body) >= 3
  }

  /// Whether a heading behind `body` is one.
  private static func isClosed(_ body: [UInt8]) -> Bool {
    let whole = body + Array("\n\n# x".utf8)
    return Markup(whole, body: 0..<whole.count).headings.last?.range.lowerBound == whole.count - 3
  }

  private static func longestRun(of byte: UInt8, _ bytes: [UInt8]) -> Int {
    bytes.split(whereSeparator: { $0 != byte }).map(\.count).max() ?? 0
  }
}

extension Substring.UnicodeScalarView {
  /// Whether it is up to nine digits, as before the `.` of a list's item.
  fileprivate var isNumber: Bool {
    !isEmpty && prefix(10).count < 10 && allSatisfy { ("0"..."9").contains($0) }
  }
}
