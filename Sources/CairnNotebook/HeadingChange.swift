import CairnDocument
import CairnMarkup
import CairnText

/// A heading that becomes another, and with it the fragments of links that lead there.
struct HeadingChange: Sendable {
  /// The capture it stands in, before anything moves.
  let path: NotePath
  /// The heading as it was.
  let old: Markup.Heading
  /// The heading as it is to be.
  let new: Markup.Heading

  /// What a link that leads there says instead of `fragment`: the text for the text, the slug for the
  /// slug. Nil where it names another heading, or the new one cannot be written in a link.
  func fragment(insteadOf fragment: String) -> String? {
    let folded = FoldedText(fragment).text
    if folded == FoldedText(old.slug).text, folded != FoldedText(old.text).text { return new.slug }
    guard folded == FoldedText(old.text).text else { return nil }
    // What is both, such as `plan`, is written as text where that has capitals or blanks.
    let text = fragment == old.slug && fragment != old.text ? new.slug : new.text
    return text.unicodeScalars.contains { "[]#|`^".unicodeScalars.contains($0) } ? nil : text
  }
}

extension LinkRepair {
  /// The change to the fragment of a link in the file that was at `path`, where it names the heading
  /// that becomes another.
  func headingSplice(of link: Markup.Link, at path: NotePath, in bytes: [UInt8]) -> Splice? {
    guard let heading, let fragment = link.fragment, let range = link.fragmentRange(in: bytes),
      destination(of: link, at: path) == heading.path,
      let new = heading.fragment(insteadOf: fragment), new != fragment
    else { return nil }
    if !link.isWiki, new.contains(where: { $0.isWhitespace || "()<>%".contains($0) }) { return nil }
    return Splice(range, Array(new.utf8))
  }
}

extension Markup.Link {
  /// The bytes of the fragment behind the target, where it is written as it reads.
  fileprivate func fragmentRange(in bytes: [UInt8]) -> Range<Int>? {
    guard let fragment, !fragment.isEmpty, let targetRange else { return nil }
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let rest = bytes[targetRange.upperBound..<range.upperBound].drop(while: isBlank)
    guard rest.first == UInt8(ascii: "#") else { return nil }
    let text = rest.dropFirst().drop(while: isBlank)
    return text.starts(with: fragment.utf8)
      ? text.startIndex..<text.startIndex + fragment.utf8.count : nil
  }
}
