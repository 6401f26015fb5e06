/// The names of a segment's columns.
enum ColumnName {
  /// The values of the field with this folded key. If the key is repeated, the last value counts.
  static func field(_ folded: String) -> String { "f" + folded }

  /// The documents that write a key in this form, which differs from its folded form.
  static func written(_ key: String) -> String { "w" + key }

  /// The values of a fact for documents in which the fact differs from the field of the same folded
  /// name. The value is null if the document does not have the fact.
  static func exception(_ name: String) -> String { "x" + name }

  /// The ids, as text.
  static let id = "!id"
  /// The titles.
  static let title = "!title"
  /// The tags as written, one value per tag.
  static let tags = "!tags"
  /// The aliases, one value per alias.
  static let aliases = "!aliases"

  /// The facts that are read from the fields of the same name.
  static let factNames = ["type", "status", "score", "due"]

  /// The fields for which the column records only whether they are empty. Their values are stored
  /// elsewhere or read from the file.
  static let briefFields: Set<String> = [
    "id", "title", "meaning", "created", "updated", "modified", "lastmod", "tags", "tag",
    "keywords", "alias", "aliases",
  ]
}

/// Yes-or-no facts about a document.
struct DocumentFlags: OptionSet {
  let rawValue: UInt8

  /// The document is a collection's page, not a capture.
  static let page = DocumentFlags(rawValue: 1)
  /// The front matter cannot be read in full.
  static let malformed = DocumentFlags(rawValue: 2)
  /// The body has an unticked task.
  static let openTask = DocumentFlags(rawValue: 4)
  /// The body contains text.
  static let body = DocumentFlags(rawValue: 8)
  /// The document has a link.
  static let links = DocumentFlags(rawValue: 16)
  /// The document has a wikilink whose target can be determined only from its text (`isOddPath`).
  static let oddPaths = DocumentFlags(rawValue: 32)
  /// The title is the first line of the body.
  static let lineTitle = DocumentFlags(rawValue: 64)
}
