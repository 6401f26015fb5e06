import CairnDocument
public import CairnMarkup
public import CairnText

/// What a link leads to.
public enum LinkResolution: Hashable, Sendable {
  /// This capture, or this other file.
  case found(NotePath)
  /// Several captures; the first one is meant.
  case ambiguous([NotePath])
  /// No other file: an address with a scheme, or a place in the capture itself.
  case external
  /// Nothing.
  case dead

  /// The file that is meant.
  public var path: NotePath? {
    switch self {
    case .found(let path): path
    case .ambiguous(let paths): paths.first
    case .external, .dead: nil
    }
  }
}

/// A link and what it leads to.
public struct LinkEdge: Hashable, Sendable {
  /// The capture it stands in.
  public let source: NotePath
  /// The link as written.
  public let link: Markup.Link
  /// What it leads to.
  public let resolution: LinkResolution

  /// That the link fits several files and was left as it is; nil where it does not.
  ///
  /// - Parameters:
  ///   - locator: finds places in `document`; quick if links come in the order of the text.
  ///   - document: the capture that the link is in.
  func ambiguity(_ locator: inout SourceLocator, in document: Document) -> Diagnostic? {
    guard case .ambiguous(let paths) = resolution else { return nil }
    let range = link.targetRange ?? link.range
    let names = paths.named(but: source, separator: " or ")
    return Diagnostic(
      .warning, "ambiguous-link",
      "`\(link.target)` can mean \(names); the link was left as it is; "
        + "write the path of the one that is meant",
      at: range, in: document.bytes, location: locator.location(of: range.lowerBound)
    ).at(source)
  }
}

extension [NotePath] {
  /// The paths in a sentence, without `own`: the first ten, and how many more there are.
  func named(but own: NotePath? = nil, separator: String) -> String {
    let shown = count > 11 ? 10 : 11
    let names = lazy.filter { $0 != own }.prefix(shown).map { "`\($0)`" }
      .joined(separator: separator)
    return count > 11 ? "\(names) or one of \((count - 10).of("other"))" : names
  }
}

/// Where links lead; may be asked from several threads.
public struct LinkDestinations: Sendable {
  let names: NameTable

  /// What the capture at a path is called, where it is one that such links may lead to.
  public func title(of path: NotePath) -> String? { names.title(of: path) }

  /// The file that a link in a capture of `folder` leads to; that of a relative path also where
  /// nothing was found there. Nil for any other dead link, and where it leads to no other file.
  public func destination(of link: Markup.Link, from folder: NotePath) -> NotePath? {
    switch names.resolve(link, from: folder) {
    case .found(let path): return path
    case .ambiguous(let paths): return paths.first
    case .external: return nil
    case .dead:
      let isName = link.kind == .wiki || link.kind == .wikiEmbed
      return isName ? nil : NotePath.resolving(link.target, from: folder)
    }
  }
}
