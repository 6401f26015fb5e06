extension Markup {
  /// A link in a body, or a link reference definition.
  public struct Link: Hashable, Sendable {
    /// The syntax of a link.
    public enum Kind: Hashable, Sendable {
      /// A wikilink: `[[name]]`, `[[name#heading|text]]`.
      case wiki
      /// An embed: `![[name]]`.
      case wikiEmbed
      /// A Markdown link: `[text](path.md "title")`, `[text][label]`, `[label]`.
      case markdown
      /// An image: `![description](image.png)`.
      case image
      /// An autolink or a bare address: `<https://example.org>`, `https://example.org`,
      /// `www.example.org`, `name@example.org`.
      case autolink
      /// A link reference definition: `[label]: path.md "title"`.
      case reference
    }

    /// The syntax of the link.
    public let kind: Kind
    /// The target without the fragment: a note's name, or a path with percent-encoding decoded. For
    /// an external link, the whole address as CommonMark reads it. Empty if the link leads to a
    /// heading of its own file.
    public let target: String
    /// The heading in the target, after `#`; nil if there is none, and for external links.
    public let fragment: String?
    /// The text shown, without markup, or the label of a definition. Text over 2,000 bytes is cut
    /// off.
    public let text: String
    /// The byte range of the whole link.
    public let range: Range<Int>
    /// The byte range of the target as written, without fragment, `<` and `>`.
    ///
    /// Nil if the target is in a link reference definition, which is a separate link in
    /// ``Markup/links``. Also nil for a target in front matter that the file spells differently,
    /// for example with escapes.
    public let targetRange: Range<Int>?
    /// Whether the target is an address with a scheme or begins with `//`.
    public let isExternal: Bool

    init(
      kind: Kind, target: String, fragment: String? = nil, text: String, range: Range<Int>,
      targetRange: Range<Int>?, isExternal: Bool
    ) {
      self.kind = kind
      self.target = target
      self.fragment = fragment
      self.text = text
      self.range = range
      self.targetRange = targetRange
      self.isExternal = isExternal
    }

    init(
      kind: Kind, destination: LinkSyntax.Destination, text: String, range: Range<Int>,
      isTargetHere: Bool
    ) {
      self.kind = kind
      target = destination.target
      fragment = destination.fragment
      self.text = text
      self.range = range
      targetRange = isTargetHere ? destination.range : nil
      isExternal = destination.isExternal
    }
  }
}

// MARK: - Kinds

extension Markup.Link {
  /// Whether the link is a wikilink or an embed, which names a capture, rather than a Markdown link
  /// with a path.
  public var isWikilink: Bool { kind == .wiki || kind == .wikiEmbed }

  /// Whether the link is an embed that shows a picture, judging by the target's file extension.
  public var isEmbeddedImage: Bool {
    guard kind == .wikiEmbed else { return false }
    let name = target.lowercased()
    return [".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg", ".bmp"].contains {
      name.hasSuffix($0)
    }
  }
}

// MARK: - Wikilinks

extension Markup {
  /// Returns the wikilinks in text that is not Markdown, such as a field's value.
  public static func wikilinks(in bytes: [UInt8], _ range: Range<Int>) -> [Link] {
    var links: [Link] = []
    var index = range.lowerBound
    while let mark = bytes[index..<range.upperBound].firstIndex(of: .openBracket) {
      let isEmbed = mark > index && bytes[mark - 1] == .bang
      let start = isEmbed ? mark - 1 : mark
      if let found = InlineMask.wikilink(at: start, in: bytes, upTo: range.upperBound) {
        links.append(Link(wikilink: found, in: bytes))
        index = found.upperBound
      } else {
        index = mark + 1
      }
    }
    return links
  }
}

extension Markup.Link {
  /// Returns this link with another range and no ``targetRange``, because the bytes at `range` do
  /// not contain the target literally.
  package func respelled(at range: Range<Int>) -> Markup.Link {
    Markup.Link(
      kind: kind, target: target, fragment: fragment, text: text, range: range, targetRange: nil,
      isExternal: isExternal)
  }

  /// Creates a link from the wikilink or embed at `range` of `bytes`. ``InlineMask`` defines the
  /// syntax.
  init(wikilink range: Range<Int>, in bytes: [UInt8]) {
    let isEmbed = bytes[range.lowerBound] == .bang
    let inner = range.lowerBound + (isEmbed ? 3 : 2)..<range.upperBound - 2
    let parts = Self.parts(of: bytes[inner])
    kind = isEmbed ? .wikiEmbed : .wiki
    target = String(decoding: bytes[parts.target], as: UTF8.self)
    fragment = parts.fragment.map { String(decoding: bytes[$0], as: UTF8.self) }
    text = Self.shown(parts, of: bytes[inner])
    self.range = range
    targetRange = parts.target
    isExternal = bytes[parts.target].indices.dropLast(2).contains {
      bytes[$0] == .colon && bytes[$0 + 1] == .slash && bytes[$0 + 2] == .slash
    }
  }

  /// Returns the text that the wikilink `source` shows.
  static func text(ofWikilink source: [UInt8]) -> String {
    let inner = source[(source.first == .bang ? 3 : 2)..<(source.count - 2)]
    return shown(parts(of: inner), of: inner)
  }

  private typealias Parts = (target: Range<Int>, fragment: Range<Int>?, text: Range<Int>?)

  /// Splits `target#fragment|text` into trimmed parts. In a table, the `|` is written as `\|`.
  private static func parts(of inner: ArraySlice<UInt8>) -> Parts {
    let pipe = inner.firstIndex(of: .pipe)
    var head = inner[..<(pipe ?? inner.endIndex)]
    if pipe != nil, head.last == .backslash { head = head.dropLast() }
    let hash = head.firstIndex(of: .hash)
    return (
      trimmed(head[..<(hash ?? head.endIndex)]).indices,
      hash.map { trimmed(head[($0 + 1)...]).indices },
      pipe.map { trimmed(inner[($0 + 1)...]).indices }
    )
  }

  private static func shown(_ parts: Parts, of inner: ArraySlice<UInt8>) -> String {
    if let text = parts.text, !text.isEmpty {
      return String(decoding: inner[text], as: UTF8.self)
    }
    let target = String(decoding: inner[parts.target], as: UTF8.self)
    guard let fragment = parts.fragment else { return target }
    let heading = String(decoding: inner[fragment], as: UTF8.self)
    return target.isEmpty ? heading : "\(target) > \(heading)"
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest
  }
}
