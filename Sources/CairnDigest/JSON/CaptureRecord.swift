public import CairnCapture
import CairnDocument
public import CairnJSON
public import CairnQuery
public import CairnText

/// A capture in the JSON format that docs/json.md describes.
///
///     CaptureRecord(capture, clock: clock).json
///     // {"id":"k7x2m9q4ab","path":"work/acme.md","collection":"work", …, "fields":{…}}
public struct CaptureRecord: Sendable {
  /// The version of the format in docs/json.md. The version changes if a member is removed or
  /// redefined, but not if a member is added.
  public static let schema = 1

  /// The capture.
  public let capture: Capture
  /// The passage that shows why a search found the capture; nil if there is none.
  public let snippet: Snippet?
  /// A measure of how much the capture differs from all other captures: nil if not requested,
  /// `.some(nil)` if unknown.
  public let novelty: Double??
  private let clock: LocalClock

  /// Creates the record of a capture, by default without a snippet or a novelty. `clock` determines
  /// the time zone of `created` and `updated` if no field contains these times.
  public init(
    _ capture: Capture, snippet: Snippet? = nil, novelty: Double?? = nil, clock: LocalClock
  ) {
    self.capture = capture
    self.snippet = snippet
    self.novelty = novelty
    self.clock = clock
  }

  /// The record as JSON. Parses the body once.
  public var json: JSONValue {
    let markup = capture.markup
    let facts: [JSONValue.Member] = [
      .init("id", text("id")),
      .init("path", JSONValue(bytes: capture.path.bytes)),
      .init("collection", JSONValue(bytes: capture.collection.bytes)),
      .init("type", text("type")),
      .init("title", text("title", otherwise: capture.title(in: markup))),
      .init("score", JSONValue(capture.score?.rawValue)),
      .init("meaning", text("meaning")),
      .init("tags", .array(capture.tags(in: markup).map { .string($0) })),
      .init("created", .string(capture.createdAsWritten(by: clock))),
      .init("updated", .string(capture.updatedAsWritten(by: clock))),
    ]
    let fields = JSONValue.Member("fields", .object(otherFields))
    let shownNovelty = novelty.map { $0.map { JSONValue.number(($0 * 1000).rounded() / 1000) } }
    return .object(
      facts + media + [fields] + (snippet.map(Self.members) ?? [])
        + (shownNovelty.map { [.init("novelty", $0 ?? .null)] } ?? []))
  }

  /// The members `content`, `images` and `files`; empty for a capture that is only text.
  private var media: [JSONValue.Member] {
    guard capture.content != .text || !capture.files.isEmpty else { return [] }
    return [
      .init("content", .string(capture.content.rawValue)),
      .init("images", .array(capture.images.map(Self.json))),
      .init("files", .array(capture.files.map(Self.json))),
    ]
  }

  private static func json(_ reference: MediaReference) -> JSONValue {
    [
      "path": reference.path.map { JSONValue(bytes: $0.bytes) } ?? .null,
      "written": .string(reference.written), "name": .string(reference.name),
    ]
  }

  /// Returns the text of a field, or the bytes of its value if they are not UTF-8. Returns
  /// `otherwise` if the field has no text.
  private func text(_ key: String, otherwise: String? = nil) -> JSONValue {
    guard capture.text(key) != nil, let field = capture.document.field(key) else {
      return JSONValue(otherwise)
    }
    let value = capture.document.json(of: field)
    if case .object = value { return value }
    return JSONValue(capture.text(key))
  }

  private static func members(of snippet: Snippet) -> [JSONValue.Member] {
    let scalars = snippet.text.unicodeScalars
    let matches = snippet.matches.map { match -> JSONValue in
      let start = scalars.distance(from: scalars.startIndex, to: match.lowerBound)
      let count = scalars.distance(from: match.lowerBound, to: match.upperBound)
      return [.integer(start), .integer(start + count)]
    }
    return [.init("snippet", .string(snippet.text)), .init("matches", .array(matches))]
  }
}

// MARK: - Other fields

extension CaptureRecord {
  /// The fields that no other member of the record shows, in the order of the file. If several
  /// fields have the same key, only the last one counts.
  private var otherFields: [JSONValue.Member] {
    let document = capture.document
    return document.fieldsThatCount.filter { !capture.states($0) }.map { field in
      JSONValue.Member(field.key, document.json(of: field))
    }
  }
}

extension Document {
  /// Returns a field's value as JSON. A value that is not UTF-8 becomes `{"bytes": …}`.
  fileprivate func json(of field: Field) -> JSONValue {
    if let written = written(field), String(validating: written, as: UTF8.self) == nil {
      return JSONValue(bytes: written)
    }
    switch field.value {
    case .date, .dateTime: return JSONValue(writtenText(field))
    default: return JSONValue(field.value)
    }
  }
}

extension JSONValue {
  /// Creates the JSON of a field's value; dates become strings.
  init(_ value: FieldValue) {
    switch value {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .integer(let number): self = .integer(number)
    case .float(let number): self = .number(number)
    case .string(let text): self = .string(text)
    case .date, .dateTime: self = JSONValue(value.text)
    case .list(let elements): self = .array(elements.map { JSONValue($0) })
    case .map(let entries): self = .object(entries.map { Member($0.key, JSONValue($0.value)) })
    }
  }
}
