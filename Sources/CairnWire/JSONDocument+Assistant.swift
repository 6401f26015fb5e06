public import CairnCapture
import CairnDigest
import CairnDocument
public import CairnJSON
import CairnNotebook
public import CairnText
public import CairnWork

// Documents for assistants (docs/assistants.md).

extension JSONDocument {
  /// Returns a document with the text of a capture, starting at line `first` (counted from 1). The
  /// text contains as many whole lines as fit into `bytes` bytes or, if not even one line fits, the
  /// beginning of the first line. `hash` is the hash of the capture's file.
  public static func text(
    of capture: Capture, fromLine first: Int, bytes: Int, hash: String, _ clock: LocalClock
  ) -> JSONDocument {
    let lines = String(decoding: capture.body, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let start = min(max(first, 1), lines.count) - 1
    var rest = bytes
    var shown = lines[start...].prefix { line in
      rest -= line.utf8.count + 1
      return rest >= 0
    }
    var text = shown.joined(separator: "\n")
    if shown.isEmpty, let line = lines[start...].first {
      // Not even one line fits, so the line is cut.
      shown = lines[start...start]
      text = String(decoding: line.utf8.prefix(bytes), as: UTF8.self) + "…"
    }
    let members: JSONValue = [
      "capture": CaptureRecord(capture, clock: clock).json, "text": .string(text),
      "hash": .string(hash),
    ]
    guard shown.endIndex < lines.count else { return JSONDocument(members) }
    return JSONDocument(
      members.adding([
        "cut": .string(
          "Lines \(start + 1) to \(shown.endIndex) of \(lines.count); pass from_line "
            + "\(shown.endIndex + 1) for more.")
      ]))
  }

  /// Returns a document that describes a notebook's types, collections, tags, fields and views.
  public static func vocabulary(_ words: Vocabulary) -> JSONDocument {
    JSONDocument([
      "types": .texts(words.types),
      "collections": .list(words.collections) { collection in
        let facts: JSONValue = [
          "path": .path(collection.path), "name": .string(collection.name),
          "count": .integer(collection.path.isRoot ? collection.count : collection.total),
        ]
        guard let schema = collection.page?.schema else { return facts }
        return facts.adding([
          "fields": .list(schema.fields) { field in
            [
              "name": .string(field.name), "wanted": .string(field.wanted),
              "required": .boolean(field.isRequired),
            ]
          }
        ])
      },
      "tags": .list(words.tags) { ["name": .string($0.text), "count": .integer($0.count)] },
      "fields": .object(words.fields.map { .init($0.name, JSONValue($0.help)) }),
      "views": .list(words.views) { ["name": .string($0.name), "query": .string($0.query)] },
    ])
  }

  /// Reads a document from JSON text that was written in chunks. If the text is invalid, the
  /// document is an empty object.
  package init(reading bytes: [UInt8]) { value = JSONValue(reading: bytes) ?? .object([]) }
}
