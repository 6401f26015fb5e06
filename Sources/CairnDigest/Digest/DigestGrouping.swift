public import CairnText

/// A property by which the captures of a digest are grouped.
public enum DigestGrouping: Hashable, Sendable {
  /// The collection, sorted by path.
  case collection
  /// The type, sorted by name.
  case type
  /// Each tag, sorted by name. A capture is in the group of each of its tags.
  case tag
  /// Each person that the capture links to, sorted by name.
  case person
  /// The status, open statuses first.
  case status
  /// The score, best first.
  case score
  /// The day, week, month or year of creation, latest first.
  case day, week, month, year
  /// An event in the digest's period: the creation, completion or change of a capture. A capture
  /// can be in several of these groups.
  case event
  /// The values of a field, in numeric, date or text order. Each element of a list is a group.
  case field(String)

  private static let named: [(String, DigestGrouping)] = [
    ("collection", .collection), ("type", .type), ("tag", .tag), ("person", .person),
    ("status", .status), ("score", .score), ("day", .day), ("week", .week), ("month", .month),
    ("year", .year), ("event", .event),
  ]

  /// The names of all groupings except ``field(_:)``.
  public static var names: [String] { named.map(\.0) }

  /// All groupings except ``field(_:)``.
  public static var all: [DigestGrouping] { named.map(\.1) }

  /// Returns the groupings that `text` names: `none`, or up to four names separated by commas.
  /// `month,type` groups captures by month and, within each month, by type.
  ///
  /// - Throws: A diagnostic `grouping-invalid` for a missing name or too many names.
  public static func list(_ text: String) throws(Diagnostic) -> [DigestGrouping] {
    if text == "none" { return [] }
    var list: [DigestGrouping] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.drop { $0 == " " }
      guard !name.isEmpty, list.count < 4 else {
        throw Diagnostic(
          .error, "grouping-invalid",
          "`\(text)` is not a valid grouping; use one to four comma-separated names, or `none`")
      }
      list.append(DigestGrouping(String(name)))
    }
    return list
  }

  /// Creates the grouping with a name. A name that is not a known grouping is the name of a field.
  public init(_ name: String) {
    self = Self.named.first { $0.0 == name }?.1 ?? .field(name)
  }
}

extension DigestGrouping: CustomStringConvertible {
  /// The name as typed on the command line.
  public var description: String {
    if case .field(let name) = self { return name }
    return Self.named.first { $0.1 == self }?.0 ?? ""
  }
}
