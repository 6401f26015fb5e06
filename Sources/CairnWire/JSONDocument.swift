import CairnDigest
public import CairnJSON
public import CairnText

/// A JSON document with the result of a use case, in a format that docs/json.md describes.
///
///     JSONDocument.tags(tags).description     // {"schema":1,"tags":[…]}
public struct JSONDocument: Hashable, Sendable {
  /// The document's JSON object; its first member is `schema`.
  public let value: JSONValue

  /// Creates a document from the member `schema`, followed by the members of an object.
  init(_ members: JSONValue) {
    value = (["schema": .integer(CaptureRecord.schema)] as JSONValue).adding(members)
  }
}

extension JSONDocument: CustomStringConvertible {
  /// The document as JSON text on one line.
  public var description: String { value.description }
}

// MARK: - Errors

extension JSONDocument {
  /// Returns a document that describes an error that made a request fail. `hint` is a sentence with
  /// advice, `draft` is the id of the draft that contains the request's text, and `added` is the
  /// capture that the request saved before it failed; each is nil if there is none.
  public static func error(
    _ diagnostic: Diagnostic, hint: String? = nil, draft: String? = nil,
    added: (id: String?, path: NotePath)? = nil
  ) -> JSONDocument {
    let facts: JSONValue = [
      "code": .string(diagnostic.code), "message": .string(diagnostic.message),
    ]
    let advice: JSONValue = hint.map { ["hint": .string($0)] } ?? [:]
    let saved: JSONValue =
      added.map { ["added": ["id": JSONValue($0.id), "path": .path($0.path)]] } ?? [:]
    let kept: JSONValue = draft.map { ["draft": .string($0)] } ?? [:]
    return JSONDocument([
      "error": facts.adding(advice).adding(.place(of: diagnostic)).adding(saved).adding(kept)
    ])
  }
}

extension JSONValue {
  /// Returns an object with the `path`, `line` and `column` of a diagnostic, each null if unknown.
  static func place(of diagnostic: Diagnostic) -> JSONValue {
    [
      "path": .path(diagnostic.path), "line": JSONValue(diagnostic.location?.line),
      "column": JSONValue(diagnostic.location?.column),
    ]
  }
}

// MARK: - Parts of documents

extension JSONValue {
  /// The members of this object; empty if the value is not an object.
  var members: [Member] { if case .object(let members) = self { members } else { [] } }

  /// Returns this object with the members of another object appended.
  func adding(_ other: JSONValue) -> JSONValue { .object(members + other.members) }

  /// Returns a path in the notebook as a string; null if `path` is nil.
  static func path(_ path: NotePath?) -> JSONValue {
    path.map { JSONValue(bytes: $0.bytes) } ?? .null
  }

  /// Returns an array of strings.
  static func texts(_ texts: some Sequence<String>) -> JSONValue { list(texts) { .string($0) } }

  /// Returns an array with the result of `value` for each element.
  static func list<Element>(
    _ elements: some Sequence<Element>, _ value: (Element) -> JSONValue
  ) -> JSONValue {
    .array(elements.map(value))
  }

  /// Returns a number from 0 to 1, rounded to three decimals.
  static func share(_ share: Double) -> JSONValue { .number((share * 1000).rounded() / 1000) }

  /// Returns a time as a string in the clock's time zone, in whole seconds; null if `time` is nil.
  static func time(_ time: Instant?, _ clock: LocalClock) -> JSONValue {
    guard let time else { return .null }
    let local = clock.dateTime(time)
    let stamp = DateTime(date: local.date, secondOfDay: local.secondOfDay, offset: local.offset)
    return .string(stamp.description)
  }
}
