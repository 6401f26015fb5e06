import CairnCapture
public import CairnDigest
import CairnTemplates
public import CairnText

/// A set of linked pages that show captures. The pages can be served by a web server or opened from
/// a folder.
///
///     let site = try Site(source, options, surroundings)
///     for file in site.files where known[file.path] != file.inputs { … }
///     let made = site.make([0, 1, 2])
///
/// The same captures, options and templates give the same bytes. The text of a note is converted to
/// HTML in the same way as in digests, so that nothing in a note can change the page around it.
/// Pages contain no inline scripts, and their Content-Security-Policy allows only the scripts of
/// the site itself.
public final class Site: Sendable {
  /// A file to be made for the site.
  public struct File: Sendable {
    /// The path in the site: UTF-8, components separated by `/`.
    public let path: String
    /// The hash of everything that determines the content of the file. If the hash is unchanged, so
    /// is the file.
    public let inputs: String
  }

  /// A file that has been made for the site, with its content.
  public struct Made: Sendable {
    /// The index of the file in ``Site/files``.
    public let number: Int
    /// The content of the file.
    public let bytes: [UInt8]
    /// The paths in the site of the pictures and files that this file refers to.
    public let media: [String]
    /// The paths that this file refers to but that the site does not contain. Empty unless Cairn
    /// has a bug.
    public let broken: [String]
  }

  /// The files to make. Pictures, other files of captures and the parts of the search index are not
  /// included; ``make(_:)`` stores them.
  public let files: [File]
  /// Diagnostics of dead links (links whose target does not exist), in the order of the captures in
  /// the selection.
  public var deadLinks: [Diagnostic] { plan.deadLinks }
  /// The number of links that lead to captures outside the site. Pages show these links as plain
  /// text.
  public var outsideLinks: Int { plan.outsideLinks }
  /// The number of captures in the site.
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

  /// Reads all captures and lists the files of the site without making them.
  ///
  /// - Parameter progress: A callback that receives the number of captures read.
  /// - Throws: A diagnostic whose code begins with `template-`.
  public init(
    _ source: DigestSource, _ options: SiteOptions, _ surroundings: SiteSurroundings,
    progress: ((Int) -> Void)? = nil
  ) throws(Diagnostic) {
    templates = try SiteTemplates()
    let plan = SitePlan(source, options, surroundings, progress: progress)
    self.plan = plan
    self.options = options
    let pages = plan.pages(
      hasFeed: options.baseURL != nil, hasTexts: options.digest.hasBodies)
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
  /// The maximum number of files to make at a time. The limit exists because captures and pages
  /// take memory.
  public static let step = DigestSource.step

  /// Makes the files at these indices in ``files``, on several threads. Skips the page of a capture
  /// that no longer exists.
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

  /// Returns the captures that must be read to make a page of this kind, as indices in the plan.
  /// Empty if the page can be made from the plan alone.
  private func captures(for kind: SitePage.Kind) -> [Int] {
    switch kind {
    case .capture(let number): [number] + (options.digest.hasBodies ? plan.embeds[number] : [])
    case .feed: plan.newest(options.digest.clock)
    case .texts(let block): Array(plan.block(block))
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
    case .script(let script): bytes = Array((BuiltInTemplates.files[script.file] ?? "").utf8)
    case .charts: bytes = writer.bytesOfCharts()
    case .search: return nil
    case .texts(let block):
      bytes = SiteSearch.texts(block, plan.block(block).map { captures[$0] })
    case .feed:
      let newest = plan.newest(options.digest.clock)
      bytes = writer.bytesOfFeed(
        newest.compactMap { number in captures[number].map { (number, $0) } }, target)
    case .capture(let number):
      guard let capture = captures[number] else { return nil }
      let embeds = plan.embeds[number].compactMap { captures[$0] }
      bytes = writer.bytes(of: capture, number, embeds, target)
    default: bytes = writer.bytesOfList()
    }
    let links = page.path.hasSuffix(".html") ? SiteLinks(in: bytes, of: page.path).paths : []
    return Made(
      number: number, bytes: bytes, media: links.filter { $0.hasPrefix(SiteMedia.folder) },
      broken: links.filter { !$0.hasPrefix(SiteMedia.folder) && !paths.contains($0) })
  }

  /// Makes the search index, and stores the files to which the index refers. `number` is the
  /// position of the search index in ``files``.
  private func makeSearch(_ number: Int) -> Made {
    let shown = plan.captures.enumerated().map { number, capture in
      SiteSearch.Page(
        title: capture.title, address: Address.encoded(plan.page(number).utf8),
        around: plan.collections[plan.homes[number]].name, day: capture.day.long)
    }
    let files = SiteSearch(shown, SiteWords(plan.words), hasTexts: options.digest.hasBodies).files
    let stored = Parallel.map(files.parts) { media.store($0.path, $0.bytes) ? $0.path : "" }
    return Made(
      number: number, bytes: files.index,
      media: stored.filter { !$0.isEmpty }.sorted(), broken: [])
  }
}
