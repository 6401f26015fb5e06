/// A lookup table of a body's headings by the names that links use.
package struct HeadingTable: Sendable {
  /// The headings, in document order.
  package let names: [HeadingName]
  private var bySlug: [String: Int] = [:]
  private var byText: [String: Int] = [:]

  /// Creates a table of headings in document order.
  package init(_ names: [HeadingName]) {
    self.names = names
    for (number, name) in names.enumerated() {
      if bySlug[name.slug] == nil { bySlug[name.slug] = number }
      if byText[name.text] == nil { byText[name.text] = number }
    }
  }

  /// Returns the index in ``names`` of the first heading that a link's fragment refers to, or nil
  /// if there is none. The fragment can be the heading's anchor or its text, ignoring case. For
  /// `Part#Chapter`, only the part after the last `#` needs to match.
  package func number(named fragment: String) -> Int? {
    [bySlug[fragment], byText[fragment], bySlug[HeadingName.slug(ofFragment: fragment)]]
      .compactMap(\.self).min()
  }
}
