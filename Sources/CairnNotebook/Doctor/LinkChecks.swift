import CairnCapture
import CairnDocument
import CairnFiles
import CairnIndex
import CairnMarkup
import CairnText

extension Examination {
  /// Finds links to captures or files that do not exist.
  func deadLinks() -> [Finding] {
    var suggestions = LinkSuggestions(linkable)
    return edges { edge, bytes in
      guard edge.resolution == .dead, !leadsToHiddenFile(edge) else { return nil }
      let near = suggestions.nearest(to: edge, in: bytes)
      return (
        "dead-link",
        "no capture or file is named `\(edge.link.target)`; "
          + (near.map { "did you mean `\($0)`?" } ?? "correct the link or remove it"), []
      )
    }
  }

  /// Finds links whose name matches several captures.
  func ambiguousLinks() -> [Finding] {
    edges { edge, _ in
      guard case .ambiguous(let paths) = edge.resolution else { return nil }
      return (
        "ambiguous-link",
        "`\(edge.link.target)` can mean \(paths.alternatives()); Cairn uses the first; write the "
          + "full path in the link to choose one", Array(paths.prefix(10))
      )
    }
  }

  /// Finds links to a heading that does not exist in the linked file.
  func deadHeadings() -> [Finding] {
    var known: [NotePath: HeadingAnchors] = [:]
    return fragments { fragment, capture in
      let anchors = known[capture.path] ?? HeadingAnchors(capture)
      known[capture.path] = anchors
      guard !anchors.contain(fragment) else { return nil }
      return (
        "dead-heading",
        "`\(capture.path)` has no heading `\(fragment)`"
          + Nearest.advice(to: fragment, among: anchors.headings, otherwise: "correct the link")
      )
    }
  }

  /// Finds links to a line with an id, such as `[[Plan#^id]]`, if no line of the linked file ends
  /// with this id.
  func deadBlocks() -> [Finding] {
    var known: [NotePath: [TextBlock]] = [:]
    return fragments { fragment, capture in
      guard let id = TextBlock.id(in: fragment).map(String.init) else { return nil }
      let blocks = known[capture.path] ?? capture.blocks
      known[capture.path] = blocks
      guard !blocks.contains(where: { $0.isNamed(id) }) else { return nil }
      let near = Nearest.name(to: id, among: blocks.map(\.id))
      return (
        "dead-block",
        "no line in `\(capture.path)` ends with `^\(id)`; "
          + (near.map { "did you mean `^\($0)`?" } ?? "correct the link")
      )
    }
  }

  /// Returns a finding for each link to a part of a capture in which `check` finds a problem.
  /// `check` receives the part of the link after `#`, and the linked capture.
  private func fragments(
    _ check: (String, Capture) -> (code: String, message: String)?
  ) -> [Finding] {
    edges { edge, _ in
      guard !edge.link.isExternal, let fragment = edge.link.fragment, !fragment.isEmpty,
        let path = edge.link.target.isEmpty ? edge.source : edge.resolution.path,
        let capture = capture(path), let found = check(fragment, capture)
      else { return nil }
      return (found.code, found.message, [path])
    }
  }

  /// Returns a finding for each link in which `check` finds a problem. `check` receives the link
  /// and the bytes of the file. The position of the finding is that of the target as written in the
  /// link. Skips links such as `[text][label]`, because the definition of the label is itself
  /// checked as a link.
  private func edges(
    _ check: (LinkEdge, [UInt8]) -> (code: String, message: String, related: [NotePath])?
  ) -> [Finding] {
    zip(captures, links.value).flatMap { capture, links -> [Finding] in
      var locator = SourceLocator(capture.document.bytes)
      return links.compactMap { edge -> Finding? in
        let place = edge.link.targetRange ?? (edge.link.isWikilink ? edge.link.range : nil)
        guard let target = place, let found = check(edge, capture.document.bytes) else {
          return nil
        }
        let range = target.isEmpty ? edge.link.range : target
        return Finding(
          Diagnostic(
            .warning, found.code, found.message, at: range, in: capture.document.bytes,
            path: capture.path, location: locator.location(of: range.lowerBound)),
          related: found.related)
      }
    }
  }

  /// Returns whether the path in a Markdown link leads to something that exists but is not a
  /// capture: a folder, a page, or a file excluded by `.cairnignore`.
  private func leadsToHiddenFile(_ edge: LinkEdge) -> Bool {
    guard !edge.link.isWikilink,
      let path = NotePath.resolving(edge.link.target, from: edge.source.parent)
    else { return false }
    return !notebook.isMissing(path)
  }
}

/// The names and files to suggest for dead links. For captures in an index, only the folded names
/// are kept in memory. The original spelling of a name is read when the name is similar to the
/// target of a dead link.
struct LinkableNames: Sendable {
  private let captures: [Capture]
  private let catalog: Catalog?
  private let attachments: [NotePath]
  /// The names of the captures that are in no segment of an index.
  private let names: Lazy<Set<String>>
  /// The names of the captures in the segments of an index.
  private let indexed: Lazy<[Catalog.SegmentNames]>

  init(_ captures: [Capture], attachments: [NotePath]) {
    (self.captures, catalog, self.attachments) = (captures, nil, attachments)
    names = Lazy {
      Set(
        captures.flatMap { capture -> [String] in
          [capture.path.stem, capture.writtenTitle].compactMap(\.self) + capture.aliases
        })
    }
    indexed = Lazy { [] }
  }

  /// The names of all captures and attachments in a catalog.
  init(_ catalog: Catalog) {
    (captures, self.catalog, attachments) = ([], catalog, catalog.attachments)
    names = Lazy { Set(catalog.looseNames.map(\.text)) }
    indexed = Lazy { catalog.segmentNames }
  }

  /// Returns the name that a wikilink with this target most likely meant; nil if none is similar.
  func nearestName(to target: String) -> String? {
    var search = Nearest.Search(for: target)
    for name in names.value { search.compare(name) }
    for segment in indexed.value { segment.compare(in: &search) }
    for attachment in attachments { search.compare(attachment.name) }
    return search.best?.name
  }

  /// Returns the path of the file that a link to a file with this name most likely meant; nil if no
  /// name is similar. If several files have the most similar name, returns the first of them.
  func nearestPath(toFile name: String) -> NotePath? {
    var search = Nearest.Search(for: name)
    forEachPath { search.compare($0.name) }
    guard let nearest = search.best?.name else { return nil }
    var first: NotePath?
    forEachPath { path in
      if path.name == nearest, first.map({ path < $0 }) ?? true { first = path }
    }
    return first
  }

  private func forEachPath(_ body: (NotePath) -> Void) {
    for capture in captures { body(capture.path) }
    for capture in catalog?.snapshot.changed ?? [] { body(capture.path) }
    for layer in catalog?.snapshot.layers ?? [] {
      layer.live.forEach { body(layer.segment.path($0)) }
    }
    attachments.forEach(body)
  }
}

/// Finds the existing name or path that a dead link most likely meant.
private struct LinkSuggestions {
  /// The maximum number of dead targets to look up. If there are more, typos are an unlikely cause.
  private static let most = 200

  private let linkable: LinkableNames
  private var names: [String: String?] = [:]
  /// The most similar paths, keyed by file name.
  private var paths: [String: NotePath?] = [:]

  init(_ linkable: LinkableNames) { self.linkable = linkable }

  /// Returns the target that a dead link most likely meant, spelled as in the link; nil if nothing
  /// is similar. `bytes` are the bytes of the file that contains the link.
  mutating func nearest(to edge: LinkEdge, in bytes: [UInt8]) -> String? {
    let (link, linkable) = (edge.link, linkable)
    if link.isWikilink {
      return Self.remembered(&names, link.target) { linkable.nearestName(to: $0) }
    }
    let file = link.target.split(separator: "/").last { $0 != "." }.map(String.init)
    guard let file, file != "..",
      let path = Self.remembered(&paths, file, { linkable.nearestPath(toFile: $0) })
    else { return nil }
    return LinkSpelling.relative(
      to: path, from: edge.source.parent, like: link, in: bytes, hasEnding: true
    ).first.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  private static func remembered<Value>(
    _ known: inout [String: Value?], _ name: String, _ find: (String) -> Value?
  ) -> Value? {
    if let value = known[name] { return value }
    guard known.count < most else { return nil }
    let value = find(name)
    known[name] = .some(value)
    return value
  }
}

/// The anchors of a capture. Links can lead to these anchors.
private struct HeadingAnchors {
  let headings: [String]
  private let folded: Set<String>
  private let source: String

  init(_ capture: Capture) {
    let markup = capture.markup
    headings = markup.headings.map(\.text)
    folded = Set(markup.headings.flatMap { [FoldedText($0.text).text, FoldedText($0.slug).text] })
    source = String(decoding: capture.body, as: UTF8.self)
  }

  /// Returns whether a fragment names one of these: a heading by text or slug (`#Outer#Inner` can
  /// also name `Inner`), a block (`#^id`), the top of the page, or an anchor in the text.
  func contain(_ fragment: String) -> Bool {
    let last = fragment.split(separator: "#").last.map(String.init) ?? ""
    return last.isEmpty || last.hasPrefix("^") || last == "top"
      || folded.contains(FoldedText(last).text) || folded.contains(FoldedText(fragment).text)
      || ["id=\"\(last)\"", "name=\"\(last)\"", "{#\(last)}"].contains { source.contains($0) }
  }
}
