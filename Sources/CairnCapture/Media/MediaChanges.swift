import CairnDocument
import CairnText

/// A file that comes to belong to a capture, as its fields will say.
public struct NewReference: Hashable, Sendable {
  /// What the field is to say: `media/3f9a….jpg`.
  public let written: String
  /// The name the file had; nil where it has that still.
  public let originalName: String?

  /// A reference to be written.
  public init(_ written: String, originalName: String? = nil) {
    self.written = written
    self.originalName = originalName
  }

  /// Its element in the list `originals`.
  fileprivate var original: NewValue? {
    let name = written.split(separator: "/").last ?? ""
    return originalName.map { .text("\(name) \($0)") }
  }
}

extension Capture {
  /// The changes after which more files belong to it, behind those that do: `key` is `images` or
  /// `files`. What is named there already is not named again.
  public func adding(_ new: [NewReference], to key: String) -> [FieldChange] {
    var known = Set(held(key).map(\.written))
    let new = new.filter { known.insert($0.written).inserted }
    guard !new.isEmpty else { return [] }
    let elements = new.map { NewValue.text($0.written) }
    // Pictures that another field names come first in ours.
    let isBorrowed = !held(key).isEmpty && media(key).isEmpty
    let list: FieldChange =
      isBorrowed
      ? .set(key, .list(held(key).map { .text($0.written) } + elements)) : .add(key, elements)
    let originals = new.compactMap(\.original)
    return [list] + (originals.isEmpty ? [] : [.add("originals", originals)])
  }

  /// The changes after which its pictures are these, each as it is written now, in this order.
  public func arrangingImages(_ written: [String]) -> [FieldChange] {
    written == images.map(\.written)
      ? [] : [.set(Self.imageKeys[0], .list(written.map { .text($0) }))]
  }

  /// The changes after which some of its pictures belong to it no more; a field with nothing left
  /// in it goes.
  public func removingImages(_ doomed: [MediaReference]) -> [FieldChange] {
    let written = Set(doomed.map(\.written))
    let rest = images.filter { !written.contains($0.written) }
    let key = Self.imageKeys.first { !media($0).isEmpty } ?? Self.imageKeys[0]
    let list: FieldChange =
      rest.isEmpty ? .unset(key) : .remove(key, written.sorted().map { .text($0) })
    return [list] + forgetting(doomed)
  }

  /// The change after which the names that files had before are not known any more.
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
