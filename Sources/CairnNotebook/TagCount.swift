import CairnText

/// A tag, the number of captures that have it, and the tags nested in it. For example, `work/acme`
/// is nested in `work`.
public struct TagCount: Hashable, Sendable {
  /// The full name of the tag, as first written.
  public let name: String
  /// The number of captures with exactly this tag; 0 if captures have only tags nested in it.
  public let count: Int
  /// The number of captures with this tag or a tag nested in it.
  public let total: Int
  /// The tags nested in this tag.
  public let nested: [TagCount]

  /// The order of tags on a level.
  public enum Order: String, CaseIterable, Sendable {
    /// The order by folded name.
    case name
    /// The order by number of captures, the most used tags first, then by name.
    case count
  }

  /// The last part of the name.
  public var lastPart: String { name.split(separator: "/").last.map(String.init) ?? name }

  /// Returns the trees of tags that captures use, given the list of tags of each capture
  /// (``CairnCapture/Capture/tags``). Tags that are equal when folded are merged.
  public static func all(in captures: some Sequence<[String]>, by order: Order) -> [TagCount] {
    let tree = Tree()
    // The path from the root to each tag is looked up only once.
    var known: [String: [Tree]] = [:]
    for (index, tags) in captures.enumerated() {
      for tag in tags {
        let path = known[tag] ?? tree.path(to: tag)
        known[tag] = path
        tree.add(path, of: index)
      }
    }
    return tree.counts(by: order)
  }
}

/// A counter of distinct captures, identified by numbers. Equal numbers must be inserted one after
/// the other.
private struct Captures {
  private(set) var count = 0
  private var last: Int?

  mutating func insert(_ capture: Int) {
    if last != capture { count += 1 }
    last = capture
  }
}

/// A level of the tree of tags: one tag, or the root, with the captures counted for it.
private final class Tree {
  private var name = ""
  private var own = Captures()
  private var all = Captures()
  private var nested: [String: Tree] = [:]

  /// Returns the levels that lead to a tag: the level below this one first, the tag's own level
  /// last. Creates missing levels.
  func path(to tag: String) -> [Tree] {
    var path: [Tree] = []
    var node = self
    var name = ""
    for part in tag.split(separator: "/") {
      name += name.isEmpty ? String(part) : "/\(part)"
      let key = String(part).folded
      let next = node.nested[key] ?? Tree()
      if next.name.isEmpty { next.name = name }
      node.nested[key] = next
      path.append(next)
      node = next
    }
    return path
  }

  /// Adds a capture to the count of the last tag in a path, and to the totals of all tags in the
  /// path. Capture numbers must not decrease between calls.
  func add(_ path: [Tree], of capture: Int) {
    for node in path { node.all.insert(capture) }
    (path.last ?? self).own.insert(capture)
  }

  /// Returns the tags on this level, with those nested in them.
  func counts(by order: TagCount.Order) -> [TagCount] {
    let sorted = nested.sorted { left, right in
      if order == .count, left.value.all.count != right.value.all.count {
        return left.value.all.count > right.value.all.count
      }
      return left.key < right.key
    }
    return sorted.map { _, node in
      TagCount(
        name: node.name, count: node.own.count, total: node.all.count,
        nested: node.counts(by: order))
    }
  }
}
