public import CairnDocument
public import CairnText

/// The order in which Cairn writes fields to front matter and shows them.
public enum FieldOrder {
  /// The keys of the fields that Cairn writes, first to last.
  public static let keys = [
    "id", "type", "type_by", "title", "collection", "score", "meaning", "meaning_by", "status",
    "due", "due_by", "repeat", "repeat_by", "completed", "tags", "aliases", "source", "url",
    "images", "files", "originals", "created", "person", "person_by",
  ]

  /// Returns the keys that precede `key` in ``keys``, nearest first. A new field is written below
  /// the first of them that the document contains. Returns no keys for a custom field, which is
  /// placed last.
  public static func predecessors(of key: String) -> [String] {
    guard let place = keys.firstIndex(of: key) else { return [] }
    return keys[..<place].reversed()
  }
}

extension FieldOrder {
  /// The keys of the custom fields that are shown before all other custom fields.
  private static let first = ["year", "genre", "author", "platform"]

  /// Returns fields in the order in which they are shown: first the built-in fields, then `year`,
  /// `genre`, `author` and `platform`, then the other custom fields by name.
  package static func shown(_ fields: [Document.Field]) -> [Document.Field] {
    func place(_ field: Document.Field) -> (Int, String) {
      let name = field.key.folded
      if let place = keys.firstIndex(of: field.key) { return (place, "") }
      if !Capture.isOwnField(name) { return (keys.count - 1, name) }
      if let place = first.firstIndex(of: name) { return (keys.count + place, "") }
      return (keys.count + first.count, name)
    }
    return fields.map { (place: place($0), field: $0) }
      .sorted { $0.place < $1.place }.map(\.field)
  }
}

/// A requested change to one field.
public enum FieldChange: Hashable, Sendable {
  /// The field is set to a value.
  case set(String, NewValue)
  /// The field is removed.
  case unset(String)
  /// Elements are added to the field's list.
  case add(String, [NewValue])
  /// Elements are removed from the field's list.
  case remove(String, [NewValue])

  /// The key of the field to change. `a.b` is the key `b` in the map `a`; see
  /// ``CairnDocument/Document/path(to:)``.
  public var key: String {
    switch self {
    case .set(let key, _), .unset(let key), .add(let key, _), .remove(let key, _): key
    }
  }
}

extension Document {
  /// Returns this document after making the changes in order. ``FieldOrder`` determines where new
  /// fields are placed.
  ///
  /// A field such as `meaning_by` marks a generated value. A value changed here counts as written
  /// by a person, so its mark is removed.
  ///
  /// - Throws: A `Diagnostic` if one of the changes cannot be made safely; in that case, none is
  ///   made.
  public func applying(_ changes: [FieldChange]) throws(Diagnostic) -> Document {
    var document = self
    for change in changes.addingFirst {
      let before = document[change.key]
      let path = document.path(to: change.key)
      switch change {
      case .set(let key, let value):
        document = try document.setting(
          at: path, to: document.quoted(value, for: key), after: FieldOrder.predecessors(of: key),
          isFirst: key == FieldOrder.keys.first)
      case .unset:
        document = try document.unsetting(at: path)
      case .add(let key, let elements):
        document = try document.adding(
          elements, at: path, after: FieldOrder.predecessors(of: key))
      case .remove(_, let elements): document = try document.removing(elements, at: path)
      }
      if MachineMark.markedKeys.contains(change.key), document[change.key] != before {
        document = try document.unsetting(MachineMark.key(for: change.key))
      }
    }
    return document
  }
}

extension [FieldChange] {
  /// The changes in an order with the same result, in which a list never becomes empty before
  /// elements are added to it: an empty list loses its form. For this purpose, elements are added
  /// before other elements of the same list are removed.
  fileprivate var addingFirst: [FieldChange] {
    var result: [FieldChange] = []
    for change in self {
      var place = result.endIndex
      if case .add(let key, let new) = change {
        while place > 0, case .remove(key, let gone) = result[place - 1],
          Set(gone.map(\.value)).isDisjoint(with: new.map(\.value))
        {
          place -= 1
        }
      }
      result.insert(change, at: place)
    }
    return result
  }
}

extension Document {
  /// Returns a time or a score as text if the field `key` contains a time or a score in quotes, so
  /// that the quotes stay. Cairn reads both in quotes too. Returns any other value unchanged.
  fileprivate func quoted(_ value: NewValue, for key: String) -> NewValue {
    guard case .literal(let text) = value, case .string(let old)? = self[path: path(to: key)],
      isQuoted(at: path(to: key))
    else { return value }
    let isKept = key == "score" || FieldTime(old) != nil && FieldTime(text) != nil
    return isKept ? .text(text) : value
  }
}
