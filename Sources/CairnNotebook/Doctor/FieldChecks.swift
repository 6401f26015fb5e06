import CairnCapture
import CairnDocument
import CairnText

extension Examination {
  /// Fields `collection` that name another folder than the one in which the file lies.
  ///
  /// The folder is right. The field is brought in line only where it was cairn that wrote it: in
  /// a file with an id of ours, or where it names a folder of this notebook. Elsewhere it may be
  /// another program's, and mean something else.
  func collectionFieldsThatDisagree() -> [Finding] {
    let folders = Set(collections.map(\.path))
    return captures.compactMap { capture in
      guard capture.collectionChange != nil else { return nil }
      let named = capture.text("collection").flatMap { NotePath($0) }
      let isOurs =
        capture.id.flatMap { CaptureID($0) } != nil || named.map(folders.contains) ?? false
      let place = capture.collection.isRoot ? "the inbox" : "`\(capture.collection)`"
      return capture.finding(
        "collection-disagrees", at: "collection",
        "the field says `\(capture.text("collection") ?? "")` and the file lies in \(place); "
          + (isOurs
            ? "`cairn doctor --fix` brings the field in line, `cairn mv` moves the file"
            : "correct the field, or give it another name"),
        fix: isOurs ? .alignCollection : nil)
    }
  }

  /// Values that do not fit what the collection's page says of its fields.
  func schemaBreaches() -> [Finding] {
    captures.flatMap { capture in
      (schemas[capture.collection]?.breaches(by: capture) ?? []).map { Finding($0) }
    }
  }

  /// Scores that are neither 0 to 3 nor one of the four names.
  func unknownScores() -> [Finding] {
    captures.compactMap { capture in
      guard let value = capture["score"], value != .null, capture.score == nil,
        schemas[capture.collection]?.field("score") == nil
      else { return nil }
      return capture.finding(
        "score-unknown", at: "score",
        "the field `score` holds no score; use 0 to 3, or undecided, bad, okay or great")
    }
  }

  /// Fields for dates that hold something else.
  func unknownDates() -> [Finding] {
    captures.flatMap { capture in
      capture.document.fields.compactMap { field in
        guard FieldKind.ofBuiltIn(field.key) == .date, field.value != .null,
          FieldTime(field.value) == nil, schemas[capture.collection]?.field(field.key) == nil
        else { return nil }
        return capture.finding(
          "date-unknown", at: field.key,
          "the field `\(field.key)` holds no date; write it as 2026-11-21")
      }
    }
  }
}

extension Capture {
  /// What brings the field `collection` in line with the folder; nil where it is, or is not there.
  var collectionChange: FieldChange? {
    guard let value = self["collection"], value != .null else { return nil }
    if let name = value.text, NotePath(name) == collection { return nil }
    return collection.isRoot
      ? .unset("collection") : .set("collection", .text(collection.description))
  }
}
