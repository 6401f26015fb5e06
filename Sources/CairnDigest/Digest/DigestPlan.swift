import CairnCapture
import CairnText

/// The layout of a digest, computed from one pass over the captures before anything is written.
struct DigestPlan {
  /// A group and the captures that are directly in the group.
  struct Section {
    /// The group; nil if the digest has no groups.
    let group: DigestGroup?
    /// The anchor of the group; nil if links cannot lead to the group.
    var anchor: String?
    var items: [DigestItem]

    /// The heading level of the captures, 2 … 6.
    var itemLevel: Int { group.map { $0.depth + 3 } ?? 2 }
  }

  /// The sections in the order of the digest. The section of a group is followed by the sections of
  /// the groups nested in it. A digest without groups has a single section.
  var sections: [Section] = []
  /// The anchors that links within the digest lead to.
  var places = DigestPlaces()
  /// The number of captures that still exist.
  let total: Int
  /// The titles, keyed by capture index; empty if the digest does not need them.
  private(set) var titles: [Int: String] = [:]
  /// The facts of the captures; empty if the digest has no charts.
  private(set) var facts: [CaptureFacts] = []

  /// Reads all captures and lays out the digest. Calls `progress` with the number of captures read
  /// so far.
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
