import CairnFiles
import Glibc

/// A disk as it may be after a power cut: what was synced is there, and of what was not, any part.
struct DiskModel {
  private enum Node {
    case file([UInt8])
    case folder([[UInt8]: UInt64])
  }

  private var nodes: [UInt64: Node] = [:]
  private let root: UInt64

  /// The disk as it is below a folder.
  init(of path: String) {
    root = Self.inode(path)
    read(path, root)
  }

  /// Does what an event did, where what came before it is there.
  mutating func apply(_ event: DiskTrace.Event) {
    switch event {
    case .create(let folder, let name, let inode):
      nodes[inode] = .file([])
      put(inode, folder, name)
    case .makeFolder(let folder, let name, let inode):
      nodes[inode] = .folder([:])
      put(inode, folder, name)
    case .write(let inode, let offset, let bytes):
      guard case .file(var old)? = nodes[inode] else { return }
      // What lies between was never written, and reads as zeros.
      if old.count < offset + bytes.count {
        old += [UInt8](repeating: 0, count: offset + bytes.count - old.count)
      }
      old.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
      nodes[inode] = .file(old)
    case .truncate(let inode, let size):
      guard case .file(let old)? = nodes[inode] else { return }
      nodes[inode] = .file(Array(old.prefix(size)))
    case .rename(let folder, let name, let newFolder, let newName):
      guard let inode = entry(folder, name), isFolder(newFolder) else { return }
      put(nil, folder, name)
      put(inode, newFolder, newName)
    case .exchange(let folder, let name, let other):
      guard let left = entry(folder, name), let right = entry(folder, other) else { return }
      put(right, folder, name)
      put(left, folder, other)
    case .remove(let folder, let name): put(nil, folder, name)
    case .sync, .syncAll: return
    }
  }

  /// Makes a folder hold what the disk holds.
  func write(to path: String) { write(root, to: path) }
}

// MARK: - Parts

extension DiskModel {
  private func entry(_ folder: UInt64, _ name: [UInt8]) -> UInt64? {
    guard case .folder(let names)? = nodes[folder] else { return nil }
    return names[name]
  }

  private func isFolder(_ inode: UInt64) -> Bool {
    if case .folder? = nodes[inode] { true } else { false }
  }

  private mutating func put(_ inode: UInt64?, _ folder: UInt64, _ name: [UInt8]) {
    guard case .folder(var names)? = nodes[folder] else { return }
    names[name] = inode
    nodes[folder] = .folder(names)
  }

  private static func inode(_ path: String) -> UInt64 {
    var status = stat()
    return lstat(path, &status) == 0 ? UInt64(status.st_ino) : 0
  }

  private mutating func read(_ path: String, _ inode: UInt64) {
    var names: [[UInt8]: UInt64] = [:]
    for name in TestNotebook.names(path) {
      let child = "\(path)/\(name)"
      let inode = Self.inode(child)
      names[Array(name.utf8)] = inode
      if let text = TestNotebook.text(child) {
        nodes[inode] = .file(Array(text.utf8))
      } else {
        read(child, inode)
      }
    }
    nodes[inode] = .folder(names)
  }

  private func write(_ inode: UInt64, to path: String) {
    switch nodes[inode] {
    case .file(let bytes):
      let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
      _ = Glibc.write(file, bytes, bytes.count)
      close(file)
    case .folder(let names):
      mkdir(path, 0o755)
      for (name, inode) in names {
        write(inode, to: path + "/" + String(decoding: name, as: UTF8.self))
      }
    case nil: return
    }
  }
}
