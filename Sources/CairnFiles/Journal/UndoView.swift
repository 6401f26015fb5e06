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
  private var items: [NotePath: Item] = [:]
  /// What will be in the trash, by its id; what is known of its bytes, if it is a file.
  private(set) var trashed: [String: ByteDigest?] = [:]

  init(_ store: Store) {
    self.store = store
  }

  /// What is at a path: said of it, or of a folder that it is in.
  private func item(_ path: NotePath) -> Item {
    var folder = path
    while true {
      if let item = items[folder] {
        if folder == path { return item }
        guard case .onDisk(let place) = item else { return .nothing }
        return .onDisk(place.appending(path.bytes.dropFirst(folder.bytes.count + 1)) ?? place)
      }
      if folder.isRoot { return .onDisk(path) }
      folder = folder.parent
    }
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
    for (inner, item) in items where inner != path && inner.isInside(path) && item != .nothing {
      return false
    }
    switch item(path) {
    case .folder: return true
    case .onDisk(let place):
      guard try store.kind(place) == .folder else { return false }
      return try store.names(in: place, for: .list).allSatisfy { name in
        items[path.appending(listed: name)] == .nothing
      }
    default: return false
    }
  }

  /// Notes that what is at a path has gone into the trash.
  mutating func trash(_ path: NotePath, as id: String?) throws(FileError) {
    if let id { trashed[id] = .some(try digest(path)) }
    items[path] = .nothing
  }

  /// Notes that something else is there, or nothing.
  mutating func put(_ item: Item, at path: NotePath) { items[path] = item }

  /// Notes that what is at one path has gone to another.
  mutating func move(_ path: NotePath, to newPath: NotePath) {
    let moved = item(path)
    for (inner, item) in items where inner != path && inner.isInside(path) {
      items[inner] = nil
      let place = newPath.appending(inner.bytes.dropFirst(path.bytes.count + 1))
      if let place { items[place] = item }
    }
    items[newPath] = moved
    items[path] = .nothing
  }
}
