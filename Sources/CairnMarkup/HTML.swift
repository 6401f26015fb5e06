/// Options for converting a body to HTML.
public struct HTMLOptions: Sendable {
  /// The number added to each heading's level, which is capped at 6: 1 makes `# Title` an `<h2>`.
  public var headingShift: Int
  /// The prefix of each `id` and of each link to one, so that several bodies fit on one page. It
  /// should be a letter, then letters, digits, `-` and `_`; other characters are dropped. Headings
  /// get their slug as an id only if the prefix is not empty, because an id chosen by the writer
  /// can shadow a name that a page's scripts rely on.
  public var idPrefix: String
  /// Whether to omit the body's first heading because the page already shows it.
  public var omitsFirstHeading: Bool
  /// Whether a Markdown link with an unknown target keeps its address; else only its text is shown.
  public var keepsDeadLinks: Bool
  /// The heading level, as written, that gets the class `depth-1`. The level below gets `depth-2`,
  /// and so on, even beyond `<h6>`. Nil for no class.
  public var depthFrom: Int?
  /// The address of the page that shows the body, if it is another page: links to places in the
  /// body then lead there, and nothing has an `id`.
  public var page: String?

  /// Creates options. The defaults suit a body that is alone on a page.
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

/// The form in which a page shows an image of a body.
public enum HTMLPicture: Sendable {
  /// The image, loaded from this address.
  case address(String)
  /// The image, embedded in the page.
  case embedded(DataAddress)
  /// A link to this address that shows the image's description, followed by the note.
  case link(String, note: String)
  /// The description only.
  case text
}

extension Markup {
  /// Returns the body as HTML that is safe to put on a page, whoever wrote it.
  ///
  ///     markup.html { link in link.target == "Sarah" ? "people/sarah.html" : nil }
  ///
  /// Raw HTML is shown as text, and comments are omitted. Links use only schemes known to be
  /// harmless (not `javascript:` or `vbscript:`, and `data:` only for raster images); others are
  /// shown as text. External links have `rel="noopener noreferrer"`, and task boxes are disabled.
  /// Each block takes the direction of its text (`dir="auto"`); tables and code can be scrolled by
  /// keyboard. A body read as plain text (``limit``) is one code block below a `<p class="limit">`
  /// with the reason. Costs one pass.
  ///
  /// - Parameters:
  ///   - resolve: Returns the address of a link that is not external, or nil: a wikilink is then
  ///     shown as text in a `<span class="wikilink">`; any other link keeps its address or becomes
  ///     text (``HTMLOptions/keepsDeadLinks``). The address is checked like any other.
  ///   - name: Returns the text of a wikilink that has none of its own; nil to show it as written.
  ///   - picture: Returns how to show an image; nil loads it from its own address or the one that
  ///     `resolve` returned. Its addresses are checked like any other.
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
