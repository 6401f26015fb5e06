public import CairnText
import SystemPackage

/// A file that is recorded in the journal, but not yet created.
struct PlannedFile {
  let path: NotePath
  let bytes: [UInt8]
  let temporary: TemporaryName
  /// The file's step number in the journal.
  let step: Int
}

extension Transaction {
  /// The maximum number of files that are synced one by one. If there are more, whole file systems
  /// are synced instead.
  static let few = 16

  /// Plans to create a file, and creates its missing parent folders. ``createPlanned(ifMany:)``
  /// later creates all planned files together, with only a few syncs. It runs at the latest at the
  /// end of ``wholly(_:)``. Throws the errors of ``create(_:_:permissions:makingFolders:isLast:)``
  /// that are known before the file is written. Call ``createPlanned(like:)`` first.
  ///
  /// Only for the body of ``wholly(_:)``, because the file does not exist when the method returns.
  public func plan(_ path: NotePath, _ bytes: [UInt8]) throws(FileError) {
    try checkName(of: path)
    var folder = path.parent
    while !folder.isRoot {
      if plannedPaths.contains(folder) { throw store.failure(.create, path, .notFolder) }
      folder = folder.parent
    }
    try within(path.parent, makingFolders: true) { () throws(FileError) in
      try checkReach(path.parent, followingLast: true, for: .create)
      guard try store.kind(path) == nil, !plannedPaths.contains(path) else {
        throw store.failure(.create, path, .exists)
      }
      let temporary = TemporaryName.fresh()
      let step = try begunJournal().add(.create(path, temporary, ByteDigest(bytes)))
      planned.append(PlannedFile(path: path, bytes: bytes, temporary: temporary, step: step))
      plannedPaths.insert(path)
      if let place = plainPlace(of: path) { plannedPlaces.insert(place) }
      plannedBytes += bytes.count
    }
  }

  /// Creates the planned files if `path` may lead to one of them under another spelling: through a
  /// symbolic link, or with different case on a file system that ignores case. A later call of
  /// ``plan(_:_:)`` then finds that the file exists.
  public func createPlanned(like path: NotePath) throws(FileError) {
    guard !planned.isEmpty, !plannedPaths.contains(path), let place = plainPlace(of: path),
      plannedPlaces.contains(place)
    else { return }
    try createPlanned()
  }

  /// Returns a path with its links resolved, and without case and accents; nil if that fails.
  private func plainPlace(of path: NotePath) -> String? {
    let folder = try? store.followingLinks(path.parent, for: .create)
    return folder.map { $0.appending(listed: path.nameBytes).description.folded }
  }

  /// Creates the files planned with ``plan(_:_:)``. First syncs the journal. Then writes all files
  /// under temporary names, and syncs them. Then renames each file to its own name. If `ifMany` is
  /// set, does nothing while there are few files. After an error, ``wholly(_:)`` rolls back, even
  /// if the caller ignores the error.
  public func createPlanned(ifMany: Bool = false) throws(FileError) {
    if let planFailure { throw planFailure }
    if ifMany, planned.count < 1000, plannedBytes < 8 << 20 { return }
    guard !planned.isEmpty else { return }
    do throws(FileError) {
      try createAll()
    } catch {
      planFailure = error
      abandonPlanned()
      throw error
    }
  }

  private func createAll() throws(FileError) {
    try begunJournal().sync()
    let (files, areFew) = (planned, planned.count <= Self.few)
    let folders = Set(files.map(\.path.parent)).sorted()
    for file in files {
      let place = try store.place(file.path, for: .create)
      try store.writeTemporary(
        cString(file.temporary.bytes), file.bytes, .withMode(.newFile), beside: place,
        for: .create, isSynced: areFew)
    }
    if !areFew { try syncAll(folders, for: .write) }
    for (index, file) in files.enumerated() {
      do throws(FileError) {
        let place = try store.place(file.path, for: .create)
        try store.attempt(.create, file.path) { () throws(Errno) in
          try store.system.move(
            place.folder.raw, cString(file.temporary.bytes), to: place.folder.raw, place.name)
        }
      } catch {
        // The files before this one were created, and are rolled back from the journal.
        planned.removeFirst(index)
        throw error
      }
    }
    (planned, plannedPaths, plannedPlaces, plannedBytes) = ([], [], [], 0)
    if areFew { try sync(folders, for: .write) } else { try syncAll(folders, for: .write) }
  }

  /// Removes the temporary files of planned files, and records that the files were not created.
  func abandonPlanned() {
    for file in planned {
      let name = cString(file.temporary.bytes)
      if let place = try? store.place(file.path, for: .remove) {
        store.discard(name, in: place)
      } else {
        store.discardLater(name, beside: file.path)
      }
      try? begunJournal().fail(file.step)
    }
    (planned, plannedPaths, plannedPlaces, plannedBytes) = ([], [], [], 0)
  }

  /// Syncs folders one by one. If that fails, throws an error of the given operation.
  func sync(_ folders: [NotePath], for operation: FileError.Operation) throws(FileError) {
    for folder in folders {
      let handle = try store.open(folder, SystemCalls.folderFlags, for: operation)
      try store.attempt(operation, folder) { () throws(Errno) in
        try store.system.fsync(handle.raw)
      }
    }
  }

  /// Syncs each file system that contains one of the folders. Folders of a notebook can be on other
  /// file systems than its root. If that fails, throws an error of the given operation.
  func syncAll(_ folders: [NotePath], for operation: FileError.Operation) throws(FileError) {
    var devices: Set<UInt64> = []
    for folder in folders {
      let handle = try store.open(folder, SystemCalls.folderFlags, for: operation)
      try store.attempt(operation, folder) { () throws(Errno) in
        let device = try store.system.fstat(handle.raw).stamp.device
        if devices.insert(device).inserted { try store.system.syncAll(handle.raw) }
      }
    }
  }
}
