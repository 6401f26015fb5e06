import CairnText

extension Capture {
  /// A wikilink to the capture, such as `[[pay-acme|Pay the Acme invoice]]`: the file name and the
  /// title. If the two differ only in case and accents, the link contains only the title. If the
  /// title has more than 60 characters or contains `[`, `]` or `|`, the link contains only the file
  /// name.
  public var wikilink: String {
    let (stem, title) = (path.stem, title)
    if title.folded == stem.folded { return "[[\(title)]]" }
    return title.count > 60 || title.contains(where: "[]|".contains)
      ? "[[\(stem)]]" : "[[\(stem)|\(title)]]"
  }
}

extension String {
  /// If the whole text is a wikilink, the target of the link: `Cities` for `[[Cities|my cities]]`.
  /// Nil for any other text.
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
