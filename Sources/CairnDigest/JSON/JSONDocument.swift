public import CairnJSON
public import CairnText

/// The documents that commands print with `--json`, as docs/json.md describes them.
public enum JSONDocument {
  /// The version of that page. A new key does not change it; a removed or changed one does.
  public static let schema = 1

  /// A document: `schema`, then these members.
  public static func document(_ members: [JSONValue.Member]) -> JSONValue {
    .object([.init("schema", .integer(schema))] + members)
  }

  /// One capture on a line of its own, without the line's end: a line of `--jsonl`.
  public static func line(_ record: CaptureRecord) -> JSONValue { document(record.members) }

  /// Writes the document of captures piece by piece, so that no more than one is held at a time.
  ///
  /// - Parameters:
  ///   - total: How many there are before a limit.
  ///   - sink: Takes the bytes, a capture at a time; the last ones end in a line feed.
  /// - Throws: What `sink` throws.
  public static func writeCaptures<Failure: Error>(
    _ records: some Sequence<CaptureRecord>, total: Int, isWidened: Bool = false,
    to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let widened = isWidened ? #""widened":true,"# : ""
    var piece = Array(#"{"schema":\#(schema),"total":\#(total),\#(widened)"captures":["#.utf8)
    for (index, record) in records.enumerated() {
      if index > 0 { piece.append(UInt8(ascii: ",")) }
      record.json.write(to: &piece)
      try sink(piece)
      piece.removeAll(keepingCapacity: true)
    }
    try sink(piece + Array("]}\n".utf8))
  }
}

// MARK: - Changes and errors

extension JSONDocument {
  /// A file that a command changed.
  public struct Changed: Hashable, Sendable {
    /// The capture's id, where it has one.
    public let id: String?
    /// Where it is now.
    public let path: NotePath
    /// Where it was, where that is another place.
    public let from: NotePath?

    /// A change of the file at `path`.
    public init(id: String?, path: NotePath, from: NotePath? = nil) {
      self.id = id
      self.path = path
      self.from = from
    }
  }

  /// What a command that writes did.
  ///
  /// - Parameters:
  ///   - operation: The name of the operation; nil where nothing was written.
  ///   - refused: What was asked for and not done, and why.
  ///   - warnings: What was left as it is and deserves a look.
  ///   - others: Members that this command adds.
  public static func changes(
    operation: String?, changed: [Changed], refused: [Diagnostic], warnings: [Diagnostic] = [],
    others: [JSONValue.Member] = []
  ) -> JSONValue {
    let changes = changed.map { change -> JSONValue in
      let facts: [JSONValue.Member] = [
        .init("id", JSONValue(change.id)), .init("path", JSONValue(bytes: change.path.bytes)),
      ]
      let from = change.from.map { [JSONValue.Member("from", JSONValue(bytes: $0.bytes))] }
      return .object(facts + (from ?? []))
    }
    let reasons = { (diagnostics: [Diagnostic]) -> JSONValue in
      .array(
        diagnostics.map { .object(place(of: $0) + [.init("reason", .string($0.message))]) })
    }
    let left = warnings.isEmpty ? [] : [JSONValue.Member("warnings", reasons(warnings))]
    return document(
      [
        .init("operation", JSONValue(operation)), .init("changed", .array(changes)),
        .init("refused", reasons(refused)),
      ] + left + others)
  }

  /// Why a command failed.
  public static func error(_ diagnostic: Diagnostic) -> JSONValue {
    document([
      .init(
        "error",
        .object(
          [
            .init("code", .string(diagnostic.code)), .init("message", .string(diagnostic.message)),
          ] + place(of: diagnostic)))
    ])
  }

  /// Where something was found: `path`, `line` and `column`, each null where there is none.
  public static func place(of diagnostic: Diagnostic) -> [JSONValue.Member] {
    [
      .init("path", diagnostic.path.map { JSONValue(bytes: $0.bytes) } ?? .null),
      .init("line", JSONValue(diagnostic.location?.line)),
      .init("column", JSONValue(diagnostic.location?.column)),
    ]
  }
}
