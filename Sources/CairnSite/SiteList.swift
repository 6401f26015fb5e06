/// The content of a page that lists names and captures. Lists with equal content give equal pages.
struct SiteList {
  /// A name that links to a page.
  struct Name {
    let name: String
    /// The path of the page in the site.
    let page: String
    let count: Int
    var icon: String?
    var about: String?
  }

  /// A section of the page.
  struct Section {
    var heading: String?
    /// The page with the full list and the number of entries in that list; nil if this section is
    /// complete.
    var more: (page: String, count: Int)?
    /// Whether names are shown side by side instead of one below the other.
    var isCloud = false
    var names: [Name] = []
    /// The captures, as indices in the plan.
    var captures: [Int] = []
  }

  let title: String
  var icon: String?
  var about: String?
  /// For a person, the path of the page of the capture about that person; otherwise nil.
  var subject: String?
  var total: Int
  /// The names and paths of the pages above this page, the first page of the site first.
  var trail: [(name: String, page: String)] = []
  var sections: [Section] = []
}

extension SiteList {
  /// Returns the hash of the page's content. `shown` contains a hash of each capture in the plan.
  func inputs(_ shown: [String]) -> String {
    var inputs = SiteInputs(title, icon, about, subject, String(total))
    for step in trail { inputs.add([step.name, step.page]) }
    for section in sections {
      inputs.add(section.heading)
      inputs.add(section.more.map { "\($0.page) \($0.count)" })
      inputs.add(String(section.isCloud))
      for name in section.names {
        inputs.add([name.name, name.page, String(name.count), name.icon ?? "", name.about ?? ""])
      }
      inputs.add(section.captures.map { shown[$0] })
    }
    return inputs.digits
  }
}

// MARK: - Lists of a plan

extension SitePlan {
  /// The maximum number of newest captures on the first page.
  private static let recent = 12
  /// The maximum number of tags on the first page, and also the maximum number of people. The page
  /// shows the most frequent ones.
  private static let frequent = 40

  /// Returns the content of a kind of page; nil if that kind is not a list.
  func list(_ kind: SitePage.Kind, title: String) -> SiteList? {
    switch kind {
    case .home: home(title)
    case .collection(let number): list(ofCollection: number, title)
    case .loose:
      SiteList(
        title: looseName, total: collections[0].captures.count,
        trail: [(title, SiteAddresses.index)],
        sections: [.init(captures: collections[0].captures)])
    case .tags: names("Tags", tags, [(title, SiteAddresses.index)], isCloud: true)
    case .people: names("People", people, [(title, SiteAddresses.index)])
    case .tag(let number):
      list(of: tags[number], [(title, SiteAddresses.index), ("Tags", Self.tagsPage)])
    case .person(let number):
      list(of: people[number], [(title, SiteAddresses.index), ("People", Self.peoplePage)])
    case .capture, .charts, .style, .script, .search, .texts, .feed: nil
    }
  }

  /// The name of the notebook's root, shown for captures that are in no collection.
  var looseName: String { collections[0].name }

  private func home(_ title: String) -> SiteList {
    var list = SiteList(
      title: title, about: collections[0].about, total: captures.count)
    let newest = captures.indices.sorted {
      (captures[$1].moment, captures[$0].path) < (captures[$0].moment, captures[$1].path)
    }
    list.sections.append(
      .init(heading: "Recent", captures: Array(newest.prefix(Self.recent))))
    var collections = names(of: self.collections[0].children.map { self.collections[$0] })
    if !self.collections[0].captures.isEmpty {
      collections.append(
        .init(name: looseName, page: Self.loosePage, count: self.collections[0].captures.count))
    }
    list.sections.append(.init(heading: "Collections", names: collections))
    list.sections.append(frequent("Tags", tags, Self.tagsPage))
    list.sections.append(frequent("People", people, Self.peoplePage))
    list.sections.removeAll { $0.names.isEmpty && $0.captures.isEmpty }
    return list
  }

  private func frequent(_ heading: String, _ groups: [SiteGroup], _ page: String)
    -> SiteList.Section
  {
    let chosen = groups.indices.sorted { (groups[$1].total, $0) < (groups[$0].total, $1) }
      .prefix(Self.frequent).sorted()
    return .init(
      heading: heading, more: groups.count > chosen.count ? (page, groups.count) : nil,
      isCloud: true, names: names(of: chosen.map { groups[$0] }))
  }

  private func list(ofCollection number: Int, _ title: String) -> SiteList {
    let collection = collections[number]
    let around = collection.parent.map { trail(to: $0) } ?? []
    var list = SiteList(
      title: collection.name, icon: collection.icon, about: collection.about,
      total: collection.total, trail: trail(around, title))
    let children = names(of: collection.children.map { collections[$0] })
    if !children.isEmpty { list.sections.append(.init(names: children)) }
    if !collection.captures.isEmpty { list.sections.append(.init(captures: collection.captures)) }
    return list
  }

  /// Returns the names and pages of collections. The first collection must be the root; it gets the
  /// name `title`.
  func trail(_ collections: [SiteGroup], _ title: String) -> [(name: String, page: String)] {
    collections.enumerated().map { ($0 == 0 ? title : $1.name, $1.page) }
  }

  private func list(
    of group: SiteGroup, _ trail: [(name: String, page: String)]
  ) -> SiteList {
    SiteList(
      title: group.name, subject: group.subject.flatMap { addresses.pages[$0] },
      total: group.total, trail: trail, sections: [.init(captures: group.captures)])
  }

  private func names(
    _ title: String, _ groups: [SiteGroup], _ trail: [(name: String, page: String)],
    isCloud: Bool = false
  ) -> SiteList {
    SiteList(
      title: title, total: captures.count, trail: trail,
      sections: [.init(isCloud: isCloud, names: names(of: groups))])
  }

  private func names(of groups: [SiteGroup]) -> [SiteList.Name] {
    groups.map {
      .init(name: $0.name, page: $0.page, count: $0.total, icon: $0.icon, about: $0.about)
    }
  }
}
