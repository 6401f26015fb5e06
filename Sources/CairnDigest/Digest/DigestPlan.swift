import CairnCapture
import CairnIndex
import CairnMarkup
import CairnText

/// What stands where in a digest: known before any of it is written, from one look at each capture.
struct DigestPlan {
  /// A capture in its place.
  struct Item {
    /// Its number in the selection.
    let number: Int
    /// Made of ASCII letters, digits and hyphens alone, and no other item's.
    let key: String
    /// Its place in the digest, from 1.
    let place: Int
    /// What stands behind the `#` of a link to it; nil where it cannot be linked to.
    var anchor: String?
    /// The anchors of its body's headings, where they are known.
    var headings: [String] = []
  }

  /// A group with the captures right in it.
  struct Section {
    /// Nil where nothing is grouped.
    let group: DigestGroup?
    /// What stands behind the `#` of a link to it; nil where it cannot be linked to.
    var anchor: String?
    var items: [Item]

    /// The level of the captures' headings, 2 … 6.
    var itemLevel: Int { group.map { $0.depth + 3 } ?? 2 }
  }

  /// The groups in order, those within others behind them.
  private(set) var sections: [Section] = []
  /// Where links within the digest lead.
  private(set) var places = DigestPlaces()
  /// How many captures there are.
  let total: Int
  /// The captures' titles, by number, where they are wanted.
  private(set) var titles: [Int: String] = [:]
  /// What is counted of the captures, where there are charts.
  private(set) var facts: [CaptureFacts] = []

  /// Looks at all captures, and at the titles where a table of contents is made of them.
  init(
    _ source: DigestSource, _ options: DigestOptions, _ surroundings: DigestSurroundings,
    anchoring: DigestAnchoring = .ids, progress: ((Int) -> Void)?
  ) {
    let labeler = GroupLabeler(options: options, surroundings: surroundings)
    var anchors = Anchors()
    var look = Look(options, anchoring)
    var labels: [[[GroupLabel]]?] = []
    var keys: [String] = []
    var paths: [NotePath?] = []
    for numbers in Array(0..<source.count).chunked(into: DigestSource.step) {
      let found = source.read(Array(numbers))
      var known = labeler.labels(of: found.compactMap(\.self)).makeIterator()
      for capture in found {
        labels.append(capture.flatMap { _ in known.next() })
        keys.append(capture.map { anchors.first(of: $0) } ?? "")
        paths.append(capture?.path)
        if !options.charts.isEmpty, let capture { facts.append(CaptureFacts(capture)) }
      }
      look.add(zip(numbers, found).compactMap { number, capture in capture.map { (number, $0) } })
      progress?(labels.count)
    }
    total = labels.count { $0 != nil }
    titles = look.titles
    let groups =
      options.grouping.isEmpty
      ? [] : DigestGroup.groups(labels, levels: options.grouping.count).flatMap(\.flattened)
    let groupAnchors = groups.map { anchors.next(for: "g-\(Anchors.slug($0.label.name))") }
    var written: Set<Int> = []
    var place = 0
    func items(_ numbers: [Int]) -> [Item] {
      numbers.map { number in
        place += 1
        let isFirst = written.insert(number).inserted
        let key = isFirst ? keys[number] : anchors.next(for: keys[number])
        return Item(
          number: number, key: key, place: place, anchor: anchoring.item == .none ? nil : key)
      }
    }
    if options.grouping.isEmpty {
      let present = labels.indices.filter { labels[$0] != nil }
      sections = [Section(group: nil, items: items(present))]
    } else {
      sections = zip(groups, groupAnchors).map { group, anchor in
        Section(
          group: group, anchor: anchoring.group == .none ? nil : anchor,
          items: items(group.captures))
      }
    }
    if anchoring.hasHeadings { nameHeadings(look, options, anchoring) }
    places = Self.places(sections, paths, look)
    if !anchoring.hasHeadings, options.hasBodies, !look.linking.isEmpty {
      addHeadings(linkedFrom: look.linking, paths, source, surroundings)
    }
  }
}

// MARK: - Headings

extension DigestPlan {
  /// What is looked at in captures besides what they stand under.
  private struct Look {
    /// By number.
    private(set) var titles: [Int: String] = [:]
    /// The headings in bodies, by number, with their texts as they are shown, where all are wanted.
    private(set) var headings: [Int: [Markup.Heading]] = [:]
    /// The numbers of captures that may link to headings of others, where not all are wanted.
    private(set) var linking: [Int] = []
    private let wantsTitles: Bool
    private let wantsHeadings: Bool
    private let hasBodies: Bool

    init(_ options: DigestOptions, _ anchoring: DigestAnchoring) {
      let isContents = options.grouping.isEmpty && options.hasContents == true
      wantsTitles = isContents || anchoring.item == .heading
      wantsHeadings = anchoring.hasHeadings
      hasBodies = options.hasBodies
    }

    mutating func add(_ captures: [(number: Int, capture: Capture)]) {
      let found = Parallel.map(captures.chunked(into: 32)) { part in
        part.map { number, capture in
          (
            number: number,
            title: wantsTitles ? ItemWriter.title(of: capture, capture.bodyText) : nil,
            headings: wantsHeadings && hasBodies && capture.mayHaveHeadings
              ? capture.shownHeadings(in: capture.markup) : [],
            isLinking: !wantsHeadings && hasBodies && capture.mayLinkToHeadings
          )
        }
      }
      for facts in found.joined() {
        if let title = facts.title { titles[facts.number] = title }
        if !facts.headings.isEmpty { headings[facts.number] = facts.headings }
        if facts.isLinking { linking.append(facts.number) }
      }
    }
  }

  /// Gives all headings of a Markdown digest the anchors that they have by their texts, in the order
  /// in which they stand.
  private mutating func nameHeadings(
    _ look: Look, _ options: DigestOptions, _ anchoring: DigestAnchoring
  ) {
    var slugs = Slugs()
    func next(_ text: String) -> String {
      Address.encoded(slugs.next(for: MarkdownText.line(text)).utf8)
    }
    _ = next(options.title)
    for section in sections.indices {
      if anchoring.group == .heading, let label = sections[section].group?.label {
        sections[section].anchor = next(
          (label.icon.map { "\($0) " } ?? "") + label.name)
      }
      for item in sections[section].items.indices {
        let number = sections[section].items[item].number
        if anchoring.item == .heading {
          sections[section].items[item].anchor = next(look.titles[number] ?? "")
        }
        sections[section].items[item].headings = (look.headings[number] ?? []).map {
          next($0.text)
        }
      }
    }
  }

  /// Where each capture, and each heading that is known, stands for the first time.
  private static func places(
    _ sections: [Section], _ paths: [NotePath?], _ look: Look
  ) -> DigestPlaces {
    var places = DigestPlaces()
    var known: Set<NotePath> = []
    for item in sections.lazy.flatMap(\.items) {
      guard let path = paths[item.number], known.insert(path).inserted else { continue }
      places.captures[path] = item.anchor
      guard !item.headings.isEmpty, let headings = look.headings[item.number] else { continue }
      places.headings[path] = zip(headings, item.headings).map {
        DigestPlaces.Heading(heading: $0, anchor: $1)
      }
    }
    return places
  }

  /// Finds the headings that others link to.
  private mutating func addHeadings(
    linkedFrom numbers: [Int], _ paths: [NotePath?], _ source: DigestSource,
    _ surroundings: DigestSurroundings
  ) {
    var byPath: [NotePath: Int] = [:]
    for (number, path) in paths.enumerated() { if let path { byPath[path] = number } }
    for numbers in numbers.chunked(into: DigestSource.step) {
      let sources = source.read(Array(numbers)).compactMap(\.self)
      places.addHeadings(linkedFrom: sources, surroundings.targets(sources)) { path in
        byPath[path].flatMap { source.read([$0]).first ?? nil }
      }
    }
  }
}
