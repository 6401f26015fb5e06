/// A name that can be suggested while a query is written: an attribute, a keyword, a quality, a
/// sort key or a date.
public struct QueryName: Hashable, Sendable {
  /// The name as written in a query.
  public let name: String
  /// A short description of the name, as a phrase.
  public let summary: String

  private init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
  }

  /// The attributes to suggest. An attribute with several names is listed only once.
  public static let attributes = [
    QueryName("type", "type of capture"),
    QueryName("status", "open, done or cancelled"),
    QueryName("in", "collection, or one nested in it"),
    QueryName("tag", "tag, or one nested in it"),
    QueryName("score", "undecided, bad, okay or great"),
    QueryName("title", "text in the title"),
    QueryName("meaning", "text in the meaning"),
    QueryName("body", "text in the body"),
    QueryName("alias", "another name of the capture"),
    QueryName("path", "path of the file"),
    QueryName("id", "id, or its first characters"),
    QueryName("created", "time of creation"),
    QueryName("updated", "time of the last change"),
    QueryName("due", "due date"),
    QueryName("content", "text, image, video or url"),
    QueryName("novelty", "how different the capture is from all others, 0 to 1"),
    QueryName("link", "captures that link to the named capture"),
    QueryName("linked-by", "captures that the named capture links to"),
  ]

  /// The keywords, which are written before a colon.
  public static let keywords = [
    QueryName("is", "a state: open, overdue, untyped, …"),
    QueryName("has", "captures with this field"),
    QueryName("no", "captures without this field"),
    QueryName("like", "captures similar to a text in quotes or to a capture"),
    QueryName("sort", "order of the results"),
  ]

  /// The qualities, for `is:`.
  public static let qualities = Quality.allCases.map { QueryName($0.rawValue, $0.summary) }

  /// The attributes to sort by.
  public static let sortKeys =
    attributes.filter { !["content", "link", "linked-by"].contains($0.name) }

  /// The most useful date expressions.
  public static let dates =
    ["yesterday", "today", "tomorrow"].map { QueryName($0, "the day") }
    + ["week", "month", "year"].flatMap { unit in
      ["last", "this", "next"].map { QueryName("\($0)-\(unit)", "the \(unit)") }
    }
    + [
      QueryName("overdue", "before today, and not done"), QueryName("-7d", "seven days ago"),
      QueryName("+7d", "in seven days"),
    ]
}

extension Quality {
  /// A phrase that describes this quality, which a query names after `is:`, as in `is:orphan`.
  fileprivate var summary: String {
    switch self {
    case .orphan: "no other capture links to it"
    case .untyped: "without a type"
    case .inbox: "in no collection"
    case .open: "neither done nor cancelled"
    case .done: "done"
    case .cancelled: "cancelled"
    case .overdue: "due before today, and not done"
    case .task: "with an open task in the body"
    case .malformed: "with front matter that cannot be read in full"
    }
  }
}

extension Attribute {
  /// Whether the attribute's values are times.
  public var isTime: Bool { kind == .time }

  /// Returns the name of a front-matter field as written in a query or after `sort:`, quoted if
  /// necessary.
  public static func name(ofField name: String) -> String {
    Attribute.field(name).description
  }
}
