import CairnCapture
import CairnDocument
import CairnText

extension Examination {
  /// Finds captures whose field `collection` does not name the folder that contains them.
  ///
  /// The folder is authoritative. The fix changes the field only if Cairn seems to have written it:
  /// the file has an id made by Cairn, or the field names a folder of this notebook. Otherwise,
  /// another program may use the field for something else.
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
        "the field `collection` is `\(capture.text("collection") ?? "")`, but the file is in "
          + "\(place); "
          + (isOurs
            ? "run `cairn doctor --fix` to correct the field, or `cairn mv` to move the file"
            : "correct or rename the field"),
        fix: isOurs ? .alignCollection : nil)
    }
  }

  /// Finds values that violate the schema that applies in the capture's folder.
  func schemaBreaches() -> [Finding] {
    captures.flatMap { capture in
      (schemas[capture.collection]?.breaches(by: capture) ?? []).map { Finding($0) }
    }
  }

  /// Finds scores that are neither a number from 0 to 3 nor one of the four names. A field `score`
  /// that a schema defines is skipped.
  func unknownScores() -> [Finding] {
    captures.compactMap { capture in
      guard let value = capture["score"], value != .null, capture.score == nil,
        schemas[capture.collection]?.field("score") == nil
      else { return nil }
      return capture.finding(
        "score-unknown", at: "score",
        "score: \(capture.quoted("score")) is not a valid score; use 0 to 3, or undecided, "
          + "bad, okay or great")
    }
  }

  /// Finds built-in date fields whose values are not dates. Fields that a schema defines are
  /// skipped.
  func unknownDates() -> [Finding] {
    captures.flatMap { capture in
      capture.document.fields.compactMap { field in
        guard FieldKind.ofBuiltIn(field.key) == .date, field.value != .null,
          FieldTime(field.value) == nil, schemas[capture.collection]?.field(field.key) == nil
        else { return nil }
        return capture.finding(
          "date-unknown", at: field.key,
          "\(field.key): \(capture.quoted(field.key)) is not a date; write it as YYYY-MM-DD")
      }
    }
  }
}

extension Capture {
  /// The change that makes the field `collection` agree with the capture's folder; nil if none is
  /// needed. In the inbox, the change removes the field.
  var collectionChange: FieldChange? {
    guard let value = self["collection"], value != .null else { return nil }
    if let name = value.text, NotePath(name) == collection { return nil }
    return collection.isRoot
      ? .unset("collection") : .set("collection", .text(collection.description))
  }
}

extension Capture {
  /// Returns the value of a field in backquotes, for messages, or `the value` for a list or a map.
  fileprivate func quoted(_ field: String) -> String {
    text(field).map { "`\($0)`" } ?? "the value"
  }
}
