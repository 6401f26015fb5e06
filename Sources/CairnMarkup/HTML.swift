/// How a body becomes HTML.
public struct HTMLOptions: Sendable {
  /// Added to each heading's level, at most to 6: 1 makes `# Title` an `<h2>`.
  public var headingShift: Int
  /// Stands before each `id` and each link to one, so that several bodies fit on one page; a letter
  /// first, then letters, digits, `-` and `_`: other characters are dropped. Headings get their slug
  /// as an id only where it is not empty, since an id of the writer's choice can shadow a name that
  /// a page's scripts rely on.
  public var idPrefix: String

  /// The options, by default for a body that is alone on a page.
  public init(headingShift: Int = 0, idPrefix: String = "") {
    self.headingShift = headingShift
    self.idPrefix = idPrefix
  }
}

extension Markup {
  /// The body as HTML that is safe to put on a page, whoever wrote it.
  ///
  ///     markup.html { link in link.target == "Sarah" ? "people/sarah.html" : nil }
  ///
  /// Raw HTML is shown as text, comments are left out. Links lead only to schemes known to be
  /// harmless (no `javascript:`, `vbscript:`, `data:` but for raster images); other links are shown
  /// as their text. External links carry `rel="noopener noreferrer"`; boxes of tasks are disabled.
  /// Costs one pass.
  ///
  /// - Parameter resolve: The address of what a wikilink or embed leads to, or nil where there is
  ///   none: it is then shown as text in a `<span class="wikilink">`. The address is held to the
  ///   same rules as any other.
  public func html(
    _ options: HTMLOptions = HTMLOptions(), resolve: (Link) -> String? = { _ in nil }
  ) -> String {
    withoutActuallyEscaping(resolve) { resolve in
      var renderer = HTMLRenderer(markup: self, options: options, resolve: resolve)
      return renderer.render()
    }
  }
}
