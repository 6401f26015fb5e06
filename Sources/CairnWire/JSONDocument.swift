import CairnDigest
public import CairnJSON
public import CairnText

/// The result of a use case as JSON for programs, as docs/json.md describes it.
///
///     JSONDocument.tags(tags).description     // {"schema":1,"tags":[…]}
public struct JSONDocument: Hashable, Sendable {
  /// The document: an object that begins with `schema`.
  public let value: JSONValue

  /// Creates a document with the members of an object.
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
  /// Returns the document of the error of a request.
  public static func error(_ diagnostic: Diagnostic) -> JSONDocument {
    let facts: JSONValue = [
      "code": .string(diagnostic.code), "message": .string(diagnostic.message),
    ]
    return JSONDocument(["error": facts.adding(.place(of: diagnostic))])
  }
}

extension JSONValue {
  /// Returns the position of a diagnostic: `path`, `line` and `column`, each null if unknown.
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

  /// Returns this object followed by the members of another one.
  func adding(_ other: JSONValue) -> JSONValue { .object(members + other.members) }

  /// Returns the path of a file in the notebook, or null.
  static func path(_ path: NotePath?) -> JSONValue {
    path.map { JSONValue(bytes: $0.bytes) } ?? .null
  }

  /// Returns a list of texts.
  static func texts(_ texts: some Sequence<String>) -> JSONValue { list(texts) { .string($0) } }

  /// Returns a list with a value for each element.
  static func list<Element>(
    _ elements: some Sequence<Element>, _ value: (Element) -> JSONValue
  ) -> JSONValue {
    .array(elements.map(value))
  }

  /// Returns a number from 0 to 1, rounded to three decimals.
  static func share(_ share: Double) -> JSONValue { .number((share * 1000).rounded() / 1000) }

  /// Returns a moment in the caller's time zone, in whole seconds; null if unknown.
  static func time(_ time: Instant?, _ clock: LocalClock) -> JSONValue {
    guard let time else { return .null }
    let local = clock.dateTime(time)
    let stamp = DateTime(date: local.date, secondOfDay: local.secondOfDay, offset: local.offset)
    return .string(stamp.description)
  }
}
