extension HTMLRenderer {
  /// Writes the start tag of a link. Writes only the link's text in three cases: within another
  /// link, if the address is not safe, and for a dead link if ``HTMLOptions/keepsDeadLinks`` is
  /// false.
  mutating func writeLink(_ node: SyntaxTree.Node, at index: Int) {
    let written = tree[node.detail]
    let resolved = resolved(.markdown, written).map { Array($0.utf8)[...] }
    let isDead = !options.keepsDeadLinks && resolved == nil && !SafeAddress.isExternal(written)
    let address = resolved ?? written
    guard index >= linkEnd, !isDead, SafeAddress.allowsLink(address) else { return }
    linkEnd = node.end
    out.anchor(address, title: tree[node.title])
    element("", to: node.end, close: "</a>")
  }

  /// Returns the address to use on the page for a link whose address in the body is `written`.
  /// Returns nil if the link is external or its target is unknown.
  private func resolved(_ kind: Markup.Link.Kind, _ written: ArraySlice<UInt8>) -> String? {
    let link = Markup.Link(kind, address: written)
    return link.isExternal ? nil : resolve(link)
  }

  /// Returns the wikilink or embed that a node stands for; nil if the body contains no wikilinks.
  func wikilink(_ node: SyntaxTree.Node) -> Markup.Link? {
    markup.mask.map { Markup.Link(wikilink: $0.candidates[Int(node.number)], in: markup.bytes) }
  }

  mutating func writeWikilink(_ node: SyntaxTree.Node, at index: Int) {
    var shown = Array(tree[node.text])
    guard let link = wikilink(node) else { return out.escaped(shown) }
    let width = link.pictureWidth
    if width != nil { shown = Array(link.target.utf8) }
    if link.isUnlabelled, let name = name(link) { shown = Array(name.utf8) }
    guard index >= linkEnd else { return out.escaped(shown) }
    if link.isEmbeddedImage, let picture = picture(link) {
      out.picture(picture, shown, title: [], isInLink: false, width: width)
      return
    }
    let address = resolve(link)
    if let address, link.isEmbeddedImage, SafeAddress.allowsLink(address.utf8) {
      out.picture(.address(address), shown, title: [], isInLink: false, width: width)
    } else {
      out.wikilink(to: address, shown)
    }
  }
}

extension Markup.Link {
  /// Returns a wikilink as an HTML element, for a page that shows the link outside a body.
  ///
  /// - Parameters:
  ///   - address: The link's destination. If it is nil or not safe, the text is shown in a
  ///     `<span class="wikilink">`.
  ///   - name: The text to show instead of the wikilink's own text.
  package func html(address: String?, name: String? = nil) -> String {
    var out = HTMLBuffer()
    out.wikilink(to: address, Array((name ?? text).utf8))
    return out.text
  }
}

extension Markup {
  /// Returns an HTML link whose text is its address, for use outside a body. If the address is not
  /// safe, returns only the text.
  package static func html(linkTo address: String) -> String {
    var out = HTMLBuffer()
    guard SafeAddress.allowsLink(address.utf8) else {
      out.escaped(address.utf8)
      return out.text
    }
    out.anchor(Array(address.utf8), title: [])
    out.escaped(address.utf8)
    out.raw("</a>")
    return out.text
  }
}

extension HTMLBuffer {
  /// Adds a wikilink that shows the given text; only the text if `address` is nil or not safe.
  fileprivate mutating func wikilink(to address: String?, _ shown: [UInt8]) {
    guard let address, SafeAddress.allowsLink(address.utf8) else {
      raw("<span class=\"wikilink\">")
      escaped(shown)
      raw("</span>")
      return
    }
    anchor(address.utf8, title: [])
    escaped(shown)
    raw("</a>")
  }
}

// MARK: - Images

extension HTMLRenderer {
  mutating func writeImage(_ node: SyntaxTree.Node, at index: Int) {
    let written = tree[node.detail]
    let address = resolved(.image, written) ?? String(decoding: written, as: UTF8.self)
    let (description, width) = Markup.Link.sized(tree.plainText(of: index))
    out.picture(
      picture(Markup.Link(.image, address: written)) ?? .address(address), Array(description.utf8),
      title: tree[node.title], isInLink: index < linkEnd, width: width)
  }
}

extension HTMLPicture {
  /// Returns the picture as an HTML element, for a page that shows the picture outside a body.
  ///
  /// - Parameter description: The text for readers who do not see the picture.
  public func html(description: String) -> String {
    var out = HTMLBuffer()
    out.picture(self, Array(description.utf8), title: [], isInLink: false)
    return out.text
  }
}

extension HTMLBuffer {
  /// Adds a picture, or the link or description that replaces the picture. Inside a link
  /// (`isInLink`), adds no other link. `width` is in pixels.
  fileprivate mutating func picture(
    _ picture: HTMLPicture, _ description: [UInt8], title: ArraySlice<UInt8>, isInLink: Bool,
    width: Int? = nil
  ) {
    switch picture {
    case .embedded(let data):
      raw("<img src=\"\(data.text)\"")
      finishImage(description, title, width)
    case .address(let address) where SafeAddress.allowsImage(address.utf8):
      raw("<img src=\"")
      self.address(address.utf8)
      raw("\"")
      finishImage(description, title, width)
    case .link(let address, let note) where SafeAddress.allowsLink(address.utf8):
      if !isInLink { anchor(Array(address.utf8), title: title) }
      escaped(description.isEmpty ? Array(address.utf8) : description)
      if !isInLink { raw("</a>") }
      guard !note.isEmpty else { return }
      raw(" <span class=\"note\">")
      escaped(note.utf8)
      raw("</span>")
    default: escaped(description)
    }
  }

  private mutating func finishImage(
    _ description: [UInt8], _ title: ArraySlice<UInt8>, _ width: Int?
  ) {
    if let width { raw(" width=\"\(width)\"") }
    raw(" alt=\"")
    escaped(description)
    raw("\"")
    self.title(title)
    raw(" />")
  }

  /// Adds the start tag of a link.
  fileprivate mutating func anchor(
    _ address: some Collection<UInt8>, title: ArraySlice<UInt8>
  ) {
    raw("<a href=\"")
    self.address(address)
    raw("\"")
    self.title(title)
    if SafeAddress.isExternal(address) { raw(" rel=\"noopener noreferrer\"") }
    raw(">")
  }

  private mutating func title(_ title: ArraySlice<UInt8>) {
    guard !title.isEmpty else { return }
    raw(" title=\"")
    escaped(title)
    raw("\"")
  }
}

// MARK: - Footnotes

extension HTMLRenderer {
  /// The first part of every link to a place in the body: the page's address, `#` and the prefix.
  var place: String {
    var page = HTMLBuffer()
    page.address((options.page ?? "").utf8)
    return "\(page.text)#\(prefix)"
  }

  /// Returns an `id` attribute for a link target in the body, or an empty string if another page
  /// shows the body.
  func id(_ name: String) -> String { options.page == nil ? " id=\"\(prefix)\(name)\"" : "" }

  /// The footnotes of a body, numbered by cmark from 1 in the order of their first references.
  struct Footnotes {
    /// The number of footnotes written so far.
    var count = 0
    private var references: [Int: Int] = [:]

    /// Counts a reference to the footnote `number`. Returns the reference's anchor, without the
    /// prefix.
    mutating func reference(to number: Int) -> String {
      let count = references[number, default: 0] + 1
      references[number] = count
      return Self.anchor(number, count)
    }

    /// Returns links from the footnote `number` back to all references to it, except those in later
    /// footnotes.
    ///
    /// - Parameter place: The first part of each link; see ``HTMLRenderer/place``.
    func back(from number: Int, place: String) -> String {
      let count = references[number, default: 1]
      return (1...count).map { turn in
        let label = count == 1 ? "" : "<sup>\(turn)</sup>"
        let name = "Back to reference \(number)" + (count == 1 ? "" : "-\(turn)")
        return "<a class=\"footnote-backref\" href=\"\(place)\(Self.anchor(number, turn))\" "
          + "aria-label=\"\(name)\">↩\(label)</a>"
      }.joined(separator: " ")
    }

    /// Returns the anchor of a reference to the footnote `number`. `place` is 1 for the first
    /// reference to the footnote, 2 for the second, and so on. The anchor contains a dot, unlike
    /// the anchors of headings.
    private static func anchor(_ number: Int, _ place: Int) -> String {
      "fnref.\(number)" + (place > 1 ? "-\(place)" : "")
    }
  }

  /// Writes a reference to a footnote, with the number that cmark gave the footnote.
  mutating func writeReference(_ node: SyntaxTree.Node, at index: Int) {
    guard let number = Int(String(decoding: tree[node.text], as: UTF8.self)) else { return }
    let anchor = notes.reference(to: number)
    out.raw("<sup class=\"footnote-ref\"\(id(anchor))>")
    // Links must not be nested.
    out.raw(
      index < linkEnd
        ? "\(number)</sup>" : "<a href=\"\(place)fn.\(number)\">\(number)</a></sup>")
  }
}

extension Markup.Link {
  /// Creates a link from an address in cmark's tree, where entities and backslashes are already
  /// resolved.
  fileprivate init(_ kind: Kind, address: ArraySlice<UInt8>) {
    let address = String(decoding: address, as: UTF8.self)
    let isExternal = LinkSyntax.isExternal(address)
    let parts = LinkSyntax.parts(of: address, isExternal: isExternal)
    self.init(
      kind: kind, target: parts.target, fragment: parts.fragment, text: "", range: 0..<0,
      targetRange: nil, isExternal: isExternal)
  }
}
