package import CairnText
import SystemPackage

// MARK: - Whole folders

extension Store {
  /// A file or folder in a tree.
  struct TreeEntry {
    /// The path relative to the top of the tree; the empty path for the top itself.
    let path: NotePath
    let kind: FileKind
  }

  /// Returns `top` and everything below it, hidden or not; folders come before their contents.
  func tree(_ top: NotePath, for operation: FileError.Operation) throws(FileError) -> [TreeEntry] {
    guard let kind = try kind(top) else { throw failure(operation, top, .notFound) }
    var tree: [TreeEntry] = []
    var rest = [TreeEntry(path: .root, kind: kind)]
    while let entry = rest.popLast() {
      tree.append(entry)
      guard entry.kind == .folder else { continue }
      let folder = joined(top, entry.path)
      for name in try names(in: folder, for: operation) {
        let path = entry.path.appending(listed: name)
        guard let kind = try self.kind(joined(top, path)) else { continue }
        rest.append(TreeEntry(path: path, kind: kind))
      }
    }
    return tree
  }

  /// Returns the paths of `top` and everything below it, including hidden files. Returns nil if the
  /// tree contains a symbolic link or a folder that cannot be listed.
  package func plainTree(_ top: NotePath) -> [NotePath]? {
    guard let tree = try? tree(top, for: .list), tree.allSatisfy({ $0.kind != .link }) else {
      return nil
    }
    return tree.map { joined(top, $0.path) }
  }

  /// Returns the names in a folder, including hidden ones, sorted.
  func names(
    in folder: NotePath, for operation: FileError.Operation
  ) throws(FileError) -> [[UInt8]] {
    let handle = try open(folder, SystemCalls.folderFlags, for: operation)
    var names: [[UInt8]] = []
    try attempt(operation, folder) { () throws(Errno) in
      try withUnsafeTemporaryAllocation(byteCount: SystemCalls.listingSize, alignment: 8) {
        (buffer) throws(Errno) in
        try system.list(handle.raw, through: buffer) { name, _ in names.append(Array(name)) }
      }
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Permanently removes a file, or a folder with all its contents.
  func removeTree(_ top: NotePath) throws(FileError) {
    for entry in try tree(top, for: .remove).reversed() {
      let path = joined(top, entry.path)
      try entry.kind == .folder ? removeFolder(path) : removeFile(path)
    }
  }

  /// Copies the file at `top`, or the folder with all its contents, to the unused path `newTop` in
  /// the store `target`.
  ///
  /// Files keep their bytes, mode and modification time; links stay links. Throws
  /// ``FileError/Code/notRegular`` for a pipe, socket or device.
  func copyTree(_ top: NotePath, to target: Store, _ newTop: NotePath) throws(FileError) {
    let tree = try tree(top, for: .read)
    for entry in tree {
      let (path, newPath) = (joined(top, entry.path), joined(newTop, entry.path))
      switch entry.kind {
      case .folder: try target.makeFolder(newPath, permissions: .privateFolder)
      case .file: try copyFile(path, to: target, newPath)
      case .link: try copyLink(path, to: target, newPath)
      default: throw failure(.move, path, .notRegular)
      }
    }
    // Folders get their mode and time last, because the mode may forbid writing, and writing
    // changes the time.
    for entry in tree.reversed() where entry.kind == .folder {
      let (path, newPath) = (joined(top, entry.path), joined(newTop, entry.path))
      let folder = try target.open(newPath, SystemCalls.folderFlags, for: .create)
      guard let status = try status(path) else { continue }
      try target.attempt(.create, newPath) { () throws(Errno) in
        try target.system.fchmod(folder.raw, status.mode)
        try target.system.futimens(folder.raw, modified: status.stamp.modified)
        try target.system.fsync(folder.raw)
      }
    }
  }

  private func copyFile(
    _ path: NotePath, to target: Store, _ newPath: NotePath
  ) throws(FileError) {
    let file = try open(path, SystemCalls.readFlags, for: .read)
    let (contents, status) = try readAll(file.raw, path)
    let place = try target.place(newPath, for: .create)
    try target.attempt(.create, newPath) { () throws(Errno) in
      let copy = try target.system.openat(
        place.folder.raw, place.name, SystemCalls.createFlags,
        mode: FilePermissions.ownerReadWrite.rawValue)
      try target.system.writeAll(copy.raw, contents.bytes)
      try target.system.fchmod(copy.raw, status.mode & 0o777)
      try target.system.futimens(copy.raw, modified: status.stamp.modified)
      try target.system.fsync(copy.raw)
    }
  }

  private func copyLink(
    _ path: NotePath, to target: Store, _ newPath: NotePath
  ) throws(FileError) {
    let place = try place(path, for: .read)
    let newPlace = try target.place(newPath, for: .create)
    let destination = try attempt(.read, path) { () throws(Errno) in
      try system.readlinkat(place.folder.raw, place.name)
    }
    try target.attempt(.create, newPath) { () throws(Errno) in
      try target.system.symlinkat(cString(destination), newPlace.folder.raw, newPlace.name)
    }
  }

  private func joined(_ top: NotePath, _ path: NotePath) -> NotePath {
    path.isRoot ? top : path.components.reduce(top) { $0.appending(listed: $1) }
  }
}

// MARK: - Moving between stores

extension Store {
  /// Moves a file or a whole folder to an unused name in another store.
  ///
  /// Within a file system, this is one rename. Across file systems, first renames the source, so
  /// that no program changes it. Then copies it, syncs the copy, and removes the source. If the
  /// method throws, the source is under its old name or under the name in the error.
  func transfer(
    _ path: NotePath, to target: Store, _ newPath: NotePath, by names: MoveNames = .fresh()
  ) throws(FileError) {
    do throws(FileError) {
      return try moveEntry(path, to: target, newPath)
    } catch  where error.code == .crossDevice {}
    let aside = path.parent.appending(names.leaving)
    let arriving = newPath.parent.appending(names.arriving)
    try moveEntry(path, to: self, aside)
    do throws(FileError) {
      try copyTree(aside, to: target, arriving)
      try target.moveEntry(arriving, to: target, newPath)
    } catch {
      try? target.removeTree(arriving)
      try moveEntry(aside, to: self, path)
      throw error.renamed(target, arriving, newPath).renamed(self, aside, path)
    }
    // The copy is complete. Temporary files that cannot be removed here show up in every scan.
    try? removeTree(aside)
  }
}

extension FileError {
  /// Returns this error with the start of its path changed from `temporary` to `path`. Both are
  /// paths in `store`. Returns the error unchanged if its path does not begin with `temporary`.
  fileprivate func renamed(_ store: Store, _ temporary: NotePath, _ path: NotePath) -> FileError {
    let old = store.failure(operation, temporary, code)
    let shown = store.failure(operation, path, code)
    guard self.path.starts(with: old.path) else { return self }
    let rest = self.path.bytes.dropFirst(old.path.bytes.count)
    return FileError(operation, FilePath(bytes: shown.path.bytes + rest), code)
  }
}
