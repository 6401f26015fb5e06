public import CairnCapture
import CairnText

/// Makes one document of many captures: a head, the captures in groups, a foot.
///
///     let digest = Digest(options, templates: templates, surroundings: surroundings)
///     try digest.write(selection.captures) { bytes in try file.write(bytes) }
///
/// The same captures, options and templates give the same bytes. Nothing that a note says can change
/// what stands around it: values are escaped, a body's headings stand below the note's own, and a
/// code block or comment that a body leaves open is closed.
public struct Digest {
  private let options: DigestOptions
  private let templates: DigestTemplates
  private let surroundings: DigestSurroundings

  /// A digest with these templates, of captures in these surroundings.
  public init(
    _ options: DigestOptions, templates: DigestTemplates,
    surroundings: DigestSurroundings = DigestSurroundings()
  ) {
    self.options = options
    self.templates = templates
    self.surroundings = surroundings
  }

  /// Writes the digest of `captures`, in this order within each group.
  ///
  /// Parses each body as often as it stands in the digest, and once more to group by tags; holds no
  /// more than one at a time.
  ///
  /// - Parameter sink: Takes the bytes, a part at a time.
  /// - Throws: What `sink` throws.
  public func write<Failure: Error>(
    _ captures: [Capture], to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var anchors = Anchors(captures)
    let groups = DigestGroup.groups(of: captures, options, surroundings).map { group in
      (group: group, anchor: anchors.next(for: "g-\(Anchors.slug(group.name))"))
    }
    let frame = frame(groups, total: captures.count)
    let writer = ItemWriter(
      options: options, format: templates.format, surroundings: surroundings,
      anchors: anchors.first)
    try sink(templates.render(.head, frame))
    var written: Set<Int> = []
    for (group, anchor) in groups {
      if options.grouping != .none {
        try sink(templates.render(.group, TemplateScope(values(of: group, anchor))))
      }
      for index in group.captures {
        let capture = captures[index]
        let first = anchors.first[capture.path] ?? ""
        let anchor = written.insert(index).inserted ? first : anchors.next(for: first)
        try sink(templates.render(.item, writer.scope(of: capture, anchor: anchor)))
      }
    }
    try sink(templates.render(.foot, frame))
  }
}

// MARK: - Frame

extension Digest {
  private func frame(
    _ groups: [(group: DigestGroup, anchor: String)], total: Int
  ) -> TemplateScope {
    let escape = templates.format.escape
    return TemplateScope([
      "title": escape(options.title),
      "language": escape(options.language),
      "theme": options.theme.rawValue,
      "generated": options.clock.today.description,
      "total": total,
      "isSingle": total == 1,
      "isEmpty": total == 0,
      "query": options.query.map(escape),
      "hasContents": groups.count > 1,
      "groups": TemplateList(
        elements: groups.map { TemplateScope(values(of: $0.group, $0.anchor)) }),
    ])
  }

  private func values(of group: DigestGroup, _ anchor: String) -> [String: Any?] {
    let escape = templates.format.escape
    return [
      "name": escape(group.name), "icon": group.icon.map(escape),
      "anchor": anchor, "count": group.captures.count,
    ]
  }
}

extension DigestFormat {
  /// What is done to a value before a template sees it; HTML's templates escape it themselves.
  var escape: (String) -> String {
    switch self {
    case .markdown: MarkdownText.escaped
    case .html: { TerminalText.escaped($0, keepingLines: true) }
    }
  }
}
