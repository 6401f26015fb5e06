import CairnDocument
import CairnText

/// A reference that is to be added to a capture's fields.
public struct NewReference: Hashable, Sendable {
  /// The text for the field: `media/3f9a….jpg`.
  public let written: String
  /// The file's original name; nil if its name is unchanged.
  public let originalName: String?

  /// Creates a reference from the text for the field and the file's original name.
  public init(_ written: String, originalName: String? = nil) {
    self.written = written
    self.originalName = originalName
  }

  /// The element to add to the field `originals`; nil if the file's name is unchanged.
  fileprivate var original: NewValue? {
    let name = written.split(separator: "/").last ?? ""
    return originalName.map { .text("\(name) \($0)") }
  }
}

extension Capture {
  /// Returns the changes that append files to the field `key`, which is `images` or `files`. Skips
  /// files that are already in the field.
  public func adding(_ new: [NewReference], to key: String) -> [FieldChange] {
    var known = Set(held(key).map(\.written))
    let new = new.filter { known.insert($0.written).inserted }
    guard !new.isEmpty else { return [] }
    let elements = new.map { NewValue.text($0.written) }
    // If the existing pictures are in another field, such as `cover`, copies them to `images`,
    // before the new pictures.
    let isBorrowed = !held(key).isEmpty && media(key).isEmpty
    let list: FieldChange =
      isBorrowed
      ? .set(key, .list(held(key).map { .text($0.written) } + elements)) : .add(key, elements)
    let originals = new.compactMap(\.original)
    return [list] + (originals.isEmpty ? [] : [.add("originals", originals)])
  }

  /// Returns the changes that put the pictures in a new order; empty if the order is the same.
  /// `written` contains the references to the pictures, spelled as in the field, in the new order.
  public func arrangingImages(_ written: [String]) -> [FieldChange] {
    written == images.map(\.written)
      ? [] : [.set(Self.imageKeys[0], .list(written.map { .text($0) }))]
  }

  /// Returns the changes that remove these pictures, from every field that lists them, and their
  /// original names. A field that becomes empty is removed.
  public func removingImages(_ doomed: [MediaReference]) -> [FieldChange] {
    let (written, paths) = (Set(doomed.map(\.written)), Set(doomed.compactMap(\.path)))
    let lists = Self.imageKeys.compactMap { key -> FieldChange? in
      let held = media(key)
      let gone = held.filter { written.contains($0.written) || $0.path.map(paths.contains) == true }
      if gone.isEmpty { return nil }
      return gone.count == held.count
        ? .unset(key) : .remove(key, gone.map(\.written).uniqued().sorted().map { .text($0) })
    }
    return lists + forgetting(doomed)
  }

  /// Returns the change that removes the original names of these files from the field `originals`;
  /// empty if the field contains none of them.
  private func forgetting(_ doomed: [MediaReference]) -> [FieldChange] {
    guard case .list(let elements)? = self["originals"] else { return [] }
    let names = doomed.compactMap { reference -> String? in
      guard let name = reference.path?.name, reference.originalName != nil else { return nil }
      return name + " "
    }
    let lost = elements.compactMap(\.text).filter { text in names.contains { text.hasPrefix($0) } }
    if lost.isEmpty { return [] }
    return lost.count == elements.count
      ? [.unset("originals")] : [.remove("originals", lost.map { .text($0) })]
  }

  private func held(_ key: String) -> [MediaReference] {
    key == Self.imageKeys[0] ? images : media(key)
  }
}
