import CairnCapture
import CairnCharts
import CairnDigest
import CairnText

/// The layout of a site, computed from one pass over the captures before any page is made.
struct SitePlan: Sendable {
  let addresses: SiteAddresses
  /// The captures in the order of the selection.
  let captures: [SiteCapture]
  /// For each element of `captures`, its index in the selection.
  let numbers: [Int]
  /// The collections, the root first.
  let collections: [SiteGroup]
  let tags: [SiteGroup]
  let people: [SiteGroup]
  /// The words of the captures, for searching. Each part covers consecutive captures.
  let words: [SiteWords.Part]
  /// For each capture, the indices of the other captures that link to that capture.
  private(set) var backlinks: [[Int]]
  /// For each capture, the indices of the other captures that its body embeds.
  let embeds: [[Int]]
  /// For each capture, the index of its collection.
  private(set) var homes: [Int]
  /// For each capture, its position among the captures of its collection, from 0.
  private(set) var places: [Int]
  /// The paths of the pages of tags, keyed by folded tag.
  let tagPages: [String: String]
  /// The number of links that lead to captures outside the selection. Pages show them as plain
  /// text.
  let outsideLinks: Int
  /// The titles of the captures, keyed by path.
  let titles: [NotePath: String]
  /// The headings of captures to which links with a fragment may lead.
  let headings: SiteHeadings
  /// Diagnostics of dead links, in the order of the captures and then of each capture's text.
  let deadLinks: [Diagnostic]
  /// The charts as HTML; empty if there is nothing to draw.
  let charts: String

  /// Reads all captures on several threads.
  init(
    _ source: DigestSource, _ options: SiteOptions, _ surroundings: SiteSurroundings,
    progress: ((Int) -> Void)?
  ) {
    let (captures, numbers, words) = Self.read(source, options, surroundings, progress)
    self.words = words
    addresses = SiteAddresses(captures.map(\.path))
    collections = SiteGroup.collections(captures, addresses, surroundings)
    tags = SiteGroup.tags(captures)
    people = SiteGroup.people(captures, surroundings.digest.person)
    tagPages = Dictionary(tags.map { (String($0.name.dropFirst()).folded, $0.page) }) { first, _ in
      first
    }
    homes = captures.map { _ in 0 }
    places = homes
    for (number, collection) in collections.enumerated() {
      for (place, capture) in collection.captures.enumerated() {
        homes[capture] = number
        places[capture] = place
      }
    }
    let byPath = Dictionary(captures.enumerated().map { ($1.path, $0) }) { first, _ in first }
    backlinks = captures.map { _ in [] }
    var outside = 0
    for (number, capture) in captures.enumerated() {
      for path in capture.links where path != capture.path {
        if let target = byPath[path] {
          backlinks[target].append(number)
        } else if ["md", "markdown"].contains(path.fileExtension), surroundings.state(path) != nil {
          outside += 1
        }
      }
    }
    outsideLinks = outside
    embeds = captures.map { $0.embeds.compactMap { byPath[$0] } }
    titles = byPath.mapValues { captures[$0].title }
    let read: ([Int]) -> [Capture?] = { source.read($0.map { numbers[$0] }) }
    let headings = SiteHeadings(
      captures, byPath, hasBodies: options.digest.hasBodies, read: read)
    self.headings = headings
    let doubtful = Self.deadLinks(
      captures, byPath, headings, exists: { surroundings.state($0) != nil }, read: read)
    deadLinks = captures.enumerated().flatMap { number, capture in
      (capture.deadLinks + (doubtful[number] ?? [])).sorted {
        let (one, other) = ($0.location, $1.location)
        return (one?.line ?? 0, one?.column ?? 0) < (other?.line ?? 0, other?.column ?? 0)
      }
    }
    let statistics = Statistics(
      captures.lazy.map(\.facts), clock: options.digest.clock,
      name: { surroundings.digest.collection($0).name })
    charts = Chart.allCases.compactMap { $0.figure(statistics) }.joined()
    self.captures = captures
    self.numbers = numbers
  }

  private static func read(
    _ source: DigestSource, _ options: SiteOptions, _ surroundings: SiteSurroundings,
    _ progress: ((Int) -> Void)?
  ) -> ([SiteCapture], [Int], [SiteWords.Part]) {
    var captures: [SiteCapture] = []
    var numbers: [Int] = []
    var words: [SiteWords.Part] = []
    var names: [NotePath: String] = [:]
    for step in Array(0..<source.count).chunked(into: DigestSource.step) {
      let found = zip(step, source.read(Array(step))).compactMap { number, capture in
        capture.map { (number: number, capture: $0) }
      }
      let target = surroundings.digest.targets(found.map(\.capture))
      for folder in Set(found.map(\.capture.collection)) where names[folder] == nil {
        names[folder] = SiteGroup.ownName(of: folder, surroundings)
      }
      let parts = Parallel.map(found.chunked(into: 32)) { [names] part in
        var finder = SiteWords.Finder()
        let captures = part.map { entry in
          let body = entry.capture.bodyText
          let capture = SiteCapture(entry.capture, body, target, clock: options.digest.clock)
          finder.add(
            entry.capture, body, title: capture.title,
            around: names[entry.capture.collection] ?? "", hasBody: options.digest.hasBodies)
          return capture
        }
        return (captures, finder.part)
      }
      captures += parts.flatMap(\.0)
      words += parts.map(\.1)
      numbers += found.map(\.number)
      progress?(step.endIndex)
    }
    return (captures, numbers, words)
  }
}

// MARK: - Neighbours

extension SitePlan {
  /// Returns the path in the site for the page of the capture at this index.
  func page(_ number: Int) -> String { addresses.pages[captures[number].path] ?? "" }

  /// Returns the index of the previous (`step` is −1) or next (`step` is 1) capture in the same
  /// collection; nil if there is none.
  func neighbour(of number: Int, _ step: Int) -> Int? {
    let all = collections[homes[number]].captures
    let place = places[number] + step
    return all.indices.contains(place) ? all[place] : nil
  }

  /// Returns the sentence in which a capture links to another; nil if the link is in a field or is
  /// not part of a sentence.
  func sentence(from number: Int, to target: Int) -> String? {
    let source = captures[number]
    guard let place = source.links.firstIndex(of: captures[target].path),
      let sentence = source.sentences[place]?.shown(titled: captures[target].title)
    else { return nil }
    return sentence
  }

  /// Returns a collection and all collections that contain it, the root first.
  func trail(to collection: Int) -> [SiteGroup] {
    var trail: [SiteGroup] = []
    var next: Int? = collection
    while let place = next {
      trail.insert(collections[place], at: 0)
      next = collections[place].parent
    }
    return trail
  }
}
