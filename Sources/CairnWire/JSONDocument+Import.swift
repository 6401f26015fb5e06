import CairnJSON
public import CairnWork

extension JSONDocument {
  /// Returns a document that describes an import. It contains the changes, the numbers of imported,
  /// updated and unchanged notes, their collections, the skipped items and suggestions. It also
  /// states whether notes may be missing. Errors are worded for `caller`; nil stands for a person
  /// at a shell.
  public static func imported(
    _ result: ImportResult, for caller: RemoteCaller? = nil
  ) -> JSONDocument {
    let collections = JSONValue.list(result.collections) { path, count in
      ["path": .path(path), "count": .integer(count)]
    }
    let skipped = JSONValue.list(result.skipped) { item, reason in
      let words = caller.map { RemoteWords(reason, code: "import-skipped", for: $0).message }
      return ["item": .string(item), "reason": .string(words ?? reason)]
    }
    return changes(
      caller.map(result.report.worded) ?? result.report,
      [
        "source": .string(result.source), "imported": .integer(result.imported),
        "updated": .integer(result.updated), "known": .integer(result.known),
        "collections": collections, "skipped": skipped,
        "incomplete": .boolean(result.isIncomplete),
        "suggestions": .texts(result.suggestions),
      ])
  }
}
