import CairnDocument
import CairnText

/// A mapping of the columns of a table to the fields that they become.
public struct ColumnMapping: Sendable {
  /// The mapped fields, each with the name of its column as the user wrote it. The field `text`
  /// stands for the body.
  public var columns: [(field: String, column: String)] = []

  /// Creates a mapping in which each column becomes the usual field for its name.
  public init() {}

  /// Creates a mapping from arguments such as `title=Name`.
  ///
  /// - Throws: ``ImportFailure`` if an argument has no `=`.
  public init(_ arguments: [String]) throws(ImportFailure) {
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw ImportFailure(
          "`\(argument)` is not a mapping; write FIELD=COLUMN, such as title=Name")
      }
      columns.append((parts[0], parts[1]))
    }
  }

  /// The fields that columns become by default. A column becomes the field `title`, for example, if
  /// its name is `title` or `name`. The names are in lower case.
  private static let usual: [(field: String, names: [String])] = [
    ("title", ["title", "name"]), ("text", ["text", "body", "content", "note", "notes"]),
    ("created", ["created", "date", "created_at", "createdat"]), ("tags", ["tags", "labels"]),
    ("url", ["url", "link", "href"]), ("key", ["id", "uuid", "key"]),
  ]

  /// Returns the field that a column becomes: the field to which it is mapped, the usual field for
  /// its name, or a new field with the column's name. If the column is mapped both to the
  /// identifier (`key`) and to another field, returns the other field.
  func field(of column: String) -> String {
    let mapped = columns.filter { $0.column == column }.map(\.field)
    if let field = mapped.first(where: { $0 != "key" }) ?? mapped.first { return field }
    let name = column.trimmed.lowercased()
    let isMapped: (String) -> Bool = { field in columns.contains { $0.field == field } }
    if let found = Self.usual.first(where: { $0.names.contains(name) }), !isMapped(found.field) {
      return found.field
    }
    return Self.plainName(of: column)
  }

  /// Returns the column's name in the form of a field name, such as `due_date` for `Due date`.
  private static func plainName(of column: String) -> String {
    let words = column.trimmed.lowercased().split { !($0.isLetter || $0.isNumber) }
    return words.isEmpty ? "column" : words.joined(separator: "_")
  }

  /// Returns the note of a row, or nil if the row has neither a title nor a text.
  ///
  /// The column `collection` becomes the note's folder. If several columns are mapped to `text`,
  /// their values are joined. If several columns are mapped to any other field, the first of these
  /// columns becomes that field. Each of the rest becomes a field with the name of its column.
  ///
  /// - Parameters:
  ///   - row: The columns with their values, in order.
  ///   - table: The name of the table. It becomes a part of the note's identifier, because the rows
  ///     of other tables can have the same numbers.
  func note(_ row: [(column: String, value: NewValue)], in table: String) -> ImportedNote? {
    var texts: [String: [String]] = [:]
    var fields: [(key: String, value: NewValue?)] = []
    var names = UniqueNames(separator: "_", from: 2)
    _ = names.next("text")
    var folder: String?
    for (column, value) in row where !value.words.isEmpty {
      var field = field(of: column)
      if field != "text" {
        field = names.next(names.contains(field) ? Self.plainName(of: column) : field)
      }
      switch (field, value) {
      case ("title", _), ("text", _): texts[field, default: []].append(value.words)
      case ("key", .text(let text)), ("key", .literal(let text)): texts[field] = [text]
      case ("collection", .text(let text)), ("collection", .literal(let text)):
        folder = ImportText.folders(text)
      case ("tags", .text(let text)), ("tags", .literal(let text)):
        let separator: Character = text.contains(",") ? "," : " "
        let labels = text.split(separator: separator).map { String($0).trimmed }
        fields.append((field, ImportText.tags(labels)))
      case ("tags", .list(let labels)):
        fields.append((field, ImportText.tags(labels.map(\.words))))
      case ("created", .text(let text)): fields.append((field, ImportText.time(text.trimmed)))
      case ("created", .literal(let text)):
        fields.append((field, Int(text).flatMap(ImportText.time(unix:)) ?? value))
      case (_, .text): fields.append((field, value.timed))
      default: fields.append((field, value))
      }
    }
    var title = texts["title"]?.first
    let text = texts["text"]?.joined(separator: "\n\n") ?? ""
    if title?.isEmpty ?? true, text.isEmpty { return nil }
    let identifier = columns.first { $0.field == "key" }.flatMap { mapped in
      row.first { $0.column == mapped.column && !$0.value.words.isEmpty }?.value.words
    }
    // In a capture of the type `entry`, the title is a field and not a heading.
    if fields.contains(where: { $0.key == "type" && $0.value == .text("entry") }), let name = title
    {
      fields.insert(("title", .text(name)), at: 0)
      title = nil
    }
    let all = row.map { "\($0.value)" }.joined(separator: "\u{1}")
    let key = identifier ?? texts["key"]?.first
    var note = ImportedNote(
      key: key.map { "\(table) \($0)" } ?? Checksum.digits(of: Array(all.utf8)),
      title: title, text: text, fields: fields)
    note.folder = folder
    return note
  }

  /// Returns the reason why a row does not become a note (``note(_:in:)``).
  func problem(_ row: [(column: String, value: NewValue)]) -> String {
    let reason = "the note has neither a title nor text"
    guard let filled = row.first(where: { !$0.value.words.isEmpty }) else { return reason }
    return "\(reason); to use a column as the title, pass --map 'title=\(filled.column)'"
  }
}

extension NewValue {
  /// The value as a date or time, if it is text that is a valid date or time; otherwise the value
  /// unchanged.
  var timed: NewValue {
    guard case .text(let text) = self else { return self }
    switch NewValue.literal(text).value {
    case .date, .dateTime: return .literal(text)
    default: return self
    }
  }

  /// The value as text without white space at both ends. Each element of a list is on its own line.
  fileprivate var words: String {
    switch self {
    case .empty: ""
    case .text(let text), .literal(let text): text.trimmed
    case .list(let elements): elements.map(\.words).joined(separator: "\n")
    }
  }
}
