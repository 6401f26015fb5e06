public import CairnDocument
public import CairnText

/// The order in which our fields stand in a front matter, and the edits that keep to it.
public enum FieldOrder {
  /// The fields that cairn writes, first to last.
  public static let keys = [
    "id", "type", "type_by", "title", "collection", "score", "meaning", "meaning_by", "status",
    "due", "due_by", "repeat", "repeat_by", "completed", "tags", "aliases", "source", "url",
    "images", "files", "originals", "created", "person", "person_by",
  ]

  /// The fields behind which a new one goes, nearest first; none for a field of the user's own,
  /// which goes last.
  public static func predecessors(of key: String) -> [String] {
    guard let place = keys.firstIndex(of: key) else { return [] }
    return keys[..<place].reversed()
  }
}

/// A change to one field, as it was asked for.
public enum FieldChange: Hashable, Sendable {
  /// The field becomes this.
  case set(String, NewValue)
  /// The field goes.
  case unset(String)
  /// These come to the field's list.
  case add(String, [NewValue])
  /// These leave the field's list.
  case remove(String, [NewValue])

  /// The field it changes.
  public var key: String {
    switch self {
    case .set(let key, _), .unset(let key), .add(let key, _), .remove(let key, _): key
    }
  }
}

extension Document {
  /// This document with changes made in order, each new field at its place in ``FieldOrder``.
  ///
  /// A value that a machine wrote has its maker in a field beside it (`meaning_by`); a value that
  /// is changed here is a person's, so that mark goes with it.
  ///
  /// - Throws: a `Diagnostic` where one of the changes cannot be made safely; then none is.
  public func applying(_ changes: [FieldChange]) throws(Diagnostic) -> Document {
    var document = self
    for change in changes {
      let before = document[change.key]
      switch change {
      case .set(let key, let value):
        document = try document.setting(
          key, to: value, after: FieldOrder.predecessors(of: key),
          isFirst: key == FieldOrder.keys.first)
      case .unset(let key):
        document = try document.unsetting(key)
      case .add(let key, let elements):
        for element in elements {
          document = try document.adding(
            element, to: key, after: FieldOrder.predecessors(of: key))
        }
      case .remove(let key, let elements):
        for element in elements { document = try document.removing(element, from: key) }
      }
      if MachineMark.markedKeys.contains(change.key), document[change.key] != before {
        document = try document.unsetting(MachineMark.key(for: change.key))
      }
    }
    return document
  }
}
