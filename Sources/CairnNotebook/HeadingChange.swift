import CairnDocument
package import CairnMarkup
import CairnText

/// A change of a heading. The fragments of links to the heading have to change accordingly.
struct HeadingChange: Sendable {
  /// The path of the capture with the heading, before any move.
  let path: NotePath
  /// The heading before the change.
  let old: Markup.Heading
  /// The heading after the change.
  let new: Markup.Heading

  /// Returns the fragment that replaces `fragment` in a link to the old heading. If `fragment` is
  /// the old slug, returns the new slug; if it is the old text, returns the new text, or the new
  /// slug if the text is not valid in the link. Nil if `fragment` names another heading.
  func fragment(insteadOf fragment: String, inWikilink: Bool) -> String? {
    let folded = FoldedText(fragment).text
    if folded == FoldedText(old.slug).text, folded != FoldedText(old.text).text { return new.slug }
    guard folded == FoldedText(old.text).text else { return nil }
    // If text and slug differ only in case (`Plan`, `plan`), the spelling in the link shows which
    // of them the link names.
    if fragment == old.slug && fragment != old.text { return new.slug }
    let isWritable =
      inWikilink || !new.text.contains { $0.isWhitespace || "()<>%".contains($0) }
    return isWritable ? new.wikilinkName : new.slug
  }
}

extension Markup.Heading {
  /// The name of the heading in a wikilink: its text, or its slug if the text has characters that
  /// are special in a wikilink. Empty if it has no such name.
  package var wikilinkName: String {
    text.unicodeScalars.contains { "[]#|`^".unicodeScalars.contains($0) } ? slug : text
  }
}

extension LinkRepair {
  /// Returns the edit that updates the fragment of a link. Nil if the link does not name the
  /// changed heading, or if the new heading has no name. `path` is the path, before any move, of
  /// the file that contains the link.
  func headingSplice(
    of link: Markup.Link, in document: Document, at path: NotePath
  ) -> Splice? {
    guard let heading, let fragment = link.fragment,
      let range = link.fragmentRange(in: document.bytes),
      destination(of: link, in: document, at: path) == heading.path,
      let new = heading.fragment(insteadOf: fragment, inWikilink: link.isWikilink),
      !new.isEmpty, new != fragment
    else { return nil }
    return Splice(range, Array(new.utf8))
  }
}

extension Markup.Link {
  /// Returns the range of the fragment in the file's bytes, without `#`; nil if the link has no
  /// fragment, or if the file spells the fragment differently, for example percent-encoded.
  package func fragmentRange(in bytes: [UInt8]) -> Range<Int>? {
    guard let fragment, !fragment.isEmpty, let targetRange else { return nil }
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let rest = bytes[targetRange.upperBound..<range.upperBound].drop(while: isBlank)
    guard rest.first == UInt8(ascii: "#") else { return nil }
    let text = rest.dropFirst().drop(while: isBlank)
    return text.starts(with: fragment.utf8)
      ? text.startIndex..<text.startIndex + fragment.utf8.count : nil
  }
}
