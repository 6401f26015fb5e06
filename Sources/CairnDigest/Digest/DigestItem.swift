/// A capture in its place in a digest.
package struct DigestItem {
  /// Its number in the selection.
  let number: Int
  /// Made of ASCII letters, digits and hyphens alone, and no other item's.
  let key: String
  /// Its place in the digest, from 1.
  let place: Int
  /// What stands behind the `#` of a link to it; nil where it cannot be linked to.
  var anchor: String?
  /// The anchors of its body's headings, of a Markdown digest where links lead to some.
  var headings: [String] = []

  /// A capture in its place.
  package init(number: Int, key: String, place: Int, anchor: String?) {
    self.number = number
    self.key = key
    self.place = place
    self.anchor = anchor
  }
}
