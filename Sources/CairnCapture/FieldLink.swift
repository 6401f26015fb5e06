public import CairnDocument
public import CairnMarkup

/// A wikilink in a value of the front matter: `person: "[[Sarah]]"`.
public struct FieldLink: Sendable {
  /// The link. Its ranges are those of the file; where the value spells it in other bytes than it
  /// reads (`'[[O''Brien]]'`), its range is the value's, and it has none for the target.
  public let link: Markup.Link
  /// The value, or the element of a list, that it stands in.
  package let text: Document.WrittenText
  /// Where its target stands in that text, in bytes of UTF-8.
  package let targetInText: Range<Int>
}

extension Document {
  /// The wikilinks in the front matter's values: in texts, and in elements of lists that are texts.
  ///
  /// Unquoted, `[[Sarah]]` alone is a list in a list, as YAML reads it, and no link. Costs a search
  /// for `[[` where there is none.
  public var fieldLinks: [FieldLink] {
    let content = bytes[frontMatter.content]
    let bracket = UInt8(ascii: "[")
    guard zip(content, content.dropFirst()).contains(where: { $0 == bracket && $1 == bracket })
    else { return [] }
    return texts.flatMap(links(in:))
  }

  /// The links in one text.
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
  /// All its links as they stand in the file: those in values of the front matter, then those of
  /// its body, which was read already.
  public func links(in body: some BodyFacts) -> [Markup.Link] {
    document.fieldLinks.map(\.link) + body.links
  }
}
