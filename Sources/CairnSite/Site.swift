import CairnCapture
public import CairnDigest
import CairnIndex
import CairnMarkup
import CairnTemplates
public import CairnText

/// Many pages of captures, linked with each other, to be put on a server or opened from a folder.
///
///     let site = try Site(source, options, surroundings)
///     for file in site.files where known[file.path] != file.inputs { … }
///     let made = site.make([0, 1, 2])
///
/// The same captures, options and templates make the same bytes. What a page shows of a note passes
/// through the same writers as in a digest; nothing that a note says can change what stands around
/// it. A page has no script in it, and its policy lets in only the site's own.
public final class Site: Sendable {
  /// A file of the site that is not made yet.
  public struct File: Sendable {
    /// Its path in the site: UTF-8, steps with `/` between.
    public let path: String
    /// The hash of all that it is made of: while that stays, so does the file.
    public let inputs: String
  }

  /// A file of the site.
  public struct Made: Sendable {
    /// Its place in ``Site/files``.
    public let number: Int
    /// All of it.
    public let bytes: [UInt8]
    /// The paths in the site of the pictures and files that it refers to.
    public let media: [String]
    /// What it refers to in the site that is not there: a mistake in the program, not in a note.
    public let broken: [String]
  }

  /// The files, without pictures.
  public let files: [File]
  /// Links to captures, files, pictures and headings that are not there, by capture in the order of
  /// the selection.
  public var deadLinks: [Diagnostic] { plan.deadLinks }
  /// How many links lead to captures that are not in the site, and so are text.
  public var outsideLinks: Int { plan.outsideLinks }
  /// How many captures there are.
  public var count: Int { plan.captures.count }

  let plan: SitePlan
  let options: SiteOptions
  private let pages: [SitePage]
  private let paths: Set<String>
  private let templates: SiteTemplates
  private let media: SiteMedia
  private let loadsRemote: Bool
  private let read: @Sendable ([Int]) -> [Capture?]
  private let targets: @Sendable ([Capture]) -> DigestSurroundings.Target

  /// Looks at all captures, and says what there is to make.
  ///
  /// - Parameter progress: Told how many captures were looked at.
  /// - Throws: A diagnostic whose code begins with `template-`.
  public init(
    _ source: DigestSource, _ options: SiteOptions, _ surroundings: SiteSurroundings,
    progress: ((Int) -> Void)? = nil
  ) throws(Diagnostic) {
    templates = try SiteTemplates()
    let plan = SitePlan(source, options, surroundings, progress: progress)
    self.plan = plan
    self.options = options
    let pages = plan.pages(hasFeed: options.baseURL != nil)
    self.pages = pages
    paths = Set(pages.map(\.path))
    media = SiteMedia(read: surroundings.digest.pictures.read, store: surroundings.store)
    loadsRemote = surroundings.digest.pictures.loadsRemote
    read = source.read
    targets = surroundings.digest.targets
    let inputs = SitePageInputs(plan, options, loadsRemote: loadsRemote, state: surroundings.state)
    files = Parallel.map(pages.chunked(into: 64)) { part in
      part.map { File(path: $0.path, inputs: inputs.digits(of: $0)) }
    }.flatMap(\.self)
  }
}

// MARK: - Making

extension Site {
  /// How many files are made at a time; each costs the memory of its capture and its page.
  public static let step = DigestSource.step

  /// Makes some of the files, by several threads. A capture that has gone since leaves its page out.
  public func make(_ numbers: [Int]) -> [Made] {
    let wanted = Set(numbers.flatMap { captures(for: pages[$0].kind) }).sorted()
    let found = zip(wanted, read(wanted.map { plan.numbers[$0] }))
    let known = Dictionary(
      uniqueKeysWithValues: found.compactMap { number, capture in
        capture.map { (number, $0) }
      })
    let target = targets(Array(known.values))
    let made = Parallel.map(numbers.chunked(into: 8)) { part in
      part.compactMap { make($0, known, target) }
    }.flatMap(\.self)
    return made + numbers.filter { pages[$0].kind == .search }.map(makeSearch)
  }

  /// The captures that have to be read for a page, by their places in the plan.
  private func captures(for kind: SitePage.Kind) -> [Int] {
    switch kind {
    case .capture(let number): [number]
    case .feed: plan.newest(options.digest.clock)
    default: []
    }
  }

  private func make(
    _ number: Int, _ captures: [Int: Capture], _ target: @escaping DigestSurroundings.Target
  ) -> Made? {
    let page = pages[number]
    let writer = SiteWriter(
      plan: plan, options: options, templates: templates, media: media, page: page,
      loadsRemote: loadsRemote)
    let bytes: [UInt8]
    switch page.kind {
    case .style: bytes = Array("/* A site made by Cairn. */\n\(Stylesheet.siteText)".utf8)
    case .script: bytes = Array((BuiltInTemplates.files["site/search.js"] ?? "").utf8)
    case .search: return nil
    case .feed:
      let newest = plan.newest(options.digest.clock)
      bytes = writer.bytesOfFeed(
        newest.compactMap { number in captures[number].map { (number, $0) } }, target)
    case .capture(let number):
      guard let capture = captures[number] else { return nil }
      bytes = writer.bytes(of: capture, number, target)
    default: bytes = writer.bytesOfList()
    }
    let links = page.path.hasSuffix(".html") ? SiteLinks(in: bytes, of: page.path).paths : []
    return Made(
      number: number, bytes: bytes, media: links.filter { $0.hasPrefix(SiteMedia.folder) },
      broken: links.filter { !$0.hasPrefix(SiteMedia.folder) && !paths.contains($0) })
  }

  /// Makes the files that are searched.
  private func makeSearch(_ number: Int) -> Made {
    let shown = plan.captures.enumerated().map { number, capture in
      SiteSearch.Page(
        title: capture.title, address: Address.encoded(plan.page(number).utf8),
        around: plan.collections[plan.homes[number]].name, day: capture.day.description)
    }
    let files = SiteSearch(shown, SiteWords(plan.words)).files
    let stored = Parallel.map(files.parts) { media.store($0.path, $0.bytes) ? $0.path : "" }
    return Made(
      number: number, bytes: files.index, media: stored.filter { !$0.isEmpty }.sorted(), broken: [])
  }
}
