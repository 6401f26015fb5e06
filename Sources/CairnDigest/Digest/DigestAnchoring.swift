import CairnText

/// The kinds of link targets that a digest gives its groups and captures.
struct DigestAnchoring: Hashable, Sendable {
  /// The link target that a template creates for a group or a capture.
  enum Means: Hashable, Sendable {
    /// An element with an `id`: `id="{{anchor}}"`.
    case id
    /// A Markdown heading. Renderers such as GitHub derive its anchor from its text, which is a
    /// template without the signs at its beginning: `{{number}}. {{title}}`.
    case heading(String)
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
  /// `{{name}}` (group) or `{{title}}` (capture), if the heading's text can be predicted. In HTML,
  /// or if there is no such heading, the target is an id that the template writes as `{{anchor}}`. A
  /// template that has neither the heading nor the id creates no targets. For plain text, the
  /// result is always ``Means/id``.
  var anchoring: DigestAnchoring {
    DigestAnchoring(
      group: means(.group, named: "name"), item: means(.item, named: "title"),
      hasHeadings: format == .markdown)
  }

  private func means(_ part: Part, named name: String) -> DigestAnchoring.Means {
    if format == .text { return .id }
    let text = source(part)
    let heading = text.split(whereSeparator: \.isNewline).lazy.compactMap { line in
      Self.heading(in: line.trimmingBlanks, named: name)
    }.first
    if format == .markdown, let heading { return .heading(heading) }
    return text.contains("{{anchor}}") ? .id : .none
  }

  /// Returns the text of the heading in a line of a template; nil if the line is not a heading with
  /// the tag `name`, or if the heading contains a tag that ``DigestAnchoring/Means/heading(_:)``
  /// cannot fill in.
  private static func heading(in line: Substring, named name: String) -> String? {
    let signs = line.hasPrefix("{{signs}}") ? "{{signs}}" : String(line.prefix { $0 == "#" })
    let text = line.dropFirst(signs.count).trimmingBlanks
    let own = name == "title" ? "{{number}}" : DigestAnchoring.icon
    let known = [own, "{{\(name)}}"]
    let rest = known.reduce(String(text)) { $0.replacing($1, with: "") }
    guard !signs.isEmpty, text.contains("{{\(name)}}"), !rest.contains("{{") else { return nil }
    return String(text)
  }
}

extension DigestAnchoring {
  /// The part of a heading for the icon of a group.
  fileprivate static let icon = "{{#icon}}{{icon}} {{/icon}}"
}

extension DigestAnchoring.Means {
  /// Returns the text of the heading of a group; nil if the target is not a heading.
  func heading(icon: String?, name: String) -> String? {
    guard case .heading(let text) = self else { return nil }
    return text.replacing(DigestAnchoring.icon, with: icon.map { "\($0) " } ?? "")
      .replacing("{{name}}", with: name)
  }

  /// Returns the text of the heading of a capture; nil if the target is not a heading.
  func heading(number: Int, title: String) -> String? {
    guard case .heading(let text) = self else { return nil }
    return text.replacing("{{number}}", with: "\(number)").replacing("{{title}}", with: title)
  }
}
