package import CairnMarkup
package import CairnText

extension Markup.Link {
  /// Returns the text to show instead of a link's own text; nil if the link keeps its text.
  ///
  /// If a wikilink has no label and names its target by file name, the text is the target's title.
  /// For an embedded picture with a width (`![[scan.png|100]]`), the text is the target as written.
  ///
  /// - Parameters:
  ///   - find: A function that returns the path of the file to which a link leads.
  ///   - titled: A function that returns the title of the capture at a path. Called only if the
  ///     title is needed.
  package func shownText(
    _ find: (Markup.Link) -> NotePath?, titled: (NotePath) -> String?
  ) -> String? {
    if pictureWidth != nil { return target }
    guard isUnlabelled, let path = find(self), path.isNamed(target), let title = titled(path)
    else { return nil }
    return shown(titled: title)
  }

  /// Returns the fragment to use in the address of this link, which leads to the file at `path`;
  /// nil if the link has no fragment. For a wikilink to a heading, this is the anchor that GitHub
  /// gives the heading; for any other link, it is the fragment as written.
  func fragment(in path: NotePath) -> String? {
    guard let fragment, isWikilink, ["md", "markdown"].contains(path.fileExtension),
      !fragment.hasPrefix("^")
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
