import CairnCapture
public import CairnNotebook
import CairnText

/// A request to write a link from one capture to another.
public struct LinkRequest: Sendable {
  /// The handle of the capture in which to write the link.
  public var source: String
  /// The handle of the capture to which the link leads.
  public var target: String
  /// The heading below which to write the link, as typed; nil for the end of the body.
  public var heading: String?

  /// Creates a request to write a link.
  public init(from source: String, to target: String, under heading: String? = nil) {
    (self.source, self.target, self.heading) = (source, target, heading)
  }
}

extension Workspace {
  /// Writes a link from one capture to another, as a list item at the end of the body or of the
  /// section under the heading. Changes nothing if the first capture already links to the second
  /// one.
  ///
  /// Throws a ``Refusal`` if a handle does not name exactly one capture, if both handles name the
  /// same capture, or if every link to the second capture would also match other captures.
  public func link(_ request: LinkRequest, _ mode: Mode) throws -> ChangeReport {
    let found = try capturesToWrite(named: [request.source, request.target])
    let (source, target) = (found.captures[0], found.captures[1])
    guard source.path != target.path else {
      throw Refusal("link-self", "a capture cannot link to itself", .invalid)
    }
    let heading = try heading(typed: request.heading)
    func links(_ capture: Capture) -> Int {
      found.catalog.links(from: capture).count { $0.resolution == .found(target.path) }
    }
    let existing = links(source)
    guard existing == 0 else {
      var report = ChangeReport()
      report.unchanged = [source.path]
      return report
    }
    let isMarkdown = notebook.settings["link.style"]?.text == "markdown"
    let spellings = isMarkdown ? [target.markdownLink(from: source.path.parent)] : []
    for spelling in spellings + target.wikilinks {
      let insertion = BodyInsertion("- \(spelling)", .end, under: heading)
      let after = Capture(
        path: source.path, document: try insertion.applied(to: source), modified: source.modified)
      if links(after) > existing { return try notebook.insert(insertion, in: source, mode) }
    }
    throw Refusal(
      "link-ambiguous",
      "Cairn cannot write a link that leads only to `\(target.path)`, because other captures have "
        + "the same names")
  }
}

extension Capture {
  /// Returns a Markdown link to this capture. The path in the link is relative to `folder`, the
  /// collection of the capture that will contain the link.
  fileprivate func markdownLink(from folder: NotePath) -> String {
    "[\(title.asLinkText)](\(Address.encoded(path.relative(from: folder))))"
  }

  /// The wikilinks that may lead to the capture, the most readable first: by file name, by path,
  /// and by id.
  fileprivate var wikilinks: [String] {
    let whole = path.description
    let bare = whole.hasSuffix(".md") ? String(whole.dropLast(3)) : whole
    let isPlain = !title.contains { "[]|".contains($0) || $0.isNewline }
    let shown = isPlain ? "|\(title)" : ""
    return [wikilink] + ([bare, whole] + [id].compactMap(\.self)).map { "[[\($0)\(shown)]]" }
  }
}
