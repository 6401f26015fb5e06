import CairnCapture
import CairnText

/// How links within a digest find what they lead to.
struct DigestAnchoring: Hashable, Sendable {
  /// What a template gives a group or a capture.
  enum Means: Sendable {
    /// An element with an `id`: `id="{{anchor}}"`.
    case id
    /// A heading in Markdown. Whoever shows it gives it an anchor by its text, as GitHub does.
    case heading
    /// Nothing: it cannot be linked to.
    case none
  }

  /// What groups have.
  var group = Means.id
  /// What captures have.
  var item = Means.id
  /// Whether headings in bodies have anchors by their texts, and the digest's title.
  var hasHeadings = false

  /// What ids make: every group and every capture has one.
  static let ids = DigestAnchoring()
}

extension DigestTemplates {
  /// What the templates give to be linked to. What is in the place of an anchor says so, or a line
  /// that is a heading with the name in it.
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
