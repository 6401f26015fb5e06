import CairnText

/// A property of captures that a query can test, require or sort by.
///
/// Any name that is not the name of a built-in attribute is the name of a front matter field. A
/// quoted name (`"link":x`) is always a field.
public enum Attribute: Hashable, Sendable {
  /// The title, whether from the field, the body or the file name.
  case title
  /// The meaning, a sentence in the field `meaning`.
  case meaning
  /// The text of the body, including the addresses of its links.
  case body
  /// The path relative to the notebook's root.
  case path
  /// The id.
  case id
  /// The type.
  case type
  /// The status.
  case status
  /// The collection that contains the capture, directly or indirectly.
  case collection
  /// A tag of the capture, or a parent of such a tag.
  case tag
  /// An alias.
  case alias
  /// The score, written as a number or as a name such as `great`.
  case score
  /// The time of creation.
  case created
  /// The time of the last change.
  case updated
  /// The due time.
  case due
  /// The captures that the capture links to.
  case link
  /// The captures that link to the capture.
  case linkedBy
  /// The kind of content: text, image, video or url.
  case content
  /// The dissimilarity to all other captures, from 0 to 1 (``Likenesses``).
  case novelty
  /// A front matter field. If no field is named `a.b`, that name refers to the key `b` in the
  /// mapping `a`.
  case field(String)

  /// Creates the attribute that `name` denotes in a condition: a built-in attribute or, for any
  /// other name, a front matter field.
  public init(named name: String) {
    self = Self.builtIn[name.folded] ?? .field(name)
  }

  /// The names of built-in attributes, sorted.
  static let names = builtIn.keys.sorted()

  private static let builtIn: [String: Attribute] = [
    "title": .title, "meaning": .meaning, "body": .body, "path": .path, "id": .id, "type": .type,
    "status": .status, "in": .collection, "collection": .collection, "tag": .tag, "tags": .tag,
    "keywords": .tag, "alias": .alias, "aliases": .alias, "score": .score, "created": .created,
    "updated": .updated, "modified": .updated, "due": .due, "link": .link, "links": .link,
    "linked-by": .linkedBy, "backlinks": .linkedBy, "content": .content, "novelty": .novelty,
  ]

  /// The way in which an attribute's values are read and compared.
  enum Kind {
    case text, name, score, number, time, field
  }

  var kind: Kind {
    switch self {
    case .title, .meaning, .body, .path: .text
    case .id, .type, .status, .collection, .tag, .content, .link, .linkedBy: .name
    case .score: .score
    case .novelty: .number
    case .created, .updated, .due: .time
    case .alias, .field: .field
    }
  }
}

extension Attribute: CustomStringConvertible {
  /// The name in a query; a field's name is quoted if necessary.
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
    case .content: "content"
    case .novelty: "novelty"
    case .field(let name): Self.isPlain(name) ? name : name.quoted
    }
  }

  /// Returns whether `name` needs no quotes as the name of a field in a query: it has no special
  /// characters, and is not the name of a built-in attribute or a keyword.
  private static func isPlain(_ name: String) -> Bool {
    FieldName.isPlain(name) && builtIn[name.folded] == nil
      && !Keyword.allCases.contains { $0.rawValue == name.folded }
  }
}

/// A keyword that a query allows before a colon, as in `has:due`. Keywords are not attributes.
enum Keyword: String, CaseIterable {
  case has, no, `is`, like, sort
}

/// The syntax of field names that need no quotes: a letter or `_`, then letters, digits, marks,
/// `_`, `-` and `.`.
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
