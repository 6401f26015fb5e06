import CairnDocument

/// The merge of front matter whose fields can share a line: JSON, and YAML in braces.
///
/// A field that changed only in their version gets their value. A list that changed in both
/// versions gets both changes. Everything else stays as in our version. If both versions changed
/// any other field differently, nothing is merged, because this front matter cannot contain
/// comments that mark a conflict.
enum ValueMerge {
  /// Returns our version with the changes of their version added; nil if there is a conflict, or if
  /// a change cannot be made.
  static func merged(base: Document, ours: Document, theirs: Document) -> Document? {
    let versions = [base, ours, theirs]
    guard
      versions.allSatisfy({
        $0.editRefusal == nil && Set($0.fields.map(\.key)).count == $0.fields.count
      }),
      ours.notation == .json || ours.notation == .flow, ours["id"] == base["id"]
    else { return nil }
    var result = ours
    var seen: Set<String> = ["id"]
    for key in (base.fields + theirs.fields).map(\.key) where seen.insert(key).inserted {
      let (before, mine, other) = (base[key], ours[key], theirs[key])
      if mine == other || other == before { continue }
      let edited: Document?
      if mine != before {
        edited = list(key, before, mine, other, in: result)
      } else if let other {
        edited = NewValue(plain: other).flatMap { try? result.applying([.set(key, $0)]) }
      } else {
        edited = try? result.unsetting(key)
      }
      guard let edited else { return nil }
      result = edited
    }
    return result
  }

  /// Returns the document with the changes that their version made to a list, or to tags that are
  /// written as text; nil if the values are not lists of scalars.
  private static func list(
    _ key: String, _ before: FieldValue?, _ mine: FieldValue?, _ other: FieldValue?,
    in document: Document
  ) -> Document? {
    guard case .list(let mine) = mine, case .list(let other) = other else {
      return document.mergingTags(in: key, before: before, theirs: other)
    }
    let old: [FieldValue] = if case .list(let elements)? = before { elements } else { [] }
    let removed = old.filter { mine.contains($0) && !other.contains($0) }
    let added = other.filter { !old.contains($0) && !mine.contains($0) }
    guard let gone = NewValue.scalars(removed), let new = NewValue.scalars(added) else {
      return nil
    }
    return try? document.adding(new, at: [key]).removing(gone, at: [key])
  }
}

extension NewValue {
  /// Creates a value to write from a scalar or a list of scalars; nil for a map or null.
  fileprivate init?(plain value: FieldValue) {
    guard case .list(let elements) = value else {
      self.init(scalar: value)
      return
    }
    guard let scalars = NewValue.scalars(elements) else { return nil }
    self = .list(scalars)
  }
}
