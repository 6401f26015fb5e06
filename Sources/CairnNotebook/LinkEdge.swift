public import CairnCapture
import CairnDocument
public import CairnMarkup
public import CairnText

/// The destination of a link.
public enum LinkResolution: Hashable, Sendable {
  /// One capture or other file.
  case found(NotePath)
  /// Several captures match; the link uses the first one.
  case ambiguous([NotePath])
  /// The link does not lead to another file. Its target is an address with a scheme, or a place in
  /// the capture itself.
  case external
  /// The destination does not exist.
  case dead

  /// Whether several files match.
  var isAmbiguous: Bool { if case .ambiguous = self { true } else { false } }

  /// The file to which the link leads; nil if the link is external or dead.
  public var path: NotePath? {
    switch self {
    case .found(let path): path
    case .ambiguous(let paths): paths.first
    case .external, .dead: nil
    }
  }
}

/// A link and its destination.
public struct LinkEdge: Hashable, Sendable {
  /// The path of the capture that contains the link.
  public let source: NotePath
  /// The link as written in the capture.
  public let link: Markup.Link
  /// The destination of the link.
  public let resolution: LinkResolution

  /// Returns a warning that the link is ambiguous and was not changed; nil if it is not ambiguous.
  ///
  /// - Parameters:
  ///   - locator: A locator of positions in `document`. It is fast if links are passed in the order
  ///     of the text.
  ///   - document: The document of the capture that contains the link.
  func ambiguity(_ locator: inout SourceLocator, in document: Document) -> Diagnostic? {
    guard case .ambiguous(let paths) = resolution else { return nil }
    let range = link.targetRange ?? link.range
    let names = paths.alternatives(without: source)
    return Diagnostic(
      .warning, "ambiguous-link",
      "`\(link.target)` can mean \(names); the link was left unchanged; "
        + "write the full path in the link to choose one",
      at: range, in: document.bytes, location: locator.location(of: range.lowerBound)
    ).at(source)
  }
}

extension [NotePath] {
  /// Returns the paths, except `own`, as a phrase: "`a.md` or `b.md`". Lists at most eleven paths;
  /// if there are more, lists ten and counts the others.
  func alternatives(without own: NotePath? = nil) -> String {
    // Only the first paths are compared with `own`, because thousands of files can share a name.
    let names = lazy.filter { $0 != own }.prefix(12).map { "`\($0)`" }
    if names.count < 12 { return names.joined(separator: " or ") }
    return names.prefix(10).joined(separator: " or ") + " or one of \((count - 10).of("other"))"
  }
}

/// A table for looking up the files to which links lead. Thread-safe.
public struct LinkDestinations: Sendable {
  let names: NameTable

  /// Returns the title of the capture at a path; nil if there is none.
  public func title(of path: NotePath) -> String? { names.title(of: path) }

  /// Returns the file to which a link in a capture leads. For an ambiguous link, this is the first
  /// of the matching files; for a dead Markdown link, the path that it names. Nil for a dead
  /// wikilink and for an external link.
  public func destination(of link: Markup.Link, in capture: Capture) -> NotePath? {
    let resolution = names.resolve(link, in: capture)
    return resolution == .dead && !link.isWikilink
      ? NotePath.resolving(link.target, from: capture.collection) : resolution.path
  }
}
