package import CairnMarkup
package import CairnText

extension Markup.Link {
  /// What a wikilink shows in the place of its text: the title of the file that it names by the file's
  /// name; nil for another link. A title or another name of a capture was written to be read, and
  /// stays.
  ///
  /// - Parameters:
  ///   - find: The file that a link leads to.
  ///   - titled: The title of the capture at a path; asked only where it is shown.
  package func shownText(
    _ find: (Markup.Link) -> NotePath?, titled: (NotePath) -> String?
  ) -> String? {
    if pictureWidth != nil { return target }
    guard isUnlabelled, let path = find(self), path.isNamed(target), let title = titled(path)
    else { return nil }
    return shown(titled: title)
  }

  /// What stands behind the `#` of its target's address: where a wikilink names a heading of a capture,
  /// the anchor that others give that, as GitHub does; else what is written.
  func fragment(in path: NotePath) -> String? {
    guard let fragment, kind == .wiki || kind == .wikiEmbed,
      ["md", "markdown"].contains(path.fileExtension), !fragment.hasPrefix("^")
    else { return self.fragment }
    let slug = HeadingName.slug(ofFragment: fragment)
    return slug.isEmpty ? fragment : slug
  }
}

extension NotePath {
  /// Whether a link's target is spelled as the file is, by its name or a path.
  fileprivate func isNamed(_ target: String) -> Bool {
    let last = (target.split(separator: "/").last.map(String.init) ?? target).folded
    return last == stem.folded || last == name.folded
  }
}
