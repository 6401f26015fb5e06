import CairnCapture
import CairnDocument
import CairnText

/// A writer of a table (RFC 4180) with a row for each capture and a column for each field. The rows
/// are kept in memory, because the columns are known only after the last capture.
struct CSVWriter: ExportWriter {
  private let context: ExportContext
  private var columns = [
    "id", "path", "collection", "type", "title", "score", "tags", "created", "updated",
  ]
  private var rows: [[String: String]] = []
  private var known: Set<String>

  init(_ context: ExportContext) {
    self.context = context
    known = Set(columns)
  }

  mutating func add(_ capture: Capture) -> [UInt8]? {
    let markup = capture.markup
    var row = [
      "id": capture.id ?? "", "path": capture.path.description,
      "collection": capture.collection.description, "type": capture.type ?? "",
      "title": capture.title(in: markup), "score": capture.score.map { "\($0.rawValue)" } ?? "",
      "tags": capture.tags(in: markup).joined(separator: ", "),
      "created": capture.createdAsWritten(by: context.clock),
      "updated": capture.updatedAsWritten(by: context.clock),
      Self.body: capture.bodyString,
    ]
    for field in capture.document.fieldsThatCount where row[field.key] == nil {
      if known.insert(field.key).inserted { columns.append(field.key) }
      row[field.key] = Self.text(field, of: capture.document)
    }
    rows.append(row)
    return []
  }

  func end() -> [UInt8] {
    let names = columns + [Self.body]
    var bytes: [UInt8] = []
    Self.append(names.map { $0 == Self.body ? "text" : $0 }, to: &bytes)
    for row in rows { Self.append(names.map { row[$0] ?? "" }, to: &bytes) }
    return bytes
  }

  /// The key that stands for the column of the body. No field can have this key.
  private static let body = "\0"

  /// Returns a field as text. Numbers and dates, even those in a list, are as written in the file.
  private static func text(_ field: Document.Field, of document: Document) -> String {
    guard case .list(let elements) = field.value else {
      return document.writtenText(field) ?? text(field.value)
    }
    return zip(elements, document.writtenElements(field)).map { $1 ?? text($0) }
      .joined(separator: ", ")
  }

  /// Returns a value as text: a list with commas between its elements, and a map with commas
  /// between entries such as `key: value`.
  private static func text(_ value: FieldValue) -> String {
    switch value {
    case .list(let elements): elements.map(text).joined(separator: ", ")
    case .map(let entries):
      entries.map { "\($0.key): \(text($0.value))" }.joined(separator: ", ")
    default: value.text ?? ""
    }
  }

  private static func append(_ values: [String], to bytes: inout [UInt8]) {
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      let needsQuotes = value.utf8.contains { "\",\r\n".utf8.contains($0) }
      bytes +=
        needsQuotes
        ? Array(#""\#(value.replacing("\"", with: "\"\""))""#.utf8)
        : Array(value.utf8)
    }
    bytes += "\r\n".utf8
  }
}
