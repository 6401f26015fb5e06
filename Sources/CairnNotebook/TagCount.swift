import CairnText

/// A tag and how many captures have it, with the tags nested in it: `work/acme` below `work`.
public struct TagCount: Hashable, Sendable {
  /// The whole name, as it is first written.
  public let name: String
  /// How many captures have this very tag; 0 for one that is only a prefix of others.
  public let count: Int
  /// How many captures have this tag or one nested in it.
  public let total: Int
  /// The tags nested in it.
  public let nested: [TagCount]

  /// The order of tags on one level.
  public enum Order: String, CaseIterable, Sendable {
    /// By name, folded.
    case name
    /// The most used first, then by name.
    case count
  }

  /// The last part of the name.
  public var lastPart: String { name.split(separator: "/").last.map(String.init) ?? name }

  /// The tags of captures, as trees, from each capture's own (``CairnCapture/Capture/tags``). Tags
  /// that fold to the same are one.
  public static func all(in captures: some Sequence<[String]>, by order: Order) -> [TagCount] {
    let tree = Tree()
    // The way from the root down to a tag is looked up once.
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

/// Counts captures that come in order, each once.
private struct Captures {
  private(set) var count = 0
  private var last: Int?

  mutating func insert(_ capture: Int) {
    if last != capture { count += 1 }
    last = capture
  }
}

/// A level of tags while they are counted.
private final class Tree {
  private var name = ""
  private var own = Captures()
  private var all = Captures()
  private var nested: [String: Tree] = [:]

  /// The levels from here down to a tag, made where they are not there yet.
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

  /// Notes that the capture of this number, the last so far, has the tag at the end of a path.
  func add(_ path: [Tree], of capture: Int) {
    for node in path { node.all.insert(capture) }
    (path.last ?? self).own.insert(capture)
  }

  /// The tags on this level, with those below.
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
