import CairnText
import Synchronization
public import SystemPackage

// Methods that change the disk. In a notebook, only a transaction calls them.

// MARK: - New files

extension Store {
  /// The attributes of a new file.
  enum NewFile {
    /// The given permissions, without those that the process's umask removes.
    case withMode(FilePermissions)
    /// The same mode, owner and attributes as the replaced file, whose descriptor and status are
    /// given.
    case like(Int32, FileStatus)
  }

  /// Creates a file; throws ``FileError/Code/exists`` if the name is taken.
  ///
  /// No reader ever sees a partly written file. When the method returns, the file survives a power
  /// failure. If the method throws, the file does not exist.
  func createFile(
    _ path: NotePath, _ bytes: [UInt8], permissions: FilePermissions = .newFile,
    by temporary: TemporaryName = .fresh()
  ) throws(FileError) {
    let place = try place(path, for: .create)
    let name = cString(temporary.bytes)
    try writeTemporary(name, bytes, .withMode(permissions), beside: place, for: .create)
    do throws(Errno) {
      try system.move(place.folder.raw, name, to: place.folder.raw, place.name)
    } catch {
      discard(name, in: place)
      throw failure(.create, path, .init(error))
    }
    do throws(Errno) {
      try system.fsync(place.folder.raw)
    } catch {
      discard(place.name, in: place)
      throw failure(.create, path, .init(error))
    }
  }

  /// Creates a temporary file in the place's folder, and writes `bytes` to it. Syncs the file if
  /// `isSynced` is set.
  func writeTemporary(
    _ name: [CChar], _ bytes: [UInt8], _ new: NewFile, beside place: borrowing Place,
    for operation: FileError.Operation, isSynced: Bool = true
  ) throws(FileError) {
    let folder = place.folder.raw
    do throws(Errno) {
      let mode: FilePermissions =
        if case .withMode(let mode) = new { mode } else { .ownerReadWrite }
      let file = try system.openat(
        folder, name, SystemCalls.createFlags, mode: mode.rawValue)
      do throws(Errno) {
        if case .like(let source, let status) = new {
          try inherit(file.raw, from: source, status)
        }
        try system.writeAll(file.raw, bytes)
        if isSynced { try system.fsync(file.raw) }
      } catch {
        discard(name, in: place)
        throw error
      }
    } catch {
      throw failure(operation, place.path, .init(error))
    }
  }

  /// Gives a new file the owner, attributes and mode of the file `source`. Skips an owner or
  /// attribute that the user is not permitted to set.
  private func inherit(_ file: Int32, from source: Int32, _ status: FileStatus) throws(Errno) {
    var mode = status.mode
    do throws(Errno) {
      let own = try system.fstat(file)
      if (own.owner, own.group) != (status.owner, status.group) {
        try system.fchown(file, status.owner, status.group)
      }
    } catch .notPermitted {
      // The user becomes the owner of the new file, which must not run with the old owner's rights.
      mode &= 0o777
    }
    try system.copyAttributes(from: source, to: file)
    try system.fchmod(file, mode)
  }

  /// Removes a temporary file. If that fails and the name has the form of a ``TemporaryName``,
  /// ``clearUp()`` tries again later.
  func discard(_ name: [CChar], in place: borrowing Place) {
    do throws(Errno) {
      try system.unlinkat(place.folder.raw, name)
    } catch  where error != .noSuchFileOrDirectory {
      discardLater(name, beside: place.path)
    } catch {}
  }

  /// Records that a temporary file beside `path` must be removed later.
  func discardLater(_ name: [CChar], beside path: NotePath) {
    let bytes = name.dropLast().map { UInt8(bitPattern: $0) }
    guard TemporaryName.isOne(bytes) else { return }
    leftOver.withLock { _ = $0.insert(path.parent.appending(listed: bytes)) }
  }

  /// Removes the temporary files that a killed process left in a folder. Keeps a file if a program
  /// has written to it within the last hour. Files that cannot be removed stay.
  ///
  /// Costs a listing of the folder.
  ///
  /// - Parameter isTemporary: A function that returns whether a file with this name is temporary;
  ///   by default, one that accepts every temporary name.
  func removeStale(
    in path: NotePath, where isTemporary: ([UInt8]) -> Bool = TemporaryName.isOne
  ) {
    guard let names = try? names(in: path, for: .list).filter(isTemporary),
      !names.isEmpty, let folder = try? open(path, SystemCalls.folderFlags, for: .list)
    else { return }
    let oldest = now().seconds - 3600
    for name in names.map({ cString($0) }) {
      guard let status = try? system.fstatat(folder.raw, name),
        status.stamp.modified.seconds < oldest
      else { continue }
      try? system.unlinkat(folder.raw, name)
    }
  }

  /// Tries again to remove the temporary files that could not be removed before. Returns an error
  /// for each file that still cannot be removed; scans list these files in ``Walk/leftovers``.
  @discardableResult
  func clearUp() -> [FileError] {
    let paths = leftOver.withLock { $0 }
    var errors: [FileError] = []
    for path in paths.sorted() {
      do throws(FileError) {
        try removeFile(path)
      } catch {
        if error.code != .notFound {
          errors.append(error)
          continue
        }
      }
      leftOver.withLock { _ = $0.remove(path) }
    }
    return errors
  }
}

// MARK: - Names

extension Store {
  /// Renames a file, folder or symbolic link, without replacing an existing file.
  ///
  /// Throws ``FileError/Code/exists`` if the new name is taken and ``FileError/Code/crossDevice``
  /// if it is on another file system. If the method throws, every name is unchanged.
  func moveEntry(_ path: NotePath, to target: Store, _ newPath: NotePath) throws(FileError) {
    if target === self, newPath != path, newPath.isInside(path) {
      throw failure(.move, path, .intoItself)
    }
    let from = try place(path, for: .move)
    let to = try target.place(newPath, for: .create)
    do throws(Errno) {
      try system.move(from.folder.raw, from.name, to: to.folder.raw, to.name)
    } catch {
      throw error == .fileExists
        ? target.failure(.create, newPath, .exists) : failure(.move, path, .init(error))
    }
    do throws(Errno) {
      try system.fsync(to.folder.raw)
      try system.fsync(from.folder.raw)
    } catch {
      try? system.move(to.folder.raw, to.name, to: from.folder.raw, from.name)
      throw failure(.move, path, .init(error))
    }
  }

  /// Permanently removes a file. If the path is a symbolic link, removes only the link.
  func removeFile(_ path: NotePath) throws(FileError) {
    let place = try place(path, for: .remove)
    try change(place, for: .remove) { (folder, name) throws(Errno) in
      try system.unlinkat(folder, name)
    }
  }

  /// Removes an empty folder.
  func removeFolder(_ path: NotePath) throws(FileError) {
    let place = try place(path, for: .remove)
    try change(place, for: .remove) { (folder, name) throws(Errno) in
      try system.rmdirat(folder, name)
    }
  }

  /// Creates a folder; throws ``FileError/Code/exists`` if the name is taken.
  func makeFolder(
    _ path: NotePath, permissions: FilePermissions = .newFolder
  ) throws(FileError) {
    let place = try place(path, for: .create)
    try change(place, for: .create) { (folder, name) throws(Errno) in
      try system.mkdirat(folder, name, permissions.rawValue)
    }
  }

  /// Creates a folder and its missing parents, and returns the folders that were missing, the
  /// outermost first.
  @discardableResult
  func makeFolders(
    _ path: NotePath, permissions: FilePermissions = .newFolder
  ) throws(FileError) -> [NotePath] {
    var missing: [NotePath] = []
    var folder = path
    while try !isFolder(folder) {
      missing.append(folder)
      folder = folder.parent
    }
    for folder in missing.reversed() {
      do throws(FileError) {
        try makeFolder(folder, permissions: permissions)
      } catch  where error.code == .exists {
        // Another process created something at this path first. If it is a file, the next step
        // fails.
      }
    }
    return missing.reversed()
  }

  /// Returns whether a folder is at `path`; throws if something other than a folder is there.
  private func isFolder(_ path: NotePath) throws(FileError) -> Bool {
    do throws(FileError) {
      _ = try open(path, SystemCalls.walkFlags, for: .create)
      return true
    } catch  where error.code == .notFound {
      return false
    }
  }

  /// Calls `body` to change a name in a folder, then syncs the folder.
  private func change(
    _ place: borrowing Place, for operation: FileError.Operation,
    _ body: (Int32, [CChar]) throws(Errno) -> Void
  ) throws(FileError) {
    do throws(Errno) {
      try body(place.folder.raw, place.name)
      try system.fsync(place.folder.raw)
    } catch {
      throw failure(operation, place.path, .init(error))
    }
  }
}

extension SystemCalls {
  /// Renames a file or folder; throws `EEXIST` if the new name is taken.
  ///
  /// Some file systems cannot rename without replacing. There, a file is linked to its new name
  /// before the old name is removed. Folders, and files on file systems without hard links, are
  /// renamed after a check that the new name is free. If another program creates a file of that
  /// name just after the check, that file is replaced.
  func move(
    _ folder: Int32, _ name: [CChar], to target: Int32, _ newName: [CChar]
  ) throws(Errno) {
    do throws(Errno) {
      return try renameNew(folder, name, to: target, newName)
    } catch .invalidArgument, .noFunction, .notSupported {}
    do throws(Errno) {
      try linkat(folder, name, to: target, newName)
    } catch .notPermitted, .notSupported {
      do throws(Errno) {
        _ = try fstatat(target, newName)
      } catch .noSuchFileOrDirectory {
        return try renameat(folder, name, to: target, newName)
      }
      throw Errno.fileExists
    }
    do throws(Errno) {
      try unlinkat(folder, name)
    } catch {
      try? unlinkat(target, newName)
      throw error
    }
  }
}

extension FilePermissions {
  /// The permissions of a new file, before the umask is applied.
  public static let newFile: FilePermissions = [
    .ownerReadWrite, .groupReadWrite, .otherReadWrite,
  ]
  /// The permissions of a new folder, before the umask is applied.
  public static let newFolder: FilePermissions = [
    .ownerReadWriteExecute, .groupReadWriteExecute, .otherReadWriteExecute,
  ]
  /// The permissions of a folder that only its owner can use.
  static let privateFolder: FilePermissions = [.ownerReadWriteExecute]
}
