package import CairnDocument
package import CairnText

extension Document {
  /// The fields that are in effect, in file order. If several fields have the same key, only the
  /// last one is in effect.
  package var fieldsThatCount: [Field] {
    fields.reversed().uniqued { KeyBytes($0.key) }.reversed()
  }

  /// Returns the bytes of a field's value as written, or nil if they are unknown.
  package func written(_ field: Field) -> ArraySlice<UInt8>? {
    field.written.map { bytes[$0] }
  }

  /// Returns the text of a field that contains a scalar; nil for null, lists, maps and empty text.
  /// Dates and numbers are as written; other scalars are without quotes and escapes.
  package func writtenText(_ field: Field) -> String? { text(field.value, field.written) }

  /// Returns ``writtenText(_:)`` for each element of a field that is a list; empty for any other
  /// field.
  package func writtenElements(_ field: Field) -> [String?] {
    guard case .list(let elements) = field.value else { return [] }
    let ranges = elementRanges(of: field)
    return elements.indices.map { text(elements[$0], ranges?[$0]) }
  }

  /// Returns the text of a scalar that is written in `range`.
  private func text(_ value: FieldValue, _ range: Range<Int>?) -> String? {
    switch value {
    case .date, .dateTime, .float, .integer:
      // A YAML tag or a YAML anchor can be written before the value.
      if let range, let first = bytes[range].first, "0123456789+-.".utf8.contains(first) {
        return String(decoding: bytes[range], as: UTF8.self)
      }
      return value.text
    default: return value.text.flatMap { $0.isEmpty ? nil : $0 }
    }
  }
}

extension Capture {
  /// Returns the text of a scalar field as written, such as `0140297995`; see
  /// ``CairnDocument/Document/writtenText(_:)``.
  package func writtenText(_ key: String) -> String? {
    document.field(key).flatMap(document.writtenText)
  }

  /// Returns the texts in a field as written: one for a scalar, and one for each element of a list.
  package func writtenTexts(_ key: String) -> [String] {
    guard let field = document.field(key) else { return [] }
    return (document.writtenText(field).map { [$0] } ?? [])
      + document.writtenElements(field).compactMap(\.self)
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

  /// The creation time as written in a field or, without a field, at the start of the file name; nil
  /// if neither contains it.
  package var writtenCreation: String? {
    writtenTime(["created", "date"]) ?? FieldTime(fileName: path.name)?.description
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
