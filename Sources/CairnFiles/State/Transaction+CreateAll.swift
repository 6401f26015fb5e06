public import CairnText
import SystemPackage

/// A file that is recorded in the journal, but not yet created.
struct PlannedFile {
  let path: NotePath
  let bytes: [UInt8]
  let temporary: TemporaryName
}

extension Transaction {
  /// Creates a file, and its missing parent folders, together with other files: in
  /// ``createPlanned(ifMany:)``, at the latest at the end of ``wholly(_:)``. Many files then need
  /// only a few syncs. Throws the same errors as
  /// ``create(_:_:permissions:makingFolders:isLast:)`` if they are known before the file is written.
  ///
  /// Only for the body of ``wholly(_:)``, because the file does not exist when the method returns.
  public func plan(_ path: NotePath, _ bytes: [UInt8]) throws(FileError) {
    try checkName(of: path)
    if plannedPaths.contains(path.parent) { throw store.failure(.create, path, .notFolder) }
    try within(path.parent, makingFolders: true) { () throws(FileError) in
      try checkReach(path.parent, followingLast: true, for: .create)
      guard try store.kind(path) == nil, plannedPaths.insert(path).inserted else {
        throw store.failure(.create, path, .exists)
      }
      let temporary = TemporaryName.fresh()
      _ = try begunJournal().add(.create(path, temporary, ByteDigest(bytes)))
      planned.append(PlannedFile(path: path, bytes: bytes, temporary: temporary))
      plannedBytes += bytes.count
    }
  }

  /// Creates the files of ``plan(_:_:)``. When the journal is synced, all files are written under
  /// temporary names; when these are synced, each file gets its own name. If `ifMany` is set, does
  /// nothing as long as there are few files. After an error, ``wholly(_:)`` must roll back.
  public func createPlanned(ifMany: Bool = false) throws(FileError) {
    if ifMany, planned.count < 1000, plannedBytes < 8 << 20 { return }
    guard !planned.isEmpty else { return }
    try begunJournal().sync()
    for file in planned {
      let place = try store.place(file.path, for: .create)
      try store.writeTemporary(
        cString(file.temporary.bytes), file.bytes, .withMode(.newFile), beside: place,
        for: .create, isSynced: false)
    }
    try syncAll(.write)
    for file in planned {
      let place = try store.place(file.path, for: .create)
      try store.attempt(.create, file.path) { () throws(Errno) in
        try store.system.move(
          place.folder.raw, cString(file.temporary.bytes), to: place.folder.raw, place.name)
      }
    }
    try syncAll(.sync)
    (planned, plannedPaths, plannedBytes) = ([], [], 0)
  }

  private func syncAll(_ operation: FileError.Operation) throws(FileError) {
    try store.attempt(operation, .root) { () throws(Errno) in
      try store.system.syncAll(store.folder.raw)
    }
  }
}
