import CairnText

/// The notebook as it would be after changes that were not made yet.
struct UndoView {
  /// What is at a path.
  enum Item: Equatable {
    /// What is on the disk at this path.
    case onDisk(NotePath)
    /// A file that is known by its bytes.
    case file(ByteDigest)
    /// A folder that is not on the disk, with nothing known in it.
    case folder
    /// Something that comes out of the trash, and is no file.
    case fromTrash
    /// Nothing.
    case nothing
  }

  let store: Store
  private var changes = UndoViewNode()
  /// What will be in the trash, by its id; what is known of its bytes, if it is a file.
  private(set) var trashed: [String: ByteDigest?] = [:]

  init(_ store: Store) {
    self.store = store
  }

  /// What is at a path: said of it, or of a folder that it is in.
  private func item(_ path: NotePath) -> Item {
    var node = changes
    var (item, count, length) = (Item.onDisk(.root), 0, 0)
    for name in path.components {
      guard let next = node.inner[name] else { break }
      node = next
      count += name.count + 1
      if let found = node.item { (item, length) = (found, count) }
    }
    // What was said is said of the first so many bytes, with the slash behind them.
    if length > path.bytes.count { return item }
    if length == 0 { return .onDisk(path) }
    guard case .onDisk(let place) = item else { return .nothing }
    return .onDisk(place.appending(path.bytes.dropFirst(length)) ?? place)
  }

  /// Whether anything is there.
  func exists(_ path: NotePath) throws(FileError) -> Bool {
    switch item(path) {
    case .onDisk(let place): try store.kind(place) != nil
    case .nothing: false
    default: true
    }
  }

  /// What the bytes of the file there are known by; nil where there is no file that can be read.
  func digest(_ path: NotePath) throws(FileError) -> ByteDigest? {
    switch item(path) {
    case .onDisk(let place):
      try store.kind(place) == .file ? ByteDigest(try store.read(place).bytes) : nil
    case .file(let digest): digest
    default: nil
    }
  }

  /// Whether there is a folder with nothing in it.
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

  /// Notes that what is at a path has gone into the trash.
  mutating func trash(_ path: NotePath, as id: String?) throws(FileError) {
    if let id { trashed[id] = .some(try digest(path)) }
    put(.nothing, at: path)
  }

  /// Notes that something else is there, or nothing.
  mutating func put(_ item: Item, at path: NotePath) {
    changes.put(UndoViewNode(item: item), at: path.components[...])
  }

  /// Notes that what is at one path has gone to another.
  mutating func move(_ path: NotePath, to newPath: NotePath) {
    let item = item(path)
    var moved = changes.node(at: path) ?? UndoViewNode()
    moved.item = item
    changes.put(moved, at: newPath.components[...])
    put(.nothing, at: path)
  }
}

/// What is known of a path and of those in it. A folder moves with all of that in one step.
private struct UndoViewNode {
  /// What is at the path; nil where the folder that it is in says that.
  var item: UndoView.Item?
  /// By name.
  var inner: [ArraySlice<UInt8>: UndoViewNode] = [:]

  /// Whether anything is known to be at the path or in it.
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

  /// Puts a node in the place of what is known of a path and of those in it.
  mutating func put(_ node: UndoViewNode, at path: ArraySlice<ArraySlice<UInt8>>) {
    guard let name = path.first else { return self = node }
    inner[name, default: UndoViewNode()].put(node, at: path.dropFirst())
  }
}
