public import CairnCapture
import CairnDigest
import CairnDocument
import CairnJSON
import CairnNotebook
public import CairnText
public import CairnWork

// Documents for assistants (docs/assistants.md).

extension JSONDocument {
  /// Returns a document with the fields of a capture, without its text.
  public static func record(of capture: Capture, _ clock: LocalClock) -> JSONDocument {
    JSONDocument(CaptureRecord(capture, clock: clock).json)
  }

  /// Returns a document with the text of a capture, starting at byte `skipped` (counted from 0) of
  /// line `first` (counted from 1).
  ///
  /// The text is unchanged. It consists of as many whole lines as fit into `bytes` bytes of JSON.
  /// If not even the first line fits, it is the beginning of that line. Lines end with LF or CR LF.
  /// If something was left out, `cut` says what, and how to get it. Bytes are counted in the
  /// returned text, in which invalid bytes are U+FFFD.
  public static func text(
    of capture: Capture, fromLine first: Int, byte skipped: Int, bytes: Int
  ) -> JSONDocument {
    let body = capture.body
    let ends = body.indices.filter { body[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    let starts = [body.startIndex] + ends
    let start = min(max(first, 1), starts.count) - 1
    var (next, text, rest) = (start, "", bytes)
    while next < starts.count {
      let whole = body[starts[next]..<(next + 1 < starts.count ? starts[next + 1] : body.endIndex)]
      let skipped = next == start ? min(max(skipped, 0), 3 * whole.count) : 0
      // At most `rest` bytes fit. The 256 additional bytes are needed only to find the end of the
      // last character.
      let read = String(decoding: whole.prefix(skipped + rest + 256), as: UTF8.self)
      let place = read.place(ofByte: skipped)
      let line = String(read[place...])
      let shown = JSONValue.beginning(of: line, bytes: rest)
      if shown.utf8.count < line.utf8.count {
        guard next == start else { break }
        let all = String(decoding: whole, as: UTF8.self).utf8.count
        let end = read.utf8.distance(from: read.startIndex, to: place) + shown.utf8.count
        let more = next + 1 < starts.count ? ", or from_line \(next + 2) for the next line" : ""
        return JSONDocument([
          "text": .string(shown + "…"),
          "cut": .string(
            "Line \(next + 1) of \(starts.count) is cut off after \(end) of \(all) bytes, before "
              + "the `…`; pass from_line \(next + 1) and from_byte \(end) for more of this line\(more)."
          ),
        ])
      }
      text += shown
      rest -= JSONValue.string(line).size - 2
      next += 1
    }
    guard next < starts.count else { return JSONDocument(["text": .string(text)]) }
    return JSONDocument([
      "text": .string(text),
      "cut": .string(
        "Lines \(start + 1) to \(next) of \(starts.count); pass from_line \(next + 1) for more."
      ),
    ])
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

extension String {
  /// Returns the index of the scalar that contains the byte at offset `count` of the UTF-8 text;
  /// the end index if the text is shorter.
  fileprivate func place(ofByte count: Int) -> Index {
    var place = utf8.index(startIndex, offsetBy: count, limitedBy: endIndex) ?? endIndex
    while place < endIndex, utf8[place] & 0xC0 == 0x80 { place = utf8.index(before: place) }
    return place
  }
}
