/// A block quote that says what it is, as GitHub's alerts and Obsidian's callouts do: `> [!TIP]`,
/// `> [!note]- A title`.
struct Callout {
  /// What it is, as it is written: `TIP`.
  let kind: String
  /// The node of the text that begins with the mark.
  let text: Int
  /// What that text says behind the mark.
  let rest: SyntaxTree.Stretch
  /// The node behind the first line: its end, or ``end``.
  let titleEnd: Int
  /// The node behind the first paragraph.
  let end: Int

  /// Whether the first line has a title besides the mark.
  var hasTitle: Bool { rest.count > 0 || titleEnd > text + 1 }

  /// What stands above a callout without a title: `Tip`.
  var word: String {
    let words = String(kind.lowercased().map { $0 == "-" || $0 == "_" ? " " : $0 })
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

extension SyntaxTree {
  /// The callout that the block quote at `quote` is; nil where it is none.
  func callout(at quote: Int) -> Callout? {
    let (paragraph, text) = (quote + 1, quote + 2)
    guard text < nodes[quote].end, nodes[paragraph].kind == .paragraph,
      nodes[text].kind == .text, let (kind, length) = Self.calloutMark(self[nodes[text].text])
    else { return nil }
    let end = nodes[paragraph].end
    var titleEnd = text
    while titleEnd < end, nodes[titleEnd].kind != .softBreak, nodes[titleEnd].kind != .lineBreak {
      titleEnd = nodes[titleEnd].end
    }
    let rest = Stretch(
      start: nodes[text].text.start + Int32(length),
      count: nodes[text].text.count - Int32(length))
    return Callout(kind: kind, text: text, rest: rest, titleEnd: titleEnd, end: end)
  }

  /// What stands in `[!…]` at the beginning of a text, and how many bytes the mark has with the sign
  /// that folds it and the blanks behind. Words behind a `|` are about the look.
  private static func calloutMark(_ text: ArraySlice<UInt8>) -> (kind: String, length: Int)? {
    guard text.starts(with: "[!".utf8), let close = text.firstIndex(of: .closeBracket) else {
      return nil
    }
    let kind = text[(text.startIndex + 2)..<close].prefix { $0 != .pipe }
    let isName = kind.allSatisfy {
      $0.isAlphanumeric || $0 == .hyphen || $0 == .underscore || $0 > 0x7F
    }
    guard !kind.isEmpty, kind.first != .hyphen, isName else { return nil }
    var end = close + 1
    if end < text.endIndex, text[end].isOne(of: "+-") { end += 1 }
    while end < text.endIndex, text[end].isWhitespace { end += 1 }
    return (String(decoding: kind, as: UTF8.self), end - text.startIndex)
  }
}
