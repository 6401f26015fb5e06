public import CairnDocument
import CairnText

/// What became of a capture from one version to the next, in words: `score: 2 → 3`.
public struct CaptureDifference: Hashable, Sendable {
  /// One thing that is different.
  public enum Part: Hashable, Sendable {
    /// A field that came.
    case added(String, FieldValue)
    /// A field that went.
    case removed(String, FieldValue)
    /// A field with another value.
    case changed(String, from: FieldValue, to: FieldValue)
    /// Elements that came to a list, and that left it.
    case elements(String, added: [FieldValue], removed: [FieldValue])
    /// How many lines of the body came and went.
    case body(added: Int, removed: Int)
    /// The same fields and the same body, written otherwise.
    case spelling
  }

  /// What is different, fields first.
  public let parts: [Part]

  /// Compares two versions, at a cost that grows as their length does.
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
