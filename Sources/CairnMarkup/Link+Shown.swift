// MARK: - Shown text

extension Markup.Link {
  /// Whether the link is a wikilink that specifies no text to show, so that its target is shown
  /// instead.
  package var isUnlabelled: Bool {
    guard isWikilink, !target.isEmpty else { return false }
    return text == target || fragment.map { text == "\(target) > \($0)" } == true
  }

  /// Returns the text to show for an unlabelled link whose target has this title.
  package func shown(titled title: String) -> String {
    fragment.map { "\(title) > \($0)" } ?? title
  }

  /// The width in pixels given for an embedded picture, as in `![[scan.png|100]]` and
  /// `![[scan.png|100x80]]`; nil if none is given.
  package var pictureWidth: Int? {
    isEmbeddedImage ? Self.width(text[...]) : nil
  }

  /// Splits a picture's description, as in `![a gate|100](gate.png)`, into its text and the
  /// picture's width in pixels. The width is nil if none is given.
  static func sized(_ description: String) -> (text: String, width: Int?) {
    guard let bar = description.lastIndex(of: "|"),
      let width = width(description[description.index(after: bar)...])
    else { return (description, nil) }
    return (String(description[..<bar]), width)
  }

  /// Returns the width in a size such as `100` or `100x80`, or nil if the text is not a size.
  private static func width(_ text: Substring) -> Int? {
    guard let width = text.split(separator: "x").first,
      text.split(separator: "x", omittingEmptySubsequences: false).count <= 2,
      text.utf8.allSatisfy({ $0 == UInt8(ascii: "x") || $0 &- 0x30 < 10 }), text.utf8.count <= 9,
      let number = Int(width), number > 0
    else { return nil }
    return number
  }
}

/// The names by which links refer to a heading.
public struct HeadingName: Hashable, Sendable {
  /// The heading's text without markup.
  public let text: String
  /// The anchor that GitHub gives the heading, unique in its body.
  public let slug: String

  /// Returns the anchor of a heading whose text is the fragment of a link. The anchor is that of
  /// the first heading with this text, without a number such as `-1`. Only the part after the last
  /// `#` counts.
  package static func slug(ofFragment fragment: String) -> String {
    Slugs.slug(fragment.split(separator: "#").last.map(String.init) ?? fragment)
  }

  /// Returns the names of a body's headings. `texts` must contain the text of each heading, in
  /// order.
  package static func names(of texts: [String]) -> [HeadingName] {
    var slugs = Slugs()
    return texts.map { HeadingName(text: $0, slug: slugs.next(for: $0)) }
  }
}
