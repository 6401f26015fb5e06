/// How a body becomes HTML.
public struct HTMLOptions: Sendable {
  /// Added to each heading's level, at most to 6: 1 makes `# Title` an `<h2>`.
  public var headingShift: Int
  /// Stands before each `id` and each link to one, so that several bodies fit on one page; a letter
  /// first, then letters, digits, `-` and `_`: other characters are dropped. Headings get their slug
  /// as an id only where it is not empty, since an id of the writer's choice can shadow a name that
  /// a page's scripts rely on.
  public var idPrefix: String
  /// Whether the heading that the body begins with is left out, because the page says it already.
  public var omitsFirstHeading: Bool
  /// Whether a Markdown link that leads to nothing known here keeps its address; else it is text.
  public var keepsDeadLinks: Bool
  /// The level of the headings, as they are written, that get the class `depth-1`; those a level
  /// below get `depth-2`, and so on, also where the levels of HTML come to an end. Nil for no class.
  public var depthFrom: Int?
  /// The address of the page that the body stands on, where this is another: links to places in the
  /// body lead there, and nothing has an `id`.
  public var page: String?

  /// The options, by default for a body that is alone on a page.
  public init(
    headingShift: Int = 0, idPrefix: String = "", omitsFirstHeading: Bool = false,
    keepsDeadLinks: Bool = true, depthFrom: Int? = nil, page: String? = nil
  ) {
    self.headingShift = headingShift
    self.idPrefix = idPrefix
    self.omitsFirstHeading = omitsFirstHeading
    self.keepsDeadLinks = keepsDeadLinks
    self.depthFrom = depthFrom
    self.page = page
  }
}

/// What stands on a page where a body has an image.
public enum HTMLPicture: Sendable {
  /// The image, loaded from this address.
  case address(String)
  /// The image itself, within the page.
  case embedded(DataAddress)
  /// A link to this address that shows the image's description, and behind it the note.
  case link(String, note: String)
  /// The description.
  case text
}

extension Markup {
  /// The body as HTML that is safe to put on a page, whoever wrote it.
  ///
  ///     markup.html { link in link.target == "Sarah" ? "people/sarah.html" : nil }
  ///
  /// Raw HTML is shown as text, comments are left out. Links lead only to schemes known to be
  /// harmless (no `javascript:`, `vbscript:`, `data:` but for raster images); other links are shown
  /// as their text. External links carry `rel="noopener noreferrer"`; boxes of tasks are disabled.
  /// Each block takes the direction of its text (`dir="auto"`); tables and code can be scrolled by
  /// keyboard. A body that is read as plain text (``limit``) is one block of code, below a
  /// `<p class="limit">` that says why. Costs one pass.
  ///
  /// - Parameters:
  ///   - resolve: The address of what a link leads to that is not external, or nil where there is
  ///     none: a wikilink is then shown as text in a `<span class="wikilink">`, any other link keeps
  ///     its address, or is text (``HTMLOptions/keepsDeadLinks``). The address is held to the same rules as any other.
  ///   - name: What a wikilink without a text of its own shows; nil for what it is written by.
  ///   - picture: What stands where an image is; nil shows it from the address it has, or that
  ///     `resolve` gave. Addresses are held to the same rules as any other.
  public func html(
    _ options: HTMLOptions = HTMLOptions(), resolve: (Link) -> String? = { _ in nil },
    name: (Link) -> String? = { _ in nil }, picture: (Link) -> HTMLPicture? = { _ in nil }
  ) -> String {
    let note = limit.map { "<p class=\"limit\">\($0.note)</p>\n" } ?? ""
    return withoutActuallyEscaping(resolve) { resolve in
      withoutActuallyEscaping(picture) { picture in
        withoutActuallyEscaping(name) { name in
          var renderer = HTMLRenderer(
            markup: self, options: options, resolve: resolve, name: name, picture: picture)
          return note + renderer.render()
        }
      }
    }
  }
}
