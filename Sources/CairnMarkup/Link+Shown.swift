// MARK: - Shown text

extension Markup.Link {
  /// Whether it is a wikilink without its own text, so that it shows its target.
  package var isUnlabelled: Bool {
    guard kind == .wiki || kind == .wikiEmbed, !target.isEmpty else { return false }
    return text == target || fragment.map { text == "\(target) > \($0)" } == true
  }

  /// Returns the text shown if the link's target has the title `title`.
  package func shown(titled title: String) -> String {
    fragment.map { "\(title) > \($0)" } ?? title
  }

  /// The width of an embedded picture in pixels: `![[scan.png|100]]`, `![[scan.png|100x80]]`.
  package var pictureWidth: Int? {
    isEmbeddedImage ? Self.width(text[...]) : nil
  }

  /// Splits a picture's description into its text and its width: `![a gate|100](gate.png)`.
  static func sized(_ description: String) -> (text: String, width: Int?) {
    guard let bar = description.lastIndex(of: "|"),
      let width = width(description[description.index(after: bar)...])
    else { return (description, nil) }
    return (String(description[..<bar]), width)
  }

  /// Returns the first of one or two numbers, as in `100x80`.
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

  /// Returns the anchor of a heading with the fragment's text and no earlier namesake.
  package static func slug(ofFragment fragment: String) -> String {
    Slugs.slug(fragment.split(separator: "#").last.map(String.init) ?? fragment)
  }

  /// Returns the names of headings with these texts, which must be all headings of a body.
  package static func names(of texts: [String]) -> [HeadingName] {
    var slugs = Slugs()
    return texts.map { HeadingName(text: $0, slug: slugs.next(for: $0)) }
  }
}
