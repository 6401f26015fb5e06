import CairnCapture
import CairnDocument
import CairnMarkup
import CairnText

/// A change of a capture's title. If the text of a link to the capture is the old title, the text
/// becomes the new title.
struct TitleChange: Sendable {
  /// The title before the change.
  let old: String
  /// The title after the change.
  let new: String

  /// Returns the edit that replaces the text of a wikilink, as in `[[sarah|Sarah]]`. Returns nil if
  /// the text is not exactly the old title, or if a wikilink cannot contain the new title.
  ///
  /// - Parameter source: The whole link, or the part from its target to its end.
  func splice(inWikilink source: ArraySlice<UInt8>) -> Splice? {
    let written = Array("|\(old)]]".utf8)
    guard source.suffix(written.count).elementsEqual(written),
      !new.contains(where: { "[]|".contains($0) || $0.isNewline })
    else { return nil }
    let end = source.endIndex - 2
    return Splice(end - old.utf8.count..<end, Array(new.utf8))
  }

  /// Returns the edit that replaces the text of a Markdown link, as in `[Sarah](sarah.md)`. Returns
  /// nil if the text is not exactly the old title.
  func splice(inMarkdownLink source: ArraySlice<UInt8>) -> Splice? {
    for text in [old, old.asLinkText] where source.starts(with: "[\(text)](".utf8) {
      let start = source.startIndex + 1
      return Splice(start..<start + text.utf8.count, Array(new.asLinkText.utf8))
    }
    return nil
  }
}

extension LinkRepair {
  /// Returns the document of the file that was at `path`, with updated link texts: a text that is
  /// exactly the old title of the link's target becomes the new title. The links must already lead
  /// to their new targets. A text that cannot be changed safely stays as it is.
  func relabelled(_ document: Document, at path: NotePath) -> Document {
    titles.isEmpty ? document : fieldsRelabelled(bodyRelabelled(document, at: path), at: path)
  }

  /// Returns the title change of the capture to which `link` leads; nil if its title does not
  /// change. `link` is a repaired link in the file that was at `path`.
  private func titleChange(
    of link: Markup.Link, in document: Document, at path: NotePath
  ) -> TitleChange? {
    if link.isExternal { return nil }
    if link.target.isEmpty { return titles[relocation(path)] }
    guard case .found(let found) = resolution(of: link, in: document, at: path) else { return nil }
    return titles[found]
  }

  private func bodyRelabelled(_ document: Document, at path: NotePath) -> Document {
    let edit = { (link: Markup.Link, document: Document) -> (splice: Splice, text: String)? in
      guard let title = titleChange(of: link, in: document, at: path) else { return nil }
      let splice: Splice? =
        switch link.kind {
        case .wiki, .wikiEmbed: title.splice(inWikilink: document.bytes[link.range])
        case .markdown: title.splice(inMarkdownLink: document.bytes[link.range])
        case .image, .autolink, .reference: nil
        }
      return splice.map { ($0, title.new) }
    }
    let links = Markup(document.bytes, body: document.body).links
    let wanted = links.indices.filter { edit(links[$0], document) != nil }
    return document.changing(wanted) { document, group in
      let old = Markup(document.bytes, body: document.body).links
      let edits = group.compactMap { edit(old[$0], document) }
      let result = Document(document.bytes.applying(edits.map(\.splice)))
      let new = Markup(result.bytes, body: result.body).links
      let isRight =
        edits.count == group.count && new.map(\.kind) == old.map(\.kind)
        && new.map(\.target) == old.map(\.target)
        && zip(group, edits).allSatisfy { new[$0].text == $1.text }
      return isRight ? result : nil
    }.0
  }

  private func fieldsRelabelled(_ document: Document, at path: NotePath) -> Document {
    let edit = { (link: FieldLink, document: Document) -> (splice: Splice, text: String)? in
      let text = Array(link.text.text.utf8)
      guard let title = titleChange(of: link.link, in: document, at: path),
        let end = text[link.targetInText.upperBound...].firstRange(of: "]]".utf8)?.upperBound,
        let splice = title.splice(inWikilink: text[link.targetInText.lowerBound..<end])
      else { return nil }
      return (splice, title.new)
    }
    let links = document.fieldLinks
    return document.changing(links.indices.filter { edit(links[$0], document) != nil }) {
      document, group in
      let old = document.fieldLinks
      let edits = group.compactMap { index in edit(old[index], document).map { (old[index], $0) } }
      guard edits.count == group.count,
        let result = document.applying(edits.map { ($0, $1.splice) })
      else { return nil }
      let new = result.fieldLinks
      let isRight =
        new.map(\.link.target) == old.map(\.link.target)
        && zip(group, edits).allSatisfy { new[$0].link.text == $1.1.text }
      return isRight ? result : nil
    }.0
  }
}
