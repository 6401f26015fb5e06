public import CairnText

/// What captures of a digest stand under.
public enum DigestGrouping: Hashable, Sendable {
  /// The folder they are in, by path.
  case collection
  /// Their type, by name.
  case type
  /// Each of their tags, by name; a capture stands under each it has.
  case tag
  /// Each person they have a link to, by name.
  case person
  /// What is still to be done first.
  case status
  /// The best first.
  case score
  /// The day, week, month or year they were made in, the last first.
  case day, week, month, year
  /// What happened in the digest's period: captured, changed, completed; under each that did.
  case event
  /// The values of a field, numbers and days in their order; of a list, each of its elements.
  case field(String)

  private static let named: [(String, DigestGrouping)] = [
    ("collection", .collection), ("type", .type), ("tag", .tag), ("person", .person),
    ("status", .status), ("score", .score), ("day", .day), ("week", .week), ("month", .month),
    ("year", .year), ("event", .event),
  ]

  /// The words that are no fields.
  public static var names: [String] { named.map(\.0) }

  /// Those without a field.
  public static var all: [DigestGrouping] { named.map(\.1) }

  /// Reads `collection`, `month,type` or `none`: each stands within the one before it.
  ///
  /// - Throws: A diagnostic `grouping-invalid` where a name between commas is missing.
  public static func list(_ text: String) throws(Diagnostic) -> [DigestGrouping] {
    if text == "none" { return [] }
    var list: [DigestGrouping] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.drop { $0 == " " }
      guard !name.isEmpty, list.count < 4 else {
        throw Diagnostic(
          .error, "grouping-invalid",
          "`\(text)` is nothing to group by; say one to four names with commas between, or none")
      }
      list.append(DigestGrouping(String(name)))
    }
    return list
  }

  /// The grouping of a name: a field's where it is no other.
  public init(_ name: String) {
    self = Self.named.first { $0.0 == name }?.1 ?? .field(name)
  }
}

extension DigestGrouping: CustomStringConvertible {
  /// The name, as it is given.
  public var description: String {
    if case .field(let name) = self { return name }
    return Self.named.first { $0.1 == self }?.0 ?? ""
  }
}
