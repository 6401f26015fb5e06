public import CairnDigest
public import CairnJSON
public import CairnText

/// A document of docs/json.md: what a use case returned, for programs.
///
///     JSONDocument.tags(tags).description     // {"schema":1,"tags":[…]}
public struct JSONDocument: Hashable, Sendable {
  /// The document: an object that begins with `schema`.
  public let value: JSONValue

  /// A document with the members of an object.
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
  /// The reason why a request failed.
  public static func error(_ diagnostic: Diagnostic) -> JSONDocument {
    let facts: JSONValue = [
      "code": .string(diagnostic.code), "message": .string(diagnostic.message),
    ]
    return JSONDocument(["error": facts.adding(.place(of: diagnostic))])
  }
}

extension JSONValue {
  /// The place of a finding: `path`, `line` and `column`, each null if there is none.
  static func place(of diagnostic: Diagnostic) -> JSONValue {
    [
      "path": .path(diagnostic.path), "line": JSONValue(diagnostic.location?.line),
      "column": JSONValue(diagnostic.location?.column),
    ]
  }
}

// MARK: - Parts of documents

extension JSONValue {
  /// The members of an object; none of any other value.
  var members: [Member] { if case .object(let members) = self { members } else { [] } }

  /// This object, followed by the members of another one.
  func adding(_ other: JSONValue) -> JSONValue { .object(members + other.members) }

  /// The path of a file in the notebook, or null.
  static func path(_ path: NotePath?) -> JSONValue {
    path.map { JSONValue(bytes: $0.bytes) } ?? .null
  }

  /// A list of texts.
  static func texts(_ texts: some Sequence<String>) -> JSONValue { list(texts) { .string($0) } }

  /// A list with a value for each element.
  static func list<Element>(
    _ elements: some Sequence<Element>, _ value: (Element) -> JSONValue
  ) -> JSONValue {
    .array(elements.map(value))
  }

  /// A number from 0 to 1, rounded to three digits after the point.
  static func share(_ share: Double) -> JSONValue { .number((share * 1000).rounded() / 1000) }

  /// A moment in the caller's zone, to the second; null if it is unknown.
  static func time(_ time: Instant?, _ clock: LocalClock) -> JSONValue {
    guard let time else { return .null }
    let local = clock.dateTime(time)
    let stamp = DateTime(date: local.date, secondOfDay: local.secondOfDay, offset: local.offset)
    return .string(stamp.description)
  }
}
