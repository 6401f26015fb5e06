/// Options for converting a body to HTML.
public struct HTMLOptions: Sendable {
  /// The number added to each heading's level: 1 makes `# Title` an `<h2>`. The resulting level is
  /// at most 6.
  public var headingShift: Int
  /// The prefix of each `id` and of each link to an `id`, so that one page can show several bodies.
  ///
  /// Begin the prefix with a letter. Characters other than letters, digits, `-` and `_` are
  /// dropped. Headings get their slug as an id only if there is a prefix, because an id chosen by
  /// the writer can shadow a name that a page's scripts rely on.
  public var idPrefix: String
  /// Whether to omit the body's first heading because the page already shows it.
  public var omitsFirstHeading: Bool
  /// Whether a Markdown link with an unknown target keeps its address. If false, only the link's
  /// text is shown.
  public var keepsDeadLinks: Bool
  /// The Markdown level of the headings that get the class `depth-1`. Headings of the next level
  /// get `depth-2`, and so on, even beyond `<h6>`. If nil, headings get no class.
  public var depthFrom: Int?
  /// The address of the page that shows the whole body, or nil if the HTML is for that page. With
  /// an address, links to places in the body lead to that page, and no element has an `id`.
  public var page: String?
  /// The form that a click on a task's checkbox submits; nil if the checkboxes are disabled.
  public var boxes: HTMLTaskForm?
  /// Whether to use features that GitHub Flavored Markdown does not have: highlighted code,
  /// `==marked==` words, and callouts that readers can fold.
  public var isRich = false
  /// A function that takes the name of a tag and returns the address of the tag's page, or nil if
  /// there is no such page. If the function itself is nil, tags in the text are not links.
  public var tagPage: (@Sendable (String) -> String?)?
  /// The formulas to show as MathML. All others are shown as written.
  public var formulas: [Formula: MathML] = [:]

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

/// A form that lets the readers of a page tick the tasks of a body. Each task's checkbox is a
/// button of the form, so the checkboxes work without scripts.
public struct HTMLTaskForm: Sendable {
  /// The `id` of the form.
  let id: String
  /// The name of the form field that a clicked checkbox sends.
  let name: String
  /// A callback that returns the value that a clicked checkbox sends. Its arguments are the line of
  /// the body on which the task begins, counted from 1, and whether the task is done.
  let value: @Sendable (Int, Bool) -> String

  /// Creates a form. A clicked checkbox sends a form field called `name`, with the value that
  /// `value` returns.
  public init(id: String, name: String, value: @escaping @Sendable (Int, Bool) -> String) {
    (self.id, self.name, self.value) = (id, name, value)
  }

  /// Returns this form with a callback that receives line numbers counted from the start of the
  /// file, not of the body. `lines` is the number of lines before the body.
  public func skipping(_ lines: Int) -> HTMLTaskForm {
    HTMLTaskForm(id: id, name: name) { [value] in value($0 + lines, $1) }
  }
}

/// The way in which a page shows an image of a body.
public enum HTMLPicture: Sendable {
  /// The image, loaded from this address.
  case address(String)
  /// The image, embedded in the page.
  case embedded(DataAddress)
  /// A link to this address. Its text is the image's description, followed by `note`.
  case link(String, note: String)
  /// Only the image's description.
  case text
}

extension Markup {
  /// Returns the body as HTML that is safe to put on a page, even if the author of the body is not
  /// trusted.
  ///
  ///     markup.html { link in link.target == "Sarah" ? "people/sarah.html" : nil }
  ///
  /// Raw HTML is shown as text, and comments are omitted. Links with schemes that are not known to
  /// be harmless, such as `javascript:`, are shown as text; `data:` is allowed only for raster
  /// images. External links have `rel="noopener noreferrer"`, and task boxes are disabled unless
  /// the options name a form for them. Each block takes the direction of its text (`dir="auto"`);
  /// tables and code can be scrolled by keyboard. A body read as plain text (``limit``) is one code
  /// block below a `<p class="limit">` with the reason. Costs one pass.
  ///
  /// - Parameters:
  ///   - resolve: Returns the address of a link that is not external, or nil if the target is
  ///     unknown. An unknown wikilink is shown as text in a `<span class="wikilink">`; any other
  ///     unknown link keeps its address or becomes text (``HTMLOptions/keepsDeadLinks``).
  ///   - name: Returns the text to show for a wikilink that has no text of its own, or nil to show
  ///     the wikilink's target.
  ///   - picture: Returns how to show an image. If it returns nil, the image is loaded from the
  ///     address that `resolve` returns or, if that is nil too, from the address in the body. A
  ///     returned address is checked for safety like an address in the body.
  ///   - embedded: Returns the HTML to show for a paragraph that consists only of an embed, such as
  ///     `![[note]]`, or nil to show the paragraph. The HTML is not checked.
  public func html(
    _ options: HTMLOptions = HTMLOptions(), resolve: (Link) -> String? = { _ in nil },
    name: (Link) -> String? = { _ in nil }, picture: (Link) -> HTMLPicture? = { _ in nil },
    embedded: (Link) -> String? = { _ in nil }
  ) -> String {
    let note = limit.map { "<p class=\"limit\">\($0.note)</p>\n" } ?? ""
    return withoutActuallyEscaping(resolve) { resolve in
      withoutActuallyEscaping(picture) { picture in
        withoutActuallyEscaping(name) { name in
          withoutActuallyEscaping(embedded) { embedded in
            var renderer = HTMLRenderer(
              markup: self, options: options, resolve: resolve, name: name, picture: picture,
              embedded: embedded)
            return note + renderer.render()
          }
        }
      }
    }
  }
}
