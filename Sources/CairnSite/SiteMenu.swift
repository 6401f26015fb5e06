/// The menu of a page: the collections, and the pages with tags, people and charts.
struct SiteMenu {
  /// An entry of a menu.
  struct Entry {
    let name: String
    var icon: String?
    /// The path of the page in the site.
    let page: String
    /// The depth of a collection: 1 at the top level.
    var level = 1
    /// The value of `aria-current`: `page` for the page itself, `true` for a collection that
    /// contains the page, nil otherwise.
    var current: String?
  }

  /// The top-level collections, and the children of each collection that contains the page.
  var collections: [Entry] = []
  /// The pages with the lists of tags and people, and the page with charts.
  var lists: [Entry] = []

  /// The maximum number of collections shown below one collection, so that pages stay small.
  static let most = 200
}

extension SitePlan {
  /// Returns the menu of a page. The menu shows neither the titles of captures nor how many there
  /// are, so that a change to a capture rarely changes the menus of other pages.
  func menu(of page: SitePage) -> SiteMenu {
    var menu = SiteMenu()
    let home: Int? =
      switch page.kind {
      case .collection(let number): number
      case .capture(let number): homes[number]
      default: nil
      }
    var open: Set<Int> = []
    var next = home
    while let place = next {
      open.insert(place)
      next = collections[place].parent
    }
    open.insert(0)
    add(below: 0, level: 1, open: open, page, to: &menu)
    if !collections[0].captures.isEmpty {
      let isHere = page.path == Self.loosePage
      menu.collections.append(
        .init(
          name: looseName, page: Self.loosePage,
          current: isHere ? "page" : home == 0 ? "true" : nil))
    }
    let lists = [
      ("Tags", Self.tagsPage, !tags.isEmpty), ("People", Self.peoplePage, !people.isEmpty),
      ("Charts", Self.chartsPage, !charts.isEmpty),
    ]
    menu.lists = lists.filter(\.2).map { name, path, _ in
      .init(name: name, page: path, current: path == page.path ? "page" : nil)
    }
    return menu
  }

  private func add(
    below place: Int, level: Int, open: Set<Int>, _ page: SitePage, to menu: inout SiteMenu
  ) {
    for child in collections[place].children.prefix(SiteMenu.most) {
      let collection = collections[child]
      let isHere = collection.page == page.path
      menu.collections.append(
        .init(
          name: collection.name, icon: collection.icon, page: collection.page, level: level,
          current: isHere ? "page" : open.contains(child) ? "true" : nil))
      if open.contains(child) {
        add(below: child, level: level + 1, open: open, page, to: &menu)
      }
    }
  }
}

extension SiteMenu {
  /// Adds the entries of the menu to a hash, without ``Entry/current``, which depends only on the
  /// page.
  func add(to inputs: inout SiteInputs) {
    for entry in collections + lists {
      inputs.add([entry.name, entry.icon ?? "", entry.page, String(entry.level)])
    }
  }
}
