import CairnCapture
import CairnIndex
import CairnText

/// What stands where in a digest: known before any of it is written, from one look at each capture.
struct DigestPlan {
  /// A capture in its place.
  struct Item {
    /// Its number in the selection.
    let number: Int
    let anchor: String
    /// Its place in the digest, from 1.
    let place: Int
  }

  /// A group with the captures right in it.
  struct Section {
    /// Nil where nothing is grouped.
    let group: DigestGroup?
    let anchor: String
    let items: [Item]

    /// The level of the captures' headings, 2 … 6.
    var itemLevel: Int { group.map { $0.depth + 3 } ?? 2 }
  }

  /// The groups in order, those within others behind them.
  private(set) var sections: [Section] = []
  /// Each capture's anchor, where it stands for the first time.
  let anchors: [NotePath: String]
  /// How many captures there are.
  let total: Int
  /// The captures' titles, by number, where they are the contents.
  private(set) var titles: [Int: String] = [:]
  /// What is counted of the captures, where there are charts.
  private(set) var facts: [CaptureFacts] = []

  /// Looks at all captures, and at the titles where a table of contents is made of them.
  init(
    _ source: DigestSource, _ options: DigestOptions, _ surroundings: DigestSurroundings,
    progress: ((Int) -> Void)?
  ) {
    let labeler = GroupLabeler(options: options, surroundings: surroundings)
    let wantsTitles = options.grouping.isEmpty && options.hasContents == true
    var anchors = Anchors()
    var labels: [[[GroupLabel]]?] = []
    var names: [String] = []
    for numbers in Array(0..<source.count).chunked(into: DigestSource.step) {
      let found = source.read(Array(numbers))
      var known = labeler.labels(of: found.compactMap(\.self)).makeIterator()
      for (number, capture) in zip(numbers, found) {
        labels.append(capture.flatMap { _ in known.next() })
        names.append(capture.map { anchors.first(of: $0) } ?? "")
        if !options.charts.isEmpty, let capture { facts.append(CaptureFacts(capture)) }
        if wantsTitles, let capture {
          titles[number] = ItemWriter.title(of: capture, capture.bodyText)
        }
      }
      progress?(labels.count)
    }
    total = labels.count { $0 != nil }
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
        let anchor = isFirst ? names[number] : anchors.next(for: names[number])
        return Item(number: number, anchor: anchor, place: place)
      }
    }
    if options.grouping.isEmpty {
      let present = labels.indices.filter { labels[$0] != nil }
      sections = [Section(group: nil, anchor: "", items: items(present))]
    } else {
      sections = zip(groups, groupAnchors).map { group, anchor in
        Section(group: group, anchor: anchor, items: items(group.captures))
      }
    }
    self.anchors = anchors.first
  }
}
