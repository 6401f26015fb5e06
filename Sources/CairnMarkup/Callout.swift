import CairnText

/// A block quote that begins with a mark such as `[!TIP]`, as in GitHub's alerts and Obsidian's
/// callouts.
struct Callout {
  /// The kind as written in the mark: `TIP`.
  let kind: String
  /// The index of the text node that begins with the mark.
  let text: Int
  /// The text after the mark in the same text node.
  let rest: SyntaxTree.Stretch
  /// The index of the node after the first line: a line break, or ``end``.
  let titleEnd: Int
  /// The index of the node after the first paragraph.
  let end: Int
  /// The character after the mark: `+` if the callout is open at first, `-` if it is closed at
  /// first. Nil if there is no such character; readers then cannot fold the callout.
  let fold: UInt8?

  /// Whether the first line has a title after the mark.
  var hasTitle: Bool { rest.count > 0 || titleEnd > text + 1 }

  /// The title shown for a callout that does not specify a title: the kind as words, such as `Tip`.
  var word: String {
    String(kind.lowercased().map { $0 == "-" || $0 == "_" ? " " : $0 }).capitalizedFirst
  }
}

extension SyntaxTree {
  /// Returns the block quote at `quote` as a callout, or nil if it does not begin with a mark.
  func callout(at quote: Int) -> Callout? {
    let (paragraph, text) = (quote + 1, quote + 2)
    guard text < nodes[quote].end, nodes[paragraph].kind == .paragraph,
      nodes[text].kind == .text, let (kind, length, fold) = Self.calloutMark(self[nodes[text].text])
    else { return nil }
    let end = nodes[paragraph].end
    var titleEnd = text
    while titleEnd < end, nodes[titleEnd].kind != .softBreak, nodes[titleEnd].kind != .lineBreak {
      titleEnd = nodes[titleEnd].end
    }
    let rest = Stretch(
      start: nodes[text].text.start + Int32(length),
      count: nodes[text].text.count - Int32(length))
    return Callout(
      kind: kind, text: text, rest: rest, titleEnd: titleEnd, end: end, fold: fold)
  }

  /// Returns the parts of the mark `[!…]` at the beginning of `text`, or nil if there is no mark.
  ///
  /// `fold` is the `+` or `-` after the brackets, if any. `length` is in bytes and includes `fold`
  /// and the blanks that follow. Anything after a `|` in the mark is ignored, because it describes
  /// the appearance.
  private static func calloutMark(_ text: ArraySlice<UInt8>) -> (
    kind: String, length: Int, fold: UInt8?
  )? {
    guard text.starts(with: "[!".utf8), let close = text.firstIndex(of: .closeBracket) else {
      return nil
    }
    let kind = text[(text.startIndex + 2)..<close].prefix { $0 != .pipe }
    let isName = kind.allSatisfy {
      $0.isAlphanumeric || $0 == .hyphen || $0 == .underscore || $0 > 0x7F
    }
    guard !kind.isEmpty, kind.first != .hyphen, isName else { return nil }
    var end = close + 1
    let fold = end < text.endIndex && text[end].isOne(of: "+-") ? text[end] : nil
    if fold != nil { end += 1 }
    while end < text.endIndex, text[end].isWhitespace { end += 1 }
    return (String(decoding: kind, as: UTF8.self), end - text.startIndex, fold)
  }
}
