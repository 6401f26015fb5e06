import CairnText

extension Capture {
  /// A wikilink to the capture, such as `[[pay-acme|Pay the Acme invoice]]`: the file name and the
  /// title. It contains only the title if the two are equal when folded, and only the file name if
  /// the title has more than 60 characters or contains `[`, `]` or `|`.
  public var wikilink: String {
    let (stem, title) = (path.stem, title)
    if title.folded == stem.folded { return "[[\(title)]]" }
    return title.count > 60 || title.contains(where: "[]|".contains)
      ? "[[\(stem)]]" : "[[\(stem)|\(title)]]"
  }
}

extension String {
  /// The target of the wikilink that is the whole text, such as `Cities` in `[[Cities|my cities]]`;
  /// nil if the text is not a wikilink.
  package var insideWikilink: String? {
    guard hasPrefix("[["), hasSuffix("]]"), utf8.count > 4 else { return nil }
    return String(dropFirst(2).dropLast(2).prefix { $0 != "|" })
  }

  /// This text as the text of a Markdown link: on one line, with a backslash before each character
  /// that may be Markdown syntax there.
  package var asLinkText: String {
    map { sign in
      if sign.isNewline { return " " }
      return "[]\\`*_<&~".contains(sign) ? "\\\(sign)" : "\(sign)"
    }.joined()
  }
}
