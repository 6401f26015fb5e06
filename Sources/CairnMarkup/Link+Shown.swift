// MARK: - What a wikilink shows

extension Markup.Link {
  /// Whether it is a wikilink without a text of its own: what it shows is what it is called by.
  package var isUnlabelled: Bool {
    guard kind == .wiki || kind == .wikiEmbed, !target.isEmpty else { return false }
    return text == target || fragment.map { text == "\(target) > \($0)" } == true
  }

  /// What it shows where its target is called `title`.
  package func shown(titled title: String) -> String {
    fragment.map { "\(title) > \($0)" } ?? title
  }

  /// How wide an embedded picture is to be, in pixels: `![[scan.png|100]]`, `![[scan.png|100x80]]`.
  package var pictureWidth: Int? {
    isEmbeddedImage ? Self.width(text[...]) : nil
  }

  /// What a picture shows, and how wide it is to be: `![a gate|100](gate.png)`.
  static func sized(_ description: String) -> (text: String, width: Int?) {
    guard let bar = description.lastIndex(of: "|"),
      let width = width(description[description.index(after: bar)...])
    else { return (description, nil) }
    return (String(description[..<bar]), width)
  }

  /// The first of one or two numbers, as in `100x80`.
  private static func width(_ text: Substring) -> Int? {
    guard let width = text.split(separator: "x").first,
      text.split(separator: "x", omittingEmptySubsequences: false).count <= 2,
      text.utf8.allSatisfy({ $0 == UInt8(ascii: "x") || $0 &- 0x30 < 10 }), text.utf8.count <= 9,
      let number = Int(width), number > 0
    else { return nil }
    return number
  }
}

/// What a heading is called in links.
public struct HeadingName: Hashable, Sendable {
  /// Its text without markup.
  public let text: String
  /// Its anchor as GitHub makes it, unique in its body.
  public let slug: String

  /// The anchor that a heading has which a link's fragment names by its text, and no other heading.
  package static func slug(ofFragment fragment: String) -> String {
    Slugs.slug(fragment.split(separator: "#").last.map(String.init) ?? fragment)
  }

  /// Those of headings with these texts, which are all of a body.
  package static func names(of texts: [String]) -> [HeadingName] {
    var slugs = Slugs()
    return texts.map { HeadingName(text: $0, slug: slugs.next(for: $0)) }
  }
}
