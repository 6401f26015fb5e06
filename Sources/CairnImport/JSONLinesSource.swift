import CairnDocument
import CairnJSON
import CairnMarkup
import CairnText

/// A file with one JSON object on each line.
enum JSONLinesSource: ImportSource {
  static let name = "jsonl"
  static let title = "JSON Lines"

  static func recognizes(_ files: ImportFiles) -> Bool {
    files.isSingle
      && !(files.paths(endingWith: "jsonl") + files.paths(endingWith: "ndjson")).isEmpty
  }

  static func notes(
    in files: ImportFiles, _ mapping: ColumnMapping
  ) throws(ImportFailure) -> ImportedNotes {
    let text = try files.onlyText("one JSON Lines file")
    let name = files.paths.first.flatMap { NotePath($0) }?.stem ?? ""
    var result = ImportedNotes()
    for (number, line) in text.lines.enumerated() where !line.trimmed.isEmpty {
      let item = "line \(number + 1)"
      let bytes = Array(line.utf8)
      guard let json = JSONValue(reading: bytes), case .object = json else {
        result.skipped.append((item, "not a JSON object"))
        continue
      }
      let found = values(in: bytes)
      let record = ImportedNote(record: json, found.values)
      // In a record, only a value in `fields` can be lost: the other values are read separately, or
      // are not needed.
      for name in found.skipped where record == nil || name.hasPrefix("fields.") {
        result.skipped.append((item, "`\(name)` is a list that contains lists or objects"))
      }
      if let note = record ?? mapping.note(found.values, in: name) {
        result.notes.append(note)
      } else {
        result.skipped.append((item, mapping.problem(found.values)))
      }
    }
    return result
  }

  /// Reads an object. Returns the values that can become fields, and the names of all other values
  /// (`skipped`). The names of values in inner objects begin with the name of the object, as in
  /// `meta.title`.
  private static func values(
    in bytes: [UInt8]
  ) -> (values: [(column: String, value: NewValue)], skipped: [String]) {
    var values: [(column: String, value: NewValue)] = []
    var skipped: [String] = []
    for part in JSONValue.parts(of: bytes) ?? [] {
      if case .object = part.value {
        let inner = Self.values(in: part.written)
        values += inner.values.map { ("\(part.name).\($0.column)", $0.value) }
        skipped += inner.skipped.map { "\(part.name).\($0)" }
      } else if let value = value(part.value, part.written) {
        values.append((part.name, value))
      } else if part.value != .null {
        skipped.append(part.name)
      }
    }
    return (values, skipped)
  }

  private static func value(_ json: JSONValue, _ written: [UInt8]) -> NewValue? {
    switch json {
    case .string(let text): return .text(text)
    case .boolean: return .literal(json.description)
    case .integer, .number:
      // A number keeps its digits. One that is too large for a field becomes text.
      let text = String(decoding: written, as: UTF8.self)
      if case .number(let number) = json, !number.isFinite { return .text(text) }
      return .literal(text)
    case .array:
      let parts = JSONValue.parts(of: written) ?? []
      let elements = parts.compactMap { part -> NewValue? in
        if case .array = part.value { return nil }
        return value(part.value, part.written)
      }
      return elements.count == parts.count ? .list(elements) : nil
    case .null, .object: return nil
    }
  }
}

extension ImportedNote {
  /// Creates a note from a record that Cairn exported (docs/json.md); nil if the object is not such
  /// a record.
  ///
  /// - Parameter values: The values of the object, as ``JSONLinesSource`` reads them.
  fileprivate init?(record json: JSONValue, _ values: [(column: String, value: NewValue)]) {
    guard case .object? = json["fields"], let path = json["path"]?.text,
      let body = json["body"]?.text, json["collection"] != nil
    else { return nil }
    let own: Set = ["id", "type", "score", "meaning", "tags", "created"]
    var fields: [(key: String, value: NewValue?)] = []
    for (column, value) in values {
      let isInner = column.hasPrefix("fields.")
      guard isInner || own.contains(column) else { continue }
      fields.append((isInner ? String(column.dropFirst(7)) : column, value.timed))
    }
    // Most captures have the title that is read from their body. An entry without a title would
    // get its body as the title.
    let bytes = Array(body.utf8)
    let text = BodyText(bytes, body: bytes.indices)
    let isInBody = (text.firstHeading ?? text.firstLine) == json["title"]?.text
    if let title = json["title"]?.text, !isInBody || json["type"]?.text == "entry" {
      fields.insert(("title", .text(title)), at: 0)
    }
    for key in ["images", "files"] {
      let written = json[key]?.elements?.compactMap { $0["written"]?.text } ?? []
      fields.append((key, .list(written.map(NewValue.text))))
    }
    self.init(key: json["id"]?.text ?? path, title: nil, text: body, fields: fields)
    folder = json["collection"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    if label.isEmpty { label = path }
  }
}
