/// The names of a segment's columns.
enum ColumnName {
  /// Returns the name of the column with the values of a field, given the field's folded key. If a
  /// document repeats the key, the column has the last value.
  static func field(_ folded: String) -> String { "f" + folded }

  /// Returns the name of the column that lists the documents in which a field's key is spelled
  /// `key`. Such a column exists only for spellings that differ from the folded key.
  static func written(_ key: String) -> String { "w" + key }

  /// Returns the name of the column with the exceptions for the fact `name`: the documents in which
  /// the fact differs from the field of the same name. For example, a field `Type` does not provide
  /// the fact `type`. The column contains the value of the fact, or null if the fact is missing.
  static func exception(_ name: String) -> String { "x" + name }

  /// The name of the column that contains the ids in text form.
  static let id = "!id"
  /// The name of the column with the titles.
  static let title = "!title"
  /// The name of the column with the tags as written, one value per tag.
  static let tags = "!tags"
  /// The name of the column with the aliases, one value per alias.
  static let aliases = "!aliases"

  /// The names of the facts. Each fact is read from the field of the same name.
  static let factNames = ["type", "status", "score", "due"]

  /// The folded keys of the fields whose columns record only whether the value is empty. The values
  /// are stored elsewhere or read from the file.
  static let briefFields: Set<String> = [
    "id", "title", "meaning", "created", "updated", "modified", "lastmod", "tags", "tag",
    "keywords", "alias", "aliases",
  ]
}

/// Yes-or-no facts about a document.
struct DocumentFlags: OptionSet {
  let rawValue: UInt8

  /// The document is a collection's page or a file that could not be read, so it is not a capture.
  static let page = DocumentFlags(rawValue: 1)
  /// The front matter cannot be read in full.
  static let malformed = DocumentFlags(rawValue: 2)
  /// The body has an unticked task.
  static let openTask = DocumentFlags(rawValue: 4)
  /// The body contains text.
  static let body = DocumentFlags(rawValue: 8)
  /// The document has a link whose target is not empty.
  static let links = DocumentFlags(rawValue: 16)
  /// The document has a wikilink such as `[[./work/acme.md]]`, whose key does not determine its
  /// target (`isOddPath`).
  static let oddPaths = DocumentFlags(rawValue: 32)
  /// The title is the first line of the body.
  static let lineTitle = DocumentFlags(rawValue: 64)
  /// The document's own fields exclude it from publishing (``Privacy``).
  static let unpublished = DocumentFlags(rawValue: 128)
}
