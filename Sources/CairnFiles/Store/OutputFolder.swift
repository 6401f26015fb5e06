public import CairnText
public import SystemPackage

/// A folder for generated files, which can be generated again if they are lost.
///
/// Never changes anything outside the folder, because no link in the folder is followed. A write
/// replaces a file completely or leaves the old file unchanged. Unlike the notebook's files, a
/// written file may be lost in a power failure. Thread-safe.
public struct OutputFolder: Sendable {
  private let store: Store

  /// Opens the folder at an absolute path, creating it and its parents if missing.
  ///
  /// Throws ``FileError`` if something other than a folder is at the path, or the folder cannot be
  /// created.
  public init(_ path: FilePath) throws(FileError) {
    try self.init(path, faults: nil)
  }

  init(_ path: FilePath, faults: FaultPlan?) throws(FileError) {
    var missing: [FilePath.Component] = []
    var above = path
    while true {
      do throws(FileError) {
        let store = try Store(root: above, showsAbsolutePaths: true, faults: faults)
        var folder = NotePath.root
        for name in missing.reversed() {
          folder = folder.appending(listed: FilePath(root: nil, components: name).bytes)
        }
        try store.makeFolders(folder)
        self.store =
          missing.isEmpty
          ? store : try Store(root: path, showsAbsolutePaths: true, faults: faults)
        return
      } catch  where error.code == .notFound {
        guard let name = above.lastComponent else { throw error }
        missing.append(name)
        above.removeLastComponent()
      }
    }
  }

  /// The folder's absolute path, with all symbolic links resolved.
  public var path: FilePath { store.root }
}

// MARK: - Reading

extension OutputFolder {
  /// Returns whether the folder contains no files or folders, not even hidden ones. Temporary files
  /// do not count (see ``removeDrafts(in:)``).
  ///
  /// Throws ``FileError`` if the folder cannot be listed.
  public func isEmpty() throws(FileError) -> Bool {
    try store.names(in: .root, for: .list).allSatisfy(TemporaryName.isExactly)
  }

  /// Returns a file's size in bytes; nil if there is no regular file with that name.
  public func size(of path: NotePath) -> Int? {
    let status = try? store.folderPlainly(of: path, for: .read) { (folder, name) throws(Errno) in
      try store.system.fstatat(folder, name)
    }
    return status.flatMap { $0.kind == .file ? $0.stamp.size : nil }
  }

  /// Returns a file's bytes; nil if nothing has that name.
  ///
  /// Throws ``FileError`` if the name belongs to something other than a regular file, or the file
  /// cannot be read.
  public func read(_ path: NotePath) throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      let file = try store.attemptPlainly(.read, path) { () throws(Errno) in
        try store.openPlain(path, SystemCalls.readFlags)
      }
      return try store.readAll(file.raw, path).0.bytes
    } catch  where error.code == .notFound {
      return nil
    }
  }
}

// MARK: - Writing

extension OutputFolder {
  /// Writes a file, replacing an existing one; creates missing folders.
  ///
  /// Throws ``FileError`` if the name belongs to a folder, or the file cannot be written.
  public func write(_ path: NotePath, _ bytes: [UInt8]) throws(FileError) {
    do throws(FileError) {
      try replace(path, bytes)
    } catch  where error.code == .notFound {
      try store.makeFolders(path.parent)
      try replace(path, bytes)
    }
  }

  private func replace(_ path: NotePath, _ bytes: [UInt8]) throws(FileError) {
    try store.folderPlainly(of: path, for: .write) { (folder, name) throws(Errno) in
      let draft = cString(TemporaryName.fresh().bytes)
      let file = try store.system.openat(
        folder, draft, SystemCalls.createFlags, mode: FilePermissions.newFile.rawValue)
      do throws(Errno) {
        try store.system.writeAll(file.raw, bytes)
        try store.system.renameat(folder, draft, to: folder, name)
      } catch {
        try? store.system.unlinkat(folder, draft)
        throw error
      }
    }
  }

  /// Removes the temporary files that a killed program left in a folder. A program that is still
  /// writing such a file then writes the file again. Files that cannot be removed stay.
  ///
  /// Costs a listing of the folder.
  public func removeDrafts(in folder: NotePath) {
    let names = try? attemptListing(folder)
    for name in names ?? [] where TemporaryName.isExactly(name) {
      try? store.folderPlainly(of: folder.appending(listed: name), for: .remove) {
        (folder, name) throws(Errno) in
        guard try store.system.fstatat(folder, name).kind == .file else { return }
        try store.system.unlinkat(folder, name)
      }
    }
  }

  /// Returns the names in a folder, without following links in its path.
  private func attemptListing(_ folder: NotePath) throws(FileError) -> [[UInt8]] {
    if !folder.isRoot {
      _ = try store.attemptPlainly(.list, folder) { () throws(Errno) in
        try store.openPlain(folder, SystemCalls.folderFlags).raw
      }
    }
    return try store.names(in: folder, for: .list)
  }

  /// Removes a file, and then each parent folder that has become empty.
  ///
  /// Throws ``FileError`` if the file cannot be removed.
  public func remove(_ path: NotePath) throws(FileError) {
    try store.folderPlainly(of: path, for: .remove) { (folder, name) throws(Errno) in
      try store.system.unlinkat(folder, name)
    }
    var folder = path.parent
    while !folder.isRoot {
      let removed: Void? = try? store.folderPlainly(of: folder, for: .remove) {
        (parent, name) throws(Errno) in try store.system.rmdirat(parent, name)
      }
      guard removed != nil else { return }
      folder = folder.parent
    }
  }
}

extension Store {
  /// Calls `body` with the open parent folder and the last name of `path`, without following links
  /// in the path.
  fileprivate func folderPlainly<Result>(
    of path: NotePath, for operation: FileError.Operation,
    _ body: (Int32, [CChar]) throws(Errno) -> Result
  ) throws(FileError) -> Result {
    try attemptPlainly(operation, path) { () throws(Errno) in
      let folder = try openPlain(path.parent, SystemCalls.folderFlags)
      return try body(folder.raw, cString(path.nameBytes))
    }
  }

  /// Runs system calls that do not follow links. If the path contains a symbolic link, throws an
  /// error that names the link as the reason.
  fileprivate func attemptPlainly<Result: ~Copyable>(
    _ operation: FileError.Operation, _ path: NotePath, _ body: () throws(Errno) -> Result
  ) throws(FileError) -> Result {
    do throws(FileError) {
      return try attempt(operation, path, body)
    } catch  where error.code == .loop {
      throw failure(
        operation, path,
        .damaged(
          "the path contains a symbolic link, and Cairn follows no links in an output folder"))
    }
  }
}
