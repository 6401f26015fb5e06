import CairnText

/// The paths in a site for the pages of captures and collections. ``SiteNames`` converts each
/// component: `work/acme/pay.md` becomes `work/acme/pay.html`. Links stay valid, because a new
/// page changes the path of an existing page only if the names of the two pages collide.
struct SiteAddresses: Sendable {
  /// The paths of the folders in the site, keyed by collection. Each path ends in a slash, except
  /// the empty path of the root.
  private(set) var folders: [NotePath: String] = [.root: ""]
  /// The paths of the captures' pages in the site, keyed by the capture's path.
  private(set) var pages: [NotePath: String] = [:]

  /// The name of a folder's own page.
  static let index = "index.html"
  /// The folder of the style sheet, the scripts, the pictures and the search index.
  static let assets = "site/"
  /// The folder of the pages that list the captures with a tag.
  static let tags = "tagged/"
  /// The folder of the pages that list the captures linking to a person.
  static let people = "with/"
  /// The folder of the page that lists the captures in the notebook's root.
  static let loose = "root/"
  /// The names that the folder of a top-level collection must not have.
  private static let taken = Set([assets, tags, people, loose].map { String($0.dropLast()) })

  /// Creates the addresses of captures and of the folders that contain them.
  init(_ captures: [NotePath]) {
    var below: [NotePath: Set<NotePath>] = [:]
    for capture in captures {
      var folder = capture.parent
      while !folder.isRoot, below[folder.parent, default: []].insert(folder).inserted {
        folder = folder.parent
      }
    }
    // Parents come before their children.
    for parent in below.keys.sorted() {
      let children = (below[parent] ?? []).sorted()
      let names = SiteNames.unique(
        children.map { ($0.name, $0.bytes) }, taken: parent.isRoot ? Self.taken : [])
      for (child, name) in zip(children, names) {
        folders[child] = (folders[parent] ?? "") + name + "/"
      }
    }
    let groups = Dictionary(grouping: captures, by: \.parent).map { ($0.key, $0.value) }
    let names = Parallel.map(groups.chunked(into: 16)) { part in
      part.map { folder, captures in
        SiteNames.unique(captures.map { ($0.stem, $0.bytes) }, taken: ["index"])
      }
    }.joined()
    for ((folder, captures), names) in zip(groups, names) {
      for (capture, name) in zip(captures, names) {
        pages[capture] = (folders[folder] ?? "") + name + ".html"
      }
    }
  }

  /// Returns the relative path from a page to the site's root: `../` for each folder in the page's
  /// path.
  static func root(from page: String) -> String {
    String(repeating: "../", count: page.utf8.count { $0 == UInt8(ascii: "/") })
  }
}
