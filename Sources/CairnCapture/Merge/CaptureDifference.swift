public import CairnDocument
import CairnText

/// The differences between two versions of a capture: `score: 2 → 3`.
public struct CaptureDifference: Hashable, Sendable {
  /// A single difference.
  public enum Part: Hashable, Sendable {
    /// A field that was added: its key and its value.
    case added(String, FieldValue)
    /// A field that was removed: its key and its value.
    case removed(String, FieldValue)
    /// A field whose value changed: its key and both values.
    case changed(String, from: FieldValue, to: FieldValue)
    /// A list that changed: its key, the elements that were added and those that were removed.
    case elements(String, added: [FieldValue], removed: [FieldValue])
    /// The numbers of lines added to the body and removed from it.
    case body(added: Int, removed: Int)
    /// The fields and the body are the same, but are written differently.
    case spelling
  }

  /// The differences: first those in fields, then the one in the body.
  public let parts: [Part]

  /// Compares two versions. Cost is linear in their length.
  public init(from before: [UInt8], to after: [UInt8]) {
    let (old, new) = (Document(before), Document(after))
    var parts: [Part] = old.fields.compactMap { field in
      guard let value = new[field.key] else { return .removed(field.key, field.value) }
      return value == field.value ? nil : Self.part(field.key, field.value, value)
    }
    parts += new.fields.filter { old[$0.key] == nil }.map { .added($0.key, $0.value) }
    let bodies = (before[old.body], after[new.body])
    if bodies.0 != bodies.1 {
      let difference = LineDifference(from: bodies.0.lines, to: bodies.1.lines)
      parts.append(.body(added: difference.addedCount, removed: difference.removedCount))
    }
    self.parts = parts.isEmpty && before != after ? [.spelling] : parts
  }

  private static func part(_ key: String, _ old: FieldValue, _ new: FieldValue) -> Part {
    guard case .list(let before) = old, case .list(let after) = new else {
      return .changed(key, from: old, to: new)
    }
    let (olds, news) = (Set(before), Set(after))
    let added = after.filter { !olds.contains($0) }
    let removed = before.filter { !news.contains($0) }
    return added.isEmpty && removed.isEmpty
      ? .changed(key, from: old, to: new) : .elements(key, added: added, removed: removed)
  }
}
