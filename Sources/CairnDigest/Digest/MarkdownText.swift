import CairnMarkup
import CairnText

/// Functions that make text safe to insert into Markdown. They also prevent open markup in a body
/// from affecting the text after it.
enum MarkdownText {
  /// Returns `text` on one line, with a backslash before every character that could begin markup in
  /// a paragraph or heading (CommonMark 0.31 §2.4; GFM autolinks and tables too).
  static func escaped(_ text: String) -> String {
    let scalars = line(text).unicodeScalars
    var escaped = String.UnicodeScalarView()
    for index in scalars.indices {
      if isMarkup(scalars, at: index) { escaped.append("\\") }
      escaped.append(scalars[index])
    }
    return String(escaped)
  }

  /// Returns `text` on one line, as readers see it when the result of ``escaped(_:)`` is rendered.
  static func line(_ text: String) -> String {
    TerminalText.escaped(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  /// Returns a wikilink as a Markdown link with this text; only the text if `address` is nil.
  static func link(_ link: Markup.Link, _ text: String, to address: String?) -> String {
    let text = escaped(text)
    return address.map { "\(link.isEmbeddedImage ? "!" : "")[\(text)](\($0))" } ?? text
  }

  private static func isMarkup(
    _ scalars: String.UnicodeScalarView, at index: String.Index
  ) -> Bool {
    let before = scalars[..<index]
    let next = scalars[scalars.index(after: index)...].first
    // Lazy because it reads everything before the character and is rarely needed.
    lazy var endsNumber = before.isNumber && (next == nil || next == " ")
    return switch scalars[index] {
    case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "~", "#", "$", "@": true
    // A list item, a rule or a setext underline, if at the start.
    case "-", "+", "=": before.isEmpty
    case ")": endsNumber
    // A list item, or an autolink without a scheme.
    case ".": endsNumber || before.suffix(3).elementsEqual("www".unicodeScalars)
    case ":": next == "/"
    case "&": next == "#" || next?.properties.isAlphabetic == true
    default: false
    }
  }

  /// Returns `body` and, if necessary, text that closes an open fence, comment or raw HTML element,
  /// so that `body` does not affect text after the next blank line. If that is impossible, returns
  /// the body as a code block.
  static func closed(_ body: [UInt8]) -> [UInt8] {
    if !mayBeOpen(body) || isClosed(body) { return body }
    for end in endings(for: body) {
      let candidate = body + Array("\n\(end)".utf8)
      if isClosed(candidate) { return candidate }
    }
    return fenced(body)
  }

  /// Returns `body` as a code block. The fence is longer than any run of backticks in `body`.
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

  /// Returns whether `body` may contain a block that does not end at a blank line, such as a code
  /// block.
  private static func mayBeOpen(_ body: [UInt8]) -> Bool {
    body.contains(UInt8(ascii: "<")) || longestRun(of: UInt8(ascii: "`"), body) >= 3
      || longestRun(of: UInt8(ascii: "~"), body) >= 3
  }

  /// Returns whether no markup is left open, so that a heading after `body` would be recognized.
  private static func isClosed(_ body: [UInt8]) -> Bool {
    let whole = body + Array("\n\n# x".utf8)
    return Markup(whole, body: 0..<whole.count).headings.last?.range.lowerBound == whole.count - 3
  }

  private static func longestRun(of byte: UInt8, _ bytes: [UInt8]) -> Int {
    bytes.split(whereSeparator: { $0 != byte }).map(\.count).max() ?? 0
  }
}

extension Substring.UnicodeScalarView {
  /// Whether the text is one to nine digits, like the number of an ordered list item.
  fileprivate var isNumber: Bool {
    !isEmpty && prefix(10).count < 10 && allSatisfy { ("0"..."9").contains($0) }
  }
}
