import CairnText

/// What a test looks at, what is there or not, what an order goes by.
///
/// The names below come first; any other name is a front-matter field. A name in quotes
/// (`"link":x`) is always the field.
public enum Attribute: Hashable, Sendable {
  /// The title, wherever it comes from.
  case title
  /// The sentence that says what the capture means.
  case meaning
  /// The text of the body, with the addresses of its links.
  case body
  /// The path below the root.
  case path
  /// The id.
  case id
  /// The type.
  case type
  /// The status.
  case status
  /// The collection it lies in, or one around that.
  case collection
  /// A tag, or one that it is nested in.
  case tag
  /// Another name of the capture.
  case alias
  /// The score, by number or name.
  case score
  /// When it was made.
  case created
  /// When it was last changed.
  case updated
  /// When it is due.
  case due
  /// What it links to.
  case link
  /// What links to it.
  case linkedBy
  /// How unlike everything else it is (``Likenesses``): there is an order by it, and no test.
  case novelty
  /// A front-matter field; `a.b` goes into mappings where there is no field of that name.
  case field(String)

  /// What `name` means in a query.
  init(named name: String) {
    self = Self.builtIn[name.folded] ?? .field(name)
  }

  /// What `name` means in an order.
  init(orderNamed name: String) {
    self = name.folded == Self.novelty.description ? .novelty : Self(named: name)
  }

  /// The names that are no front-matter fields, in order.
  static let names = builtIn.keys.sorted()

  private static let builtIn: [String: Attribute] = [
    "title": .title, "meaning": .meaning, "body": .body, "path": .path, "id": .id, "type": .type,
    "status": .status, "in": .collection, "collection": .collection, "tag": .tag, "tags": .tag,
    "keywords": .tag, "alias": .alias, "aliases": .alias, "score": .score, "created": .created,
    "updated": .updated, "modified": .updated, "due": .due, "link": .link, "links": .link,
    "linked-by": .linkedBy, "backlinks": .linkedBy,
  ]

  /// What the value is read as.
  enum Kind {
    case text, name, score, time, field
  }

  var kind: Kind {
    switch self {
    case .title, .meaning, .body, .path: .text
    case .id, .type, .status, .collection, .tag, .link, .linkedBy: .name
    case .score, .novelty: .score
    case .created, .updated, .due: .time
    case .alias, .field: .field
    }
  }
}

extension Attribute: CustomStringConvertible {
  /// The name as it is written in a query; a field's name in quotes where it needs them.
  public var description: String {
    switch self {
    case .title: "title"
    case .meaning: "meaning"
    case .body: "body"
    case .path: "path"
    case .id: "id"
    case .type: "type"
    case .status: "status"
    case .collection: "in"
    case .tag: "tag"
    case .alias: "alias"
    case .score: "score"
    case .created: "created"
    case .updated: "updated"
    case .due: "due"
    case .link: "link"
    case .linkedBy: "linked-by"
    case .novelty: "novelty"
    case .field(let name): Self.isPlain(name) ? name : name.quoted
    }
  }

  /// Whether a field's name can be written without quotes and still means the field.
  private static func isPlain(_ name: String) -> Bool {
    FieldName.isPlain(name) && builtIn[name.folded] == nil
      && name.folded != Self.novelty.description
      && !Keyword.allCases.contains { $0.rawValue == name.folded }
  }
}

/// Names before a colon that are no attributes.
enum Keyword: String, CaseIterable {
  case has, no, `is`, sort
}

/// The grammar of names that need no quotes: a letter or `_`, then letters, digits, marks and
/// `_ - .`.
enum FieldName {
  static func begins(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic
  }

  static func continues(_ scalar: Unicode.Scalar) -> Bool {
    if begins(scalar) || scalar == "-" || scalar == "." { return true }
    switch scalar.properties.generalCategory {
    case .decimalNumber, .nonspacingMark, .spacingMark: return true
    default: return false
    }
  }

  static func isPlain(_ name: some StringProtocol) -> Bool {
    guard let first = name.unicodeScalars.first, begins(first) else { return false }
    return name.unicodeScalars.allSatisfy(continues)
  }
}
