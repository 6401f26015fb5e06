package import CairnMarkup
package import CairnText

extension Markup.Link {
  /// Returns the text to show instead of a link's own text. For a wikilink that names its target by
  /// file name and has no label, this is the target's title. Nil for any other link, because its
  /// text was written to be read.
  ///
  /// - Parameters:
  ///   - find: Returns the file that a link leads to.
  ///   - titled: Returns the title of the capture at a path; called only if the title is needed.
  package func shownText(
    _ find: (Markup.Link) -> NotePath?, titled: (NotePath) -> String?
  ) -> String? {
    if pictureWidth != nil { return target }
    guard isUnlabelled, let path = find(self), path.isNamed(target), let title = titled(path)
    else { return nil }
    return shown(titled: title)
  }

  /// Returns the fragment for the link's address. For a wikilink to a heading of a capture, this is
  /// the anchor that GitHub gives the heading. For any other link, it is the fragment as written.
  func fragment(in path: NotePath) -> String? {
    guard let fragment, kind == .wiki || kind == .wikiEmbed,
      ["md", "markdown"].contains(path.fileExtension), !fragment.hasPrefix("^")
    else { return self.fragment }
    let slug = HeadingName.slug(ofFragment: fragment)
    return slug.isEmpty ? fragment : slug
  }
}

extension NotePath {
  /// Returns whether a link's target is spelled like the file's name, with or without a path.
  fileprivate func isNamed(_ target: String) -> Bool {
    let last = (target.split(separator: "/").last.map(String.init) ?? target).folded
    return last == stem.folded || last == name.folded
  }
}
