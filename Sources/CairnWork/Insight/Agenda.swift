public import CairnText

/// A list of captures under headings, to show on a screen: the overview of today, the actions by
/// group, or a briefing.
public struct Agenda: Sendable {
  /// A line that shows one capture.
  public struct Item: Sendable {
    /// The capture's id; nil if it has none.
    public let id: String?
    /// The path of the capture's file.
    public let path: NotePath
    /// The capture's title.
    public let title: String
    /// The time to show, in words, such as the due time; empty if there is none.
    public let time: String
    /// Further facts about the capture, such as its collection. The order of the facts is the same
    /// in each item of an agenda.
    public let details: [String]

    init(_ id: String?, _ path: NotePath, _ title: String, _ time: String?, _ details: [String]) {
      (self.id, self.path, self.title) = (id, path, title)
      (self.time, self.details) = (time ?? "", details)
    }
  }

  /// A heading and the captures below it.
  public struct Part: Sendable {
    /// The heading, such as `Overdue`.
    public let heading: String
    /// The captures to list; there can be fewer than ``total``.
    public internal(set) var items: [Item]
    /// The number of captures, including those that are not listed.
    public let total: Int
    /// A query that lists the captures of this part; nil if there is none.
    public let query: String?
    /// The number of captures that ``query`` lists. This number can be greater than ``total``,
    /// which leaves out captures that are in other parts.
    public let listed: Int
    /// Whether the captures were due before today.
    public let isLate: Bool

    init(
      _ heading: String, _ items: [Item], total: Int? = nil, query: String? = nil,
      listed: Int? = nil, isLate: Bool = false
    ) {
      (self.heading, self.items) = (heading, items)
      (self.total, self.query, self.isLate) = (total ?? items.count, query, isLate)
      self.listed = listed ?? self.total
    }
  }

  /// The parts that are not empty, in order.
  public let parts: [Part]

  init(_ parts: [Part]) { self.parts = parts.filter { !$0.items.isEmpty } }

  /// Returns the agenda, shortened to at most `lines` items in total, but at least one in each
  /// part. Each part keeps its first items. All parts get an equal share of the items. If a part
  /// has fewer items than its share, the other parts get more.
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
