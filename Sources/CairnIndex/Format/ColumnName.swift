/// The names of columns.
enum ColumnName {
  /// The values of a front-matter field, by its folded key: of the last one where there are several.
  static func field(_ folded: String) -> String { "f" + folded }

  /// Who writes a key in a way that is not its folded form.
  static func written(_ key: String) -> String { "w" + key }

  /// Where a fact is not the value of the field of that name: the fact's value, null where there is
  /// none.
  static func exception(_ name: String) -> String { "x" + name }

  /// The id, as text.
  static let id = "!id"
  /// The title.
  static let title = "!title"
  /// The tags as written, each for itself.
  static let tags = "!tags"
  /// The aliases, each for itself.
  static let aliases = "!aliases"

  /// The facts that are read from fields of the same name.
  static let factNames = ["type", "status", "score", "due"]

  /// The fields of which only is kept whether they say anything: what they say is kept elsewhere,
  /// or read in the file.
  static let briefFields: Set<String> = [
    "id", "title", "meaning", "created", "updated", "modified", "lastmod", "tags", "tag",
    "keywords", "alias", "aliases",
  ]
}

/// What is true of a document, or not.
struct DocumentFlags: OptionSet {
  let rawValue: UInt8

  /// It is a collection's own page, and no capture.
  static let page = DocumentFlags(rawValue: 1)
  /// Its front matter cannot be read in full.
  static let malformed = DocumentFlags(rawValue: 2)
  /// It has a task that is not ticked.
  static let openTask = DocumentFlags(rawValue: 4)
  /// Its body says something.
  static let body = DocumentFlags(rawValue: 8)
  /// It has a link.
  static let links = DocumentFlags(rawValue: 16)
  /// It has a link of which only its text tells where it leads.
  static let oddPaths = DocumentFlags(rawValue: 32)
  /// Its title is the first line of its body.
  static let lineTitle = DocumentFlags(rawValue: 64)
}
