public import CairnDocument
public import CairnMarkup

/// A wikilink in a front matter value: `person: "[[Sarah]]"`.
public struct FieldLink: Sendable {
  /// The link, with ranges in the file. If the value is written with escapes, as in
  /// `'[[O''Brien]]'`, the link's range is the whole value, and there is no target range.
  public let link: Markup.Link
  /// The value or list element that contains the link.
  package let text: Document.WrittenText
  /// The range of the link's target in ``text``, in UTF-8 bytes.
  package let targetInText: Range<Int>
}

extension Document {
  /// The wikilinks in front matter, in fields and list elements whose value is text.
  ///
  /// An unquoted `[[Sarah]]` is a nested list in YAML, not a link. If the front matter contains no
  /// `[[`, the values are not searched.
  public var fieldLinks: [FieldLink] {
    let content = bytes[frontMatter.content]
    let bracket = UInt8(ascii: "[")
    guard zip(content, content.dropFirst()).contains(where: { $0 == bracket && $1 == bracket })
    else { return [] }
    return texts.flatMap(links(in:))
  }

  /// Returns the links in one value or list element.
  private func links(in written: WrittenText) -> [FieldLink] {
    let text = Array(written.text.utf8)
    let links = Markup.wikilinks(in: text, 0..<text.count)
    guard !links.isEmpty else { return [] }
    let placed = written.isPlaced ? Markup.wikilinks(in: bytes, written.range) : []
    let isVerbatim =
      links.count == placed.count
      && zip(links, placed).allSatisfy { text[$0.range] == bytes[$1.range] }
    return links.indices.compactMap { index in
      links[index].targetRange.map { target in
        FieldLink(
          link: isVerbatim ? placed[index] : links[index].respelled(at: written.range),
          text: written, targetInText: target)
      }
    }
  }
}

extension Capture {
  /// Returns all links in file order: first those in front matter values, then those in the body,
  /// which the caller has already parsed.
  public func links(in body: some BodyFacts) -> [Markup.Link] {
    document.fieldLinks.map(\.link) + body.links
  }
}
