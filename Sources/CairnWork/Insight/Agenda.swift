public import CairnText

/// A screen of captures in parts: what matters today, actions by group, or a briefing.
public struct Agenda: Sendable {
  /// A line of a part.
  public struct Item: Sendable {
    /// The capture's id; nil if it has none.
    public let id: String?
    /// The path of the capture's file.
    public let path: NotePath
    /// The capture's title.
    public let title: String
    /// The time that concerns the reader, in words; empty if there is none.
    public let time: String
    /// More about the capture, in the same order in each item of the screen.
    public let details: [String]

    init(_ id: String?, _ path: NotePath, _ title: String, _ time: String?, _ details: [String]) {
      (self.id, self.path, self.title) = (id, path, title)
      (self.time, self.details) = (time ?? "", details)
    }
  }

  /// Some captures below a heading.
  public struct Part: Sendable {
    /// The heading, such as `Overdue`.
    public let heading: String
    /// The captures, perhaps not all.
    public internal(set) var items: [Item]
    /// The number of captures, including those that are not listed.
    public let total: Int
    /// A query that lists the captures of this part; nil if there is none.
    public let query: String?
    /// Whether the captures should have been done before today.
    public let isLate: Bool

    init(
      _ heading: String, _ items: [Item], total: Int? = nil, query: String? = nil,
      isLate: Bool = false
    ) {
      (self.heading, self.items) = (heading, items)
      (self.total, self.query, self.isLate) = (total ?? items.count, query, isLate)
    }
  }

  /// The parts that are not empty, in order.
  public let parts: [Part]

  init(_ parts: [Part]) { self.parts = parts.filter { !$0.items.isEmpty } }

  /// Returns the agenda with at most `lines` items in all, but at least one in each part. Each part
  /// keeps its first items, and no part keeps more than another unless the other is shorter.
  public func fitting(_ lines: Int) -> Agenda {
    var counts = parts.map { _ in 1 }
    var left = lines - parts.count
    while left > 0, parts.indices.contains(where: { counts[$0] < parts[$0].items.count }) {
      for index in parts.indices where left > 0 && counts[index] < parts[index].items.count {
        counts[index] += 1
        left -= 1
      }
    }
    return Agenda(
      zip(parts, counts).map { part, count in
        var part = part
        part.items = Array(part.items.prefix(count))
        return part
      })
  }
}
