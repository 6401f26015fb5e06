import CairnCapture
package import CairnDocument
package import CairnText

extension Document {
  /// The fields in the order of the file; of a key that occurs twice, the last one.
  package var fieldsThatCount: [Field] {
    var seen: Set<KeyBytes> = []
    return fields.reversed().filter { seen.insert(KeyBytes($0.key)).inserted }.reversed()
  }

  /// The bytes of a field's value as written, where that is known.
  package func written(_ field: Field) -> ArraySlice<UInt8>? {
    field.written.map { bytes[$0] }
  }

  /// A field's scalar as text: a date and a number as they are written, anything else as it is
  /// meant. Nil for null, lists, maps and the empty text.
  package func writtenText(_ field: Field) -> String? {
    switch field.value {
    case .date, .dateTime, .float, .integer:
      written(field).map { String(decoding: $0, as: UTF8.self) } ?? field.value.text
    default: field.value.text.flatMap { $0.isEmpty ? nil : $0 }
    }
  }
}

extension Capture {
  /// Whether its id, type, title, meaning, score, tags, date and folder say all of what a field says.
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

  /// Whether all that a field says are files, each of which a record has, in UTF-8.
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

  /// When it was made, as the file writes it; where no field says so, what it is derived from: the
  /// file's own time as the user's clock showed it, to the second.
  package func createdAsWritten(by clock: LocalClock) -> String {
    writtenTime(["created", "date"]) ?? created.shown(by: clock)
  }

  /// When it was last changed, as the file writes it; where no field says so, the file's own time.
  package func updatedAsWritten(by clock: LocalClock) -> String {
    writtenTime(["updated", "modified", "lastmod"]) ?? updated.shown(by: clock)
  }

  private func writtenTime(_ keys: [String]) -> String? {
    keys.first { time($0) != nil }.flatMap { document.field($0) }.flatMap(document.writtenText)
  }
}

extension FieldTime {
  /// A day as it is; a moment as the user's clock showed it, to the second.
  fileprivate func shown(by clock: LocalClock) -> String {
    guard case .dateTime(let time) = self else { return description }
    return clock.dateTime(Instant(seconds: clock.instant(time).seconds)).description
  }
}
