import CairnText

/// The notebook as it would be after changes that have not been made yet.
struct UndoView {
  /// The item at a path, or its absence.
  enum Item: Equatable {
    /// The item that is on the disk at this path now; planned moves may give it another path.
    case onDisk(NotePath)
    /// A file with this digest.
    case file(ByteDigest)
    /// A folder that the changes create; items in it are recorded separately.
    case folder
    /// An item, other than a file, that the changes restore from the trash.
    case fromTrash
    /// No item: nothing is at the path.
    case nothing
  }

  let store: Store
  private var changes = UndoViewNode()
  /// The digests of the items that will be in the trash again, keyed by the id of their old entry;
  /// the digest of a folder is nil.
  private(set) var trashed: [String: ByteDigest?] = [:]

  init(_ store: Store) {
    self.store = store
  }

  /// Returns the item at a path, derived from the nearest known folder above it if necessary.
  private func item(_ path: NotePath) -> Item {
    var node = changes
    var (item, count, length) = (Item.onDisk(.root), 0, 0)
    for name in path.components {
      guard let next = node.inner[name] else { break }
      node = next
      count += name.count + 1
      if let found = node.item { (item, length) = (found, count) }
    }
    // `item` belongs to the first `length` bytes of the path, including the slash after them.
    if length > path.bytes.count { return item }
    if length == 0 { return .onDisk(path) }
    guard case .onDisk(let place) = item else { return .nothing }
    return .onDisk(place.appending(path.bytes.dropFirst(length)) ?? place)
  }

  /// Returns whether something is at a path.
  func exists(_ path: NotePath) throws(FileError) -> Bool {
    switch item(path) {
    case .onDisk(let place): try store.kind(place) != nil
    case .nothing: false
    default: true
    }
  }

  /// Returns the digest of the file at a path; nil if there is no file.
  func digest(_ path: NotePath) throws(FileError) -> ByteDigest? {
    switch item(path) {
    case .onDisk(let place):
      try store.kind(place) == .file ? ByteDigest(try store.read(place).bytes) : nil
    case .file(let digest): digest
    default: nil
    }
  }

  /// Returns whether an empty folder is at a path.
  func isEmptyFolder(_ path: NotePath) throws(FileError) -> Bool {
    let inner = changes.node(at: path)?.inner ?? [:]
    if inner.values.contains(where: \.holdsAnything) { return false }
    switch item(path) {
    case .folder: return true
    case .onDisk(let place):
      guard try store.kind(place) == .folder else { return false }
      return try store.names(in: place, for: .list).allSatisfy { inner[$0[...]]?.item == .nothing }
    default: return false
    }
  }

  /// Records that the item at a path is moved into the trash, as the entry `id` if one is given.
  mutating func trash(_ path: NotePath, as id: String?) throws(FileError) {
    if let id { trashed[id] = .some(try digest(path)) }
    put(.nothing, at: path)
  }

  /// Records that an item, or nothing, will be at a path.
  mutating func put(_ item: Item, at path: NotePath) {
    changes.put(UndoViewNode(item: item), at: path.components[...])
  }

  /// Records that the item at a path is moved.
  mutating func move(_ path: NotePath, to newPath: NotePath) {
    let item = item(path)
    var moved = changes.node(at: path) ?? UndoViewNode()
    moved.item = item
    changes.put(moved, at: newPath.components[...])
    put(.nothing, at: path)
  }
}

/// The known items at a path and in the folders below it. Moving a folder moves its whole node.
private struct UndoViewNode {
  /// The item at the path; nil if it must be derived from a folder above.
  var item: UndoView.Item?
  /// The nodes directly below this one, keyed by name.
  var inner: [ArraySlice<UInt8>: UndoViewNode] = [:]

  /// Whether anything is known to be at the path or below it.
  var holdsAnything: Bool {
    item.map { $0 != .nothing } ?? false || inner.values.contains(where: \.holdsAnything)
  }

  func node(at path: NotePath) -> UndoViewNode? {
    var node = self
    for name in path.components {
      guard let next = node.inner[name] else { return nil }
      node = next
    }
    return node
  }

  /// Replaces everything known about a path and the paths below it.
  mutating func put(_ node: UndoViewNode, at path: ArraySlice<ArraySlice<UInt8>>) {
    guard let name = path.first else { return self = node }
    inner[name, default: UndoViewNode()].put(node, at: path.dropFirst())
  }
}
