import CairnCapture
package import CairnDocument
package import CairnText

extension Document {
  /// The fields that are in effect, in file order. If several fields have the same key, only the
  /// last one is in effect.
  package var fieldsThatCount: [Field] {
    var seen: Set<KeyBytes> = []
    return fields.reversed().filter { seen.insert(KeyBytes($0.key)).inserted }.reversed()
  }

  /// Returns the bytes of a field's value as written, or nil if they are unknown.
  package func written(_ field: Field) -> ArraySlice<UInt8>? {
    field.written.map { bytes[$0] }
  }

  /// Returns the text of a field that contains a scalar; nil for null, lists, maps and empty text.
  /// Dates and numbers are as written; other scalars are without quotes and escapes.
  package func writtenText(_ field: Field) -> String? {
    switch field.value {
    case .date, .dateTime, .float, .integer:
      written(field).map { String(decoding: $0, as: UTF8.self) } ?? field.value.text
    default: field.value.text.flatMap { $0.isEmpty ? nil : $0 }
    }
  }
}

extension Capture {
  /// Returns whether the capture's properties, such as ``Capture/id`` and ``Capture/files``,
  /// contain everything that a field contains. If so, the field need not be listed separately.
  package func states(_ field: Document.Field) -> Bool {
    switch field.key {
    case "id", "type", "title", "meaning": field.value == .null || field.value.text != nil
    case "score": field.value == .null || score != nil
    case "tags": field.value == .null || !fieldTags.isEmpty || field.value == .list([])
    case "created": time("created") != nil
    case "collection": field.value.text == collection.description
    case "images", "files": statesMedia(field)
    default: false
    }
  }

  /// Returns whether the field is empty or contains only file names in valid UTF-8.
  private func statesMedia(_ field: Document.Field) -> Bool {
    if let bytes = document.written(field), String(validating: bytes, as: UTF8.self) == nil {
      return false
    }
    return switch field.value {
    case .null: true
    case .string(let text): !text.isEmpty
    case .list(let elements):
      elements.allSatisfy { if case .string(let text) = $0 { !text.isEmpty } else { false } }
    default: false
    }
  }

  /// Returns the creation time as written in the file. If no field contains it, returns
  /// ``Capture/created`` in the user's time zone, to the second.
  package func createdAsWritten(by clock: LocalClock) -> String {
    writtenTime(["created", "date"]) ?? created.shown(by: clock)
  }

  /// Returns the time of the last change as written in the file. If no field contains it, returns
  /// the time when the file was last written, in the user's time zone and to the second.
  package func updatedAsWritten(by clock: LocalClock) -> String {
    writtenTime(["updated", "modified", "lastmod"]) ?? updated.shown(by: clock)
  }

  private func writtenTime(_ keys: [String]) -> String? {
    keys.first { time($0) != nil }.flatMap { document.field($0) }.flatMap(document.writtenText)
  }
}

extension FieldTime {
  /// Returns the text of a day, or of a time in the user's time zone, to the second.
  fileprivate func shown(by clock: LocalClock) -> String {
    guard case .dateTime(let time) = self else { return description }
    return clock.dateTime(Instant(seconds: clock.instant(time).seconds)).description
  }
}
