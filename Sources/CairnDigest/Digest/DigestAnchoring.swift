import CairnCapture

/// The kinds of link targets that a digest gives its groups and captures.
struct DigestAnchoring: Hashable, Sendable {
  /// The link target that a template creates for a group or a capture.
  enum Means: Sendable {
    /// An element with an `id`: `id="{{anchor}}"`.
    case id
    /// A Markdown heading. Renderers such as GitHub derive its anchor from its text.
    case heading
    /// No target, so links cannot lead to the group or capture.
    case none
  }

  /// The kind of link target that each group gets.
  var group = Means.id
  /// The kind of link target that each capture gets.
  var item = Means.id
  /// Whether the title and headings in bodies get anchors derived from their text.
  var hasHeadings = false

  /// An `id` for every group and every capture.
  static let ids = DigestAnchoring()
}

extension DigestTemplates {
  /// The link targets that the templates create. In a Markdown digest, the target is a heading with
  /// `{{name}}` (group) or `{{title}}` (capture). In HTML, or if there is no such heading, the
  /// target is an id that the template writes as `{{anchor}}`. A template that has neither the
  /// heading nor the id creates no targets. For plain text, the result is always ``Means/id``.
  var anchoring: DigestAnchoring {
    DigestAnchoring(
      group: means(.group, named: "name"), item: means(.item, named: "title"),
      hasHeadings: format == .markdown)
  }

  private func means(_ part: Part, named name: String) -> DigestAnchoring.Means {
    if format == .text { return .id }
    let text = source(part)
    let isHeading = text.split(whereSeparator: \.isNewline).contains { line in
      let line = line.trimmingBlanks
      return (line.hasPrefix("#") || line.hasPrefix("{{signs}}")) && line.contains("{{\(name)}}")
    }
    if format == .markdown, isHeading { return .heading }
    return text.contains("{{anchor}}") ? .id : .none
  }
}
