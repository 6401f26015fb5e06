import CairnCapture
import CairnDocument

extension Document {
  /// The field that counts for a key: the last one where it occurs twice.
  func field(_ key: String) -> Field? {
    fields.last { $0.key == key }
  }

  /// The bytes of a field's value as written, where that is known.
  func written(_ field: Field) -> ArraySlice<UInt8>? {
    field.written.map { bytes[$0] }
  }

  /// A field's scalar as text: a date and a number as they are written, anything else as it is
  /// meant. Nil for null, lists, maps and the empty text.
  func writtenText(_ field: Field) -> String? {
    switch field.value {
    case .date, .dateTime, .float, .integer:
      written(field).map { String(decoding: $0, as: UTF8.self) } ?? field.value.text
    default: field.value.text.flatMap { $0.isEmpty ? nil : $0 }
    }
  }
}

extension Capture {
  /// When it was made, as the file writes it; where no field says so, what it is derived from.
  var createdAsWritten: String { writtenTime(["created", "date"]) ?? created.description }

  /// When it was last changed, as the file writes it; where no field says so, the file's own time.
  var updatedAsWritten: String {
    writtenTime(["updated", "modified", "lastmod"]) ?? updated.description
  }

  private func writtenTime(_ keys: [String]) -> String? {
    keys.first { time($0) != nil }.flatMap { document.field($0) }.flatMap(document.writtenText)
  }
}
