import CairnDigest
import CairnQuery
import CairnText

/// The captures that a page of a site lists: the captures in a collection, with a tag, or with a
/// link to a person.
struct SiteGroup: Sendable {
  /// The path of the page in the site.
  let page: String
  let name: String
  var icon: String?
  /// A sentence about the group; nil if there is none.
  var about: String?
  /// The captures, as indices in the plan.
  var captures: [Int]
  /// For a collection, the collections directly in it, as indices into the list of collections.
  var children: [Int] = []
  /// For a collection, the index of the collection that contains it; nil for the root.
  var parent: Int?
  /// The number of captures, including those in nested collections.
  var total: Int
  /// For a person, the path of the capture about that person; otherwise nil.
  var subject: NotePath?
}

extension SiteGroup {
  /// Returns the collections that contain captures at any depth, parents before children.
  static func collections(
    _ captures: [SiteCapture], _ addresses: SiteAddresses, _ surroundings: SiteSurroundings
  ) -> [SiteGroup] {
    let folders = addresses.folders.keys.sorted()
    let places = Dictionary(uniqueKeysWithValues: zip(folders, folders.indices))
    var groups = folders.map { folder in
      SiteGroup(
        page: (addresses.folders[folder] ?? "") + SiteAddresses.index,
        name: ownName(of: folder, surroundings), icon: surroundings.digest.collection(folder).icon,
        about: surroundings.description(folder), captures: [],
        parent: folder.isRoot ? nil : places[folder.parent], total: 0)
    }
    for (number, capture) in captures.enumerated() {
      guard let place = places[capture.path.parent] else { continue }
      groups[place].captures.append(number)
    }
    for place in groups.indices.reversed() {
      groups[place].total += groups[place].captures.count
      guard let parent = groups[place].parent else { continue }
      groups[parent].children.insert(place, at: 0)
      groups[parent].total += groups[place].total
    }
    return groups
  }

  /// Returns the name of a collection without the names of its parents: `Acme` for `Work / Acme`.
  static func ownName(of folder: NotePath, _ surroundings: SiteSurroundings) -> String {
    let name = surroundings.digest.collection(folder).name
    if folder.isRoot || folder.parent.isRoot { return name }
    let around = "\(surroundings.digest.collection(folder.parent).name) / "
    return name.hasPrefix(around) ? String(name.dropFirst(around.count)) : name
  }

  /// Returns a group for each tag, in natural order of the names. Tags that differ only in case or
  /// accents share a group.
  static func tags(_ captures: [SiteCapture]) -> [SiteGroup] {
    var numbers: [String: (name: String, captures: [Int])] = [:]
    for (number, capture) in captures.enumerated() {
      for tag in capture.tags { numbers[tag.folded, default: (tag, [])].captures.append(number) }
    }
    let tags = numbers.sorted { NaturalOrder.precedes($0.key, $1.key) }
    let names = SiteNames.unique(
      tags.map { ($0.value.name, Array($0.key.utf8)) }, taken: ["index"])
    return zip(tags, names).map { tag, name in
      SiteGroup(
        page: "\(SiteAddresses.tags)\(name).html", name: "#\(tag.value.name)",
        captures: tag.value.captures, total: tag.value.captures.count)
    }
  }

  /// Returns a group for each person, sorted by name. A group contains the captures that link to
  /// the person.
  static func people(_ captures: [SiteCapture], _ person: (NotePath) -> String?) -> [SiteGroup] {
    // Most links lead to captures of the site that are not about people.
    let others = Set(captures.lazy.filter { $0.type != "person" }.map(\.path))
    var names: [NotePath: String?] = [:]
    var numbers: [NotePath: [Int]] = [:]
    for (number, capture) in captures.enumerated() {
      for path in capture.links where path != capture.path && !others.contains(path) {
        if names[path] == nil { names[path] = .some(person(path)) }
        if names[path] != .some(nil) { numbers[path, default: []].append(number) }
      }
    }
    let people = numbers.map {
      (path: $0.key, name: (names[$0.key] ?? nil) ?? "", captures: $0.value)
    }
    .sorted { ($0.name.folded, $0.path) < ($1.name.folded, $1.path) }
    let slugs = SiteNames.unique(people.map { ($0.name, $0.path.bytes) }, taken: ["index"])
    return zip(people, slugs).map { person, slug in
      SiteGroup(
        page: "\(SiteAddresses.people)\(slug).html", name: person.name, captures: person.captures,
        total: person.captures.count, subject: person.path)
    }
  }
}
