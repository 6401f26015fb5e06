import CairnCapture
import CairnText

/// A file to be made for a site.
struct SitePage: Sendable {
  /// The kind of a file.
  enum Kind: Hashable, Sendable {
    /// The first page of the site.
    case home
    /// The page of the collection at this index in the plan.
    case collection(Int)
    /// The page that lists the captures in the notebook's root.
    case loose
    /// The page that lists all tags.
    case tags
    /// The page of a tag, which lists the captures with the tag. The value is the index of the tag
    /// in the plan.
    case tag(Int)
    /// The page that lists all people.
    case people
    /// The page that lists the captures linking to the person at this index in the plan.
    case person(Int)
    /// The page of the capture at this index in the plan.
    case capture(Int)
    /// The style sheet.
    case style
    /// A script.
    case script(Script)
    /// The page with charts.
    case charts
    /// The search index.
    case search
    /// The texts of a block of pages, for the excerpts in search results. The value is the number
    /// of the block, from 0.
    case texts(Int)
    /// The feed.
    case feed
  }

  /// The scripts of a site.
  enum Script: String, CaseIterable, Sendable {
    /// Applies the color scheme that the reader chose.
    case theme
    /// Searches the site.
    case search
    /// Shows previews of links.
    case preview

    /// The path of the script in the site and among the built-in templates.
    var file: String { "\(SiteAddresses.assets)\(rawValue).js" }
  }

  /// The path in the site.
  let path: String
  let kind: Kind
}

extension SitePlan {
  /// Returns the files of the site, except those that ``SiteMedia`` stores, in the order in which
  /// they are made.
  func pages(hasFeed: Bool, hasTexts: Bool) -> [SitePage] {
    var pages = [SitePage(path: "\(SiteAddresses.assets)style.css", kind: .style)]
    pages += SitePage.Script.allCases.map { SitePage(path: $0.file, kind: .script($0)) }
    pages.append(SitePage(path: SiteSearch.index, kind: .search))
    pages.append(SitePage(path: SiteAddresses.index, kind: .home))
    if hasTexts {
      let count = (captures.count + SiteSearch.textBlock - 1) / SiteSearch.textBlock
      pages += (0..<count).map { SitePage(path: SiteSearch.textFile($0), kind: .texts($0)) }
    }
    if !charts.isEmpty { pages.append(SitePage(path: Self.chartsPage, kind: .charts)) }
    if hasFeed { pages.append(SitePage(path: SiteFeed.path, kind: .feed)) }
    for (number, collection) in collections.enumerated().dropFirst() {
      pages.append(SitePage(path: collection.page, kind: .collection(number)))
    }
    if !collections[0].captures.isEmpty {
      pages.append(SitePage(path: Self.loosePage, kind: .loose))
    }
    if !tags.isEmpty { pages.append(SitePage(path: Self.tagsPage, kind: .tags)) }
    for (number, tag) in tags.enumerated() {
      pages.append(SitePage(path: tag.page, kind: .tag(number)))
    }
    if !people.isEmpty { pages.append(SitePage(path: Self.peoplePage, kind: .people)) }
    for (number, person) in people.enumerated() {
      pages.append(SitePage(path: person.page, kind: .person(number)))
    }
    for number in captures.indices {
      pages.append(SitePage(path: page(number), kind: .capture(number)))
    }
    return pages
  }

  /// Returns the indices of the captures whose texts are in the block with this number.
  func block(_ number: Int) -> Range<Int> {
    let start = number * SiteSearch.textBlock
    return start..<min(start + SiteSearch.textBlock, captures.count)
  }

  /// Returns the indices of the captures in the feed: the most recently changed, newest first.
  func newest(_ clock: LocalClock) -> [Int] {
    let times = captures.map { $0.changed.instant(clock) }
    let inOrder = captures.indices.sorted {
      (times[$1], captures[$0].path) < (times[$0], captures[$1].path)
    }
    return Array(inOrder.prefix(SiteFeed.count))
  }

  /// The path of the page that lists the captures in the notebook's root.
  static let loosePage = SiteAddresses.loose + SiteAddresses.index
  /// The path of the page that lists all tags.
  static let tagsPage = SiteAddresses.tags + SiteAddresses.index
  /// The path of the page with charts.
  static let chartsPage = SiteAddresses.assets + "charts.html"
  /// The path of the page that lists all people.
  static let peoplePage = SiteAddresses.people + SiteAddresses.index
}
