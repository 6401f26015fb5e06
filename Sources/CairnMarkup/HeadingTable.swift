/// The headings of a body, found by what links call them.
package struct HeadingTable: Sendable {
  /// The headings in order.
  package let names: [HeadingName]
  private var bySlug: [String: Int] = [:]
  private var byText: [String: Int] = [:]

  /// A table of headings in their order.
  package init(_ names: [HeadingName]) {
    self.names = names
    for (number, name) in names.enumerated() {
      if bySlug[name.slug] == nil { bySlug[name.slug] = number }
      if byText[name.text] == nil { byText[name.text] = number }
    }
  }

  /// The number of the first heading that a link's fragment names: by its anchor or its text, in any
  /// case; of several headings with number signs between, the last one counts.
  package func number(named fragment: String) -> Int? {
    [bySlug[fragment], byText[fragment], bySlug[HeadingName.slug(ofFragment: fragment)]]
      .compactMap(\.self).min()
  }
}
