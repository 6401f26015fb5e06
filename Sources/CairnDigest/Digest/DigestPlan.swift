import CairnCapture
import CairnIndex
import CairnMarkup
import CairnText

/// What stands where in a digest: known before any of it is written, from one look at each capture.
struct DigestPlan {
  /// A group with the captures right in it.
  struct Section {
    /// Nil where nothing is grouped.
    let group: DigestGroup?
    /// What stands behind the `#` of a link to it; nil where it cannot be linked to.
    var anchor: String?
    var items: [DigestItem]

    /// The level of the captures' headings, 2 … 6.
    var itemLevel: Int { group.map { $0.depth + 3 } ?? 2 }
  }

  /// The groups in order, those within others behind them.
  var sections: [Section] = []
  /// Where links within the digest lead.
  var places = DigestPlaces()
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
      look.add(
        zip(numbers, found).compactMap { number, capture in capture.map { (number, $0) } },
        surroundings.targets)
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
    func items(_ numbers: [Int]) -> [DigestItem] {
      numbers.map { number in
        place += 1
        let isFirst = written.insert(number).inserted
        let key = isFirst ? keys[number] : anchors.next(for: keys[number])
        return DigestItem(
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
    if anchoring.hasHeadings {
      nameHeadings(look, options, anchoring, wanted: paths.map { look.isWanted($0) })
    }
    places = Self.places(sections, paths, look)
    if !anchoring.hasHeadings { addHeadings(look, paths, source) }
  }
}
