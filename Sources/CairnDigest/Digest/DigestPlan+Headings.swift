import CairnCapture
import CairnMarkup
import CairnText

extension DigestPlan {
  /// The titles and headings that are needed to plan a digest, collected from its captures.
  struct Look {
    /// The titles, keyed by capture index; empty if the digest does not need the titles.
    private(set) var titles: [Int: String] = [:]
    /// The headings in bodies, keyed by capture index; empty if the digest does not need them.
    private(set) var headings: [Int: Headings] = [:]
    /// The paths of the captures whose headings are targets of links.
    private var wanted: Set<NotePath> = []
    private let wantsTitles: Bool
    private let wantsHeadings: Bool
    private let hasBodies: Bool

    init(_ options: DigestOptions, _ anchoring: DigestAnchoring) {
      let isContents = options.grouping.isEmpty && options.hasContents == true
      wantsTitles = isContents || anchoring.item.heading(number: 0, title: "") != nil
      wantsHeadings = anchoring.hasHeadings
      hasBodies = options.hasBodies
    }

    /// The headings in a body.
    struct Headings {
      /// The text of each heading.
      let texts: [String]
      /// Whether the first heading repeats the title and is not shown.
      let repeatsTitle: Bool

      var shownTexts: ArraySlice<String> { texts.dropFirst(repeatsTitle ? 1 : 0) }
      var shownNames: ArraySlice<HeadingName> {
        HeadingName.names(of: texts).dropFirst(repeatsTitle ? 1 : 0)
      }
    }

    /// Returns whether any link leads to a heading of the capture at `path`.
    func isWanted(_ path: NotePath?) -> Bool { path.map { wanted.contains($0) } ?? false }

    /// The facts collected from one capture.
    private struct Findings {
      let number: Int
      var title: String?
      var headings: Headings?
      /// The capture's links that name a heading.
      var links: [Markup.Link] = []
    }

    /// Collects titles, headings and links to headings from captures. `number` is a capture's index
    /// in the selection. Parses a body at most once, and only if necessary.
    mutating func add(
      _ captures: [(number: Int, capture: Capture)],
      _ targets: @Sendable ([Capture]) -> DigestSurroundings.Target
    ) {
      let finder = self
      let found = Parallel.map(captures.chunked(into: 32)) { part in
        part.map { finder.findings(in: $1, $0) }
      }.flatMap(\.self)
      for facts in found {
        if let title = facts.title { titles[facts.number] = title }
        if let found = facts.headings { headings[facts.number] = found }
      }
      let linking = zip(captures, found).filter { !$1.links.isEmpty }
      guard !linking.isEmpty else { return }
      let target = targets(linking.map(\.0.capture))
      for ((_, capture), facts) in linking {
        for link in facts.links {
          if let path = link.target.isEmpty ? capture.path : target(capture, link) {
            wanted.insert(path)
          }
        }
      }
    }

    private func findings(in capture: Capture, _ number: Int) -> Findings {
      let mayHaveHeadings = wantsHeadings && hasBodies && capture.mayHaveHeadings
      let mayLink = hasBodies && capture.mayLinkToHeadings
      var findings = Findings(number: number)
      guard wantsTitles || mayHaveHeadings || mayLink else { return findings }
      let body = capture.bodyText
      if wantsTitles { findings.title = ItemWriter.title(of: capture, body) }
      if mayHaveHeadings {
        let texts = body.headingTexts
        if !texts.isEmpty {
          findings.headings = Headings(
            texts: texts, repeatsTitle: capture.repeatsTitle(in: body))
        }
      }
      if mayLink {
        findings.links = capture.links(in: body).filter { $0.fragment != nil && !$0.isExternal }
      }
      return findings
    }
  }

  /// Computes the anchors of all headings of a Markdown digest, in order. The texts of the headings
  /// determine the anchors. Stores the anchors of a body's headings only if a link leads to one of
  /// these headings.
  ///
  /// - Parameter wanted: For each capture in the selection, whether any link leads to one of its
  ///   headings.
  mutating func nameHeadings(
    _ look: Look, _ options: DigestOptions, _ anchoring: DigestAnchoring, wanted: [Bool]
  ) {
    var slugs = Slugs()
    func slug(_ text: String) -> String { slugs.next(for: MarkdownText.line(text)) }
    func next(_ text: String) -> String { Address.encoded(slug(text).utf8) }
    _ = slug(options.title)
    for section in sections.indices {
      if let label = sections[section].group?.label,
        let text = anchoring.group.heading(icon: label.icon, name: label.name)
      {
        sections[section].anchor = next(text)
      }
      for item in sections[section].items.indices {
        let (number, place) = (
          sections[section].items[item].number, sections[section].items[item].place
        )
        if let text = anchoring.item.heading(number: place, title: look.titles[number] ?? "") {
          sections[section].items[item].anchor = next(text)
        }
        let texts = look.headings[number]?.shownTexts ?? []
        if wanted[number] {
          sections[section].items[item].headings = texts.map(next)
        } else {
          for text in texts { _ = slug(text) }
        }
      }
    }
  }

  /// Returns the anchors of all captures at their first occurrence in the digest, and the anchors
  /// of the headings in that occurrence.
  static func places(_ sections: [Section], _ paths: [NotePath?], _ look: Look) -> DigestPlaces {
    var places = DigestPlaces()
    var known: Set<NotePath> = []
    for item in sections.lazy.flatMap(\.items) {
      guard let path = paths[item.number], known.insert(path).inserted else { continue }
      places.captures[path] = item.anchor
      guard !item.headings.isEmpty, let headings = look.headings[item.number] else { continue }
      places.headings[path] = DigestPlaces.Headings(
        table: HeadingTable(Array(headings.shownNames)), anchors: item.headings)
    }
    return places
  }

  /// Adds the headings of captures in an HTML digest. `paths` contains the path of each capture in
  /// the selection. Reads a capture again only if a link leads to one of its headings.
  mutating func addHeadings(_ look: Look, _ paths: [NotePath?], _ source: DigestSource) {
    let wanted = paths.indices.filter { look.isWanted(paths[$0]) }
    for numbers in wanted.chunked(into: DigestSource.step) {
      for capture in source.read(Array(numbers)).lazy.compactMap(\.self) {
        places.addHeadings(of: capture)
      }
    }
  }
}
