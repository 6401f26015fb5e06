import CairnIndex
import CairnText

/// Where the pages of captures and collections lie in a site.
///
/// A page's path is its capture's, each step as ``SiteNames`` has it: `work/acme/pay.md` is
/// `work/acme/pay.html`. It depends on other captures only where names meet, so that links keep.
struct SiteAddresses: Sendable {
  /// The path of each collection's folder in the site, with a slash behind it; empty for the root.
  private(set) var folders: [NotePath: String] = [.root: ""]
  /// The path of each capture's page.
  private(set) var pages: [NotePath: String] = [:]

  /// The page of a folder.
  static let index = "index.html"
  /// The folder of pictures, the style and the search.
  static let assets = "site/"
  /// The folder of the tags' pages.
  static let tags = "tagged/"
  /// The folder of the people's pages.
  static let people = "with/"
  /// The folder of the list of captures that are in no collection.
  static let loose = "root/"
  /// What no collection's folder may be called.
  private static let taken = Set([assets, tags, people, loose].map { String($0.dropLast()) })

  /// The addresses of captures, and of the folders they are in.
  init(_ captures: [NotePath]) {
    var below: [NotePath: Set<NotePath>] = [:]
    for capture in captures {
      var folder = capture.parent
      while !folder.isRoot, below[folder.parent, default: []].insert(folder).inserted {
        folder = folder.parent
      }
    }
    // Parents come before what is in them.
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

  /// The way from a page to the site's root: as many `../` as it lies deep.
  static func root(from page: String) -> String {
    String(repeating: "../", count: page.utf8.count { $0 == UInt8(ascii: "/") })
  }
}
