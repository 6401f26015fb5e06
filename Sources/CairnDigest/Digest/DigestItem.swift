/// An occurrence of a capture in a digest.
package struct DigestItem {
  /// The index of the capture in the selection.
  let number: Int
  /// A unique prefix for the ids and labels in this occurrence of the capture. Contains only ASCII
  /// letters, digits and hyphens.
  let key: String
  /// The position in the digest, from 1.
  let place: Int
  /// The anchor of this occurrence; nil if links cannot lead to it.
  var anchor: String?
  /// The anchors of the body's headings in a Markdown digest; empty if no link leads to one of
  /// them.
  var headings: [String] = []

  /// Creates an occurrence of a capture.
  package init(number: Int, key: String, place: Int, anchor: String?) {
    self.number = number
    self.key = key
    self.place = place
    self.anchor = anchor
  }
}
