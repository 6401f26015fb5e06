import CairnJSON
public import CairnWork

extension JSONDocument {
  /// Returns a document that describes an import: the changes, the numbers of imported, updated and
  /// unchanged notes, the skipped items, and suggestions.
  public static func imported(_ result: ImportResult) -> JSONDocument {
    let skipped = JSONValue.list(result.skipped) { item, reason in
      ["item": .string(item), "reason": .string(reason)]
    }
    return changes(
      result.report,
      [
        "source": .string(result.source), "imported": .integer(result.imported),
        "updated": .integer(result.updated),
        "known": .integer(result.known), "skipped": skipped,
        "suggestions": .texts(result.suggestions),
      ])
  }
}
